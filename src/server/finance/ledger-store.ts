import { cachedLookup, cachedQuery } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { insertAll } from '#server/db/insert.ts'
import { cachedQueryByIds } from '#server/db/query-by-ids.ts'
import { creditSide, debitSide } from '#server/db/posting-sides.ts'
import type {
  LedgerAccountsTable,
  LedgerDayTotalsTable,
  LedgerEntriesTable,
  LedgerEntryFlowsTable,
  LedgerEntryTaxesTable,
  LedgerLinksTable,
  LedgerPostingsTable,
} from '#server/db/schema/ledger.ts'
import { addTotals } from '#server/finance/ledger-totals-store.ts'
import type { AccountRole, EntryKind } from '#shared/finance/ledger.ts'
import type { OrderBalances, PostingLine } from '#shared/finance/order-balances.ts'
import { addShares, type TaxShare } from '#shared/finance/taxes.ts'
import { add } from '#shared/money.ts'
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
export const listAccounts = (transaction: Transaction): Promise<Account[]> => selectAccounts(transaction)

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
  db
    .updateTable('ledger_accounts')
    .set({ balance_minor: 0, posting_count: 0, debited_minor: 0 })
    .where('id', '=', '')
    .compile(),
)

/** Inserts entries with their related rows, and moves the ledger's head to the last one. */
export async function insertLedgerRows(transaction: Transaction, rows: LedgerRows, headHash: string): Promise<void> {
  // First what waits for answers, because it would wait for those of the many rows, too.
  await addTotals(transaction, rows.dayTotals)
  await updateHeadHash(transaction, [headHash])
  await insertAll(transaction, 'ledger_entries', rows.entries)
  await insertAll(transaction, 'ledger_postings', rows.postings)
  await insertAll(transaction, 'ledger_links', rows.links)
  await insertAll(transaction, 'ledger_entry_flows', rows.flows)
  await insertAll(transaction, 'ledger_entry_taxes', rows.taxes)
}

const updateHeadHash = cachedQuery((db) => db.updateTable('book').set({ head_hash: '' }).compile())

/** All debits ever posted, by currency; those of reversals count as well. */
export const sumDebitsByCurrency = (db: Db): Promise<{ currency: string; debit: number }[]> => selectDebits(db)

const selectDebits = cachedQuery((db) =>
  db
    .selectFrom('ledger_accounts')
    .select(({ fn }) => ['currency', fn.sum<number>('debited_minor').as('debit')])
    .groupBy('currency')
    .compile(),
)

/**
 * The ledger balances of each order in its currency, without reversed entries, and of disputes only what they offset; an order without entries is missing. Money that was exchanged
 * for another currency at once, and store credit, count as if they were on the clearing account; entries that exchange it later change nothing.
 */
export async function loadOrderBalances(
  db: Db,
  orders: readonly { id: string; currency: string }[],
): Promise<Map<string, OrderBalances>> {
  const currencies = new Map(orders.map(({ id, currency }) => [id, currency]))
  const rows = await selectOrderBalances(db, [...currencies.keys()])
  const found = new Map<string, OrderBalances>()
  for (const { object_id, role: actual, currency, is_returned, ...sides } of rows) {
    if (currency !== currencies.get(object_id)) continue
    const balances = found.getOrInsertComputed(object_id, () => ({}))
    const role = actual === 'conversion' || actual === 'store_credit' ? 'clearing' : actual
    const { debit, credit } = balances[role] ?? { debit: 0, credit: 0 }
    const of = is_returned === 1 ? { debit: 0, credit: sides.credit - sides.debit } : sides
    balances[role] = { debit: add(debit, of.debit), credit: add(credit, of.credit) }
  }
  return found
}

const selectOrderBalances = cachedQueryByIds((db, ids) =>
  db
    .selectFrom('ledger_links as link')
    .innerJoin('ledger_postings as posting', 'posting.entry_seq', 'link.entry_seq')
    .innerJoin('ledger_accounts as account', 'account.id', 'posting.account_id')
    .innerJoin('ledger_entries as entry', 'entry.seq', 'link.entry_seq')
    .select(({ fn }) => [
      'link.object_id',
      'account.role',
      'account.currency',
      // Money of a refund that came back: not captured, but less refunded.
      sql<number>`case when account.role in ('clearing', 'conversion', 'store_credit') and entry.kind = 'refund.returned' then 1 else 0 end`.as(
        'is_returned',
      ),
      fn.sum<number>(debitSide).as('debit'),
      fn.sum<number>(creditSide).as('credit'),
    ])
    .leftJoin('ledger_links as dispute', (join) =>
      join.onRef('dispute.entry_seq', '=', 'link.entry_seq').on('dispute.type', '=', sql.lit('dispute')),
    )
    .where('link.type', '=', sql.lit('order'))
    .where('link.object_id', 'in', ids)
    .where(sql<boolean>`entry.kind not in ('payment.settled', 'refund.settled')`)
    .where(({ eb, or }) =>
      or([eb('dispute.entry_seq', 'is', null), eb('account.role', '=', sql.lit<AccountRole>('refund_due'))]),
    )
    .groupBy(['link.object_id', 'account.role', 'account.currency', 'is_returned'])
    .compile(),
)

