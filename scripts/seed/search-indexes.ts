import { sqlitePath } from '#server/db/sqlite.ts'
import { migrations, splitStatements } from '#server/db/migrate.ts'
import type { Kontor } from '#server/context.ts'
import { SQL } from 'bun'
import { Database } from 'bun:sqlite'
import { sql } from 'kysely'

/** Search tokens, names and amounts come in no order, and orders of customers in none of theirs, so each writes another page of these indexes. */
const indexNames = [
  'order_tokens_by_token',
  'orders_by_customer',
  'orders_by_total',
  'ledger_postings_by_amount',
  'customers_by_name',
  'customers_by_orders',
  'customers_by_last_order',
]

/** Drops the indexes without an order, which take longer than everything else once they do not fit into memory. */
export async function dropSearchIndexes({ database }: Kontor): Promise<void> {
  database.expectLargeWrites()
  await database.inTransaction(async (transaction) => {
    for (const name of indexNames) await sql.raw(`drop index ${name}`).execute(transaction)
  })
}

/** Creates the indexes again, sorted. Call it when the book is closed: it uses a connection of its own, which sorts in files, and takes longer than the time limit of statements. */
export async function createSearchIndexes({
  dataFolder,
  databaseUrl,
}: {
  dataFolder: string
  databaseUrl: string
}): Promise<void> {
  const all = migrations.flatMap(({ text }) => splitStatements(text))
  const statements = indexNames.map((name) => {
    const statement = all.findLast((each) => each.startsWith(`create index ${name} `))
    if (statement === undefined) throw new Error(`No migration creates ${name}`)
    return statement
  })
  if (databaseUrl) {
    await using postgres = new SQL(databaseUrl, { max: 1 })
    for (const statement of statements) await postgres.unsafe(statement)
  } else {
    using sqlite = new Database(sqlitePath(dataFolder), { readwrite: true, strict: true })
    sqlite.run('pragma cache_size = -32000')
    // One thread sorts while the other one reads: 26 instead of 43 s for the search tokens of a million orders.
    sqlite.run('pragma threads = 1')
    for (const statement of statements) sqlite.run(statement)
  }
}
