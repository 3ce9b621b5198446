import type { Db } from '#server/db/database.ts'
import { startAfterKey } from '#server/db/list-query.ts'
import { runLookup } from '#server/db/lookup.ts'
import { cachedQueryByIds } from '#server/db/query-by-ids.ts'
import { isRowInDays } from '#server/finance/entry-days-query.ts'
import type { OpenDays } from '#shared/finance/whole-months.ts'
import type { RowKey } from '#server/list/keyset-page.ts'
import { sql } from 'kysely'

/** The store credit of these customers by currency: the credits of their entries minus the debits. */
export const sumCredit: (
  db: Db,
  customers: readonly string[],
) => Promise<{ currency: string; amount_minor: number }[]> = cachedQueryByIds((db, customers) =>
  selectPostings(db, customers)
    .select(['account.currency'])
    .select(sql<number>`-sum(posting.amount_minor)`.as('amount_minor'))
    .groupBy('account.currency')
    .orderBy('account.currency')
    .compile(),
)

/** The newest entries that change what these customers have, the newest first; below zero is what was used. */
export const listCreditEntries = (db: Db, customers: readonly string[], limit: number) =>
  runLookup(
    db,
    selectPostings(db, customers)
      .innerJoin('ledger_entries as entry', 'entry.seq', 'link.entry_seq')
      .leftJoin('ledger_links as order', (join) =>
        join.onRef('order.entry_seq', '=', 'link.entry_seq').on('order.type', '=', 'order'),
      )
      .select(['entry.seq', 'entry.kind', 'entry.memo', 'entry.occurred_at'])
      .select(['account.currency', 'order.number as order_number'])
      .select(sql<number>`-sum(posting.amount_minor)`.as('amount_minor'))
      .groupBy(['entry.seq', 'account.currency', 'order.number'])
      .orderBy('entry.seq', 'desc')
      .limit(limit),
  )

/** The numbers of the entries that are linked with these customers. */
export async function listEntriesOfCustomers(db: Db, customers: readonly string[]): Promise<number[]> {
  const rows = await db
    .selectFrom('ledger_links')
    .select('entry_seq')
    .where('type', '=', 'customer')
    .where('object_id', 'in', customers)
    .execute()
  return rows.map(({ entry_seq }) => entry_seq)
}

const postingKey = ['accounting_day', 'occurred_at', 'entry_seq', 'position'] as const

/** A part of the postings of an account of store credit in some days, the oldest first, each with the customer that its entry names. */
export const listCreditPostings = (
  db: Db,
  accountId: string,
  { days, after, limit }: { days: OpenDays; after: RowKey | undefined; limit: number },
) =>
  db
    .selectFrom(
      startAfterKey(
        db
          .selectFrom('ledger_postings')
          .select([...postingKey, 'amount_minor'])
          .where('account_id', '=', accountId)
          .where(isRowInDays(days)),
        postingKey,
        'asc',
        after,
      )
        .orderBy('accounting_day')
        .orderBy('occurred_at')
        .orderBy('entry_seq')
        .orderBy('position')
        .limit(limit)
        .as('posting'),
    )
    .leftJoin('ledger_links as link', (join) =>
      join.onRef('link.entry_seq', '=', 'posting.entry_seq').on('link.type', '=', 'customer'),
    )
    .select(['accounting_day', 'occurred_at', 'posting.entry_seq', 'position', 'amount_minor'])
    .select(({ fn, val }) => fn.coalesce('link.object_id', val('')).as('customer'))
    .orderBy('accounting_day')
    .orderBy('occurred_at')
    .orderBy('posting.entry_seq')
    .orderBy('position')
    .execute()

/** The postings of a few customers. Cross joins keep SQLite from reading all postings of the accounts first. */
const selectPostings = (db: Db, customers: readonly string[]) =>
  db
    .selectFrom('ledger_links as link')
    .crossJoin('ledger_postings as posting')
    .crossJoin('ledger_accounts as account')
    .whereRef('posting.entry_seq', '=', 'link.entry_seq')
    .whereRef('account.id', '=', 'posting.account_id')
    .where('link.type', '=', sql.lit('customer'))
    .where('link.object_id', 'in', customers)
    .where('account.role', '=', sql.lit('store_credit'))
