import { summaryHrefs } from '#client/finance/finance-url.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { Money } from '#client/ui/money.tsx'
import { Delta, Stat, Stats } from '#client/ui/stat.tsx'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { CurrencySummary, FlowTabView } from '#shared/finance/views.ts'

interface SummaryCardsProps {
  summary: CurrencySummary
  comparison: FlowTabView['comparison']
  query: FinanceQuery
}

/**
 * The period in one currency. The cards add up (income − expense = net, opening + net = closing), and each opens the entries it is the
 * sum of.
 */
export function SummaryCards({ summary, comparison, query }: SummaryCardsProps) {
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
      >
        {comparison && <Before figure="in" good="up" summary={summary} comparison={comparison} query={query} />}
      </Stat>
      <Stat
        label={finance.expense}
        icon="arrow-up-right"
        operator="−"
        value={<Money minor={summary.out} currency={currency} direction="out" />}
        href={hrefs.out}
        current={query.flow === 'out'}
      >
        {comparison && <Before figure="out" summary={summary} comparison={comparison} query={query} />}
      </Stat>
      <Stat label={finance.net} operator="=" value={<Money minor={summary.net} currency={currency} />} href={hrefs.net}>
        {comparison && <Before figure="net" good="up" summary={summary} comparison={comparison} query={query} />}
      </Stat>
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

interface BeforeProps {
  figure: 'in' | 'out' | 'net'
  good?: 'up'
  summary: CurrencySummary
  comparison: NonNullable<FlowTabView['comparison']>
  query: FinanceQuery
}

/** How much a figure differs from that of the period before, which opens its entries. */
function Before({ figure, good, summary, comparison, query }: BeforeProps) {
  const { ledger } = useLedgerMessages()
  const formatDays = useDayRangeFormat()
  const { days, summary: before } = comparison
  return (
    <>
      <Delta now={summary[figure]} before={before[figure]} {...(good && { good })} />{' '}
      <a className="link" href={summaryHrefs({ ...query, ...days })[figure]}>
        {ledger.groups.before(formatDays(days))}
      </a>
    </>
  )
}
