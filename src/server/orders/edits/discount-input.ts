import { formatDecimal, parseDecimal } from '#shared/money.ts'
import { percentOf } from '#shared/orders/pricing.ts'
import { invalidInput } from '#shared/problem.ts'

/** A discount in minor units, from an amount (`5.00`) or a percentage (`10%`) off `grossMinor`. Throws `invalid-input` at `/discount`. */
export function parseDiscount(text: string, grossMinor: number, currency: string): number {
  const [, percentage] = /^(.*)%\s*$/.exec(text) ?? []
  const amountMinor = percentage === undefined ? parseDecimal(text, currency) : percentOf(percentage, grossMinor)
  const parameters = { currency, example: formatDecimal(1050, currency) }
  if (amountMinor === undefined || amountMinor < 0)
    throw invalidInput({ pointer: '/discount', reason: 'amount-or-percentage', parameters })
  if (amountMinor > grossMinor) throw invalidInput({ pointer: '/discount', reason: 'above-price' })
  return amountMinor
}
