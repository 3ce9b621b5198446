import { financeHref } from '#client/finance/finance-url.ts'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { Icon } from '#client/ui/icon.tsx'
import { labelOf } from '#client/ui/label-of.ts'
import { PanelSection } from '#client/ui/panel.tsx'
import { Time } from '#client/ui/time.tsx'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { EntryChain } from '#shared/finance/views.ts'
import { href } from '#shared/routes/pages.ts'

/** The other entries of the order, the payout of the money and its line in the statement of the bank; nothing where there are none. */
export function RelatedEntries({ chain: { entries, lines }, query }: { chain: EntryChain; query: FinanceQuery }) {
  const { finance, ledger } = useLedgerMessages()
  const words = ledger.related
  const formatDays = useDayRangeFormat()
  if (entries.length === 0 && lines.length === 0) return null
  return (
    <PanelSection title={words.title}>
      <ul className="entry-checks sm">
        {entries.map(({ number, kind, occurredAt }) => (
          <li key={number}>
            <Icon name="notebook-text" />
            <span>
              <a className="link" href={financeHref(query, { entry: number })}>
                {words.entry(labelOf(finance.kinds, kind), number)}
              </a>{' '}
              <span className="dimmed">
                <Time at={occurredAt} zone="book" />
              </span>
            </span>
          </li>
        ))}
        {lines.map(({ account, id, day, text }) => (
          <li key={id}>
            <Icon name="file-text" />
            <span>
              <a className="link" href={href('finance', { tab: 'reconciliation', account, line: id })}>
                {words.line(account)}
              </a>{' '}
              <span className="dimmed">
                {formatDays({ from: day, to: day })} <bdi>{text}</bdi>
              </span>
            </span>
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}
