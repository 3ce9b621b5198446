import type { Action } from '#server/context.ts'
import { add, formatDecimal, multiply, parseDecimal } from '#shared/money.ts'
import { type FieldError, invalidInput } from '#shared/problem.ts'

/** Adds up the lines of the nested form. Checks what its schema cannot know: amounts in the book's currency, and SKUs that appear twice. */
export const calculateQuote: Action<'calculateQuote'> = async ({ kontor }, { lines }) => {
  const { currency } = kontor.book
  const errors: FieldError[] = []
  const skus = new Set<string>()
  const amounts = lines.map(({ sku, quantity, price }, index) => {
    const priceMinor = parseDecimal(price, currency)
    if (skus.has(sku)) errors.push({ pointer: `/lines/${index}/sku`, reason: 'duplicate-sku' })
    skus.add(sku)
    if (priceMinor !== undefined && priceMinor >= 0 && priceMinor <= maxPriceMinor)
      return multiply(quantity, priceMinor)
    const parameters = { currency, example: formatDecimal(123450, currency) }
    errors.push({ pointer: `/lines/${index}/price`, reason: 'amount', parameters })
    return 0
  })
  if (errors.length > 0) throw invalidInput(...errors)
  return {
    itemCount: lines.reduce((count, { quantity }) => count + quantity, 0),
    totalMinor: add(...amounts),
    currency,
  }
}

/** Keeps the sum of 20 × 999 items within exact numbers. */
const maxPriceMinor = 100_000_000_000
