import type { Db } from '#server/db/database.ts'
import { isPaidOut } from '#server/finance/matching/match-store.ts'
import { ProblemError } from '#shared/problem.ts'

/**
 * For what takes an entry back: throws `payout-completed` for one that sent a payout, or any other money in transit, if a later line of a statement says what became of it. What else payouts are
 * made of can be taken back: it is an item of the next one.
 */
export async function requireInTransit(db: Db, { seq, kind }: { seq: number; kind: string }): Promise<void> {
  if (await isPaidOut(db, seq, kind.startsWith('payout.') ? undefined : 'transit'))
    throw new ProblemError('payout-completed')
}
