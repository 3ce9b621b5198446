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

/** More amounts have too many combinations of rates. */
const maxSearched = 10
const maxRates = 3
/** So many take some milliseconds; all combinations of two rates are fewer. */
const maxSteps = 2_100

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
  const searched = [...amounts.keys()].filter((index) => (amounts[index] ?? 0) > 0)
  if (searched.length > maxSearched || named.length < 2 || named.length > maxRates) return undefined
  const found: number[][] = []
  let stepsLeft = maxSteps
  /** Gives the next amount each rate in turn, unless its tax is then above that of the order. */
  const search = (choice: readonly number[], groups: readonly (readonly number[])[]): void => {
    const index = searched[choice.length]
    if (index === undefined) {
      if (named.every(({ ppm, taxMinor }, rate) => isTaxOf(groups[rate] ?? [], ppm, taxMinor, taxesIncluded)))
        found.push([...choice])
      return
    }
    for (const [rate, { ppm, taxMinor }] of named.entries()) {
      if (found.length > 1 || --stepsLeft < 0) return
      const group = [...(groups[rate] ?? []), amounts[index] ?? 0]
      if (taxOf(add(...group), ppm, taxesIncluded) <= taxMinor + maxRoundingMinor)
        search([...choice, rate], groups.with(rate, group))
    }
  }
  search(
    [],
    named.map(() => []),
  )
  const [choice, ...others] = found
  if (!choice || others.length > 0 || stepsLeft < 0) return undefined
  const ppms = amounts.map((_, index) => named[choice[searched.indexOf(index)] ?? 0]?.ppm ?? 0)
  return { ppms, taxes: new Map(named.map(({ ppm, taxMinor }) => [ppm, taxMinor])) }
}
