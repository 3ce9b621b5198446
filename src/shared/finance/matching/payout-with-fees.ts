import { matchWindowDays } from '#shared/finance/matching/rules.ts'
import { addDays } from '#shared/time.ts'

/** A line of the statement of a payment provider. */
interface ProviderLine {
  id: string
  day: string
  amountMinor: number
  isNeutral: boolean
  /** Its text says that it is a fee of the provider. */
  isFee: boolean
}

/** Lines that are together what was posted when a payout arrived: the payout, and the fees since the one before. */
export interface PayoutWithFees<Line, Posting> {
  lines: Line[]
  posting: Posting
}

/**
 * Providers that list their fees as lines of their own pay out less by these, while the bank's line books both at once. Each payout takes the oldest fees that make it
 * equal; where two payouts fit the same posting, none does. By the ids of all lines of each. Lines and postings are in the order of their days.
 */
export function findPayoutsWithFees<Line extends ProviderLine, Posting extends { day: string; amountMinor: number }>(
  lines: readonly Line[],
  postings: readonly Posting[],
): Map<string, PayoutWithFees<Line, Posting>> {
  const found = new Map<string, PayoutWithFees<Line, Posting>>()
  let fees = lines.filter(({ isFee, amountMinor }) => isFee && amountMinor < 0)
  for (const posting of postings) {
    const choices = lines
      .filter((line) => line.isNeutral && !found.has(line.id) && isNear(line, posting))
      .flatMap((payout) => {
        const taken = takeFees(fees, -posting.amountMinor - Math.abs(payout.amountMinor), payout.day)
        return taken ? [{ payout, taken }] : []
      })
    const [only, ...others] = choices
    if (!only || others.length > 0) continue
    const match = { lines: [only.payout, ...only.taken], posting }
    for (const { id } of match.lines) found.set(id, match)
    fees = fees.slice(only.taken.length)
  }
  return found
}

/** The first fees that add up to an amount, through a day; undefined if none do. */
export function takeFees<Line extends Pick<ProviderLine, 'day' | 'amountMinor'>>(
  fees: readonly Line[],
  amountMinor: number,
  day: string,
): Line[] | undefined {
  let restMinor = amountMinor
  for (const [index, fee] of fees.entries()) {
    if (restMinor <= 0 || fee.day > day) return undefined
    restMinor += fee.amountMinor
    if (restMinor === 0) return fees.slice(0, index + 1)
  }
  return undefined
}

const isNear = (line: { day: string }, posting: { day: string }): boolean =>
  line.day >= addDays(posting.day, -matchWindowDays) && line.day <= addDays(posting.day, matchWindowDays)
