import { add, allocate } from '#shared/money.ts'
import { formatTaxRate, parseTaxRate, type TaxLine } from '#shared/orders/tax-lines.ts'

/** The part of an amount of revenue and its tax that is at one rate. */
export interface TaxShare {
  /** In percent; `0` for revenue without tax, empty if the rate is not known. */
  rate: string
  /** Revenue without the tax, minor units. */
  netMinor: number
  taxMinor: number
}

interface Amounts {
  netMinor: number
  taxMinor: number
}

const unknownRate = ''
const withoutTax = '0'

/** Shops round the tax of each line, so that this much of the tax of an order, in minor units, may be rounding. */
const maxRoundingMinor = 5

/**
 * Splits revenue and its tax by rate; the parts add up to both. Tax lines that have their revenue say how. Otherwise the tax is split like the tax lines. What is taxed at a rate is its tax
 * divided by the rate, and the rest has no tax. Tax lines that together need more than the revenue are taxes of the same goods: they
 * count as one rate. Where that does not fit either, or nothing is known about the tax, the rate is unknown.
 */
export function splitByRate({ netMinor, taxMinor }: Amounts, taxLines: readonly TaxLine[]): TaxShare[] {
  if (netMinor === 0 && taxMinor === 0) return []
  if (taxMinor === 0) return [{ rate: withoutTax, netMinor, taxMinor }]
  const unknown = [{ rate: unknownRate, netMinor, taxMinor }]
  if (taxLines.length > 0 && taxLines.every((line) => line.netMinor !== undefined))
    return netMinor < 0 || taxMinor < 0 ? unknown : splitLikeParts({ netMinor, taxMinor }, taxLines)
  const weights = [...Map.groupBy(taxLines, ({ rate }) => parseTaxRate(rate))]
    .map(([ppm, lines]) => ({ ppm, weight: add(...lines.map(({ amountMinor }) => amountMinor)) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
  if (weights.length === 0 || netMinor < 0 || taxMinor < 0) return unknown
  const taxes = allocate(
    taxMinor,
    weights.map(({ weight }) => weight),
  )
  const parts = weights.map(({ ppm }, index) => ({ ppm, taxMinor: taxes[index] ?? 0 }))
  return assignNet(parts, netMinor) ?? combineRates(parts, { netMinor, taxMinor }) ?? unknown
}

/** Splits amounts like the revenue and the tax of tax lines that have both. */
function splitLikeParts({ netMinor, taxMinor }: Amounts, taxLines: readonly TaxLine[]): TaxShare[] {
  const rates = [...Map.groupBy(taxLines, ({ rate }) => rate)].map(([rate, lines]) => ({
    rate,
    net: add(...lines.map((line) => line.netMinor ?? 0)),
    tax: add(...lines.map(({ amountMinor }) => amountMinor)),
  }))
  const nets = allocate(
    netMinor,
    rates.map(({ net }) => Math.max(net, 0)),
  )
  const taxes = allocate(
    taxMinor,
    rates.map(({ tax }) => tax),
  )
  return withoutEmpty(
    rates.map(({ rate }, index) => ({ rate, netMinor: nets[index] ?? 0, taxMinor: taxes[index] ?? 0 })),
  )
}

interface Part {
  /** 0 for an unknown rate. */
  ppm: number
  taxMinor: number
}

/** The parts with what is taxed at them; undefined if that is more than there is. */
function assignNet(parts: readonly Part[], netMinor: number): TaxShare[] | undefined {
  const shares = parts.map(({ ppm, taxMinor }) => ({
    rate: ppm === 0 ? unknownRate : formatTaxRate(ppm),
    netMinor: ppm === 0 ? 0 : divide(taxMinor, ppm),
    taxMinor,
  }))
  const restMinor = netMinor - shares.reduce((sum, share) => sum + share.netMinor, 0)
  const ofUnknown = shares.find(({ rate }) => rate === unknownRate)
  const isRounding = taxOf(Math.abs(restMinor), Math.min(...parts.map(({ ppm }) => ppm))) <= maxRoundingMinor
  const [largest] = shares
  if (ofUnknown) ofUnknown.netMinor = restMinor
  else if (isRounding && largest) largest.netMinor += restMinor
  else shares.push({ rate: withoutTax, netMinor: restMinor, taxMinor: 0 })
  return shares.some((share) => share.netMinor < 0) ? undefined : shares
}

/** One share at the sum of the rates, if that makes the tax. */
function combineRates(parts: readonly Part[], { netMinor, taxMinor }: Amounts): TaxShare[] | undefined {
  const ppm = parts.reduce((sum, part) => sum + part.ppm, 0)
  if (parts.some((part) => part.ppm === 0) || Math.abs(taxOf(netMinor, ppm) - taxMinor) > maxRoundingMinor)
    return undefined
  return [{ rate: formatTaxRate(ppm), netMinor, taxMinor }]
}

const million = 1_000_000n

/** The amount of which a rate makes this tax, rounded half up. */
const divide = (taxMinor: number, ppm: number): number =>
  Number((BigInt(taxMinor) * million * 2n + BigInt(ppm)) / (BigInt(ppm) * 2n))

const taxOf = (netMinor: number, ppm: number): number =>
  Number((BigInt(netMinor) * BigInt(ppm) * 2n + million) / (million * 2n))

/**
 * What an entry changes by rate: `before` are the shares in the books, `after` what is left of revenue and tax. What is given back is taken from what
 * is left at each rate, that of lines (`returned`) first; revenue that is recognized or changed by an edit (`isPriced`) is split again. An edit of
 * tax lines that have their revenue (`replaced`) changes each rate by their difference, so that what was given back before stays given back at its
 * rates.
 */
export function moveShares(
  before: readonly TaxShare[],
  after: Amounts,
  taxLines: readonly TaxLine[],
  { isPriced = false, replaced, returned = [] }: MoveOptions = {},
): TaxShare[] {
  const changed = replaced && findChange(replaced, taxLines)
  if (changed && isSplitOf(addShares(before, changed), after)) return changed
  const held = sumShares(before)
  const backMinor = { netMinor: held.netMinor - after.netMinor, taxMinor: held.taxMinor - after.taxMinor }
  const isGivenBack =
    !isPriced &&
    before.length > 0 &&
    before.every((share) => share.netMinor >= 0 && share.taxMinor >= 0) &&
    isPartOf(backMinor.netMinor, held.netMinor) &&
    isPartOf(backMinor.taxMinor, held.taxMinor)
  if (!isGivenBack)
    return addShares(
      splitByRate(after, taxLines),
      before.map((share) => negateShare(share)),
    )
  const known = isHeld(returned, before, backMinor) ? returned : []
  const ofKnown = sumShares(known)
  const left = addShares(before, known.map(negateShare))
  if (left.length === 0) return before.map(negateShare)
  const nets = allocate(
    backMinor.netMinor - ofKnown.netMinor,
    left.map(({ netMinor }) => netMinor),
  )
  const taxes = allocate(
    backMinor.taxMinor - ofKnown.taxMinor,
    left.map(({ taxMinor }) => taxMinor),
  )
  return addShares(
    known.map(negateShare),
    left.map(({ rate }, index) => negateShare({ rate, netMinor: nets[index] ?? 0, taxMinor: taxes[index] ?? 0 })),
  )
}

interface MoveOptions {
  isPriced?: boolean
  replaced?: readonly TaxLine[] | undefined
  returned?: readonly TaxShare[] | undefined
}

/** What an order has more at each rate than before; undefined unless all tax lines have their revenue. */
function findChange(before: readonly TaxLine[], after: readonly TaxLine[]): TaxShare[] | undefined {
  const [old, current] = [toShares(before), toShares(after)]
  return old && current && addShares(current, old.map(negateShare))
}

function toShares(taxLines: readonly TaxLine[]): TaxShare[] | undefined {
  const shares = taxLines.flatMap(({ rate, netMinor, amountMinor }) =>
    netMinor === undefined ? [] : [{ rate, netMinor, taxMinor: amountMinor }],
  )
  return shares.length > 0 && shares.length === taxLines.length ? shares : undefined
}

/** Whether shares are all there is of revenue and tax, none below zero. */
function isSplitOf(shares: readonly TaxShare[], { netMinor, taxMinor }: Amounts): boolean {
  const sum = sumShares(shares)
  return (
    sum.netMinor === netMinor &&
    sum.taxMinor === taxMinor &&
    shares.every((share) => share.netMinor >= 0 && share.taxMinor >= 0)
  )
}

/** Whether the shares that lines of a refund give back are in the books, and part of what it gives back. */
function isHeld(returned: readonly TaxShare[], before: readonly TaxShare[], backMinor: Amounts): boolean {
  const { netMinor, taxMinor } = sumShares(returned)
  return (
    netMinor <= backMinor.netMinor &&
    taxMinor <= backMinor.taxMinor &&
    addShares(returned).every(({ rate, ...share }) => {
      const held = before.find((each) => each.rate === rate)
      return held !== undefined && share.netMinor <= held.netMinor && share.taxMinor <= held.taxMinor
    })
  )
}

const isPartOf = (part: number, whole: number): boolean => part >= 0 && part <= whole

/** The shares together, one for each rate; without those of nothing. */
export const addShares = (...shares: readonly (readonly TaxShare[])[]): TaxShare[] =>
  withoutEmpty(
    [...Map.groupBy(shares.flat(), ({ rate }) => rate)].map(([rate, ofRate]) => ({ rate, ...sumShares(ofRate) })),
  )

/** What a reversal writes. */
export const negateShare = ({ rate, netMinor, taxMinor }: TaxShare): TaxShare => ({
  rate,
  netMinor: 0 - netMinor,
  taxMinor: 0 - taxMinor,
})

const sumShares = (shares: readonly TaxShare[]): Amounts => ({
  netMinor: add(...shares.map(({ netMinor }) => netMinor)),
  taxMinor: add(...shares.map(({ taxMinor }) => taxMinor)),
})

const withoutEmpty = (shares: TaxShare[]): TaxShare[] =>
  shares.filter(({ netMinor, taxMinor }) => netMinor !== 0 || taxMinor !== 0)
