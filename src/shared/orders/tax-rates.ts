import { add } from '#shared/money.ts'
import { formatTaxRate, parseTaxRate, type TaxLine } from '#shared/orders/tax-lines.ts'

/** An amount and the rate at which it is taxed, in percent; empty if none was entered. */
export interface TaxedAmount {
  amountMinor: number
  rate: string
}

const million = 1_000_000n

/**
 * The taxes of amounts, one for each rate: calculated from the sum at a rate and rounded once. With `taxesIncluded` the amounts have the tax in
 * them. Rates that make no tax are left out.
 */
export function calculateTaxes(amounts: readonly TaxedAmount[], taxesIncluded: boolean): TaxLine[] {
  return [...Map.groupBy(amounts, ({ rate }) => parseTaxRate(rate))]
    .toSorted(([one], [other]) => other - one)
    .map(([ppm, ofRate]) => {
      const sum = BigInt(add(...ofRate.map(({ amountMinor }) => amountMinor)))
      const divisor = taxesIncluded ? million + BigInt(ppm) : million
      const rate = formatTaxRate(ppm)
      return { name: `${rate}%`, rate, amountMinor: Number((sum * BigInt(ppm) * 2n + divisor) / (divisor * 2n)) }
    })
    .filter(({ amountMinor }) => amountMinor !== 0)
}

/** The sum of tax lines. */
export const sumTaxes = (taxLines: readonly TaxLine[]): number => add(...taxLines.map(({ amountMinor }) => amountMinor))
