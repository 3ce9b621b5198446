import type { Db } from '#server/db/database.ts'
import { startAfterKey } from '#server/db/list-query.ts'
import type { RowKey } from '#server/keyset-page.ts'
import type { LineState } from '#shared/finance/matching/views.ts'
import { sql } from 'kysely'

/** The accounts with imported statements, with the days and the number of lines of these. */
export const listReconciledAccounts = (db: Db, code?: string) =>
  db
    .selectFrom('statements as statement')
    .innerJoin('ledger_accounts as account', 'account.id', 'statement.account_id')
    .select([
      'account.id',
      'account.code',
      'account.role',
      'account.provider',
      'account.name',
      'account.name_zh',
      'account.currency',
      'account.balance_minor',
    ])
    .select(({ fn }) => [
      fn.min('statement.first_day').as('first_day'),
      fn.max('statement.last_day').as('last_day'),
      fn.sum<number>('statement.new_count').as('line_count'),
    ])
    .where('statement.imported_at', 'is not', null)
    .$if(code !== undefined, (query) => query.where('account.code', '=', code ?? ''))
    .groupBy([
      'account.id',
      'account.code',
      'account.role',
      'account.provider',
      'account.name',
      'account.name_zh',
      'account.currency',
      'account.balance_minor',
    ])
    .orderBy('account.code')
    .execute()

/** The closing balance of the last statement of an account that gives one. */
export async function findClosing(db: Db, accountId: string): Promise<number | null> {
  const row = await db
    .selectFrom('statements')
    .select('closing_minor')
    .where('account_id', '=', accountId)
    .where('imported_at', 'is not', null)
    .orderBy('last_day', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.closing_minor ?? null
}

/** The days of lines, both inclusive; of all accounts without one. */
interface LineDays {
  accountId?: string
  from?: string | undefined
  to?: string | undefined
}

const openLines = (db: Db, { accountId, from, to }: LineDays) =>
  db
    .selectFrom('statement_lines as line')
    .innerJoin('statements as statement', 'statement.id', 'line.statement_id')
    .where('line.match_id', 'is', null)
    .where('statement.imported_at', 'is not', null)
    .$if(accountId !== undefined, (query) => query.where('line.account_id', '=', accountId ?? ''))
    .$if(from !== undefined, (query) => query.where('line.day', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('line.day', '<=', to ?? ''))

/** The lines that are neither matched nor ignored: how many, their sum, and the oldest day. */
export const sumOpenLines = (db: Db, days: LineDays) =>
  openLines(db, days)
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.coalesce(fn.sum<number>('line.amount_minor'), sql.lit(0)).as('sum'),
      fn.min('line.day').as('oldest'),
    ])
    .executeTakeFirstOrThrow()

/** How many lines of some days are neither matched nor ignored. */
export const countOpenLines = async (db: Db, days: LineDays): Promise<number> => (await sumOpenLines(db, days)).count

/** The ignored lines of an account: how many, and their sum. */
export const sumIgnoredLines = (db: Db, accountId: string) =>
  db
    .selectFrom('matches')
    .innerJoin('match_lines', 'match_lines.match_id', 'matches.id')
    .leftJoin('match_undos', 'match_undos.match_id', 'matches.id')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.coalesce(fn.sum<number>('match_lines.amount_minor'), sql.lit(0)).as('sum'),
    ])
    .where('matches.account_id', '=', accountId)
    .where('matches.rule', '=', '')
    .where('matches.method', '=', 'ignored')
    .where('match_undos.match_id', 'is', null)
    .executeTakeFirstOrThrow()

/** The sum of the matched postings of an account, all or those before a day. */
export async function sumMatchedPostings(db: Db, accountId: string, before?: string): Promise<number> {
  const { sum } = await db
    .selectFrom('match_postings')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('amount_minor'), sql.lit(0)).as('sum'))
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'matched')
    .where('is_live', '=', sql.lit(1))
    .$if(before !== undefined, (query) => query.where('accounting_day', '<', before ?? ''))
    .executeTakeFirstOrThrow()
  return sum
}

/** How many matches of an account each rule made, and how many of these were undone. */
export const countRules = (db: Db, accountId: string) =>
  db
    .selectFrom('matches')
    .leftJoin('match_undos', 'match_undos.match_id', 'matches.id')
    .select(({ fn }) => [
      'matches.rule',
      fn.countAll<number>().as('count'),
      fn.count<number>('match_undos.match_id').as('undone'),
    ])
    .where('matches.account_id', '=', accountId)
    .where('matches.rule', '<>', '')
    .groupBy('matches.rule')
    .orderBy('matches.rule')
    .execute()

interface LineFilter extends LineDays {
  accountId: string
  state: LineState
}

const filteredLines = (db: Db, { accountId, from, to, state }: LineFilter) =>
  db
    .selectFrom('statement_lines as line')
    .innerJoin('statements as statement', 'statement.id', 'line.statement_id')
    .leftJoin('matches', 'matches.id', 'line.match_id')
    .where('line.account_id', '=', accountId)
    .where('statement.imported_at', 'is not', null)
    .$if(state === 'open', (query) => query.where('line.match_id', 'is', null))
    .$if(state === 'matched', (query) => query.where('matches.method', '<>', 'ignored'))
    .$if(state === 'ignored', (query) => query.where('matches.method', '=', 'ignored'))
    .$if(from !== undefined, (query) => query.where('line.day', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('line.day', '<=', to ?? ''))

/** Up to `limit` lines of an account after a key `[day, statement, line]`. */
export const findLines = (
  db: Db,
  filter: LineFilter,
  { direction, after, limit }: { direction: 'asc' | 'desc'; after: RowKey | undefined; limit: number },
) =>
  startAfterKey(
    filteredLines(db, filter).selectAll('line'),
    ['line.day', 'line.statement_id', 'line.line_number'],
    direction,
    after,
  )
    .orderBy('line.day', direction)
    .orderBy('line.statement_id', direction)
    .orderBy('line.line_number', direction)
    .limit(limit)
    .execute()

/** How many lines there are, up to a limit. */
export async function countLines(db: Db, filter: LineFilter, limit: number): Promise<number> {
  const { count } = await db
    .selectFrom(filteredLines(db, filter).select('line.line_number').limit(limit).as('found'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The lines of each account and day, and how many of them are open. */
export const countLinesByDay = (db: Db, from: string, to: string) =>
  db
    .selectFrom('statement_lines as line')
    .innerJoin('statements as statement', 'statement.id', 'line.statement_id')
    .select(({ fn }) => [
      'line.account_id',
      'line.day',
      fn.countAll<number>().as('lines'),
      fn.count<number>('line.match_id').as('done'),
    ])
    .where('statement.imported_at', 'is not', null)
    .where('line.day', '>=', from)
    .where('line.day', '<=', to)
    .groupBy(['line.account_id', 'line.day'])
    .execute()

/** The days that statements cover, of those that reach into some days. */
export const listCoveredDays = (db: Db, from: string, to: string) =>
  db
    .selectFrom('statements')
    .select(['account_id', 'first_day', 'last_day', 'untied_line'])
    .where('imported_at', 'is not', null)
    .where('last_day', '>=', from)
    .where('first_day', '<=', to)
    .execute()
