import type { AccountRole, EntryKind } from '#shared/finance/ledger.ts'
import type { OpenLine } from '#shared/finance/matching/open-items.ts'
import { type LineEntry, lineEntries, lineEntryNames } from '#shared/finance/matching/rules.ts'
import { add } from '#shared/money.ts'

/** What a difference between a line and its postings is booked as; `account` is the code of the account that a person chose. */
export type Difference = LineEntry | 'rounding' | { account: string }

/** What a difference can be booked as by name. */
export const differenceNames = ['rounding', ...lineEntryNames] as const

/** Reads one of the names, or else the code of an account. */
export const parseDifference = (text: string): Difference =>
  differenceNames.find((name) => name === text) ?? { account: text }

/** An entry that makes the postings of a match equal to its line. Debits are positive; the lines sum to zero. */
export interface MatchEntry {
  kind: EntryKind
  lines: {
    /** `account` is the account of the match, `other` one that the match names: where the money comes from, or as what a person posts it. */
    role: AccountRole | 'account' | 'other'
    amountMinor: number
    /** Of an account in another currency than that of the match. */
    currency?: string
  }[]
}

/** The fields of a line that decide what a match posts. */
export type MatchedAmount = Pick<OpenLine, 'amountMinor' | 'feeMinor' | 'hasNoDirection'>

/** Which way a line without direction goes: that of its postings; out when there are none. */
export const directedAmount = (line: MatchedAmount, postedMinor: number): number =>
  line.hasNoDirection && postedMinor <= 0 && line.amountMinor !== 0 ? -line.amountMinor : line.amountMinor

/**
 * What a match posts: the fee that a provider kept of the lines, and the rest as the difference says. Null when the postings equal the lines; undefined when
 * they differ and nothing says as what to book it.
 */
export function differenceEntry(
  lines: readonly MatchedAmount[],
  postedMinor: number,
  difference: Difference | null,
): MatchEntry | null | undefined {
  const amountMinor = add(...lines.map((line) => directedAmount(line, postedMinor)))
  const feeMinor = add(...lines.map((line) => line.feeMinor))
  const missingMinor = add(amountMinor, -postedMinor)
  if (missingMinor === 0) return null
  const restMinor = add(missingMinor, feeMinor)
  if (restMinor !== 0 && difference === null) return undefined
  const { role, kind } = bookedAs(difference)
  return {
    kind: restMinor === 0 ? 'fee.provider' : kind,
    lines: withoutZeros([
      { role: 'account', amountMinor: missingMinor },
      { role: 'provider_fee', amountMinor: feeMinor },
      { role, amountMinor: -restMinor },
    ]),
  }
}

const withoutZeros = (lines: MatchEntry['lines']): MatchEntry['lines'] =>
  lines.filter(({ amountMinor }) => amountMinor !== 0)

/** The account and the kind of the entry that books a difference. */
function bookedAs(difference: Difference | null): { role: MatchEntry['lines'][number]['role']; kind: EntryKind } {
  if (difference === null || difference === 'rounding') return { role: 'rounding', kind: 'difference.small' }
  return typeof difference === 'object' ? { role: 'other', kind: 'line.posted' } : lineEntries[difference]
}

/** A payout that the books do not have in transit: what the provider paid, and what it kept as its fee. */
export const payoutEntry = (amountMinor: number, feeMinor: number): MatchEntry => ({
  kind: 'payout.arrived',
  lines: withoutZeros([
    { role: 'account', amountMinor },
    { role: 'provider_fee', amountMinor: feeMinor },
    { role: 'other', amountMinor: -add(amountMinor, feeMinor) },
  ]),
})

/** A payout that a provider sent: it is in transit until it arrives. The provider takes its fee besides what it sends. */
export const payoutCreatedEntry = (sentMinor: number, feeMinor: number): MatchEntry => ({
  kind: 'payout.created',
  lines: withoutZeros([
    { role: 'transit', amountMinor: sentMinor },
    { role: 'provider_fee', amountMinor: feeMinor },
    { role: 'account', amountMinor: -add(sentMinor, feeMinor) },
  ]),
})

/** A payout in transit that arrived. What is missing of it is a shortage until someone finds out why. */
export const payoutArrivedEntry = (sentMinor: number, arrivedMinor: number): MatchEntry => ({
  kind: arrivedMinor === sentMinor ? 'payout.arrived' : 'payout.short',
  lines: withoutZeros([
    { role: 'account', amountMinor: arrivedMinor },
    { role: 'shortage', amountMinor: sentMinor - arrivedMinor },
    { role: 'transit', amountMinor: -sentMinor },
  ]),
})

/** A payout in transit that came back to the provider, with its fee where that came back, too. */
export const payoutFailedEntry = (sentMinor: number, returnedMinor: number): MatchEntry => ({
  kind: 'payout.failed',
  lines: withoutZeros([
    { role: 'account', amountMinor: returnedMinor },
    { role: 'provider_fee', amountMinor: sentMinor - returnedMinor },
    { role: 'transit', amountMinor: -sentMinor },
  ]),
})

/** Money that arrived from another own account. */
export const transferEntry = (amountMinor: number): MatchEntry => ({
  kind: 'transfer.arrived',
  lines: [
    { role: 'account', amountMinor },
    { role: 'other', amountMinor: -amountMinor },
  ],
})

/** A currency exchange by a provider: money that moved from one of its clearing accounts to another, in either direction. */
export const exchangeEntry = (amountMinor: number, other: { currency: string; amountMinor: number }): MatchEntry => ({
  kind: 'currency.exchanged',
  lines: [
    { role: 'account', amountMinor },
    { role: 'conversion', amountMinor: -amountMinor },
    { role: 'other', amountMinor: other.amountMinor, currency: other.currency },
    { role: 'conversion', amountMinor: -other.amountMinor, currency: other.currency },
  ],
})
