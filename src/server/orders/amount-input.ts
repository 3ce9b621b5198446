import { formatDecimal, parseDecimal } from '#shared/money.ts'
import { invalidInput } from '#shared/problem.ts'

/** An amount that a user entered, in minor units; nothing entered is 0. Throws `invalid-input` for anything but an amount ≥ 0. */
export function parseAmount(text: string | undefined, currency: string, pointer: string): number {
  if (text === undefined) return 0
  const amountMinor = parseDecimal(text, currency)
  if (amountMinor !== undefined && amountMinor >= 0) return amountMinor
  const parameters = { currency, example: formatDecimal(123450, currency) }
  throw invalidInput({ pointer, reason: 'amount', parameters })
}
