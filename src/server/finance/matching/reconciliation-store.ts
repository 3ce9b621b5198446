import type { Db } from '#server/db/database.ts'
import { accountNameColumns } from '#server/finance/account-store.ts'
import { selectLines } from '#server/finance/statements/lines-store.ts'
import { isAmongSuperseded, isSuperseded } from '#server/finance/statements/superseded-query.ts'
import { sql } from 'kysely'

const accountColumns = ['account.id', ...accountNameColumns, 'account.currency', 'account.balance_minor'] as const

/** The accounts with imported statements, with the days and the number of lines of these. */
export const listReconciledAccounts = (db: Db, code?: string) =>
  db
    .selectFrom('statements as statement')
    .innerJoin('ledger_accounts as account', 'account.id', 'statement.account_id')
    .select(accountColumns)
    .select(({ fn }) => [
      fn.min('statement.first_day').as('first_day'),
      fn.max('statement.last_day').as('last_day'),
      fn.sum<number>('statement.new_count').as('line_count'),
    ])
    .where('statement.imported_at', 'is not', null)
    .$if(code !== undefined, (query) => query.where('account.code', '=', code ?? ''))
    .groupBy(accountColumns)
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

/** The opening balance of the first statement of an account; null where its file gives none. */
export async function findOpening(db: Db, accountId: string): Promise<number | null> {
  const row = await db
    .selectFrom('statements')
    .select('opening_minor')
    .where('account_id', '=', accountId)
    .where('imported_at', 'is not', null)
    .orderBy('first_day')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.opening_minor ?? null
}

/** A line of which the file does not say which way the money went (`hasNoDirection`). */
const isUndirected = sql<boolean>`line.class = 'neutral' and line.amount_minor > 0 and line.balance_minor is null`

const directedSum = sql<number>`coalesce(sum(case when ${isUndirected} then 0 else line.amount_minor end), 0)`
const undirectedSum = sql<number>`coalesce(sum(case when ${isUndirected} then line.amount_minor else 0 end), 0)`

/**
 * The lines of an account that are neither matched nor ignored: how many, their sum, that of those without a direction, and the oldest day; and how many
 * more the bank changed later.
 */
export async function sumOpenLines(db: Db, accountId: string) {
  const superseded = await isAmongSuperseded(db, accountId)
  const groups = await selectLines(db, { accountId, today: '' })
    .select(({ fn }) => [
      superseded.as('is_superseded'),
      fn.countAll<number>().as('count'),
      directedSum.as('sum'),
      undirectedSum.as('undirected'),
      fn.min('line.day').as('oldest'),
    ])
    .where('line.match_id', 'is', null)
    .groupBy(sql`1`)
    .execute()
  const open = groups.find(({ is_superseded }) => !is_superseded)
  const supersededCount = groups.find(({ is_superseded }) => is_superseded)?.count ?? 0
  return { ...(open ?? { count: 0, sum: 0, undirected: 0, oldest: null }), supersededCount }
}

/** The ignored lines of an account: how many, their sum, and that of those without a direction; the sums without those that the bank changed later. */
export const sumIgnoredLines = (db: Db, accountId: string) =>
  db
    .selectFrom('matches')
    .innerJoin('statement_lines as line', 'line.match_id', 'matches.id')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(case when ${isUndirected} or ${isSuperseded(db, 'line')} then 0 else line.amount_minor end), 0)`.as(
        'sum',
      ),
      sql<number>`coalesce(sum(case when ${isUndirected} and not ${isSuperseded(db, 'line')} then line.amount_minor else 0 end), 0)`.as(
        'undirected',
      ),
    ])
    .where('matches.account_id', '=', accountId)
    .where('matches.rule', '=', '')
    .where('matches.method', '=', 'ignored')
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

/** The lines of each account and day, and how many of them are open. */
export const countLinesByDay = (db: Db, { from, to, today }: { from: string; to: string; today: string }) =>
  db
    .selectFrom('statement_lines as line')
    .innerJoin('statements as statement', 'statement.id', 'line.statement_id')
    .leftJoin('matches', 'matches.id', 'line.match_id')
    .leftJoin('line_follow_ups as follow_up', (join) =>
      join
        .onRef('follow_up.statement_id', '=', 'line.statement_id')
        .onRef('follow_up.line_number', '=', 'line.line_number')
        .on('follow_up.wait_until', '>', today),
    )
    .select(({ fn }) => [
      'line.account_id',
      'line.day',
      fn.countAll<number>().filterWhere('matches.id', 'is', null).filterWhere('wait_until', 'is', null).as('open'),
      fn
        .countAll<number>()
        .filterWhere('matches.id', 'is', null)
        .filterWhere('wait_until', 'is not', null)
        .as('waiting'),
      fn.countAll<number>().filterWhere('matches.method', '<>', 'ignored').as('matched'),
      fn.countAll<number>().filterWhere('matches.method', '=', 'ignored').as('ignored'),
    ])
    .where('statement.imported_at', 'is not', null)
    .where('line.day', '>=', from)
    .where('line.day', '<=', to)
    .where(({ eb, not, or }) => or([eb('line.match_id', 'is not', null), not(isSuperseded(db, 'line'))]))
    .groupBy(['line.account_id', 'line.day'])
    .execute()

/** The days that statements cover, of those that reach into some days. */
export const listCoveredDays = (db: Db, from: string, to: string) =>
  db
    .selectFrom('statements')
    .select(['account_id', 'first_day', 'last_day', 'untied_line', 'totals_check'])
    .where('imported_at', 'is not', null)
    .where('last_day', '>=', from)
    .where('first_day', '<=', to)
    .execute()
