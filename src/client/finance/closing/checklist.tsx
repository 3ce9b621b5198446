import { usePermission } from '#client/app/page-context.tsx'
import { monthHref } from '#client/finance/closing/closing-href.ts'
import { useClosingMessages } from '#client/finance/closing/use-closing-messages.ts'
import { accountHref } from '#client/finance/finance-url.ts'
import { workListHref } from '#client/finance/matching/reconciliations.tsx'
import { Card } from '#client/ui/card.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icons.ts'
import { Money } from '#client/ui/money.tsx'
import type { ChecklistItem, ChecklistRow } from '#shared/finance/closing/period-views.ts'
import { monthDays } from '#shared/finance/closing/periods.ts'
import { href } from '#shared/routes/pages.ts'

const icons: Record<ChecklistItem['state'], IconName> = {
  'done': 'circle-check',
  'warning': 'triangle-alert',
  'blocking': 'circle-x',
  'at-close': 'clock',
}

/** The checklist before a month is closed, with links to the rows. */
export function Checklist({ items, month }: { items: readonly ChecklistItem[]; month: string }) {
  const { closing } = useClosingMessages()
  const states: Record<ChecklistItem['state'], string> = {
    'done': closing.done,
    'warning': closing.warning,
    'blocking': closing.blocking,
    'at-close': closing.atClose,
  }
  return (
    <Card title={closing.checklistTitle}>
      <ul className="checklist">
        {items.map(({ id, state, rows, count }) => (
          <li key={id} data-state={state}>
            <Icon name={icons[state]} />
            <div>
              <p>{state === 'done' ? closing.checklist[id].done : closing.checklist[id].open}</p>
              {state !== 'done' && <NextStep id={id} />}
              {rows.length > 0 && id !== 'month-over' && (
                <p className="sm muted">
                  {rows.map((row) => (
                    <RowLink key={hrefOf(row, month)} row={row} href={hrefOf(row, month)} />
                  ))}
                  {count > rows.length && closing.more(count - rows.length)}
                </p>
              )}
            </div>
            <span className="xs dimmed">{states[state]}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function NextStep({ id }: Pick<ChecklistItem, 'id'>) {
  const { closing } = useClosingMessages()
  const canVerify = usePermission('books.verify')
  if (id !== 'self-check') return <p className="sm muted">{closing.checklist[id].next}</p>
  return (
    canVerify && (
      <p className="sm muted">
        {closing.checklist[id].next} <SelfCheckLink />
      </p>
    )
  )
}

/** To the checks of the books and the rows that break one. */
export function SelfCheckLink() {
  const { closing } = useClosingMessages()
  return (
    <a className="link" href={href('test', { tab: 'self-check' })}>
      {closing.selfCheck}
    </a>
  )
}

/** What a row is about: the postings through the end of the month, and the lines of the month in their state. */
function hrefOf({ type, id, waiting }: ChecklistRow, month: string): string {
  const { from, to } = monthDays(month)
  if (type === 'month') return monthHref(id)
  if (type === 'account') return accountHref(id, { to })
  if (type === 'statement') return href('finance', { tab: 'reconciliation', statement: id })
  if (type === 'request') return href('finance', { request: id })
  return workListHref(id, { from, to, ...(waiting !== undefined && { state: 'waiting' }) })
}

function RowLink({
  row: { type, id, label, account, amountMinor, currency, waiting },
  href: url,
}: {
  row: ChecklistRow
  href: string
}) {
  const { closing, ledger } = useClosingMessages()
  return (
    <a className="link" href={url}>
      {type === 'month' ? closing.monthName(id) : account ? ledger.accountName(account) : label}
      {amountMinor !== undefined && currency !== undefined && (
        <>
          {' '}
          <Money minor={amountMinor} currency={currency} />
        </>
      )}
      {waiting !== undefined && ` (${closing.waitingLines(waiting)})`}
    </a>
  )
}
