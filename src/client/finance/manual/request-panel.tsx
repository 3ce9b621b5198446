import { usePermission } from '#client/app/page-context.tsx'
import { EntryAttachments } from '#client/finance/manual/entry-attachments.tsx'
import { DebitAndCredit } from '#client/finance/debit-and-credit.tsx'
import { financeHref } from '#client/finance/finance-url.ts'
import { formatAmounts } from '#client/finance/manual/format-amounts.ts'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { navigate, revalidate } from '#client/navigation/router.ts'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { DescriptionList } from '#client/ui/description-list.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { Panel, PanelSection, PanelTitle } from '#client/ui/panel.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { Time } from '#client/ui/time.tsx'
import type { EntryAttachment, EntryRequestView } from '#shared/finance/entry-requests.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { href } from '#shared/routes/pages.ts'
import type { FormOutcome } from '#shared/page-state.ts'

interface RequestPanelProps {
  request: EntryRequestView | { missing: string }
  query: FinanceQuery
  attachments: readonly EntryAttachment[]
  form: FormOutcome | null
}

/** A request to post an entry, pending or decided. */
export function RequestPanel({ request, query, attachments, form }: RequestPanelProps) {
  const { common, finance, ledger } = useLedgerMessages()
  const words = ledger.requests
  const canPost = usePermission('finance.post')
  const panelProps = { closeHref: financeHref(query, { request: undefined }), backLabel: finance.backToEntries }
  if ('missing' in request)
    return (
      <Panel {...panelProps} record={request.missing} title={words.title}>
        <Empty icon="search" title={words.missing}>
          {words.missingHint}
        </Empty>
      </Panel>
    )
  return (
    <Panel {...panelProps} record={request.request} title={words.title}>
      <header className="panel__head">
        <div>
          <PanelTitle>
            <bdi>{request.memo}</bdi>
          </PanelTitle>
          <p className="sm muted">{words.statuses[request.status]}</p>
        </div>
        <p className="entry__amount num">{formatAmounts(request.amounts, common.listSeparator)}</p>
      </header>
      <Decision request={request} query={query} form={form} />
      <RelatedEntries request={request} query={query} />
      <DebitAndCredit postings={request.lines} />
      <EntryAttachments
        owner={{ request: request.request }}
        attachments={attachments}
        canAttach={canPost && request.status === 'requested'}
        form={form}
      />
      <RequestDetails request={request} />
    </Panel>
  )
}

interface RequestProps {
  request: EntryRequestView
  query: FinanceQuery
}

function RelatedEntries({ request: { corrects, reverses, entry, line, customer }, query }: RequestProps) {
  const { ledger } = useLedgerMessages()
  const words = ledger.requests
  const links: [number | null, (number: number) => string][] = [
    [entry, words.entry],
    [corrects, words.corrects],
    [reverses, words.reverses],
  ]
  const shown = links.flatMap(([number, label]) => (number === null ? [] : [{ number, label: label(number) }]))
  if (shown.length === 0 && !line && customer === null) return null
  return (
    <PanelSection>
      {customer !== null && (
        <p>
          {ledger.entryPanel.links.customer}{' '}
          <a className="link num" href={href('orders', { customer })}>
            {customer}
          </a>
        </p>
      )}
      {line && (
        <p>
          <a className="link" href={href('finance', { tab: 'reconciliation', account: [line.account], line: line.id })}>
            {line.isUndo ? words.undoneLine : words.matchedLine}
          </a>
        </p>
      )}
      {shown.map(({ number, label }) => (
        <p key={label}>
          <a className="link" href={financeHref(query, { request: undefined, entry: number })}>
            {label}
          </a>
        </p>
      ))}
    </PanelSection>
  )
}

function RequestDetails({ request }: { request: EntryRequestView }) {
  const words = useLedgerMessages().ledger.requests
  const formatDays = useDayRangeFormat()
  const { day, status, requestedBy, requestedAt, expiresAt, decidedBy, decidedAt, reason } = request
  const isOpen = status === 'requested' || status === 'expired'
  return (
    <PanelSection title={words.details}>
      <DescriptionList
        items={[
          [words.requestedBy, requestedBy],
          [words.requestedAt, <Time key="requested" at={requestedAt} style="full" zone="book" />],
          [words.expiresAt, isOpen ? <Time key="expires" at={expiresAt} style="full" zone="book" /> : null],
          [words.day, day === null ? words.dayOfApproval : formatDays({ from: day, to: day })],
          [words.decidedBy, decidedBy],
          [words.decidedAt, decidedAt === null ? null : <Time key="decided" at={decidedAt} style="full" zone="book" />],
          [words.reason, reason],
        ]}
      />
    </PanelSection>
  )
}

/** What the user can do with the request, or why not. */
function Decision({ request, query, form }: RequestProps & { form: FormOutcome | null }) {
  const words = useLedgerMessages().ledger.requests
  const { actions, status, isOwn } = request
  if (actions.length === 0 && !(isOwn && status === 'requested')) return null
  const decide = { hiddenValues: { request: request.request }, outcome: form, onProblem: () => void revalidate() }
  const onAnswer = (title: string) => () => {
    notify({ kind: 'success', title })
    void revalidate()
  }
  return (
    <PanelSection>
      {isOwn && status === 'requested' && (
        <p className="why">
          <Icon name="info" />
          <span>{words.own}</span>
        </p>
      )}
      <div className="item-actions">
        {actions.includes('approve') && (
          <Form
            {...decide}
            endpoint="approveEntryRequest"
            onAnswer={({ entry }) => {
              notify({ kind: 'success', title: words.approved(entry) })
              navigate(financeHref(query, { request: undefined, entry: entry ?? undefined }))
            }}
          >
            <SubmitButton variant="primary">{words.approve}</SubmitButton>
          </Form>
        )}
        {actions.includes('withdraw') && (
          <Form {...decide} endpoint="withdrawEntryRequest" onAnswer={onAnswer(words.withdrawn)}>
            <SubmitButton>{words.withdraw}</SubmitButton>
          </Form>
        )}
        {actions.includes('decline') && (
          <details className="refund-reject" open={form?.endpoint === 'declineEntryRequest' && form.problem !== null}>
            <summary className="btn">{words.decline}</summary>
            <Form
              {...decide}
              endpoint="declineEntryRequest"
              className="refund-form"
              onAnswer={onAnswer(words.declined)}
            >
              <TextField name="reason" label={words.declineReason} maxLength={200} autoComplete="off" />
              <SubmitButton variant="danger">{words.declineTitle}</SubmitButton>
            </Form>
          </details>
        )}
      </div>
    </PanelSection>
  )
}
