import type { Db, Transaction } from '#server/db/database.ts'
import { insertAll } from '#server/db/insert.ts'
import { queryByIds } from '#server/db/query-by-ids.ts'
import type { MatchUndosTable } from '#server/db/schema/matching.ts'
import { accountNameColumns } from '#server/finance/account-store.ts'
import type { AccountRole } from '#shared/finance/ledger.ts'
import type { MatchRows } from '#server/finance/matching/hash-match.ts'
import { sql } from 'kysely'

/** Inserts matches of one batch with their lines and postings, and marks the lines. */
export async function insertMatches(transaction: Transaction, batchId: string, rows: MatchRows): Promise<void> {
  await insertAll(transaction, 'matches', rows.matches)
  await insertAll(transaction, 'match_lines', rows.lines)
  await insertAll(transaction, 'match_postings', rows.postings)
  await sql`
    update statement_lines set match_id = match_lines.match_id
    from match_lines inner join matches on matches.id = match_lines.match_id
    where matches.batch_id = ${batchId}
      and match_lines.statement_id = statement_lines.statement_id
      and match_lines.line_number = statement_lines.line_number`.execute(transaction)
}

/** Ends a match: its lines and postings are open again. */
export async function insertUndo(transaction: Transaction, undo: MatchUndosTable): Promise<void> {
  await transaction.insertInto('match_undos').values(undo).execute()
  await transaction
    .updateTable('statement_lines')
    .set({ match_id: null })
    .where('match_id', '=', undo.match_id)
    .execute()
  await transaction.updateTable('match_postings').set({ is_live: 0 }).where('match_id', '=', undo.match_id).execute()
}

/** A match with its account, its undoing, and what it posted. */
export const findMatch = (db: Db, id: string) =>
  db
    .selectFrom('matches')
    .innerJoin('ledger_accounts as account', 'account.id', 'matches.account_id')
    .innerJoin('users as user', 'user.id', 'matches.matched_by')
    .leftJoin('match_undos as undo', 'undo.match_id', 'matches.id')
    .leftJoin('ledger_entries as entry', 'entry.seq', 'matches.entry_seq')
    .selectAll('matches')
    .select(['account.code', 'user.name as matched_by_name', 'undo.undone_at', 'entry.kind as entry_kind'])
    .where('matches.id', '=', id)
    .executeTakeFirst()

export const findAccount = (db: Db, id: string) =>
  db
    .selectFrom('ledger_accounts')
    .select(['id', 'code', 'currency', 'role'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** An account with its names. */
export const findNamedAccount = (db: Db, id: string) =>
  db
    .selectFrom('ledger_accounts as account')
    .select([...accountNameColumns, 'currency'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

export const listAccountNames = (db: Db, ids: readonly string[]) =>
  queryByIds(ids, (some) =>
    db
      .selectFrom('ledger_accounts as account')
      .select(['id', ...accountNameColumns])
      .where('id', 'in', some)
      .execute(),
  )

/** The lines of a match that was not undone. */
export const listLinesOfMatch = (db: Db, matchId: string) =>
  db
    .selectFrom('statement_lines')
    .selectAll()
    .where('match_id', '=', matchId)
    .orderBy('statement_id')
    .orderBy('line_number')
    .execute()

export const listMatchPostings = (db: Db, matchId: string) =>
  db
    .selectFrom('match_postings')
    .selectAll()
    .where('match_id', '=', matchId)
    .orderBy('accounting_day')
    .orderBy('entry_seq')
    .orderBy('position')
    .execute()

/** The line of an imported statement. */
export const findLine = (db: Db, statementId: string, lineNumber: number) =>
  db
    .selectFrom('statement_lines')
    .innerJoin('statements', 'statements.id', 'statement_lines.statement_id')
    .selectAll('statement_lines')
    .where('statement_lines.statement_id', '=', statementId)
    .where('statement_lines.line_number', '=', lineNumber)
    .where('statements.imported_at', 'is not', null)
    .executeTakeFirst()

/** Which of these lines are still open, by `lineId`; none of a statement that is being removed. */
export async function findStillOpenLines(
  db: Db,
  lines: readonly { statementId: string; lineNumber: number }[],
): Promise<Set<string>> {
  const open = new Set<string>()
  for (const [statementId, ofStatement] of Map.groupBy(lines, (line) => line.statementId))
    for (const found of await db
      .selectFrom('statement_lines')
      .innerJoin('statements', 'statements.id', 'statement_lines.statement_id')
      .select('line_number')
      .where('statement_id', '=', statementId)
      .where('statements.imported_at', 'is not', null)
      .where(
        'line_number',
        'in',
        ofStatement.map(({ lineNumber }) => lineNumber),
      )
      .where('match_id', 'is', null)
      .execute())
      open.add(`${statementId}:${found.line_number}`)
  return open
}

/** Which of the postings of these entries a live match has, as `entry.position purpose`. */
export async function findTakenPostings(db: Db, entries: readonly number[]): Promise<Set<string>> {
  const rows = await queryByIds([...new Set(entries)].map(String), (ids) =>
    db
      .selectFrom('match_postings')
      .select(['entry_seq', 'position', 'purpose'])
      .where('entry_seq', 'in', ids.map(Number))
      .where('is_live', '=', sql.lit(1))
      .execute(),
  )
  return new Set(rows.map(({ entry_seq, position, purpose }) => `${entry_seq}.${position} ${purpose}`))
}

/** Whether a posting of an entry, to an account of this role or to any, is an item of a payout in an active match. */
export async function isPaidOut(db: Db, entry: number, role?: AccountRole): Promise<boolean> {
  const row = await db
    .selectFrom('match_postings as posting')
    .innerJoin('ledger_accounts as account', 'account.id', 'posting.account_id')
    .select('match_id')
    .where('entry_seq', '=', entry)
    .where('purpose', '=', 'paid_out')
    .where('is_live', '=', sql.lit(1))
    .$if(role !== undefined, (query) => query.where('account.role', '=', role ?? 'transit'))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a live match has a line of one of these statements. */
export async function areMatched(db: Db, statementIds: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom('statement_lines')
    .select('match_id')
    .where('statement_id', 'in', statementIds)
    .where('match_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The match that posted the entry of a posting that this match has. */
export async function findMatchOfPostings(db: Db, matchId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('match_postings as posting')
    .innerJoin('matches', 'matches.entry_seq', 'posting.entry_seq')
    .select('matches.id')
    .where('posting.match_id', '=', matchId)
    .executeTakeFirst()
  return row?.id
}

/** The live matches that have postings of an entry, with the codes of their accounts. */
export const listMatchesOfEntry = (db: Db, entry: number) =>
  db
    .selectFrom('match_postings as posting')
    .innerJoin('matches', 'matches.id', 'posting.match_id')
    .innerJoin('ledger_accounts as account', 'account.id', 'matches.account_id')
    .select(['matches.id', 'account.code'])
    .distinct()
    .where('posting.entry_seq', '=', entry)
    .where('posting.purpose', '=', 'matched')
    .where('posting.is_live', '=', sql.lit(1))
    .execute()
