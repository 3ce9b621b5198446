import { decimalsOf, parseDecimal } from '#shared/money.ts'

/** A stated rate may differ from the amounts by what is rounded and by what a provider adds to it; beyond, one of them is mistyped. */
const tolerance = 0.05

/** What one unit of a payment is settled for; undefined until the amount and its currency are entered. For people to read: nothing is calculated with it. */
export function findSettlementRate(
  payment: { currency: string; amountMinor: number },
  settled: { currency: string; amount: string; rate: string },
): { rate: string; fits: boolean } | undefined {
  const currency = settled.currency.trim().toUpperCase()
  const minor = /^[A-Z]{3}$/.test(currency) ? parseDecimal(settled.amount.trim(), currency) : undefined
  if (minor === undefined || minor <= 0 || payment.amountMinor <= 0) return undefined
  const rate = (minor / payment.amountMinor) * 10 ** (decimalsOf(payment.currency) - decimalsOf(currency))
  const stated = Number(settled.rate)
  const fits = settled.rate.trim() === '' || !(stated > 0) || Math.abs(rate / stated - 1) <= tolerance
  return { rate: String(Number(rate.toPrecision(5))), fits }
}
