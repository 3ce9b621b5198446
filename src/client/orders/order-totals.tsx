import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { Money } from '#client/ui/money.tsx'
import type { OrderView } from '#shared/orders/views.ts'

type Sums = Pick<
  OrderView,
  | 'currency'
  | 'subtotalMinor'
  | 'discountMinor'
  | 'discountCode'
  | 'shippingMethod'
  | 'shippingMinor'
  | 'taxMinor'
  | 'totalMinor'
>

/** Goods, discount, shipping, tax and the total. */
export function Totals({ order }: { order: Sums }) {
  const words = useOrderMessages().orders.order
  const { currency, subtotalMinor, discountMinor, shippingMinor, taxMinor, totalMinor } = order
  const taxIncluded = subtotalMinor + shippingMinor === totalMinor
  return (
    <dl className="totals">
      <dt>{words.goods}</dt>
      <dd>
        <Money minor={subtotalMinor + discountMinor} currency={currency} />
      </dd>
      {discountMinor > 0 && (
        <>
          <dt>{order.discountCode ? words.discountWithCode(order.discountCode) : words.discount}</dt>
          <dd>
            <Money minor={-discountMinor} currency={currency} />
          </dd>
        </>
      )}
      <dt>{order.shippingMethod ? words.shippingWithMethod(order.shippingMethod) : words.shippingCost}</dt>
      <dd>
        <Money minor={shippingMinor} currency={currency} />
      </dd>
      {taxMinor > 0 && !taxIncluded && (
        <>
          <dt>{words.tax}</dt>
          <dd>
            <Money minor={taxMinor} currency={currency} />
          </dd>
        </>
      )}
      <dt className="sum">{words.total}</dt>
      <dd className="sum">
        <Money minor={totalMinor} currency={currency} />
      </dd>
      {taxMinor > 0 && taxIncluded && (
        <>
          <dt className="totals__note">{words.taxIncluded}</dt>
          <dd className="totals__note">
            <Money minor={taxMinor} currency={currency} hideCurrency />
          </dd>
        </>
      )}
    </dl>
  )
}
