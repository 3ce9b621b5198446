import type { Db } from '#server/db/database.ts'
import { cachedQueryByIds } from '#server/db/query-by-ids.ts'
import { sql } from 'kysely'

/** What the entries of these customers have given them less what they have used, by currency. */
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
    .limit(limit)
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
