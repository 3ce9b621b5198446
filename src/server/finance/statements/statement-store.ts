import type { Db, Transaction } from '#server/db/database.ts'
import { startAfterKey } from '#server/db/list-query.ts'
import type { StatementLinesTable, StatementsTable } from '#server/db/schema/statements.ts'
import type { RowKey } from '#server/keyset-page.ts'

const statementRows = (db: Db) =>
  db
    .selectFrom('statements as statement')
    .innerJoin('ledger_accounts as account', 'account.id', 'statement.account_id')
    .innerJoin('users as user', 'user.id', 'statement.imported_by')
    .selectAll('statement')
    .select([
      'account.code',
      'account.role',
      'account.provider',
      'account.name',
      'account.name_zh',
      'account.currency',
      'user.name as imported_by_name',
    ])
    .select(({ selectFrom }) =>
      selectFrom('statements as later')
        .select('later.id')
        .whereRef('later.account_id', '=', 'statement.account_id')
        .orderBy('later.imported_at', 'desc')
        .orderBy('later.id', 'desc')
        .limit(1)
        .as('last_id'),
    )

export type StatementRow = Awaited<ReturnType<typeof listStatementRows>>[number]

/** The newest statements, last imported first. */
export const listStatementRows = (db: Db, limit: number) =>
  statementRows(db).orderBy('statement.imported_at', 'desc').orderBy('statement.id', 'desc').limit(limit).execute()

export const findStatementRow = (db: Db, id: string): Promise<StatementRow | undefined> =>
  statementRows(db).where('statement.id', '=', id).executeTakeFirst()

/** So many rows in one statement of SQL: their parameters stay below the limits of both databases. */
const rowsPerQuery = 500

/** The lines of an account with one of these identities, as `identity occurrence`. */
export async function findKnownLines(db: Db, accountId: string, identities: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (let at = 0; at < identities.length; at += rowsPerQuery)
    for (const { identity, occurrence } of await db
      .selectFrom('statement_lines')
      .select(['identity', 'occurrence'])
      .where('account_id', '=', accountId)
      .where('identity', 'in', identities.slice(at, at + rowsPerQuery))
      .execute())
      known.add(`${identity} ${occurrence}`)
  return known
}

export async function insertStatement(
  transaction: Transaction,
  statement: StatementsTable,
  lines: readonly StatementLinesTable[],
): Promise<void> {
  await transaction.insertInto('statements').values(statement).execute()
  for (let at = 0; at < lines.length; at += rowsPerQuery)
    await transaction
      .insertInto('statement_lines')
      .values(lines.slice(at, at + rowsPerQuery))
      .execute()
}

export async function deleteStatement(transaction: Transaction, id: string): Promise<void> {
  await transaction.deleteFrom('statement_lines').where('statement_id', '=', id).execute()
  await transaction.deleteFrom('statements').where('id', '=', id).execute()
}

/** The lines of a statement of these days and of this class. */
interface LineFilter {
  statementId: string
  from?: string | undefined
  to?: string | undefined
  class?: StatementLinesTable['class'] | undefined
}

const filteredLines = (db: Db, { statementId, from, to, class: lineClass }: LineFilter) =>
  db
    .selectFrom('statement_lines')
    .where('statement_id', '=', statementId)
    .$if(from !== undefined, (query) => query.where('day', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('day', '<=', to ?? ''))
    .$if(lineClass !== undefined, (query) => query.where('class', '=', lineClass ?? 'in'))

/** Up to `limit` lines after a key `[lineNumber]`. */
export const findLines = (
  db: Db,
  filter: LineFilter,
  { direction, after, limit }: { direction: 'asc' | 'desc'; after: RowKey | undefined; limit: number },
) =>
  startAfterKey(filteredLines(db, filter).selectAll(), ['line_number'], direction, after)
    .orderBy('line_number', direction)
    .limit(limit)
    .execute()

export async function countLines(db: Db, filter: LineFilter): Promise<number> {
  const { count } = await filteredLines(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
