import type { Db, Transaction } from '#server/db/database.ts'
import { cachedQueryByIds } from '#server/db/query-by-ids.ts'
import type { LedgerEntryTaxesTable } from '#server/db/schema/ledger.ts'
import type { AccountRole, EntryKind } from '#shared/finance/ledger.ts'
import type { OrderBalances, PostingLine } from '#shared/finance/order-balances.ts'
import { addShares, type TaxShare } from '#shared/finance/taxes.ts'
import { add } from '#shared/money.ts'
import { sql } from 'kysely'

/* What the entries of orders, payments, refunds and disputes have posted, as far as the next entry depends on it. */

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

/*
 * Which side a posting counts on, for queries that join `ledger_postings` with `ledger_entries` (once, without other columns of these
 * names): the debit or credit it made, or, negative, the one that a reversal takes back. The same rule as `splitSides`.
 */
export const debitSide = sql<number>`(case when (amount_minor > 0) = (reverses is null) then amount_minor else 0 end)`
export const creditSide = sql<number>`(case when (amount_minor < 0) = (reverses is null) then -amount_minor else 0 end)`

/** The revenue and the tax by rate that the entries of these orders have moved, without those of disputes: a row for each entry and rate. */
export const listOrderTaxes = cachedQueryByIds((db, ids) =>
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

export const toTaxShare = (row: Pick<LedgerEntryTaxesTable, 'tax_rate' | 'net_minor' | 'tax_minor'>): TaxShare => ({
  rate: row.tax_rate,
  netMinor: row.net_minor,
  taxMinor: row.tax_minor,
})
