import type { Db } from '#server/db/database.ts'
import { type OpenPostingRow, postingId } from '#server/finance/matching/open-postings-store.ts'
import { findLastPayoutDay, listPayoutLines } from '#server/finance/matching/payout-store.ts'
import { readPostings } from '#server/finance/matching/read-open-items.ts'
import { type ArrivedPayout, findPayouts, type PayoutItems } from '#shared/finance/matching/find-payout.ts'
import type { EntryKind } from '#shared/finance/ledger.ts'
import { add } from '#shared/money.ts'
import { addDays } from '#shared/time.ts'

/** Before the first payout, items are searched in this many days before it. */
const payoutDays = 31

/** A payout, and what its provider calls it where the statement says. */
type NamedPayout = ArrivedPayout & { reference?: string }

/**
 * The items of each payout of a clearing account: the postings of lines that name the payout, or else what was captured, refunded and booked there since the one before. Payouts are
 * sorted by day.
 */
export async function findPayoutItems<Payout extends NamedPayout>(
  db: Db,
  clearingId: string,
  payouts: readonly Payout[],
): Promise<Map<Payout, PayoutItems<OpenPostingRow>>> {
  const named = await findNamedItems(db, clearingId, payouts)
  const others = payouts.filter((payout) => !named.has(payout))
  const [first, last] = [others[0]?.day, others.at(-1)?.day]
  if (first === undefined || last === undefined) return named
  const lastDay = await findLastPayoutDay(db, clearingId)
  const from = lastDay ?? addDays(first, -payoutDays)
  const open = await readPostings(db, { accountId: clearingId, from, to: last }, 'paid_out')
  const taken = new Set([...named.values()].flatMap(({ items }) => items.map(({ id }) => id)))
  const items = [...open.values()].filter(({ id, kind }) => !payoutKinds.has(kind) && !taken.has(id))
  return new Map([...named, ...findPayouts(items, others, { isFirst: lastDay === undefined })])
}

/** Entries that take money out of a clearing account; one that came back is an item of the next payout. */
const payoutKinds: ReadonlySet<string> = new Set<EntryKind>(['payout.created', 'payout.arrived'])

/** The items of payouts whose lines say which payout they are part of, where all of them are matched and they add up to it exactly. */
async function findNamedItems<Payout extends NamedPayout>(
  db: Db,
  clearingId: string,
  payouts: readonly Payout[],
): Promise<Map<Payout, PayoutItems<OpenPostingRow>>> {
  const found = new Map<Payout, PayoutItems<OpenPostingRow>>()
  const references = payouts.flatMap(({ reference }) => reference || [])
  const lines = await listPayoutLines(db, clearingId, references)
  const days = lines.flatMap(({ accounting_day: day }) => day ?? []).toSorted()
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined) return found
  const open = await readPostings(db, { accountId: clearingId, from, to }, 'paid_out')
  const byPayout = Map.groupBy(lines, ({ payout_reference }) => payout_reference)
  for (const payout of payouts) {
    const ofPayout = byPayout.get(payout.reference ?? '') ?? []
    const ids = new Set(ofPayout.map(({ entry_seq, position }) => postingId(entry_seq ?? 0, position ?? 0)))
    const items = [...ids].flatMap((id) => open.get(id) ?? [])
    const isComplete = ofPayout.length > 0 && items.length === ids.size
    if (isComplete && add(...items.map(({ amountMinor }) => amountMinor)) === payout.amountMinor)
      found.set(payout, { items, feeMinor: 0 })
  }
  return found
}
