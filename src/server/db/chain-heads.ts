import type { Db } from '#server/db/database.ts'

/** How far a hash chain has come: the number of its last link, and its hash; 0 and empty while there is none. */
export interface ChainHead {
  seq: number
  hash: string
}

/** The heads of the chains of ledger entries and of sealed events. A database without a book has an empty ledger. */
export async function loadChainHeads(db: Db): Promise<{ ledger: ChainHead; events: ChainHead }> {
  const ledger = await db.selectFrom('book').select(['head_seq', 'head_hash']).executeTakeFirst()
  const events = await db.selectFrom('event_chain').select(['head_seq', 'head_hash']).executeTakeFirst()
  const toHead = (row: typeof ledger): ChainHead => ({ seq: row?.head_seq ?? 0, hash: row?.head_hash ?? '' })
  return { ledger: toHead(ledger), events: toHead(events) }
}
