import { useMessages } from '#client/app/page-context.tsx'
import { Money } from '#client/ui/money.tsx'
import { Stat, Stats } from '#client/ui/stat.tsx'
import type { CurrencySummary } from '#shared/finance/views.ts'

/** The period in one currency; the cards add up as they stand: income − expense = net, opening + net = closing. */
export function SummaryCards({ summary }: { summary: CurrencySummary }) {
  const { finance } = useMessages()
  const { currency } = summary
  return (
    <Stats>
      <Stat
        label={finance.income}
        icon="arrow-down-left"
        value={<Money minor={summary.in} currency={currency} direction="in" />}
      />
      <Stat
        label={finance.expense}
        icon="arrow-up-right"
        operator="−"
        value={<Money minor={summary.out} currency={currency} direction="out" />}
      />
      <Stat label={finance.net} operator="=" value={<Money minor={summary.net} currency={currency} />} />
      <Stat label={finance.closing} value={<Money minor={summary.closing} currency={currency} />}>
        {finance.opening} <Money minor={summary.opening} currency={currency} />
        <span className="p2">{finance.plusNet}</span>
      </Stat>
    </Stats>
  )
}
