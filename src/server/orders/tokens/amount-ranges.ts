import type { RangeComparison } from '#server/orders/tokens/filter-tokens.ts'
import type { Filter } from '#shared/list/filter.ts'
import { decimalsOf } from '#shared/money.ts'

/** The orders of a currency with totals between two bounds in minor units, both included. They need no tokens, because the index `orders_by_total` has totals and times. */
export interface AmountRange {
  currency: string
  first: number
  last: number
}

/** The range of totals that meets some comparisons, which are in units of the currency; undefined if no total can. */
export function toAmountRange(currency: string, comparisons: readonly RangeComparison[]): AmountRange | undefined {
  const { first, last } = toAmountBounds(currency, comparisons)
  return first > last ? undefined : { currency, first, last }
}

/** The same range for several currencies, as a filter on columns of orders. */
export const toTotalsFilter = (currencies: readonly string[], comparisons: readonly RangeComparison[]): Filter => ({
  op: 'or',
  filters: currencies.map((currency) => {
    const { first, last } = toAmountBounds(currency, comparisons)
    return {
      op: 'and',
      filters: [
        { op: 'in', field: 'currency', values: [currency] },
        { op: '>=', field: 'total_minor', value: first },
        { op: '<=', field: 'total_minor', value: last },
      ],
    }
  }),
})

/** The first and the last total, in minor units, that meet some comparisons in units of the currency; `first` is greater than `last` if no total can. */
export function toAmountBounds(
  currency: string,
  comparisons: readonly RangeComparison[],
): { first: number; last: number } {
  let [first, last] = [0, Number.MAX_SAFE_INTEGER]
  for (const comparison of comparisons) {
    const minor = toMinor(String(comparison.value), currency)
    if (comparison.op === '>=') first = Math.max(first, Math.ceil(minor))
    else if (comparison.op === '>') first = Math.max(first, Math.floor(minor) + 1)
    else if (comparison.op === '<=') last = Math.min(last, Math.floor(minor))
    else last = Math.min(last, Math.ceil(minor) - 1)
  }
  return { first, last }
}

/** The minor units of a decimal with up to four digits after the point; not a whole number if it has more digits than the currency. */
function toMinor(decimal: string, currency: string): number {
  const [whole = '', fraction = ''] = decimal.split('.')
  return Number(whole + fraction.padEnd(4, '0')) / 10 ** (4 - decimalsOf(currency))
}
