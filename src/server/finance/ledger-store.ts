import type { Db, Transaction } from '#server/db/database.ts'
import { insertAll } from '#server/db/insert.ts'
import type {
  LedgerAccountsTable,
  LedgerDayTotalsTable,
  LedgerEntriesTable,
  LedgerLinksTable,
  LedgerPostingsTable,
} from '#server/db/schema.ts'
import type { OrderBalances } from '#shared/finance/posting.ts'
import { type Selectable, sql } from 'kysely'

export type Account = Selectable<LedgerAccountsTable>

/** Everything that one posting writes. */
export interface LedgerRows {
  entries: LedgerEntriesTable[]
  postings: LedgerPostingsTable[]
  links: LedgerLinksTable[]
  dayTotals: LedgerDayTotalsTable[]
}

/** Locks the book's head and takes the next `count` numbers; answers with the head as it was. */
export async function reserveEntryNumbers(
  transaction: Transaction,
  count: number,
): Promise<{ seq: number; hash: string; lastRecordedAt: number }> {
  const { head_seq, head_hash } = await transaction
    .updateTable('book')
    .set(({ eb }) => ({ head_seq: eb('head_seq', '+', count) }))
    .returning(['head_seq', 'head_hash'])
    .executeTakeFirstOrThrow()
  const seq = head_seq - count
  const last = await transaction
    .selectFrom('ledger_entries')
    .select('recorded_at')
    .where('seq', '=', seq)
    .executeTakeFirst()
  return { seq, hash: head_hash, lastRecordedAt: last?.recorded_at ?? 0 }
}

/** All accounts in the order in which they were made. */
export const listAccounts = (transaction: Transaction): Promise<Account[]> =>
  transaction.selectFrom('ledger_accounts').selectAll().orderBy('id').execute()

export const insertAccounts = (transaction: Transaction, created: Account[]): Promise<void> =>
  insertAll(transaction, 'ledger_accounts', created)

export async function updateAccounts(transaction: Transaction, changed: Account[]): Promise<void> {
  for (const { id, balance_minor, posting_count } of changed)
    await transaction
      .updateTable('ledger_accounts')
      .set({ balance_minor, posting_count })
      .where('id', '=', id)
      .execute()
}

/** Writes entries with all that belongs to them and moves the book's head to the last of them. */
export async function insertLedgerRows(transaction: Transaction, rows: LedgerRows, headHash: string): Promise<void> {
  await insertAll(transaction, 'ledger_entries', rows.entries)
  await insertAll(transaction, 'ledger_postings', rows.postings)
  await insertAll(transaction, 'ledger_links', rows.links)
  await addDayTotals(transaction, rows.dayTotals)
  await transaction.updateTable('book').set({ head_hash: headHash }).execute()
}

/** Rows of one statement: each is a different account, day and kind, as an upsert may touch a row only once. */
const rowsPerStatement = 500

async function addDayTotals(transaction: Transaction, totals: LedgerDayTotalsTable[]): Promise<void> {
  for (let start = 0; start < totals.length; start += rowsPerStatement)
    await transaction
      .insertInto('ledger_day_totals')
      .values(totals.slice(start, start + rowsPerStatement))
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'accounting_day', 'kind']).doUpdateSet({
          debit_minor: sql`ledger_day_totals.debit_minor + excluded.debit_minor`,
          credit_minor: sql`ledger_day_totals.credit_minor + excluded.credit_minor`,
          posting_count: sql`ledger_day_totals.posting_count + excluded.posting_count`,
        }),
      )
      .execute()
}

/** All debits that were ever booked, by currency. */
export const sumDebitsByCurrency = (db: Db): Promise<{ currency: string; debit: number }[]> =>
  db
    .selectFrom((query) =>
      query
        .selectFrom('ledger_day_totals')
        .select(({ fn }) => ['account_id', fn.sum<number>('debit_minor').as('debit')])
        .groupBy('account_id')
        .as('total'),
    )
    .innerJoin('ledger_accounts', 'id', 'account_id')
    .select(({ fn }) => ['currency', fn.sum<number>('debit').as('debit')])
    .groupBy('currency')
    .execute()

/** What the ledger holds of each of these orders; an order that never had an entry is missing. */
export async function loadOrderBalances(
  transaction: Transaction,
  orderIds: readonly string[],
): Promise<Map<string, OrderBalances>> {
  const found = new Map<string, OrderBalances>()
  for (let start = 0; start < orderIds.length; start += rowsPerStatement) {
    const rows = await transaction
      .selectFrom('ledger_links as link')
      .innerJoin('ledger_postings as posting', 'posting.entry_seq', 'link.entry_seq')
      .innerJoin('ledger_accounts as account', 'account.id', 'posting.account_id')
      .select(['link.object_id', 'account.role'])
      .select([
        sql<number>`sum(case when posting.amount_minor > 0 then posting.amount_minor else 0 end)`.as('debit'),
        sql<number>`sum(case when posting.amount_minor < 0 then -posting.amount_minor else 0 end)`.as('credit'),
      ])
      .where('link.type', '=', 'order')
      .where('link.object_id', 'in', orderIds.slice(start, start + rowsPerStatement))
      .groupBy(['link.object_id', 'account.role'])
      .execute()
    for (const { object_id, role, debit, credit } of rows)
      found.set(object_id, { ...found.get(object_id), [role]: { debit, credit } })
  }
  return found
}
