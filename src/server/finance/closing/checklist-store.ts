import type { Db } from '#server/db/database.ts'
import { accountNameColumns, type AccountNameRow } from '#server/finance/account-store.ts'
import { selectLines } from '#server/finance/statements/lines-store.ts'
import type { ChecklistRow } from '#shared/finance/closing/period-views.ts'
import type { AccountRole } from '#shared/finance/ledger.ts'
import { sql } from 'kysely'

interface Days {
  from: string
  to: string
}

/** An account in the checklist, which the page names in its language. */
const describe = ({ code, role, provider, name, name_zh }: AccountNameRow): Pick<ChecklistRow, 'id' | 'account'> => ({
  id: code,
  account: { role, provider, name, nameZh: name_zh },
})

/** Accounts of which statements were imported, but none for these days, on which something was posted. */
export async function listAccountsWithoutStatement(db: Db, { from, to }: Days): Promise<ChecklistRow[]> {
  const accounts = await db
    .selectFrom('ledger_accounts as account')
    .select(accountNameColumns)
    .where('archived_at', 'is', null)
    .where(({ exists, not, selectFrom, and }) => {
      const statements = selectFrom('statements')
        .select(sql.lit(1).as('one'))
        .where('statements.imported_at', 'is not', null)
        .whereRef('statements.account_id', '=', 'account.id')
      return and([
        exists(statements.where('first_day', '<=', to)),
        not(exists(statements.where('first_day', '<=', to).where('last_day', '>=', from))),
        exists(
          selectFrom('ledger_day_totals as total')
            .select(sql.lit(1).as('one'))
            .whereRef('total.account_id', '=', 'account.id')
            .where('accounting_day', '>=', from)
            .where('accounting_day', '<=', to),
        ),
      ])
    })
    .orderBy('code')
    .execute()
  return accounts.map((account) => ({ type: 'account', ...describe(account) }))
}

/** Statements of these days whose lines do not add up to their balances. */
export async function listUntiedStatements(db: Db, { from, to }: Days): Promise<ChecklistRow[]> {
  const statements = await db
    .selectFrom('statements as statement')
    .innerJoin('statement_files as file', 'file.id', 'statement.file_id')
    .select(['statement.id', 'file.name'])
    .where('statement.imported_at', 'is not', null)
    .where(({ eb, or }) =>
      or([
        eb('untied_line', 'is not', null),
        eb('totals_check', 'in', ['count', 'in', 'out']),
        sql<boolean>`closing_minor <> opening_minor + in_minor - out_minor + neutral_minor`,
      ]),
    )
    .where('first_day', '<=', to)
    .where('last_day', '>=', from)
    .orderBy('statement.id')
    .execute()
  return statements.map(({ id, name }) => ({ type: 'statement', id, label: name }))
}

/** Receipts and shortages that are not explained yet. */
const unexplainedRoles: AccountRole[] = ['suspense', 'shortage']

/** The accounts of unexplained money with a balance at the end of a day. */
export async function listUnexplainedBalances(db: Db, day: string): Promise<ChecklistRow[]> {
  const accounts = await db
    .selectFrom('ledger_accounts as account')
    .innerJoin('ledger_day_totals as total', 'total.account_id', 'account.id')
    .select([...accountNameColumns, 'currency', sql<number>`sum(debit_minor - credit_minor)`.as('balance')])
    .where('role', 'in', unexplainedRoles)
    .where('accounting_day', '<=', day)
    .groupBy([...accountNameColumns, 'currency'])
    .orderBy('code')
    .execute()
  return accounts.flatMap(({ currency, balance, ...account }) =>
    balance === 0 ? [] : [{ type: 'account', ...describe(account), amountMinor: balance, currency }],
  )
}

/** The accounts with lines of statements on these days that are neither matched nor ignored, and the sum of these: of open lines and of those that wait, each in a row of its own. */
export async function listOpenLines(db: Db, { from, to }: Days, today: string): Promise<ChecklistRow[]> {
  const accounts = await selectLines(db, { state: 'unmatched', from, to, today })
    .innerJoin('ledger_accounts as account', 'account.id', 'line.account_id')
    .leftJoin('line_follow_ups as follow_up', (join) =>
      join
        .onRef('follow_up.statement_id', '=', 'line.statement_id')
        .onRef('follow_up.line_number', '=', 'line.line_number')
        .on('follow_up.wait_until', '>', today),
    )
    .select(({ fn }) => [
      ...accountNameColumns,
      'account.currency',
      fn.sum<number>('line.amount_minor').as('sum'),
      fn.count<number>('follow_up.line_number').as('waiting'),
    ])
    .groupBy([...accountNameColumns, 'account.currency', sql`follow_up.line_number is null`])
    .orderBy('account.code')
    .orderBy('waiting')
    .execute()
  return accounts.map(({ currency, sum, waiting, ...account }) => ({
    type: 'lines',
    ...describe(account),
    amountMinor: sum,
    currency,
    ...(waiting > 0 && { waiting }),
  }))
}

/** The requests that wait for a second person: for entries on these days, and those without a day that were made by `until`, their end, ms. */
export async function listUndecidedRequests(
  db: Db,
  { from, to, until }: Days & { until: number },
  now: number,
): Promise<ChecklistRow[]> {
  const requests = await db
    .selectFrom('entry_requests')
    .select(['id', 'memo'])
    .where('status', '=', 'requested')
    .where('expires_at', '>', now)
    .where(({ or, and, eb }) =>
      or([
        and([eb('day', '>=', from), eb('day', '<=', to)]),
        and([eb('day', 'is', null), eb('requested_at', '<', until)]),
      ]),
    )
    .orderBy('requested_at')
    .orderBy('id')
    .execute()
  return requests.map(({ id, memo }) => ({ type: 'request', id, label: memo }))
}
