import type { Db, Transaction } from '#server/db/database.ts'
import { creditSide, debitSide } from '#server/finance/document-entries-store.ts'
import { isRowInDays } from '#server/finance/entry-days-query.ts'
import type { Account } from '#server/finance/ledger-store.ts'
import type { LedgerAccountsTable } from '#server/db/schema/ledger.ts'
import { closingKind, selectTotals, type TotalsOptions } from '#server/finance/totals-store.ts'
import type { AccountName } from '#shared/finance/flow-figures.ts'
import type { OpenDays } from '#shared/finance/whole-months.ts'
import type { RowKey } from '#server/list/keyset-page.ts'
import { startAfterKey } from '#server/db/list-query.ts'
import { runQuery } from '#server/db/lookup.ts'
import { sql, type Updateable } from 'kysely'

/** What a view needs to name an account, of queries that call it `account`. */
export const accountNameColumns = [
  'account.code',
  'account.role',
  'account.provider',
  'account.name',
  'account.name_zh',
] as const

export type AccountNameRow = Pick<Account, 'code' | 'role' | 'provider' | 'name' | 'name_zh'>

/** The names of an account as views have them. */
export const toAccountName = ({ code, role, provider, name, name_zh }: AccountNameRow): AccountName => ({
  code,
  role,
  provider,
  name,
  nameZh: name_zh,
})

export type AccountRow = Account & { last_moved_at: number | null }

/** The currencies of all accounts. */
export async function listAccountCurrencies(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('ledger_accounts').select('currency').distinct().orderBy('currency').execute()
  return rows.map(({ currency }) => currency)
}

/** All accounts by code, with the time of their last posting. */
export const listAccountRows = (db: Db): Promise<AccountRow[]> => accountRows(db).orderBy('code').execute()

/** The account with this code. */
export const findAccountRow = (db: Db, code: string): Promise<AccountRow | undefined> =>
  accountRows(db).where('code', '=', code).executeTakeFirst()

const accountRows = (db: Db) =>
  db
    .selectFrom('ledger_accounts as account')
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('ledger_postings as posting')
        .select('occurred_at')
        .whereRef('account_id', '=', 'account.id')
        .orderBy('accounting_day', 'desc')
        .orderBy('occurred_at', 'desc')
        .limit(1)
        .as('last_moved_at'),
    )

export async function updateAccountRow(
  transaction: Transaction,
  id: string,
  columns: Pick<Updateable<LedgerAccountsTable>, 'name' | 'name_zh' | 'archived_at'>,
): Promise<void> {
  await transaction.updateTable('ledger_accounts').set(columns).where('id', '=', id).execute()
}

/** Some days of an account. */
export interface AccountDays extends TotalsOptions {
  accountId: string
  /** All without them. */
  days?: OpenDays | undefined
  /** Only the postings of these entries, of which there are few. */
  entries?: readonly number[] | undefined
}

/** Debits and credits of an account between two days, and how many postings they are. */
export async function sumAccountDays(
  db: Db,
  { accountId, days = {}, entries, ...options }: AccountDays,
): Promise<{ debit: number; credit: number; count: number }> {
  if (entries) return sumPostings(db, { accountId, days, entries, ...options })
  const { debit, credit, debits, credits } = await db
    .selectFrom(selectTotals(db, [accountId], days, options))
    .select(({ fn }) => [
      fn.coalesce(fn.sum<number>('debit_minor'), sql.lit(0)).as('debit'),
      fn.coalesce(fn.sum<number>('credit_minor'), sql.lit(0)).as('credit'),
      fn.coalesce(fn.sum<number>('debit_count'), sql.lit(0)).as('debits'),
      fn.coalesce(fn.sum<number>('credit_count'), sql.lit(0)).as('credits'),
    ])
    .executeTakeFirstOrThrow()
  return { debit, credit, count: debits + credits }
}

/** The same, added up from the postings themselves. */
const sumPostings = (db: Db, days: AccountDays): Promise<{ debit: number; credit: number; count: number }> =>
  db
    .selectFrom(selectPostings(db, days).select(['entry_seq', 'amount_minor']).as('posting'))
    .innerJoin('ledger_entries as entry', 'entry.seq', 'posting.entry_seq')
    .select(({ fn }) => [
      fn.coalesce(fn.sum<number>(debitSide), sql.lit(0)).as('debit'),
      fn.coalesce(fn.sum<number>(creditSide), sql.lit(0)).as('credit'),
      fn.countAll<number>().as('count'),
    ])
    .executeTakeFirstOrThrow()

const selectPostings = (db: Db, { accountId, days = {}, entries, isWithoutClosing = false }: AccountDays) =>
  db
    .selectFrom('ledger_postings')
    .where('account_id', '=', accountId)
    .where(isRowInDays(days))
    .$if(entries !== undefined, (query) => query.where('entry_seq', 'in', entries?.length ? entries : [0]))
    .$if(isWithoutClosing, (query) => query.where('entry_seq', 'not in', closingEntries(db)))

const postingKey = ['accounting_day', 'occurred_at', 'entry_seq', 'position'] as const

/** Up to `limit` postings of an account after a key `[accountingDay, occurredAt, entry, position]`. */
export const findPostings = (
  db: Db,
  days: AccountDays,
  { direction, after, limit }: { direction: 'asc' | 'desc'; after: RowKey | undefined; limit: number },
) =>
  runQuery(
    db,
    startAfterKey(selectPostings(db, days).select([...postingKey, 'amount_minor']), postingKey, direction, after)
      .orderBy('accounting_day', direction)
      .orderBy('occurred_at', direction)
      .orderBy('entry_seq', direction)
      .orderBy('position', direction)
      .limit(limit),
    // Without entries they are a range of the index of the account.
    days.entries === undefined,
  )

/** The numbers of closing entries, which are few. */
const closingEntries = (db: Db) => db.selectFrom('ledger_entries').select('seq').where('kind', '=', closingKind)

/** The sum of what was posted to an account on the day of a key after it, debits positive. */
export async function sumDayAfter(db: Db, days: AccountDays, key: RowKey): Promise<number> {
  const day = String(key[0])
  const ofDay = selectPostings(db, { ...days, days: { from: day, to: day } }).select(({ fn }) =>
    fn.coalesce(fn.sum<number>('amount_minor'), sql.lit(0)).as('sum'),
  )
  const { sum } = await startAfterKey(ofDay, postingKey, 'asc', key).executeTakeFirstOrThrow()
  return sum
}
