import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { Money } from '#client/ui/money.tsx'
import type { DisputeLine } from '#shared/finance/dispute-posting.ts'
import { Fragment } from 'react'

interface DisputePostingsProps {
  lines: readonly DisputeLine[]
  provider: string
  currency: string
  /** In which the payment is settled, where that is not the order's. */
  settledIn?: string | undefined
}

/** The lines of the entry that a form will post. */
export function DisputePostings({ lines, provider, currency, settledIn = currency }: DisputePostingsProps) {
  const { payments, disputes: words } = useOrderMessages()
  const nameOf = (role: DisputeLine['role']): string =>
    role === 'clearing'
      ? words.accounts.clearing(payments.providerName(provider))
      : words.accounts[role as Exclude<keyof typeof words.accounts, 'clearing'>]
  return (
    <dl className="totals refund-total" aria-label={words.books} aria-live="polite">
      {lines.map(({ role, amountMinor, isSettled = false }) => (
        <Fragment key={`${role} ${isSettled}`}>
          <dt>{amountMinor > 0 ? words.debit(nameOf(role)) : words.credit(nameOf(role))}</dt>
          <dd>
            <Money minor={Math.abs(amountMinor)} currency={isSettled ? settledIn : currency} />
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}
