import { sqlitePath } from '#server/db/sqlite.ts'
import { migrations, splitStatements } from '#server/db/migrate.ts'
import type { Kontor } from '#server/context.ts'
import { SQL } from 'bun'
import { Database } from 'bun:sqlite'
import { sql } from 'kysely'

/** Search tokens have no order, so each writes another page of this index. */
const indexName = 'order_tokens_by_token'

/** Drops the index of the search tokens, which takes longer than everything else once it does not fit into memory. */
export const dropSearchIndex = ({ database }: Kontor): Promise<unknown> =>
  database.inTransaction((transaction) => sql.raw(`drop index ${indexName}`).execute(transaction))

/** Creates the index again, sorted. Call it when the book is closed: it uses a connection of its own, which sorts in files, and takes longer than the time limit of statements. */
export async function createSearchIndex({
  dataFolder,
  databaseUrl,
}: {
  dataFolder: string
  databaseUrl: string
}): Promise<void> {
  const statement = migrations
    .flatMap(({ text }) => splitStatements(text))
    .find((each) => each.startsWith(`create index ${indexName} `))
  if (!statement) throw new Error(`No migration creates ${indexName}`)
  if (databaseUrl) {
    await using postgres = new SQL(databaseUrl, { max: 1 })
    await postgres.unsafe(statement)
  } else {
    using sqlite = new Database(sqlitePath(dataFolder), { readwrite: true, strict: true })
    sqlite.run('pragma cache_size = -32000')
    sqlite.run(statement)
  }
}
