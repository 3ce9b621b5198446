import { add, allocate } from '#shared/money.ts'
import { findRates } from '#shared/orders/find-rates.ts'
import { formatTaxRate, parseTaxRate, type TaxLine } from '#shared/orders/tax-lines.ts'
import { taxOf } from '#shared/orders/tax-rates.ts'

/** The tax of a part of an order, which is a line or its shipping. */
export interface PartTax {
  /** In percent; `0` without tax, empty if it is not known. */
  taxRate: string
  taxMinor: number
  /** Whether it was derived from the tax of the order, because nothing says what this part is taxed at. */
  isTaxDerived: boolean
}

/** A part with its amount after discounts, which has the tax in it if the prices of the order do. */
export interface TaxedPart extends PartTax {
  amountMinor: number
}

/** What is known of a part before its tax is. */
export interface GivenPart {
  amountMinor: number
  /** In percent. */
  taxRate?: string | undefined
  taxMinor?: number | undefined
}

/** The rate of a part of which it is not known. */
export const unknownRate = ''
const withoutTax = '0'

/** Splits a tax among some of the parts, in proportion to their amounts. */
export function splitTax(
  taxes: readonly PartTax[],
  indexes: readonly number[],
  taxMinor: number,
  amounts: readonly number[],
): void {
  if (indexes.length === 0) return
  const shares = allocate(taxMinor, amounts)
  for (const [at, index] of indexes.entries()) {
    const tax = taxes[index]
    if (tax) tax.taxMinor = shares[at] ?? 0
  }
}

/** The taxes of amounts at stated rates: calculated from the sum at a rate, rounded once and split by amount. An empty rate makes no tax. */
export function assignTaxes(
  parts: readonly { amountMinor: number; rate: string }[],
  taxesIncluded: boolean,
): PartTax[] {
  const taxes: PartTax[] = parts.map(({ rate }) => ({
    taxRate: formatTaxRate(parseTaxRate(rate)),
    taxMinor: 0,
    isTaxDerived: false,
  }))
  for (const [rate, indexes] of Map.groupBy(taxes.keys(), (index) => taxes[index]?.taxRate ?? '')) {
    const amounts = indexes.map((index) => parts[index]?.amountMinor ?? 0)
    splitTax(taxes, indexes, taxOf(add(...amounts), parseTaxRate(rate), taxesIncluded), amounts)
  }
  return taxes
}

interface Received {
  /** The lines in their order, and shipping as the last. */
  parts: readonly GivenPart[]
  taxMinor: number
  taxesIncluded: boolean
  taxLines: readonly TaxLine[]
}

/**
 * The taxes of the parts of an order that was received: as given, and otherwise derived from what is left of its tax and from its tax lines.
 * They add up to its tax. Rates that do not result in the tax are ignored.
 */
export function receiveTaxes({ parts, taxMinor, taxesIncluded, taxLines }: Received): PartTax[] {
  if (taxMinor === 0 && parts.every((part) => part.taxRate === undefined)) return parts.map(() => untaxed)
  const given = completeGiven(parts, { taxMinor, taxesIncluded })
  const open = [...parts.keys()].filter((index) => !given.has(index))
  const restMinor = taxMinor - add(...[...given.values()].map((tax) => tax.taxMinor))
  const derived = deriveTaxes(
    open.map((index) => parts[index]?.amountMinor ?? 0),
    { taxMinor: restMinor, taxesIncluded, taxLines: given.size === 0 ? taxLines : withoutGiven(taxLines, given) },
  )
  return parts.map((_, index) => given.get(index) ?? derived[open.indexOf(index)] ?? untaxed)
}

/** The tax of a part when its order has no tax. */
export const untaxed: PartTax = { taxRate: withoutTax, taxMinor: 0, isTaxDerived: true }

/** The taxes of parts with a rate or a tax, or both: what is missing is calculated from the other. */
export function calculateTaxes(parts: readonly GivenPart[], taxesIncluded: boolean): PartTax[] {
  const rates = parts.map(
    ({ amountMinor, taxRate, taxMinor = 0 }) => taxRate ?? findWholeRate(amountMinor, taxMinor, taxesIncluded),
  )
  const calculated = assignTaxes(
    parts.map(({ amountMinor }, index) => ({ amountMinor, rate: rates[index] ?? unknownRate })),
    taxesIncluded,
  )
  return calculated.map((tax, index) => ({
    taxRate: rates[index] === unknownRate ? unknownRate : tax.taxRate,
    taxMinor: parts[index]?.taxMinor ?? tax.taxMinor,
    isTaxDerived: parts[index]?.taxRate === undefined,
  }))
}

