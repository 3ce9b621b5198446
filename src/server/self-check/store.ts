import { loadChainHeads } from '#server/db/chain-heads.ts'
import type { Db } from '#server/db/database.ts'
import type { Verification } from '#shared/self-check/verification-views.ts'

/** The hash of an entry or of a seal. */
export async function findHash(db: Db, chain: keyof Verification['heads'], seq: number): Promise<string | undefined> {
  const table = chain === 'ledger' ? 'ledger_entries' : 'event_seals'
  return (await db.selectFrom(table).select('hash').where('seq', '=', seq).executeTakeFirst())?.hash
}

/** About how many rows the checks read, without counting them: each order, its entries, and its events twice. */
export async function estimateRows(db: Db): Promise<number> {
  const { ledger, events } = await loadChainHeads(db)
  const { orders } = await db
    .selectFrom('counters')
    .select(({ fn }) => fn.sum<number | null>('value').as('orders'))
    .where('key', 'like', 'SO%')
    .executeTakeFirstOrThrow()
  return ledger.seq + (orders ?? 0) + 2 * events.seq
}
