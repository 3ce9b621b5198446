import { add, allocate, multiply } from '#shared/money.ts'
import type { FieldError } from '#shared/problem.ts'

/** The amounts of a line in minor units. */
export interface PricedLine {
  quantity: number
  unitPriceMinor: number
  /** At most quantity × unit price. */
  discountMinor: number
}

interface Price {
  lines: readonly PricedLine[]
  shippingMinor: number
  taxMinor: number
  /** Whether the prices include the tax; otherwise it is added on top. */
  taxesIncluded: boolean
}

/** The sums of an order. Throws a `RangeError` outside the exact range. */
export function sumOrder({ lines, shippingMinor, taxMinor, taxesIncluded }: Price) {
  const discountMinor = add(...lines.map((line) => line.discountMinor))
  const subtotalMinor = add(...lines.map(grossOf), -discountMinor)
  return {
    itemCount: add(...lines.map(({ quantity }) => quantity)),
    subtotalMinor,
    discountMinor,
    shippingMinor,
    taxMinor,
    totalMinor: add(subtotalMinor, shippingMinor, taxesIncluded ? 0 : taxMinor),
  }
}

/** The error of amounts that cannot be added up exactly, at the largest one. Each has its JSON pointer; products need not be exact. */
export function toTooLarge(amounts: readonly (readonly [pointer: string, minor: number])[]): FieldError {
  const [pointer] = amounts.reduce((largest, each) => (each[1] > largest[1] ? each : largest), ['/lines', 0] as const)
  return { pointer, reason: 'amounts-too-large' }
}

/** Quantity times unit price. */
export const grossOf = ({ quantity, unitPriceMinor }: PricedLine): number => multiply(quantity, unitPriceMinor)

/** The lines with a discount on all of them, split by their gross amounts. It must not exceed their sum. */
export function spreadDiscount<Line extends PricedLine>(lines: readonly Line[], discountMinor: number): Line[] {
  const parts = allocate(discountMinor, lines.map(grossOf))
  return lines.map((line, index) => ({ ...line, discountMinor: parts[index] ?? 0 }))
}

/** A percentage such as `12.5` of an amount, rounded to the nearest minor unit. `undefined` unless it is between 0 and 100 with at most two decimals. */
export function percentOf(percentage: string, minor: number): number | undefined {
  const [, whole = '', decimals = ''] = /^(\d{1,3})(?:[.](\d{1,2}))?$/.exec(percentage.trim()) ?? []
  if (whole === '') return undefined
  const hundredths = BigInt(whole + decimals.padEnd(2, '0'))
  return hundredths > 10_000n ? undefined : Number(divideRounded(BigInt(minor) * hundredths, 10_000n))
}

/** The tax after an edit: the same share of the taxed amount as before. `beforeMinor` and `afterMinor` are subtotal + shipping. */
export function scaleTax(taxMinor: number, beforeMinor: number, afterMinor: number): number {
  if (beforeMinor === afterMinor || taxMinor === 0) return taxMinor
  if (beforeMinor === 0) return 0
  return Number(divideRounded(BigInt(taxMinor) * BigInt(afterMinor), BigInt(beforeMinor)))
}

/** Rounds half up; both numbers ≥ 0. */
const divideRounded = (dividend: bigint, divisor: bigint): bigint => (dividend * 2n + divisor) / (divisor * 2n)