/** The only rate of whole percents that makes a tax of an amount; empty if none or several do. */
function findWholeRate(amountMinor: number, taxMinor: number, taxesIncluded: boolean): string {
  if (taxMinor === 0) return withoutTax
  const rates = Array.from({ length: 30 }, (_, index) => String(index + 1))
  const found = rates.filter((rate) => taxOf(amountMinor, parseTaxRate(rate), taxesIncluded) === taxMinor)
  return found.length === 1 ? (found[0] ?? unknownRate) : unknownRate
}

/** The taxes of the parts whose rate or tax is given; none if they do not make the tax of the order. */
function completeGiven(
  parts: readonly GivenPart[],
  { taxMinor, taxesIncluded }: Pick<Received, 'taxMinor' | 'taxesIncluded'>,
): Map<number, PartTax> {
  const indexes = [...parts.keys()].filter(
    (index) => parts[index]?.taxRate !== undefined || parts[index]?.taxMinor !== undefined,
  )
  const taxes = calculateTaxes(
    indexes.flatMap((index) => parts[index] ?? []),
    taxesIncluded,
  )
  const differenceMinor = taxMinor - add(...taxes.map((tax) => tax.taxMinor))
  if ((indexes.length === parts.length && differenceMinor !== 0) || differenceMinor < 0) {
    const [largest] = taxes.toSorted((one, other) => other.taxMinor - one.taxMinor)
    if (!largest || Math.abs(differenceMinor) > parts.length || largest.taxMinor + differenceMinor < 0) return new Map()
    largest.taxMinor += differenceMinor
  }
  return new Map(indexes.flatMap((index, at) => (taxes[at] ? [[index, taxes[at]] as const] : [])))
}

/** The tax lines less the taxes of the parts that are known. */
const withoutGiven = (taxLines: readonly TaxLine[], given: ReadonlyMap<number, PartTax>): TaxLine[] =>
  taxLines
    .map((line) => ({
      ...line,
      amountMinor:
        line.amountMinor -
        add(...[...given.values()].flatMap(({ taxRate, taxMinor }) => (taxRate === line.rate ? [taxMinor] : []))),
    }))
    .filter(({ amountMinor }) => amountMinor > 0)

/** Splits a tax among amounts of which nothing else is known: by the rates of the tax lines if they fit, else in proportion. */
function deriveTaxes(
  amounts: readonly number[],
  { taxMinor, taxesIncluded, taxLines }: Omit<Received, 'parts'>,
): PartTax[] {
  if (amounts.length === 0 || taxMinor === 0) return amounts.map(() => untaxed)
  const rates = findRates(amounts, { taxMinor, taxesIncluded, taxLines })
  const taxes: PartTax[] = amounts.map((_, index) => ({
    taxRate: rates ? formatTaxRate(rates.ppms[index] ?? 0) : unknownRate,
    taxMinor: 0,
    isTaxDerived: true,
  }))
  for (const [rate, indexes] of Map.groupBy(taxes.keys(), (index) => taxes[index]?.taxRate ?? '')) {
    const shareMinor = rates ? (rates.taxes.get(parseTaxRate(rate)) ?? 0) : taxMinor
    splitTax(
      taxes,
      indexes,
      shareMinor,
      indexes.map((index) => amounts[index] ?? 0),
    )
  }
  return taxes
}

/**
 * The tax lines of an order with these parts, each with the revenue it is for. Where rates of parts are not known, the lines that the shop
 * named stay, because they say more; they have no revenue.
 */
export function toTaxLines(parts: readonly TaxedPart[], named: readonly TaxLine[], taxesIncluded: boolean): TaxLine[] {
  const taxed = parts.filter(({ taxMinor }) => taxMinor > 0)
  const isNamedByShop = named.length > 0 && named.every(({ netMinor }) => netMinor === undefined)
  if (taxed.some(({ taxRate }) => taxRate === unknownRate)) {
    if (isNamedByShop) return [...named]
    if (taxed.every(({ taxRate }) => taxRate === unknownRate)) return []
  }
  if (taxed.length === 0) return []
  return [...Map.groupBy(parts, ({ taxRate }) => taxRate)]
    .map(([rate, ofRate]) => {
      const amountMinor = add(...ofRate.map(({ taxMinor }) => taxMinor))
      const names = new Set(named.filter((line) => line.rate === rate).map(({ name }) => name))
      const [name = ''] = names
      const netMinor = add(...ofRate.map((part) => part.amountMinor), taxesIncluded ? -amountMinor : 0)
      return { name: names.size === 1 ? name : rate && `${rate}%`, rate, amountMinor, netMinor }
    })
    .filter(({ amountMinor, netMinor }) => amountMinor !== 0 || netMinor !== 0)
    .toSorted((one, other) => parseTaxRate(other.rate) - parseTaxRate(one.rate))
}
