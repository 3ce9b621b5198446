import type { Db } from '#server/db/database.ts'
import { isSqlite } from '#server/db/dialect.ts'
import { createTextMatcher } from '#server/list/text-matcher.ts'
import { type Filter, listComparisons } from '#shared/list/filter.ts'
import { type Expression, sql, type SqlBool } from 'kysely'

/**
 * The condition that a name in a table contains the text that a filter searches for, whatever its case and accents; without a search it holds for no row.
 * SQLite cannot ignore accents, so the names are read and compared here: only for tables that stay small.
 */
export async function compileNameSearch(
  db: Db,
  table: 'invitations' | 'api_tokens',
  filter: Filter,
): Promise<Expression<SqlBool>> {
  const texts = listComparisons(filter).flatMap((each) => (each.op === 'matches' ? each.text : []))
  const rows = texts.length === 0 ? [] : await db.selectFrom(table).select('name').distinct().execute()
  const isFound = createTextMatcher(texts)
  const json = JSON.stringify(rows.map(({ name }) => name).filter(isFound))
  const names = isSqlite(db)
    ? sql`select value from json_each(${json})`
    : sql`select value from json_array_elements_text(${json}::text::json)`
  return sql<SqlBool>`${sql.ref(`${table}.name`)} in (${names})`
}
