import type { AccountRole, EntryKind } from '#shared/finance/ledger.ts'
import type { OpenLine } from '#shared/finance/matching/match-index.ts'
import { type LineEntry, lineEntries } from '#shared/finance/matching/rules.ts'
import { add } from '#shared/money.ts'

/** What a difference between a line and its postings is booked as. */
export type Difference = LineEntry | 'rounding'

/** An entry that makes the postings of a match equal to its line. Debits are positive; the lines sum to zero. */
export interface MatchEntry {
  kind: EntryKind
  lines: {
    /** `account` is the account of the match, `payer` the own account that the money comes from. */
    role: AccountRole | 'account' | 'payer'
    amountMinor: number
  }[]
}

/** What of a line decides what a match posts. */
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
  const counterparts: MatchEntry['lines'] = [
    { role: 'provider_fee' as const, amountMinor: feeMinor },
    {
      role: difference === null || difference === 'rounding' ? 'rounding' : lineEntries[difference].role,
      amountMinor: -restMinor,
    },
  ]
  return {
    kind:
      restMinor === 0
        ? 'fee.provider'
        : difference === null || difference === 'rounding'
          ? 'difference.small'
          : lineEntries[difference].kind,
    lines: [{ role: 'account' as const, amountMinor: missingMinor }, ...counterparts].filter(
      (posting) => posting.amountMinor !== 0,
    ),
  }
}

/** A payout that arrived: what the provider paid, and what it kept as its fee. */
export const payoutEntry = (amountMinor: number, feeMinor: number): MatchEntry => ({
  kind: 'payout.arrived',
  lines: [
    { role: 'account' as const, amountMinor },
    { role: 'provider_fee' as const, amountMinor: feeMinor },
    { role: 'payer' as const, amountMinor: -add(amountMinor, feeMinor) },
  ].filter((posting) => posting.amountMinor !== 0),
})

/** Money that arrived from another own account. */
export const transferEntry = (amountMinor: number): MatchEntry => ({
  kind: 'transfer.arrived',
  lines: [
    { role: 'account', amountMinor },
    { role: 'payer', amountMinor: -amountMinor },
  ],
})
