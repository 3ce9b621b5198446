import { cachedQuery, type CachedQuery } from '#server/db/cached-query.ts'
import type { Transaction } from '#server/db/database.ts'
import { sql } from 'kysely'

/** Increments counters (created when missing) and returns their new values. Locks them until the transaction ends. */
export async function incrementCounters(
  transaction: Transaction,
  increments: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  // Always in the same order, so that two transactions that increment the same counters cannot deadlock.
  const rows = [...increments].map(([key, value]) => ({ key, value })).toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const upsert = upsertsByCount.getOrInsertComputed(rows.length, createUpsert)
  const updated = await upsert(
    transaction,
    rows.flatMap(({ key, value }) => [key, value]),
  )
  return new Map(updated.map(({ key, value }) => [key, value]))
}

const upsertsByCount = new Map<number, CachedQuery<{ key: string; value: number }>>()

const createUpsert = (count: number): CachedQuery<{ key: string; value: number }> =>
  cachedQuery((db) =>
    db
      .insertInto('counters')
      .values(Array.from({ length: count }, () => ({ key: '', value: 0 })))
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({ value: sql<number>`counters.value + excluded.value` }),
      )
      .returning(['key', 'value'])
      .compile(),
  )
