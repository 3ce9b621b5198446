import { type RawBuilder, sql } from 'kysely'
import type { Db, Transaction } from '#server/db/database.ts'
import { accountNameColumns } from '#server/finance/account-store.ts'
import { cachedInsert, insertAll } from '#server/db/insert.ts'
import type { Tables } from '#server/db/schema.ts'
import type { StatementFilesTable, StatementLinesTable, StatementsTable } from '#server/db/schema/statements.ts'
import { maxLinesPerNumber, numberKey } from '#server/finance/statements/identify-lines.ts'
import type { IdentifiedLine } from '#server/finance/statements/prepare-parts.ts'

/** Statements that are imported as a whole. `later_id`: a later one of an account that the file has. */
const statementRows = (db: Db) =>
  db
    .selectFrom('statements as statement')
    .innerJoin('statement_files as file', 'file.id', 'statement.file_id')
    .innerJoin('ledger_accounts as account', 'account.id', 'statement.account_id')
    .innerJoin('users as user', 'user.id', 'file.imported_by')
    .where('statement.imported_at', 'is not', null)
    .selectAll('statement')
    .select(accountNameColumns)
    .select(['account.currency', 'file.name as file_name', 'file.format', 'user.name as imported_by_name'])
    .select(({ selectFrom }) =>
      selectFrom('statements as same_file')
        .innerJoin('statements as later', (join) =>
          join
            .onRef('later.account_id', '=', 'same_file.account_id')
            .onRef('later.file_id', '<>', 'same_file.file_id')
            .onRef('later.id', '>', 'same_file.id')
            .on('later.imported_at', 'is not', null),
        )
        .select('later.id')
        .whereRef('same_file.file_id', '=', 'statement.file_id')
        .limit(1)
        .as('later_id'),
    )

export type StatementRow = Awaited<ReturnType<typeof listStatementRows>>[number]

/** The newest statements, last imported first, those of one file in its order. */
export const listStatementRows = (db: Db, limit: number) =>
  statementRows(db)
    .orderBy('statement.imported_at', 'desc')
    .orderBy('statement.file_id', 'desc')
    .orderBy('statement.position')
    .limit(limit)
    .execute()

export const findStatementRow = (db: Db, id: string): Promise<StatementRow | undefined> =>
  statementRows(db).where('statement.id', '=', id).executeTakeFirst()

/** Number of rows in one SQL statement: their parameters stay below the limits of both databases. */
const rowsPerQuery = 500

/** Which of these lines an account has, as `identity occurrence`. */
export async function findKnownLines(
  db: Db,
  accountId: string,
  lines: readonly Pick<StatementLinesTable, 'day' | 'identity' | 'occurrence'>[],
  exceptStatementId = '',
): Promise<Set<string>> {
  const known = new Set<string>()
  for (let at = 0; at < lines.length; at += rowsPerQuery) {
    const wanted = lines
      .slice(at, at + rowsPerQuery)
      .map(({ day, identity, occurrence }) => sql`(${day}, ${identity}, cast(${occurrence} as integer))`)
    // A scalar subquery for each: for a list, PostgreSQL reads all lines of the account until it has statistics.
    const { rows } = await sql<{ identity: string; occurrence: number }>`
      with wanted (day, identity, occurrence) as (values ${sql.join(wanted)})
      select identity, occurrence from wanted
      where (
        select 1 from statement_lines as line
        where line.account_id = ${accountId} and line.day = wanted.day and line.identity = wanted.identity
          and line.occurrence = wanted.occurrence and line.statement_id <> ${exceptStatementId}
      ) is not null`.execute(db)
    for (const { identity, occurrence } of rows) known.add(`${identity} ${occurrence}`)
  }
  return known
}

/** How many lines other statements of an account have of each of these days. */
export async function countLinesOfDays(
  db: Db,
  { accountId, days, exceptStatementId }: { accountId: string; days: readonly string[]; exceptStatementId: string },
): Promise<Map<string, number>> {
  if (days.length === 0) return new Map()
  const rows = await db
    .selectFrom('statement_lines')
    .select(({ fn }) => ['day', fn.countAll<number>().as('count')])
    .where('account_id', '=', accountId)
    .where('day', 'in', days)
    .where('statement_id', '<>', exceptStatementId)
    .groupBy('day')
    .execute()
  return new Map(rows.map(({ day, count }) => [day, count]))
}

/**
 * What other statements of the account have with the numbers of the lines: their last versions, and how many they have with each number, day, amount
 * and fee (`numberKey`). Nothing for a number that so many lines of an earlier file have that it is none.
 */
