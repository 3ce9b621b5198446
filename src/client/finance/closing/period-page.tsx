import { usePageContext, usePermission } from '#client/app/page-context.tsx'
import { Checklist } from '#client/finance/closing/checklist.tsx'
import { closingHref } from '#client/finance/closing/closing-href.ts'
import {
  CloseDialog,
  AccountingPackageDialog,
  RejectDialog,
  ReopenDialog,
} from '#client/finance/closing/period-dialogs.tsx'
import { Report } from '#client/finance/closing/report.tsx'
import { useClosingMessages } from '#client/finance/closing/use-closing-messages.ts'
import { revalidate } from '#client/navigation/router.ts'
import { Badge, type Tone } from '#client/ui/badge.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { Form } from '#client/ui/form.tsx'
import type { IconName } from '#client/ui/icons.ts'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { Time } from '#client/ui/time.tsx'
import type { ChecklistId, PeriodDetail } from '#shared/finance/closing/period-views.ts'
import type { PeriodState } from '#shared/finance/closing/periods.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { ClosingTabView } from '#shared/finance/page-views.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import type { EndpointName } from '#shared/routes/endpoints.ts'
import { href } from '#shared/routes/pages.ts'

interface PeriodPageProps {
  query: FinanceQuery
  opened: NonNullable<ClosingTabView['opened']>
  form: FormOutcome | null
}

/** One month: its actions, the checklist before it is closed, its reports and its history. */
export function PeriodPage({ query, opened, form }: PeriodPageProps) {
  const { closing } = useClosingMessages()
  const back = (
    <ButtonLink size="sm" variant="ghost" icon="arrow-left" href={href('finance', { tab: 'closing' })}>
      {closing.back}
    </ButtonLink>
  )
  if ('missing' in opened)
    return (
      <Empty icon="search" title={closing.missing(closing.monthName(opened.missing))} actions={back}>
        {closing.missingHint}
      </Empty>
    )
  const { period, report, taxEntries } = opened
  return (
    <>
      <div className="list-head">
        <div className="account-head">
          {back}
          <div className="row row--wrap">
            <h2 className="panel__title">{closing.monthName(period.month)}</h2>
            <PeriodBadge state={period.state} />
          </div>
          <PeriodActions query={query} period={period} form={form} />
        </div>
      </div>
      <div className="period">
        {period.checklist && <Checklist items={period.checklist} month={period.month} />}
        <Report query={query} view={report} month={period.month} form={form} taxEntries={taxEntries} />
        {period.history.length > 0 && <History history={period.history} />}
      </div>
      <PeriodDialogs query={query} period={period} form={form} />
    </>
  )
}

const badges: Record<PeriodState, { tone: Tone; icon: IconName }> = {
  open: { tone: 'neutral', icon: 'circle' },
  closed: { tone: 'success', icon: 'lock' },
  reopening: { tone: 'warning', icon: 'clock' },
}

function PeriodBadge({ state }: { state: PeriodState }) {
  const { closing } = useClosingMessages()
  return <Badge {...badges[state]}>{closing.states[state]}</Badge>
}

interface PeriodProps {
  query: FinanceQuery
  period: PeriodDetail
  form: FormOutcome | null
}

function PeriodActions({ query, period, form }: PeriodProps) {
  const { closing } = useClosingMessages()
  const { session } = usePageContext()
  const canExport = usePermission('finance.export')
  const canReopen = usePermission('finance.reopen')
  const { month, actions, state, history } = period
  const link = (action: FinanceQuery['action']) => ({
    'href': closingHref(query, { action }),
    'data-scroll': 'keep',
    'size': 'sm' as const,
  })
  const isOwnRequest = state === 'reopening' && canReopen && history[0]?.actor === session?.user.name
  return (
    <div className="account-head__actions">
      {actions.includes('closed') && (
        <ButtonLink {...link('close')} icon="lock" variant="primary">
          {closing.close}
        </ButtonLink>
      )}
      {actions.includes('reopened') && (
        <Form
          endpoint="approveReopening"
          hiddenValues={{ month }}
          outcome={form}
          onAnswer={() => {
            notify({ kind: 'success', title: closing.reopened(closing.monthName(month)) })
            void revalidate()
          }}
        >
          <SubmitButton size="sm" variant="primary">
            {closing.reopen}
          </SubmitButton>
        </Form>
      )}
      {actions.includes('reopen_rejected') && <ButtonLink {...link('reject')}>{closing.reject}</ButtonLink>}
      {actions.includes('reopen_requested') && <ButtonLink {...link('reopen')}>{closing.askToReopen}</ButtonLink>}
      {canExport && (
        <ButtonLink {...link('accounting-package')} icon="package">
          {closing.accountingPackage}
        </ButtonLink>
      )}
      {isOwnRequest && <span className="sm muted">{closing.ownRequest}</span>}
    </div>
  )
}

/** The dialog of the action in the URL, or of the form that came back with errors. */
function PeriodDialogs({ query, period, form }: PeriodProps) {
  const { month, actions, checklist } = period
  const canExport = usePermission('finance.export')
  const props = { month, closeHref: closingHref(query, { action: undefined }), form }
  const isOpen = (action: FinanceQuery['action'], endpoint: EndpointName): boolean =>
    query.action === action || (form !== null && form.problem !== null && form.endpoint === endpoint)
  if (isOpen('close', 'closePeriod') && actions.includes('closed'))
    return <CloseDialog {...props} needsReason={checklist?.some(({ state }) => state === 'warning') ?? false} />
  if (isOpen('reopen', 'requestReopening') && actions.includes('reopen_requested')) return <ReopenDialog {...props} />
  if (isOpen('reject', 'rejectReopening') && actions.includes('reopen_rejected')) return <RejectDialog {...props} />
  if (query.action === 'accounting-package' && canExport) return <AccountingPackageDialog {...props} />
  return null
}

function History({ history }: Pick<PeriodDetail, 'history'>) {
  const { closing, common } = useClosingMessages()
  return (
    <Card title={closing.historyTitle}>
      <ul className="period-history">
        {history.map(({ action, at, actor, reason, accepted, entries, ledger, events }) => (
          <li key={`${action} ${at}`}>
            <p>
              {closing.history[action](actor)} <Time at={at} style="full" zone="book" />
            </p>
            {reason !== '' && <p className="sm">{reason}</p>}
            {accepted.length > 0 && (
              <p className="sm muted">
                {closing.accepted(
                  accepted.map((id) => closing.checklist[id as ChecklistId]?.open ?? id).join(common.listSeparator),
                )}
              </p>
            )}
            {entries.length > 0 && (
              <p className="sm muted">
                {action === 'reopened' ? closing.reversals : closing.closingEntries}
                {entries.map((number, index) => (
                  <span key={number}>
                    {index > 0 && common.listSeparator}
                    <a className="link" href={href('finance', { entry: number })}>
                      {number}
                    </a>
                  </span>
                ))}
              </p>
            )}
            <p className="xs dimmed">
              {closing.heads(ledger.seq, events.seq)}
              {ledger.hash !== '' && (
                <span className="mono" title={ledger.hash}>
                  {' '}
                  {ledger.hash.slice(0, 12)}…
                </span>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
