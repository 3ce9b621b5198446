import type { Account } from '#server/self-check/finance/ledger-accounts-store.ts'
import { isIn, sliceQuery } from '#server/self-check/orders/order-slices-store.ts'
import { sql } from 'kysely'

/** What the entries of the orders of a slice move by tax rate. */
export const listOrderTaxes = sliceQuery((db, slice) =>
  db
    .selectFrom('ledger_links as link')
    .innerJoin('ledger_entry_taxes as share', 'share.entry_seq', 'link.entry_seq')
    .leftJoin('ledger_links as dispute', (join) =>
      join.onRef('dispute.entry_seq', '=', 'link.entry_seq').on('dispute.type', '=', sql.lit('dispute')),
    )
    .select(['link.object_id as order_id', 'share.entry_seq as seq', 'dispute.object_id as dispute_id'])
    .select(['share.tax_rate', 'share.net_minor', 'share.tax_minor'])
    .where('link.type', '=', sql.lit('order'))
    .where(isIn(slice, 'link.object_id')),
)

/** The entries that are linked with an order of the slice, with their payment, refund, dispute and reversal. */
export const listOrderEntries = sliceQuery((db, slice) =>
  db
    .selectFrom('ledger_links as link')
    .innerJoin('ledger_entries as entry', 'entry.seq', 'link.entry_seq')
    .leftJoin('ledger_links as payment', (join) =>
      join.onRef('payment.entry_seq', '=', 'link.entry_seq').on('payment.type', '=', sql.lit('payment')),
    )
    .leftJoin('ledger_links as refund', (join) =>
      join.onRef('refund.entry_seq', '=', 'link.entry_seq').on('refund.type', '=', sql.lit('refund')),
    )
    .leftJoin('ledger_links as dispute', (join) =>
      join.onRef('dispute.entry_seq', '=', 'link.entry_seq').on('dispute.type', '=', sql.lit('dispute')),
    )
    .leftJoin('ledger_entries as reversal', 'reversal.reverses', 'entry.seq')
    .select(['link.object_id as order_id', 'link.number as order_number'])
    .select(['entry.seq', 'entry.kind', 'entry.reverses', 'reversal.seq as reversed_by'])
    .select(['entry.occurred_at', 'entry.recorded_at', 'entry.memo', 'entry.source'])
    .select(['payment.object_id as payment_id', 'payment.number as payment_number'])
    .select(['refund.object_id as refund_id', 'refund.number as refund_number'])
    .select(['dispute.object_id as dispute_id', 'dispute.number as dispute_number'])
    .where('link.type', '=', sql.lit('order'))
    .where(isIn(slice, 'link.object_id')),
)

/** The postings of these entries, without what their accounts say: there are few accounts. */
export const listOrderPostings = sliceQuery((db, slice) =>
  db
    .selectFrom('ledger_links as link')
    .innerJoin('ledger_postings as posting', 'posting.entry_seq', 'link.entry_seq')
    .select(['posting.entry_seq', 'posting.account_id', 'posting.amount_minor'])
    .where('link.type', '=', sql.lit('order'))
    .where(isIn(slice, 'link.object_id')),
)

/** A posting of an entry of an order, with what its account means. */
type BookedPosting = Awaited<ReturnType<typeof listOrderEntries>>[number] &
  Pick<Account, 'role' | 'provider' | 'currency'> & { amount_minor: number }

/** The postings of entries. An entry that is linked with several orders, which `verifyEntryLinks` reports, counts for one of them. */
export function joinPostings(
  entries: Awaited<ReturnType<typeof listOrderEntries>>,
  postings: Awaited<ReturnType<typeof listOrderPostings>>,
  accounts: ReadonlyMap<string, Account>,
): BookedPosting[] {
  const byEntry = new Map(entries.map((entry) => [entry.seq, entry]))
  return postings.flatMap(({ entry_seq, account_id, amount_minor }) => {
    const entry = byEntry.get(entry_seq)
    const account = accounts.get(account_id)
    if (!entry || !account) return []
    const { role, provider, currency } = account
    return [{ ...entry, role, provider, currency, amount_minor }]
  })
}
