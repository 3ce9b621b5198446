import { groupThousands } from '#shared/count.ts'
import { exponentOf } from '#shared/currencies.ts'

/** Money arithmetic. Amounts are integers in minor units within ±(2^53 − 1), never floats of major units. */

/** The decimals of a currency. Throws for an unknown code, which is a bug: input is validated before. */
export function decimalsOf(currency: string): number {
  const decimals = exponentOf(currency)
  if (decimals === undefined) throw new Error(`Not an ISO 4217 currency: ${currency}`)
  return decimals
}

/** Sums minor units; throws a `RangeError` outside the exact range. */
export function add(...amounts: readonly number[]): number {
  let sum = 0
  for (const amount of amounts) sum = assertExact(sum + assertExact(amount))
  return sum
}

/** Quantity times unit price in minor units; throws a `RangeError` outside the exact range. */
export const multiply = (quantity: number, minor: number): number => {
  const product = BigInt(quantity) * BigInt(minor)
  return assertExact(Number(product))
}

function assertExact(amount: number): number {
  if (!Number.isSafeInteger(amount)) throw new RangeError('An amount left the exact range')
  return amount
}

/**
 * Parses a plain decimal with at most the currency's decimals (`1096.80`, `-3`, `0.5`) into minor units. Returns `undefined` for anything
 * else: exponents, `NaN`, a sign without digits, separators, too many decimals, amounts out of range.
 */
export function parseDecimal(text: string, currency: string): number | undefined {
  const decimals = exponentOf(currency)
  const match = /^(-?)(\d{1,16})(?:\.(\d{1,4}))?$/.exec(text.trim())
  if (decimals === undefined || !match) return undefined
  const [, sign, whole = '', fraction = ''] = match
  if (fraction.length > decimals) return undefined
  // A number that is not exact is beyond the safe ones, too.
  const minor = Number(whole + fraction.padEnd(decimals, '0'))
  if (!Number.isSafeInteger(minor)) return undefined
  return sign && minor !== 0 ? -minor : minor
}

/** Minor units as a plain decimal with the currency's decimals, an ASCII minus and no separators: for files and the API. */
export function formatDecimal(minor: number, currency: string): string {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(assertExact(minor))).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  return `${minor < 0 ? '-' : ''}${whole}${decimals ? `.${digits.slice(-decimals)}` : ''}`
}

/** Minor units for display: thousands separators, U+2212 as minus, no currency sign. The same in every language of Kontor. */
export function formatAmount(minor: number, currency: string): string {
  const plain = formatDecimal(Math.abs(minor), currency)
  const decimals = decimalsOf(currency)
  const point = decimals === 0 ? plain.length : plain.length - decimals - 1
  return `${minor < 0 ? '−' : ''}${groupThousands(plain.slice(0, point))}${plain.slice(point)}`
}

const signs: Record<string, string> = { CNY: '¥', USD: 'US$', EUR: '€', GBP: '£', JPY: 'JP¥', HKD: 'HK$', TWD: 'NT$' }

/** The currency sign, or the code for currencies without one. A sign longer than one character is separated by a space. */
export const currencySign = (currency: string): string => signs[currency] ?? currency

/** The sign of a currency before an amount, with a no-break space after a sign of several characters: `¥`, `US$ `. */
export function currencyPrefix(currency: string): string {
  const sign = currencySign(currency)
  return sign.length > 1 ? `${sign}\u00A0` : sign
}

/** Sign and amount: `¥1,096.80`, `US$ 86.00`, `−US$ 86.00`. */
export const formatMoney = (minor: number, currency: string): string =>
  formatMoneyInline(minor, currency).replace('\u00A0', ' ')

/** The same for a sentence, in which no line may end after the sign. */
export const formatMoneyInline = (minor: number, currency: string): string =>
  `${minor < 0 ? '−' : ''}${currencyPrefix(currency)}${formatAmount(Math.abs(minor), currency)}`

/**
 * Splits an amount by weights so that the parts add up exactly (largest remainder method): each part is rounded towards zero, then the
 * largest remainders get one leftover unit each, ties in order. Weights are integers ≥ 0; if all are 0, the first part gets everything.
 */
export function allocate(minor: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (weights.length === 0 || weights.some((weight) => weight < 0)) throw new RangeError('Nothing to allocate to')
  if (total === 0) return weights.map((_, index) => (index === 0 ? minor : 0))
  const amount = Math.abs(minor)
  const split = Number.isSafeInteger(amount * total) ? splitExact : splitLarge
  const shares = split(amount, weights)
  let left = amount - shares.reduce((sum, { part }) => sum + part, 0)
  for (const share of shares.toSorted((a, b) => (a.rest === b.rest ? 0 : a.rest > b.rest ? -1 : 1))) {
    if (left === 0) break
    share.part += 1
    left -= 1
  }
  return shares.map(({ part }) => (minor < 0 && part !== 0 ? -part : part))
}

/** The whole part of an amount for each weight, and what the division leaves. */
type Split = (amount: number, weights: readonly number[]) => { part: number; rest: number | bigint }[]

/** For products in the exact range. */
const splitExact: Split = (amount, weights) => {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => {
    const rest = (amount * weight) % total
    return { part: (amount * weight - rest) / total, rest }
  })
}

/** For products beyond the exact range; ten times as slow. */
const splitLarge: Split = (amount, weights) => {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  return weights.map((weight) => {
    const product = BigInt(amount) * BigInt(weight)
    return { part: Number(product / total), rest: product % total }
  })
}
