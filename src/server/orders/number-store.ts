import type { Transaction } from '#server/db/database.ts'
import { sql } from 'kysely'

/** Increments counters (created when missing) and returns their new values. Locks them until the transaction ends. */
export async function incrementCounters(
  transaction: Transaction,
  increments: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  // Always in the same order, so that two transactions that increment the same counters cannot deadlock.
  const rows = [...increments].map(([key, value]) => ({ key, value })).toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const updated = await transaction
    .insertInto('counters')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value: sql<number>`counters.value + excluded.value` }),
    )
    .returning(['key', 'value'])
    .execute()
  return new Map(updated.map(({ key, value }) => [key, value]))
}
