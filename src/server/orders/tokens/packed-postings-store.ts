import { cachedLookup } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { isSqlite } from '#server/db/dialect.ts'
import { cachedInsert } from '#server/db/insert.ts'
import { cachedQueryByIds } from '#server/db/query-by-ids.ts'
import type { PackedPostingsTable } from '#server/db/schema/orders.ts'
import type { PackedWord } from '#server/orders/tokens/packed-postings.ts'
import { packedState } from '#server/orders/tokens/packed-postings-query.ts'
import type { TokenRange } from '#server/orders/tokens/search-words.ts'
import { sql } from 'kysely'

/** A part without packed postings that new orders are not in any more. */
export async function findUnpackedPart(db: Db): Promise<number | undefined> {
  const [found] = await selectUnpacked(db)
  return found?.part
}

const selectUnpacked = cachedLookup<{ part: number }>((db) =>
  sql<{ part: number }>`
    select part from token_parts where packed <> ${sql.lit(packedState)} and part < (select max(part) from token_parts)
    order by part desc limit 1`.compile(db),
)

/**
 * Starts to pack a part: writes the number `attempt`, larger than 1, into its row, unless another process has packed the part. A change of its words or a later attempt replaces the number, and `storePacked`
 * then refuses to store anything. On PostgreSQL this waits until all transactions have ended that started before and would not see the number; throws if that takes a second.
 */
export async function beginPacking(transaction: Transaction, part: number, attempt: number): Promise<void> {
  if (!isSqlite(transaction)) {
    // Those that begin meanwhile wait, too, so this gives up soon.
    await sql`set local lock_timeout = 1000`.execute(transaction)
    await sql`lock table book in share row exclusive mode`.execute(transaction)
  }
  const { numUpdatedRows } = await transaction
    .updateTable('token_parts')
    .set({ packed: attempt })
    .where('part', '=', part)
    .where('packed', '<>', packedState)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return
  // What an attempt that ended early has left.
  await transaction.deleteFrom('packed_postings').where('part', '=', part).execute()
}

/** Stores some of the packed postings of a part, unless the attempt was ended; says whether it did. */
export async function storePacked(
  transaction: Transaction,
  part: number,
  attempt: number,
  { words, isLast }: { words: readonly PackedWord[]; isLast: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('token_parts')
    .set({ packed: isLast ? packedState : attempt })
    .where('part', '=', part)
    .where('packed', '=', attempt)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await insertPacked(
    transaction,
    words.map(({ token, orderKeys }) => ({ token, part, order_keys: orderKeys })),
  )
  return true
}

const insertPacked = cachedInsert('packed_postings')

/** Deletes the packed postings of a part whose words change, and ends an attempt to make them. */
export async function discardPacked(transaction: Transaction, part: number): Promise<void> {
  const [state] = await selectState(transaction, [part])
  if (!state || state.packed === 0) return
  await transaction.updateTable('token_parts').set({ packed: 0 }).where('part', '=', part).execute()
  await transaction.deleteFrom('packed_postings').where('part', '=', part).execute()
}

const selectState = cachedLookup((db) => db.selectFrom('token_parts').select('packed').where('part', '=', 0).compile())

/** The same for the parts that some orders are in. */
export async function discardPackedOf(transaction: Transaction, orderKeys: readonly number[]): Promise<void> {
  const parts = await transaction
    .selectFrom('order_tokens')
    .select('part')
    .distinct()
    .where('order_key', 'in', orderKeys)
    .execute()
  for (const { part } of parts) await discardPacked(transaction, part)
}

/** The packed postings of some words in the newest part that is packed. */
export const findNewestPacked = cachedQueryByIds<PackedPostings>((db, tokens) =>
  db
    .selectFrom('packed_postings')
    .select(['token', 'part', 'order_keys'])
    .where('part', '=', ({ selectFrom }) =>
      selectFrom('token_parts')
        .select(({ fn }) => fn.max('part').as('part'))
        .where('packed', '=', sql.lit(packedState)),
    )
    .where('token', 'in', tokens)
    .compile(),
)

/** The packed postings of some words in all parts. */
export const findPacked = cachedQueryByIds<PackedPostings>((db, tokens) =>
  db.selectFrom('packed_postings').select(['token', 'part', 'order_keys']).where('token', 'in', tokens).compile(),
)

type PackedPostings = Pick<PackedPostingsTable, 'token' | 'part' | 'order_keys'>

/** The orders with a token of a range in some parts, from the postings that are not packed, up to `limit`. */
export const findUnpacked = async (
  db: Db,
  parts: readonly number[],
  { from, to }: TokenRange,
  limit: number,
): Promise<UnpackedOrder[]> =>
  parts.length === 0 ? [] : selectUnpackedOrders(db, [JSON.stringify(parts), from, to, limit])

type UnpackedOrder = Record<'part' | 'order_key', number>

const selectUnpackedOrders = cachedLookup<UnpackedOrder>((db) => {
  const source = isSqlite(db) ? sql`order_tokens indexed by order_tokens_by_token` : sql`order_tokens`
  const isInParts = isSqlite(db)
    ? sql`part in (select value from json_each(${''}))`
    : sql`part = any (array(select value::bigint from json_array_elements_text(${''}::text::json)))`
  return sql<UnpackedOrder>`
    select part, order_key from ${source} where ${isInParts} and token >= ${''} and token < ${''} limit ${0}`.compile(
    db,
  )
})
