import type { Db } from '#server/db/database.ts'
import type { KeySlice } from '#server/db/key-slices.ts'
import { sql } from 'kysely'

/** The documents with numbers of their own: the table they are in, and how their numbers begin, before the day or the year. */
export const numberSeries = {
  orders: { table: 'orders', prefix: 'SO', period: 'day' },
  payments: { table: 'payments', prefix: 'PY', period: 'day' },
  refunds: { table: 'refunds', prefix: 'RF', period: 'day' },
  disputes: { table: 'disputes', prefix: 'DP', period: 'day' },
  shipments: { table: 'shipments', prefix: 'SH', period: 'day' },
  returns: { table: 'returns', prefix: 'RT', period: 'day' },
  imports: { table: 'imports', prefix: 'IM', period: 'day' },
  customers: { table: 'customers', prefix: 'CU', period: 'day' },
  invoices: { table: 'documents', prefix: 'IN', period: 'year' },
  creditNotes: { table: 'documents', prefix: 'CN', period: 'year' },
} as const

export const listCounters = (db: Db) => db.selectFrom('counters').selectAll().orderBy('key').execute()

/** The tables that are counted as a whole; the numbers of the others are read with their rows. */
export const countedSeries = [
  { table: 'orders', keyLength: 8 },
  { table: 'payments', keyLength: 8 },
  { table: 'refunds', keyLength: 8 },
  { table: 'disputes', keyLength: 8 },
  { table: 'shipments', keyLength: 8 },
  { table: 'returns', keyLength: 8 },
  { table: 'documents', keyLength: 6 },
] as const

/** How many numbers of a slice there are of each kind and day, or year, and the highest. Only an index is read. */
export async function countNumbers(
  db: Db,
  { table, keyLength }: (typeof countedSeries)[number],
  { condition }: KeySlice,
): Promise<{ key: string; count: number; highest: number }[]> {
  const position = sql`substr(number, ${sql.lit(keyLength + 2)})`
  const { rows } = await sql<{ key: string; count: number; highest: number }>`
    select substr(number, 1, ${sql.lit(keyLength)}) as key, count(*) as count,
      max(cast(case when ltrim(${position}, '0123456789') = '' and length(${position}) between 5 and 15 then ${position} else '0' end as bigint)) as highest
    from ${sql.table(table)} as child where ${condition} group by substr(number, 1, ${sql.lit(keyLength)})`.execute(db)
  return rows
}

/** The numbers of one kind and day, or year: `SO260923`, `IN2026`. */
export async function listNumbers(db: Db, key: string): Promise<string[]> {
  const series = Object.values(numberSeries).find(({ prefix }) => key.startsWith(prefix))
  if (!series) return []
  const rows = await db
    .selectFrom(series.table)
    .select('number')
    .where('number', '>=', `${key}-`)
    .where('number', '<', `${key}.`)
    .execute()
  return [...rows.map(({ number }) => number), ...(await listRemovedNumbers(db, key))]
}

/** The numbers of orders that were removed, which their events name. */
async function listRemovedNumbers(db: Db, key: string): Promise<string[]> {
  const rows = await db
    .selectFrom('events')
    .select(['object_label', 'parameters'])
    .where('action', '=', 'order.removed')
    .where(({ eb, or }) => or([eb('object_label', 'like', `${key}-%`), eb('parameters', 'like', `%${key}-%`)]))
    .execute()
  return rows.flatMap(({ object_label, parameters }) => [
    object_label,
    ...(parameters.match(new RegExp(`${key}-\\d+`, 'g')) ?? []),
  ])
}
