import { add } from '#shared/money.ts'
import { type PartTax, splitTax, type TaxedPart, unknownRate } from '#shared/orders/part-taxes.ts'
import { scaleTax } from '#shared/orders/pricing.ts'
import { formatTaxRate, parseTaxRate } from '#shared/orders/tax-lines.ts'
import { taxOf } from '#shared/orders/tax-rates.ts'

/** A part of an order as an edit makes it. */
export interface EditedPart {
  amountMinor: number
  /** The part as it was; missing for one that is added. */
  before?: TaxedPart | undefined
  /** The rate that the edit states, in percent. */
  rate?: string | undefined
}

/**
 * The taxes of the parts after an edit. A part that does not change keeps its tax. The others are taxed at their rate, so that the tax at a
 * rate is calculated from its sum and rounded once if it was before and the parts that stay have no more than that, and on their own otherwise. Where the rate is not known, the tax keeps its share of
 * the amount. Parts that are added without a rate have that of all others, if it is the same. `before` are all parts that there were.
 */
export function editTaxes(
  parts: readonly EditedPart[],
  before: readonly TaxedPart[],
  taxesIncluded: boolean,
): PartTax[] {
  const rates = new Set(before.filter(({ amountMinor }) => amountMinor > 0).map(({ taxRate }) => taxRate))
  const [only = unknownRate] = rates
  const usualRate = rates.size === 1 ? only : unknownRate
  const taxes = parts.map(({ before: stored, rate }): PartTax => {
    const stated = rate === undefined ? undefined : formatTaxRate(parseTaxRate(rate))
    return {
      taxRate: stated ?? stored?.taxRate ?? usualRate,
      taxMinor: stored?.taxMinor ?? 0,
      isTaxDerived: stated === undefined && (stored?.isTaxDerived ?? true),
    }
  })
  for (const [rate, indexes] of Map.groupBy(taxes.keys(), (index) => taxes[index]?.taxRate ?? '')) {
    const changed = indexes.filter((index) => {
      const part = parts[index]
      return part?.before?.amountMinor !== part?.amountMinor || part?.before?.taxRate !== rate
    })
    const kept = new Set(indexes).difference(new Set(changed))
    const amountsOf = (some: Iterable<number>) => [...some].map((index) => parts[index]?.amountMinor ?? 0)
    const keptMinor = add(...[...kept].map((index) => taxes[index]?.taxMinor ?? 0))
    const amounts = amountsOf(changed)
    const changedMinor = taxOfChanged(rate, { amounts, keptMinor, all: amountsOf(indexes), before, taxesIncluded })
    splitTax(taxes, changed, changedMinor, amounts)
  }
  return taxes
}

interface Changed {
  /** The amounts that change. */
  amounts: readonly number[]
  /** The tax of those that do not. */
  keptMinor: number
  /** All amounts at the rate. */
  all: readonly number[]
  before: readonly TaxedPart[]
  taxesIncluded: boolean
}

/** The tax of the parts at a rate that change. */
function taxOfChanged(rate: string, { amounts, keptMinor, all, before, taxesIncluded }: Changed): number {
  if (amounts.length === 0) return 0
  const atRate = before.filter(({ taxRate }) => taxRate === rate)
  if (rate === unknownRate) {
    const base = atRate.length > 0 ? atRate : before
    const [taxMinor, baseMinor] = [sumTax(base), add(...base.map(({ amountMinor }) => amountMinor))]
    const restMinor = scaleTax(taxMinor, baseMinor, add(...all)) - keptMinor
    return restMinor >= 0 ? restMinor : scaleTax(taxMinor, baseMinor, add(...amounts))
  }
  const ppm = parseTaxRate(rate)
  const onTheirOwn = add(...amounts.map((amountMinor) => taxOf(amountMinor, ppm, taxesIncluded)))
  const isRoundedOnce =
    sumTax(atRate) === taxOf(add(...atRate.map(({ amountMinor }) => amountMinor)), ppm, taxesIncluded)
  const restMinor = taxOf(add(...all), ppm, taxesIncluded) - keptMinor
  return isRoundedOnce && restMinor >= 0 ? restMinor : onTheirOwn
}

const sumTax = (parts: readonly TaxedPart[]): number => add(...parts.map(({ taxMinor }) => taxMinor))
