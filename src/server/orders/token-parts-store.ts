import { cachedLookup, cachedQuery } from '#server/db/cached-query.ts'
import type { Database, Db, Transaction } from '#server/db/database.ts'
import { isShared, sharedPart } from '#server/db/token-parts.ts'
import { type RawBuilder, sql } from 'kysely'

/** The part in which the tokens of new orders are. */
export async function findNewestPart(db: Db): Promise<number> {
  const [newest] = await selectNewestPart(db)
  return newest?.part ?? 1
}

const newestPart = sql<number>`(select max(part) from token_parts)`

const selectNewestPart = cachedLookup((db) => sql<{ part: number }>`select ${newestPart} as part`.compile(db))

/** Makes an order findable by tokens, which it may have already. */
export async function insertTokens(
  transaction: Transaction,
  { key, placed_at }: { key: number; placed_at: number },
  tokens: Iterable<string>,
): Promise<void> {
  for (const token of tokens)
    await (isShared(token) ? insertSharedToken : insertNewToken)(transaction, [token, placed_at, key])
}

const createInsert = (part: RawBuilder<number>) =>
  cachedQuery((db) =>
    db
      .insertInto('order_tokens')
      .values({ part, token: '', placed_at: 0, order_key: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .compile(),
  )

const insertSharedToken = createInsert(sql.lit(sharedPart))
const insertNewToken = createInsert(newestPart)

/** Makes an order no longer findable by a token. */
export async function deleteToken(transaction: Transaction, { key }: { key: number }, token: string): Promise<void> {
  await deleteOne(transaction, [key, token])
}

const deleteOne = cachedQuery((db) =>
  db.deleteFrom('order_tokens').where('order_key', '=', 0).where('token', '=', '').compile(),
)

/** Orders of a part. More make searches of large books faster, because they look into each part, and imports slower. */
export const ordersPerPart = 16_384

/**
 * Begins a new part when the newest one has enough orders. It follows the merging of the counts, so that transactions that store orders need no counter for
 * it: they use the newest part that they see.
 */
export async function beginPart(database: Database): Promise<void> {
  const [found] = await selectFilling(database.read)
  if (!found) return
  const { part, before, count } = found
  // Orders of an import that was undone are no longer there.
  if (count < before)
    await database.inReadCommitted((transaction) =>
      transaction.updateTable('token_parts').set({ orders_before: count }).where('part', '=', part).execute(),
    )
  else if (count - before >= ordersPerPart)
    await database.inReadCommitted((transaction) =>
      transaction
        .insertInto('token_parts')
        .values({ part: part + 1, orders_before: count })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
}

const selectFilling = cachedLookup((db) =>
  sql<{ part: number; before: number; count: number }>`
    select part, orders_before as before, (select coalesce(sum(order_count), 0) from order_counts) as count
    from token_parts order by part desc limit 1`.compile(db),
)
