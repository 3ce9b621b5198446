import { cachedLookup } from '#server/db/cached-query.ts'
import type { Database, Db, Transaction } from '#server/db/database.ts'
import type { OrderTokensTable } from '#server/db/schema/orders.ts'
import { sql } from 'kysely'

/** Chooses the part for new orders, the last of which was placed at `lastPlacedAt`, ms. */
export async function chooseTokenPart(transaction: Transaction, lastPlacedAt: number): Promise<number> {
  const [newest] = await selectNewestPart(transaction)
  if (!newest) throw new Error('Tokens have at least one part')
  const { part, placed_before: placedBefore } = newest
  if (lastPlacedAt >= placedBefore)
    await transaction
      .updateTable('token_parts')
      .set({ placed_before: endOfStep(lastPlacedAt) })
      .where('part', '=', part)
      .execute()
  return part
}

/** Some hours later than needed, so that not every new order changes the row of its part. */
const endOfStep = (time: number): number => (Math.floor(time / stepMs) + 1) * stepMs
const stepMs = 6 * 3_600_000

const selectNewestPart = cachedLookup((db) =>
  db.selectFrom('token_parts').select(['part', 'placed_before']).orderBy('part', 'desc').limit(sql.lit(1)).compile(),
)

/** A part of the token index. All its orders were placed before `placedBefore`, ms. */
export interface TokenPart {
  part: number
  placedBefore: number
}

/** All parts, the one with the newest orders first. */
export const listTokenParts = cachedLookup((db) =>
  db
    .selectFrom('token_parts')
    .select(['part', 'placed_before as placedBefore'])
    .orderBy('placed_before', 'desc')
    .orderBy('part', 'desc')
    .compile(),
) satisfies (db: Db) => Promise<TokenPart[]>

/** The part that an order is in. An order with tokens in the shared part only is assigned to the newest part. */
export async function findTokenPart(transaction: Transaction, { key, placed_at }: OrderKey): Promise<number> {
  const [found] = await selectTokenPart(transaction, [key])
  return found?.part || chooseTokenPart(transaction, placed_at)
}

/** The columns of an order that its tokens have, too. */
export type OrderKey = Pick<OrderTokensTable, 'placed_at'> & { key: number }

const selectTokenPart = cachedLookup((db) =>
  db
    .selectFrom('order_tokens')
    .select(({ fn }) => fn.max('part').as('part'))
    .where('order_key', '=', 0)
    .compile(),
)

/** Orders of a part. Larger parts make searches faster, because there are fewer parts to look into, and imports slower. */
export const ordersPerPart = 16_384

/**
 * Begins a new part when the newest one has enough orders. This runs after the counts are merged, so transactions that store orders need no counter: they use the newest part that they see.
 */
export async function beginPart(database: Database): Promise<void> {
  const [found] = await selectFilling(database.read)
  if (!found) return
  const { part, before, count } = found
  // There may be fewer orders than before, after an import was undone.
  if (count < before)
    await database.inReadCommitted((transaction) =>
      transaction.updateTable('token_parts').set({ orders_before: count }).where('part', '=', part).execute(),
    )
  else if (count - before >= ordersPerPart)
    await database.inReadCommitted((transaction) =>
      transaction
        .insertInto('token_parts')
        .values({ part: part + 1, orders_before: count, placed_before: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
}

const selectFilling = cachedLookup((db) =>
  sql<{ part: number; before: number; count: number }>`
    select part, orders_before as before, (select coalesce(sum(order_count), 0) from order_counts) as count
    from token_parts order by part desc limit 1`.compile(db),
)
