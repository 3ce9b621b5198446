import { accountHref } from '#client/finance/finance-url.ts'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { BarList } from '#client/ui/bar-list.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { Money } from '#client/ui/money.tsx'
import { type AgedAccount, ages, type FlowChartView } from '#shared/finance/flow-charts.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { add } from '#shared/money.ts'

interface AgingChartProps {
  query: FinanceQuery
  currency: string
  view: Extract<FlowChartView, { chart: 'aging' }>
}

/** How old the money is that is still to come, from payment providers and from customers, with each account below. */
export function AgingChart({ query, currency, view }: AgingChartProps) {
  const { ledger } = useLedgerMessages()
  const words = ledger.charts
  const formatDays = useDayRangeFormat()
  const { accounts, to } = view
  const groups = [
    { key: 'clearing', title: ledger.figures.unsettled, accounts: accounts.filter(isFromProvider) },
    {
      key: 'receivable',
      title: ledger.roles.receivable,
      accounts: accounts.filter((account) => !isFromProvider(account)),
    },
  ].filter((group) => group.accounts.length > 0)
  if (groups.length === 0) return <p className="sm muted">{words.nothingToCome}</p>
  return (
    <>
      <p className="flow-charts__note xs dimmed">{words.agesAt(formatDays({ from: to, to }))}</p>
      {groups.map((group) => (
        <div key={group.key} className="flow-charts__columns">
          <BarList
            label={`${group.title}, ${currency}`}
            headings={[group.title, words.amount]}
            currency={currency}
            rows={ages.map((age, index) => ({
              key: String(age.from),
              name: words.age(age.from, age.to),
              amounts: [{ minor: add(...group.accounts.map(({ parts }) => parts[index] ?? 0)), direction: 'neutral' }],
            }))}
          />
          <AccountsByAge title={group.title} accounts={group.accounts} to={query.to} currency={currency} />
        </div>
      ))}
    </>
  )
}

const isFromProvider = ({ account }: AgedAccount): boolean => account.role === 'clearing'

interface AccountsByAgeProps {
  title: string
  accounts: readonly AgedAccount[]
  to: string | undefined
  currency: string
}

/** The balances that the bars divide; each opens its postings. */
function AccountsByAge({ title, accounts, to, currency }: AccountsByAgeProps) {
  const { finance, ledger } = useLedgerMessages()
  return (
    <table className="table table--inset bar-list" data-density="compact" aria-label={ledger.charts.byAccount(title)}>
      <thead>
        <tr>
          <th scope="col">{ledger.charts.account}</th>
          <th scope="col" className="num">
            {ledger.charts.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {accounts.map(({ account, balance }) => (
          <tr key={account.code}>
            <th scope="row">
              <a href={accountHref(account.code, { to })}>{ledger.accountName(account)}</a>
            </th>
            <td className="num">
              <Money minor={balance} currency={currency} hideCurrency />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{finance.total(currency)}</th>
          <td className="num">
            <Money minor={add(...accounts.map(({ balance }) => balance))} currency={currency} hideCurrency />
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
