import { cachedLookup, cachedQuery } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { asSentAhead } from '#server/db/sent-ahead.ts'
import { insertAll } from '#server/db/insert.ts'
import { cachedQueryByIds } from '#server/db/query-by-ids.ts'
import type {
  LedgerAccountsTable,
  LedgerDayTotalsTable,
  LedgerEntriesTable,
  LedgerEntryFlowsTable,
  LedgerEntryTaxesTable,
  LedgerLinksTable,
  LedgerPostingsTable,
} from '#server/db/schema/ledger.ts'
import { toTaxShare } from '#server/finance/document-entries-store.ts'
import { addTotals } from '#server/finance/ledger-totals-store.ts'
import type { EntryKind } from '#shared/finance/ledger.ts'
import { type Selectable, sql } from 'kysely'

export type Account = Selectable<LedgerAccountsTable>

/** The rows that `postEntries` writes. */
export interface LedgerRows {
  entries: LedgerEntriesTable[]
  postings: LedgerPostingsTable[]
  links: LedgerLinksTable[]
  flows: LedgerEntryFlowsTable[]
  taxes: LedgerEntryTaxesTable[]
  dayTotals: LedgerDayTotalsTable[]
}

/** Acquires the ledger's lock until the end of the transaction. On PostgreSQL a transaction that had to wait is run again. */
export async function lockLedger(transaction: Transaction): Promise<void> {
  await advanceHead(transaction, [0])
}

/** Takes the ledger's lock and the next `count` entry numbers; returns the head before them and the last closed day. */
export async function reserveEntryNumbers(
  transaction: Transaction,
  count: number,
): Promise<{ seq: number; hash: string; lastRecordedAt: number; closedThrough: string }> {
  const [head] = await advanceHead(transaction, [count])
  if (!head) throw new Error('The books have no settings')
  const seq = head.head_seq - count
  const [last] = await selectRecordedAt(transaction, [seq])
  return {
    seq,
    hash: head.head_hash,
    lastRecordedAt: last?.recorded_at ?? 0,
    closedThrough: head.closed_through,
  }
}

const advanceHead = cachedQuery((db) =>
  db
    .updateTable('book')
    .set(({ eb }) => ({ head_seq: eb('head_seq', '+', 0) }))
    .returning(['head_seq', 'head_hash', 'closed_through'])
    .compile(),
)

const selectRecordedAt = cachedQuery((db) =>
  db.selectFrom('ledger_entries').select('recorded_at').where('seq', '=', 0).compile(),
)

/** The accounts with these ids. */
export const findAccounts: (transaction: Transaction, ids: readonly string[]) => Promise<Account[]> =
  cachedQueryByIds<Account>((db, ids) => db.selectFrom('ledger_accounts').selectAll().where('id', 'in', ids).compile())

/** The default accounts in these currencies. */
export const listDefaultAccounts: (transaction: Transaction, currencies: readonly string[]) => Promise<Account[]> =
  cachedQueryByIds<Account>((db, currencies) =>
    db
      .selectFrom('ledger_accounts')
      .selectAll()
      .where('is_default', '=', sql.lit(1))
      .where('currency', 'in', currencies)
      .compile(),
  )

/** All accounts in the order in which they were created. */
export const listAccounts = (db: Db): Promise<Account[]> => selectAccounts(db)

const selectAccounts = cachedLookup<Account>((db) =>
  db.selectFrom('ledger_accounts').selectAll().orderBy('id').compile(),
)

export const insertAccounts = (transaction: Transaction, created: Account[]): Promise<void> =>
  insertAll(transaction, 'ledger_accounts', created)

export async function updateAccounts(transaction: Transaction, changed: Account[]): Promise<void> {
  for (const { id, balance_minor, posting_count, debited_minor } of changed)
    await updateAccount(transaction, [balance_minor, posting_count, debited_minor, id])
}

const updateAccount = cachedQuery((db) =>
  asSentAhead(
    db
      .updateTable('ledger_accounts')
      .set({ balance_minor: 0, posting_count: 0, debited_minor: 0 })
      .where('id', '=', '')
      .compile(),
    'always',
  ),
)

/** Inserts entries with their related rows, and moves the ledger's head to the last one. */
export async function insertLedgerRows(transaction: Transaction, rows: LedgerRows, headHash: string): Promise<void> {
  await addTotals(transaction, rows.dayTotals)
  await updateHeadHash(transaction, [headHash])
  await insertAll(transaction, 'ledger_entries', rows.entries)
  await insertAll(transaction, 'ledger_postings', rows.postings)
  await insertAll(transaction, 'ledger_links', rows.links)
  await insertAll(transaction, 'ledger_entry_flows', rows.flows)
  await insertAll(transaction, 'ledger_entry_taxes', rows.taxes)
}

const updateHeadHash = cachedQuery((db) =>
  asSentAhead(db.updateTable('book').set({ head_hash: '' }).compile(), 'always'),
)

/** All debits ever posted, by currency; those of reversals count as well. */
export const sumDebitsByCurrency = (db: Db): Promise<{ currency: string; debit: number }[]> => selectDebits(db)

const selectDebits = cachedQuery((db) =>
  db
    .selectFrom('ledger_accounts')
    .select(({ fn }) => ['currency', fn.sum<number>('debited_minor').as('debit')])
    .groupBy('currency')
    .compile(),
)

/** The number of the last entry of a kind. */
export const findLastEntry = (transaction: Transaction, kind: EntryKind): Promise<{ seq: number }> =>
  transaction
    .selectFrom('ledger_entries')
    .select('seq')
    .where('kind', '=', kind)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

/** The entry with this key. */
export const findEntryByKey = (
  transaction: Transaction,
  source: string,
  externalId: string,
): Promise<{ seq: number; reverses: number | null } | undefined> =>
  transaction
    .selectFrom('ledger_entries')
    .select(['seq', 'reverses'])
    .where('source', '=', source)
    .where('external_id', '=', externalId)
    .executeTakeFirst()

/** An entry with its postings, its links, its taxes and the number of the entry that reverses it. */
export async function loadEntry(transaction: Transaction, seq: number) {
  const entry = await transaction
    .selectFrom('ledger_entries as entry')
    .leftJoin('ledger_entries as reversal', 'reversal.reverses', 'entry.seq')
    .select(['entry.kind', 'entry.accounting_day', 'entry.occurred_at', 'entry.reverses', 'reversal.seq as reversedBy'])
    .where('entry.seq', '=', seq)
    .executeTakeFirst()
  if (!entry) return undefined
  const postings = await transaction
    .selectFrom('ledger_postings')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'account_id')
    .select(['account_id', 'currency', 'role', 'amount_minor'])
    .where('entry_seq', '=', seq)
    .orderBy('position')
    .execute()
  const links = await transaction.selectFrom('ledger_links').selectAll().where('entry_seq', '=', seq).execute()
  const taxes = await transaction.selectFrom('ledger_entry_taxes').selectAll().where('entry_seq', '=', seq).execute()
  return { ...entry, postings, links, taxes: taxes.map(toTaxShare) }
}
