import { summaryHrefs } from '#client/finance/finance-url.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { Money } from '#client/ui/money.tsx'
import { Stat, Stats } from '#client/ui/stat.tsx'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { CurrencySummary } from '#shared/finance/views.ts'

/**
 * The period in one currency. The cards add up (income − expense = net, opening + net = closing), and each opens the entries it is the
 * sum of.
 */
export function SummaryCards({ summary, query }: { summary: CurrencySummary; query: FinanceQuery }) {
  const { finance } = useMessages()
  const { currency } = summary
  const hrefs = summaryHrefs(query)
  return (
    <Stats>
      <Stat
        label={finance.income}
        icon="arrow-down-left"
        value={<Money minor={summary.in} currency={currency} direction="in" />}
        href={hrefs.in}
        current={query.flow === 'in'}
      />
      <Stat
        label={finance.expense}
        icon="arrow-up-right"
        operator="−"
        value={<Money minor={summary.out} currency={currency} direction="out" />}
        href={hrefs.out}
        current={query.flow === 'out'}
      />
      <Stat
        label={finance.net}
        operator="="
        value={<Money minor={summary.net} currency={currency} />}
        href={hrefs.net}
      />
      <Stat label={finance.closing} value={<Money minor={summary.closing} currency={currency} />} href={hrefs.closing}>
        {hrefs.opening === null ? (
          finance.opening
        ) : (
          <a className="link" href={hrefs.opening}>
            {finance.opening}
          </a>
        )}{' '}
        <Money minor={summary.opening} currency={currency} />
        <span className="p2">{finance.plusNet}</span>
      </Stat>
    </Stats>
  )
}
