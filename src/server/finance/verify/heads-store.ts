import type { Db } from '#server/db/database.ts'
import type { Verification } from '#shared/finance/verification-views.ts'

/** The heads of both chains: the number and hash of the last entry and of the last sealed event; number 0 for an empty chain. */
export async function loadHeads(db: Db): Promise<Verification['heads']> {
  const ledger = await db.selectFrom('book').select(['head_seq', 'head_hash']).executeTakeFirst()
  const events = await db.selectFrom('event_chain').select(['head_seq', 'head_hash']).executeTakeFirst()
  const toHead = (row: typeof ledger) => ({ seq: row?.head_seq ?? 0, hash: row?.head_hash ?? '' })
  return { ledger: toHead(ledger), events: toHead(events) }
}

/** The hash of an entry or of a seal. */
export async function findHash(db: Db, chain: keyof Verification['heads'], seq: number): Promise<string | undefined> {
  const table = chain === 'ledger' ? 'ledger_entries' : 'event_seals'
  return (await db.selectFrom(table).select('hash').where('seq', '=', seq).executeTakeFirst())?.hash
}

/** About how many rows the checks read, without counting them: each order, its entries, and its events twice. */
export async function estimateRows(db: Db): Promise<number> {
  const { ledger, events } = await loadHeads(db)
  const { orders } = await db
    .selectFrom('counters')
    .select(({ fn }) => fn.sum<number | null>('value').as('orders'))
    .where('key', 'like', 'SO%')
    .executeTakeFirstOrThrow()
  return ledger.seq + (orders ?? 0) + 2 * events.seq
}
