import { entryPart } from '#client/orders/panel/entry-part.tsx'
import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { labelOf } from '#client/ui/label-of.ts'
import { Money } from '#client/ui/money.tsx'
import { Time } from '#client/ui/time.tsx'
import type { CustomerView } from '#shared/customers/views.ts'
import { href } from '#shared/routes/pages.ts'

/** What changed the store credit of a customer, the newest first, with its orders and entries; nothing without any. */
export function CreditEntries({ customer: { creditEntries } }: { customer: CustomerView }) {
  const { customers, finance } = useOrderMessages()
  if (creditEntries.length === 0) return null
  return (
    <details className="customer-orders">
      <summary>{customers.credit.history}</summary>
      <ul>
        {creditEntries.map(({ entryNumber, kind, memo, occurredAt, currency, amountMinor, orderNumber }, index) => (
          <li key={entryNumber ?? index}>
            <span>
              {labelOf(finance.kinds, kind)}
              {orderNumber !== null && (
                <>
                  {' '}
                  <a className="ref num" href={href('orders', { order: orderNumber })}>
                    {orderNumber}
                  </a>
                </>
              )}
              {entryPart(entryNumber)}
              {memo && <span className="dimmed"> · {memo}</span>}
            </span>
            <span className="dimmed num">
              <Time at={occurredAt} />
            </span>
            <span className="end">
              <Money minor={amountMinor} currency={currency} sign="always" />
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
