import { Money } from '#client/ui/money.tsx'
import type { CustomerView } from '#shared/customers/views.ts'
import { Fragment } from 'react'

/** What a customer spent in each currency, which are never added up. */
export function SpentAmounts({ spent }: Pick<CustomerView, 'spent'>) {
  if (spent.length === 0) return '–'
  return spent.map(({ currency, amountMinor }, index) => (
    <Fragment key={currency}>
      {index > 0 && ' · '}
      <Money minor={amountMinor} currency={currency} />
    </Fragment>
  ))
}