export async function findNumbered(
  db: Db,
  { id, account_id }: Pick<StatementsTable, 'id' | 'account_id'>,
  lines: readonly IdentifiedLine[],
): Promise<{ versions: Map<string, number>; counts: Map<string, number> }> {
  const versions = new Map<string, number>()
  const counts = new Map<string, number>()
  const numbers = [...new Set(lines.map(({ number }) => number))].filter((number) => number !== '')
  if (numbers.length === 0) return { versions, counts }
  const others = (columns: RawBuilder<unknown>) => sql`select ${columns} from statement_lines as line
    inner join statements as statement on statement.id = line.statement_id
    where line.account_id = ${account_id} and line.entry_reference = wanted.number and line.entry_reference <> ''
      and line.statement_id <> ${id}`
  // Scalar subqueries for each, as above.
  const found = await sql<{ number: string; version: number | null; shared: number }>`
    with wanted (number) as (values ${sql.join(numbers.map((number) => sql`(${number})`))})
    select number, (${others(sql`max(line.version)`)}) as version,
      (${others(sql`count(*) as lines`)} group by statement.file_id order by lines desc limit 1) as shared
    from wanted`.execute(db)
  for (const { number, version, shared } of found.rows)
    if (version !== null && shared <= maxLinesPerNumber) versions.set(number, version)
  const keyed = new Map(lines.flatMap((line) => (versions.has(line.number) ? [[numberKey(line), line] as const] : [])))
  if (keyed.size === 0) return { versions, counts }
  const wanted = [...keyed].map(
    ([key, { number, day, amountMinor, feeMinor }]) =>
      sql`(${key}, ${number}, ${day}, cast(${amountMinor} as bigint), cast(${feeMinor ?? 0} as bigint))`,
  )
  const { rows } = await sql<{ key: string; count: number }>`
    with wanted (key, number, day, amount, fee) as (values ${sql.join(wanted)})
    select key, (${others(sql`count(*)`)}
      and line.day = wanted.day and line.amount_minor = wanted.amount and coalesce(line.fee_minor, 0) = wanted.fee
    ) as count from wanted`.execute(db)
  for (const { key, count } of rows) counts.set(key, count)
  return { versions, counts }
}

export const insertFile = (transaction: Transaction, file: StatementFilesTable): Promise<void> =>
  insertAll(transaction, 'statement_files', [file])

export const insertStatements = (transaction: Transaction, rows: readonly StatementsTable[]): Promise<void> =>
  insertAll(transaction, 'statements', rows)

const insertUnlessKnown = cachedInsert('statement_lines', (insert) =>
  insert.onConflict((conflict) => conflict.columns(['account_id', 'day', 'identity', 'occurrence']).doNothing()),
)

/**
 * Inserts the lines of a statement, in their order, that its account does not have, and returns them. The database decides by the constraint:
 * asking before, PostgreSQL would read all lines of the account until it has statistics.
 */
export async function insertNewLines(
  transaction: Transaction,
  rows: readonly StatementLinesTable[],
): Promise<StatementLinesTable[]> {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return []
  await insertUnlessKnown(transaction, rows)
  const inserted = await transaction
    .selectFrom('statement_lines')
    .select('line_number')
    .where('statement_id', '=', first.statement_id)
    .where('line_number', '>=', first.line_number)
    .where('line_number', '<=', last.line_number)
    .execute()
  const numbers = new Set(inserted.map(({ line_number }) => line_number))
  return rows.filter(({ line_number }) => numbers.has(line_number))
}

/** Ends an import: stores what was not known when its lines were written. Returns whether it still had its lease. */
export async function finishFile(
  transaction: Transaction,
  { id, imported_at }: StatementFilesTable,
  statements: readonly StatementsTable[],
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('statement_files')
    .set({ imported_at, lease_until: null })
    .where('id', '=', id)
    .where('lease_until', '>', 0)
    .executeTakeFirstOrThrow()
  for (const { id: statementId, new_count } of statements)
    await transaction.updateTable('statements').set({ imported_at, new_count }).where('id', '=', statementId).execute()
  return numUpdatedRows > 0n
}

/** The code of the account that was last chosen for what a statement calls it. */
export async function findRememberedAccount(db: Db, identifier: string, currency: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('statement_identifiers as known')
    .innerJoin('ledger_accounts as account', 'account.id', 'known.account_id')
    .select('account.code')
    .where('known.identifier', '=', identifier)
    .where('known.currency', '=', currency)
    .executeTakeFirst()
  return row?.code
}

export async function rememberAccount(transaction: Transaction, row: Tables['statement_identifiers']): Promise<void> {
  await transaction
    .insertInto('statement_identifiers')
    .values(row)
    .onConflict((conflict) => conflict.columns(['identifier', 'currency']).doUpdateSet({ account_id: row.account_id }))
    .execute()
}

/** How tables with these headings were last read for an account, as JSON. */
export async function findMapping(db: Db, accountId: string, headingsHash: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('statement_mappings')
    .select('mapping')
    .where('account_id', '=', accountId)
    .where('headings_hash', '=', headingsHash)
    .executeTakeFirst()
  return row?.mapping
}

export async function rememberMapping(transaction: Transaction, row: Tables['statement_mappings']): Promise<void> {
  await transaction
    .insertInto('statement_mappings')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'headings_hash']).doUpdateSet({ mapping: row.mapping }))
    .execute()
}

/** The statements of a file in its order. */
export const listFileStatements = (db: Db, fileId: string) =>
  db
    .selectFrom('statements as statement')
    .innerJoin('ledger_accounts as account', 'account.id', 'statement.account_id')
    .select(['statement.id', 'account.code'])
    .where('statement.file_id', '=', fileId)
    .orderBy('statement.position')
    .execute()
