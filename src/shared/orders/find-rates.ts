import { add } from '#shared/money.ts'
import { parseTaxRate, type TaxLine } from '#shared/orders/tax-lines.ts'
import { taxOf } from '#shared/orders/tax-rates.ts'

interface Tax {
  taxMinor: number
  taxesIncluded: boolean
  taxLines: readonly TaxLine[]
}

interface Found {
  /** The rate of each amount in parts per million; 0 without tax. */
  ppms: number[]
  /** The tax at each rate. */
  taxes: ReadonlyMap<number, number>
}

/** More amounts have too many combinations of rates; these take some milliseconds. */
const maxSearched = 10
const maxRates = 3

/** Maximum difference in minor units that counts as rounding; never more than the amounts. */
const maxRoundingMinor = 5

/**
 * The rates of amounts, the last of which is shipping, found from the tax lines of their order: one rate for all or for all but shipping, which may be
 * the sum of several taxes of the same goods, or the only combination of rates that makes the tax of each. Undefined if none or several do.
 */
export function findRates(amounts: readonly number[], tax: Tax): Found | undefined {
  const named = [...Map.groupBy(tax.taxLines, ({ rate }) => parseTaxRate(rate))].map(([ppm, lines]) => ({
    ppm,
    taxMinor: add(...lines.map(({ amountMinor }) => amountMinor)),
  }))
  if (named.length === 0 || named.some(({ ppm }) => ppm === 0)) return undefined
  if (add(...named.map(({ taxMinor }) => taxMinor)) !== tax.taxMinor) return undefined
  const goods = amounts.slice(0, -1)
  return (
    findOneRate(amounts, tax, add(...named.map(({ ppm }) => ppm))) ??
    findCombination(amounts, tax, named) ??
    withUntaxedShipping(findCombination(goods, tax, named))
  )
}

const withUntaxedShipping = (found: Found | undefined): Found | undefined =>
  found && { ...found, ppms: [...found.ppms, 0] }

/** One rate for all amounts, or for all but the last. */
function findOneRate(amounts: readonly number[], { taxMinor, taxesIncluded }: Tax, ppm: number): Found | undefined {
  const taxes = new Map([[ppm, taxMinor]])
  if (isTaxOf(amounts, ppm, taxMinor, taxesIncluded)) return { ppms: amounts.map(() => ppm), taxes }
  const goods = amounts.slice(0, -1)
  return goods.length > 0 && isTaxOf(goods, ppm, taxMinor, taxesIncluded)
    ? withUntaxedShipping({ ppms: goods.map(() => ppm), taxes })
    : undefined
}

/** Whether a rate makes this tax of the amounts, but for rounding. */
const isTaxOf = (amounts: readonly number[], ppm: number, taxMinor: number, taxesIncluded: boolean): boolean =>
  Math.abs(taxOf(add(...amounts), ppm, taxesIncluded) - taxMinor) <= Math.min(amounts.length, maxRoundingMinor)

/** The only way to give each amount one of the rates. Amounts of nothing get the first. */
function findCombination(
  amounts: readonly number[],
  { taxesIncluded }: Tax,
  named: readonly { ppm: number; taxMinor: number }[],
): Found | undefined {
  const amountAt = (index: number): number => amounts[index] ?? 0
  // The largest first, because they exclude the most.
  const searched = [...amounts.keys()]
    .filter((index) => amountAt(index) > 0)
    .toSorted((a, b) => amountAt(b) - amountAt(a))
  if (searched.length > maxSearched || named.length < 2 || named.length > maxRates) return undefined
  // In plain loops over numbers: ten amounts have 59,049 combinations of three rates.
  const rates = named.map(({ ppm, taxMinor }) => {
    const ranges = Array.from({ length: maxRoundingMinor + 1 }, (_, tolerance) =>
      toRange(ppm, taxMinor, tolerance, taxesIncluded),
    )
    return { ranges, widest: toRange(ppm, taxMinor, maxRoundingMinor, taxesIncluded), sum: 0, count: 0 }
  })
  const found: number[][] = []
  const choice: number[] = []
  const canFit = (left: number): boolean => {
    let missing = 0
    for (const { widest, sum } of rates) if (sum < widest.from) missing += widest.from - sum
    return missing <= left
  }
  const fits = (): boolean => {
    for (const { ranges, sum, count } of rates) {
      const range = ranges[Math.min(count, maxRoundingMinor)]
      if (!range || sum < range.from || sum > range.to) return false
    }
    return true
  }
  /** Gives the next amount each rate in turn, unless the sums of the rates then are too high, or too low for the amounts that are left. */
  const search = (left: number): void => {
    const amount = amountAt(searched[choice.length] ?? -1)
    for (let at = 0; at < rates.length && found.length < 2; at += 1) {
      const rate = rates[at]
      if (!rate || rate.sum + amount > rate.widest.to) continue
      rate.sum += amount
      rate.count += 1
      choice.push(at)
      if (choice.length < searched.length) {
        if (canFit(left - amount)) search(left - amount)
      } else if (fits()) found.push([...choice])
      choice.pop()
      rate.count -= 1
      rate.sum -= amount
    }
  }
  if (searched.length > 0) search(add(...searched.map(amountAt)))
  else if (fits()) found.push([])
  const [only, ...others] = found
  if (!only || others.length > 0) return undefined
  const ppms = amounts.map((_, index) => named[only[searched.indexOf(index)] ?? 0]?.ppm ?? 0)
  return { ppms, taxes: new Map(named.map(({ ppm, taxMinor }) => [ppm, taxMinor])) }
}

/** Amounts from one to another, both included. */
interface SumRange {
  from: number
  to: number
}

/** The amounts whose tax at a rate differs from a tax by `tolerance` minor units at most: where `taxOf` reaches the lowest of these taxes, and where it passes the highest. */
function toRange(ppm: number, taxMinor: number, tolerance: number, taxesIncluded: boolean): SumRange {
  const divisor = 1_000_000n + (taxesIncluded ? BigInt(ppm) : 0n)
  const firstOf = (tax: number): number => {
    const doubled = divisor * (2n * BigInt(tax) - 1n)
    return Number((doubled + 2n * BigInt(ppm) - 1n) / (2n * BigInt(ppm)))
  }
  return { from: firstOf(taxMinor - tolerance), to: firstOf(taxMinor + tolerance + 1) - 1 }
}
