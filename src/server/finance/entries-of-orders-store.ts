import { cachedLookup } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { cachedQueryByIds, queryByIds } from '#server/db/query-by-ids.ts'
import type { EntryKind } from '#shared/finance/ledger.ts'
import { sql } from 'kysely'

/** An entry of an order. `isMatched`: a match that was not undone has one of its postings. */
export interface EntryOfOrder {
  order_id: string
  seq: number
  kind: EntryKind
  occurred_at: number
  accounting_day: string
  is_matched: number
}

/** The entries of these orders that are neither reversed nor reversals, by number. */
export async function listEntriesOfOrders(db: Db, orderIds: readonly string[]): Promise<EntryOfOrder[]> {
  // Not a condition of the query: SQLite would read all entries by the index of `reverses`, where nearly all are null.
  const entries = await selectEntries(db, orderIds)
  return entries.filter(({ reverses, reversed_by }) => reverses === null && reversed_by === null)
}

const selectEntries = cachedQueryByIds<EntryOfOrder & { reverses: number | null; reversed_by: number | null }>(
  (db, ids) =>
    db
      .selectFrom('ledger_links as link')
      .innerJoin('ledger_entries as entry', 'entry.seq', 'link.entry_seq')
      .leftJoin('ledger_entries as reversal', 'reversal.reverses', 'entry.seq')
      .select(['entry.reverses', 'reversal.seq as reversed_by'])
      .select(['link.object_id as order_id', 'entry.seq', 'entry.kind', 'entry.occurred_at', 'entry.accounting_day'])
      .select(({ exists, selectFrom }) =>
        sql<number>`case when ${exists(
          selectFrom('match_postings')
            .select('match_id')
            .whereRef('match_postings.entry_seq', '=', 'entry.seq')
            .where('is_live', '=', sql.lit(1)),
        )} then 1 else 0 end`.as('is_matched'),
      )
      .where('link.type', '=', sql.lit('order'))
      .where('link.object_id', 'in', ids)
      .orderBy('entry.seq')
      .compile(),
)

/** The postings of entries in their order, the links, and the taxes. */
export async function loadPartsOfEntries(transaction: Transaction, seqs: readonly number[]) {
  const numbers = seqs.map(String)
  const read = <Row>(query: (part: readonly number[]) => Promise<Row[]>): Promise<Row[]> =>
    queryByIds(numbers, (part) => query(part.map(Number)))
  return {
    postings: await read((part) =>
      transaction
        .selectFrom('ledger_postings')
        .innerJoin('ledger_accounts', 'ledger_accounts.id', 'account_id')
        .select(['entry_seq', 'account_id', 'currency', 'amount_minor'])
        .where('entry_seq', 'in', part)
        .orderBy('entry_seq')
        .orderBy('position')
        .execute(),
    ),
    links: await read((part) =>
      transaction.selectFrom('ledger_links').selectAll().where('entry_seq', 'in', part).execute(),
    ),
    taxes: await read((part) =>
      transaction.selectFrom('ledger_entry_taxes').selectAll().where('entry_seq', 'in', part).execute(),
    ),
  }
}

/** The last day of the last closed month; empty before the first close. */
export async function findClosedThrough(db: Db): Promise<string> {
  const book = await db.selectFrom('book').select('closed_through').executeTakeFirstOrThrow()
  return book.closed_through
}

/** The documents to which the entries of an order are linked, by the number of the entry. */
export const listLinksOfOrder = (db: Db, orderId: string) => selectLinksOfOrder(db, [orderId])

const selectLinksOfOrder = cachedLookup((db) =>
  db
    .selectFrom('ledger_links as order_link')
    .innerJoin('ledger_entries as entry', 'entry.seq', 'order_link.entry_seq')
    .innerJoin('ledger_links as document', 'document.entry_seq', 'entry.seq')
    .select(['entry.seq', 'entry.kind', 'entry.reverses', 'document.type', 'document.number'])
    .where('order_link.type', '=', sql.lit('order'))
    .where('order_link.object_id', '=', '')
    .orderBy('entry.seq')
    .compile(),
)
