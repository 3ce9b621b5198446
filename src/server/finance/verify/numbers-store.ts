import type { Db } from '#server/db/database.ts'

/** How the numbers of each kind of document begin. */
export const numberPrefixes = { orders: 'SO', payments: 'PY', refunds: 'RF', shipments: 'SH', returns: 'RT' } as const

export const listCounters = (db: Db) => db.selectFrom('counters').selectAll().orderBy('key').execute()

/** The numbers of one kind and day: `SO260923`. */
export async function listNumbers(db: Db, key: string): Promise<string[]> {
  const tables = Object.keys(numberPrefixes) as (keyof typeof numberPrefixes)[]
  const table = tables.find((name) => key.startsWith(numberPrefixes[name]))
  if (!table) return []
  const rows = await db
    .selectFrom(table)
    .select('number')
    .where('number', '>=', `${key}-`)
    .where('number', '<', `${key}.`)
    .execute()
  return rows.map(({ number }) => number)
}
