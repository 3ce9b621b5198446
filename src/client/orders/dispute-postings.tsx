import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { Money } from '#client/ui/money.tsx'
import type { PostingLine } from '#shared/finance/order-balances.ts'
import { Fragment } from 'react'

interface DisputePostingsProps {
  lines: readonly PostingLine[]
  provider: string
  currency: string
}

/** The lines of the entry that a form will post. */
export function DisputePostings({ lines, provider, currency }: DisputePostingsProps) {
  const { finance, disputes: words } = useOrderMessages()
  const nameOf = (role: PostingLine['role']): string =>
    role === 'clearing'
      ? words.accounts.clearing(finance.providerName(provider))
      : words.accounts[role as Exclude<keyof typeof words.accounts, 'clearing'>]
  return (
    <dl className="totals refund-total" aria-label={words.books} aria-live="polite">
      {lines.map(({ role, amountMinor }) => (
        <Fragment key={role}>
          <dt>{amountMinor > 0 ? words.debit(nameOf(role)) : words.credit(nameOf(role))}</dt>
          <dd>
            <Money minor={Math.abs(amountMinor)} currency={currency} />
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}
