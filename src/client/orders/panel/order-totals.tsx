import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { Money } from '#client/ui/money.tsx'
import type { OrderView } from '#shared/orders/views.ts'
import { Fragment } from 'react'

type Sums = Pick<
  OrderView,
  | 'currency'
  | 'subtotalMinor'
  | 'discountMinor'
  | 'discountCode'
  | 'shippingMethod'
  | 'shippingMinor'
  | 'taxMinor'
  | 'taxLines'
  | 'totalMinor'
>

/** Goods, discount, shipping, tax and the total. */
export function Totals({ order }: { order: Sums }) {
  const words = useOrderMessages().orders.order
  const { currency, subtotalMinor, discountMinor, shippingMinor, totalMinor } = order
  const taxes = listTaxes(order)
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
      {!taxIncluded &&
        taxes.map(({ rate, amountMinor }) => (
          <Fragment key={rate ?? 'all'}>
            <dt>{rate === undefined ? words.tax : words.taxAt(rate)}</dt>
            <dd>
              <Money minor={amountMinor} currency={currency} />
            </dd>
          </Fragment>
        ))}
      <dt className="sum">{words.total}</dt>
      <dd className="sum">
        <Money minor={totalMinor} currency={currency} />
      </dd>
      {taxIncluded &&
        taxes.map(({ rate, amountMinor }) => (
          <Fragment key={rate ?? 'all'}>
            <dt className="totals__note">{rate === undefined ? words.taxIncluded : words.taxIncludedAt(rate)}</dt>
            <dd className="totals__note">
              <Money minor={amountMinor} currency={currency} hideCurrency />
            </dd>
          </Fragment>
        ))}
    </dl>
  )
}

/** The tax of each rate, or all of it without a rate where the rates are not known. */
function listTaxes({ taxMinor, taxLines }: Sums): { rate: string | undefined; amountMinor: number }[] {
  const named = taxLines.filter(({ amountMinor }) => amountMinor !== 0)
  const isWhole = named.reduce((sum, { amountMinor }) => sum + amountMinor, 0) === taxMinor
  const rates = new Set(named.map(({ rate }) => rate))
  if (taxMinor > 0 && isWhole && rates.size === named.length && !rates.has('')) return named
  return taxMinor > 0 ? [{ rate: undefined, amountMinor: taxMinor }] : []
}