/** The revenue and the tax of each order by rate, as its entries have moved them, without those of disputes. */
export async function loadOrderTaxes(
  transaction: Transaction,
  orderIds: readonly string[],
): Promise<Map<string, TaxShare[]>> {
  const rows = await selectOrderTaxes(transaction, orderIds)
  const shares = Map.groupBy(rows, ({ object_id }) => object_id)
  return new Map([...shares].map(([id, ofOrder]) => [id, addShares(ofOrder.map(toTaxShare))]))
}

const selectOrderTaxes = cachedQueryByIds((db, ids) =>
  db
    .selectFrom('ledger_links as link')
    .innerJoin('ledger_entry_taxes as share', 'share.entry_seq', 'link.entry_seq')
    .leftJoin('ledger_links as dispute', (join) =>
      join.onRef('dispute.entry_seq', '=', 'link.entry_seq').on('dispute.type', '=', sql.lit('dispute')),
    )
    .select(['link.object_id', 'share.tax_rate', 'share.net_minor', 'share.tax_minor'])
    .where('link.type', '=', sql.lit('order'))
    .where('link.object_id', 'in', ids)
    .where('dispute.entry_seq', 'is', null)
    .compile(),
)

/** What the entries of a refund have posted to revenue and tax. */
export const listRefundedRevenue = (transaction: Transaction, refundId: string): Promise<PostingLine[]> =>
  transaction
    .selectFrom('ledger_links as link')
    .innerJoin('ledger_postings as posting', 'posting.entry_seq', 'link.entry_seq')
    .innerJoin('ledger_accounts as account', 'account.id', 'posting.account_id')
    .innerJoin('ledger_entries as entry', 'entry.seq', 'link.entry_seq')
    .select(({ fn }) => ['account.role', fn.sum<number>('posting.amount_minor').as('amountMinor')])
    .where('link.type', '=', 'refund')
    .where('link.object_id', '=', refundId)
    .where('entry.kind', 'in', ['refund.succeeded', 'refund.credited'])
    .where('account.role', 'in', ['returns', 'shipping', 'tax'])
    .groupBy('account.role')
    .orderBy('account.role')
    .execute()

/** The tax by rate that the entries of a dispute have moved. */
export async function loadDisputeTaxes(transaction: Transaction, disputeId: string): Promise<TaxShare[]> {
  const rows = await transaction
    .selectFrom('ledger_links as link')
    .innerJoin('ledger_entry_taxes as share', 'share.entry_seq', 'link.entry_seq')
    .select(['share.tax_rate', 'share.net_minor', 'share.tax_minor'])
    .where('link.type', '=', 'dispute')
    .where('link.object_id', '=', disputeId)
    .execute()
  return addShares(rows.map(toTaxShare))
}

/** The number of the last entry of a kind. */
export const findLastEntry = (transaction: Transaction, kind: EntryKind): Promise<{ seq: number }> =>
  transaction
    .selectFrom('ledger_entries')
    .select('seq')
    .where('kind', '=', kind)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

/** The last entry of a kind of a payment or a refund that is not reversed, and no reversal. */
export const findDocumentEntry = (transaction: Transaction, documentId: string, kind: EntryKind) =>
  transaction
    .selectFrom('ledger_links as link')
    .innerJoin('ledger_entries as entry', 'entry.seq', 'link.entry_seq')
    .leftJoin('ledger_entries as reversal', 'reversal.reverses', 'entry.seq')
    .select('entry.seq')
    .where('link.object_id', '=', documentId)
    .where('entry.kind', '=', kind)
    .where('entry.reverses', 'is', null)
    .where('reversal.seq', 'is', null)
    .orderBy('entry.seq', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Which of these payments have an entry that settled them in another currency and is not reversed. */
export const listSettledPayments = async (db: Db, paymentIds: readonly string[]): Promise<string[]> =>
  (await selectSettledPayments(db, paymentIds)).map(({ object_id }) => object_id)

const selectSettledPayments = cachedQueryByIds((db, ids) =>
  db
    .selectFrom('ledger_links as link')
    .innerJoin('ledger_entries as entry', 'entry.seq', 'link.entry_seq')
    .leftJoin('ledger_entries as reversal', 'reversal.reverses', 'entry.seq')
    .select('link.object_id')
    .where('link.object_id', 'in', ids)
    .where('entry.kind', '=', sql.lit('payment.settled'))
    .where('entry.reverses', 'is', null)
    .where('reversal.seq', 'is', null)
    .compile(),
)

/** The last entry of a kind of a dispute. */
export const findDisputeEntry = (transaction: Transaction, disputeId: string, kind: EntryKind) =>
  transaction
    .selectFrom('ledger_links as link')
    .innerJoin('ledger_entries as entry', 'entry.seq', 'link.entry_seq')
    .select('entry.seq')
    .where('link.type', '=', 'dispute')
    .where('link.object_id', '=', disputeId)
    .where('entry.kind', '=', kind)
    .orderBy('entry.seq', 'desc')
    .limit(1)
    .executeTakeFirst()

const toTaxShare = (row: Pick<LedgerEntryTaxesTable, 'tax_rate' | 'net_minor' | 'tax_minor'>): TaxShare => ({
  rate: row.tax_rate,
  netMinor: row.net_minor,
  taxMinor: row.tax_minor,
})

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
    .select(['entry.kind', 'entry.occurred_at', 'entry.reverses', 'reversal.seq as reversedBy'])
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
