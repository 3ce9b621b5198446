import type { Db } from '#server/db/database.ts'
import type { OpenPostingRow } from '#server/finance/matching/open-items-store.ts'
import { findLastPayoutDay } from '#server/finance/matching/payout-store.ts'
import { readPostings } from '#server/finance/matching/read-open-items.ts'
import { type ArrivedPayout, findPayouts, type PayoutItems } from '#shared/finance/matching/find-payout.ts'
import type { EntryKind } from '#shared/finance/ledger.ts'
import { addDays } from '#shared/time.ts'

/** Before anything was paid out, items are looked for so many days before the first payout. */
const payoutDays = 31

/** What each payout of a clearing account is made of: what was captured, refunded and booked there since the one before. Payouts are sorted by day. */
export async function findPayoutItems<Payout extends ArrivedPayout>(
  db: Db,
  clearingId: string,
  payouts: readonly Payout[],
): Promise<Map<Payout, PayoutItems<OpenPostingRow>>> {
  const [first, last] = [payouts[0]?.day, payouts.at(-1)?.day]
  if (first === undefined || last === undefined) return new Map()
  const lastDay = await findLastPayoutDay(db, clearingId)
  const from = lastDay ?? addDays(first, -payoutDays)
  const open = await readPostings(db, { accountId: clearingId, from, to: last }, 'paid_out')
  const items = [...open.values()].filter(({ kind }) => !payoutKinds.has(kind))
  return findPayouts(items, payouts, { isFirst: lastDay === undefined })
}

/** Entries that take money out of a clearing account; one that came back is an item of the next payout. */
const payoutKinds: ReadonlySet<string> = new Set<EntryKind>(['payout.created', 'payout.arrived'])
