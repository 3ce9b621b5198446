import { accountHref } from '#client/finance/finance-url.ts'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { Card } from '#client/ui/card.tsx'
import { Money } from '#client/ui/money.tsx'
import { Table } from '#client/ui/table.tsx'
import type { CreditBalances, LedgerAccount } from '#shared/finance/account-views.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { href } from '#shared/routes/pages.ts'
import type { ReactNode } from 'react'

interface CreditBalancesProps {
  query: FinanceQuery
  account: LedgerAccount
  balances: CreditBalances
  /** The balance of the account, which all customers together have. */
  totalMinor: number
}

/** Rows in sight before the others are unfolded. */
const firstRows = 10

/** What each customer has on an account of store credit; a balance opens the postings that make it. */
export function CreditBalancesCard({ query, account, balances, totalMinor }: CreditBalancesProps) {
  const { ledger } = useLedgerMessages()
  const words = ledger.credit
  const { rows, count, restMinor } = balances
  if (count === 0) return null
  const { code, currency } = account
  const renderRow = ({ customer, name, balanceMinor }: CreditBalances['rows'][number]): ReactNode => (
    <tr key={customer}>
      <td>
        <a className="link" href={href('orders', { customer })} dir="auto">
          {name || customer}
        </a>
        {name && <span className="dimmed num"> {customer}</span>}
      </td>
      <td className="num">
        <a
          className="link"
          href={accountHref(code, { customer, to: query.to })}
          aria-label={words.postingsOf(name || customer)}
        >
          <Money minor={balanceMinor} currency={currency} />
        </a>
      </td>
    </tr>
  )
  const more = rows.slice(firstRows)
  return (
    <div className="credit-balances">
      <Card title={words.title} end={words.count(count)} flush>
        <Table label={words.title} inset>
          <thead>
            <tr>
              <th scope="col">{words.customer}</th>
              <th scope="col" className="num">
                {words.balance}
              </th>
            </tr>
          </thead>
          <tbody>{rows.slice(0, firstRows).map(renderRow)}</tbody>
          {more.length === 0 && <Total label={words.total} minor={totalMinor} currency={currency} />}
        </Table>
        {more.length > 0 && (
          <details>
            <summary>{words.more(more.length)}</summary>
            <Table label={words.more(more.length)} inset>
              <tbody>
                {more.map(renderRow)}
                {count > rows.length && (
                  <tr>
                    <td className="muted">{words.rest(count - rows.length)}</td>
                    <td className="num">
                      <Money minor={restMinor} currency={currency} />
                    </td>
                  </tr>
                )}
              </tbody>
            </Table>
          </details>
        )}
        {more.length > 0 && (
          <Table label={words.total} inset>
            <Total label={words.total} minor={totalMinor} currency={currency} />
          </Table>
        )}
      </Card>
    </div>
  )
}

const Total = ({ label, minor, currency }: { label: string; minor: number; currency: string }) => (
  <tfoot>
    <tr>
      <th scope="row">{label}</th>
      <td className="num">
        <Money minor={minor} currency={currency} />
      </td>
    </tr>
  </tfoot>
)
