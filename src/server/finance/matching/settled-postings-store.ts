import { sql } from 'kysely'
import type { Db, Transaction } from '#server/db/database.ts'
import { queryByIds } from '#server/db/query-by-ids.ts'
import type { EntryKind } from '#shared/finance/ledger.ts'

const bookedKinds = { payment: 'payment.captured', refund: 'refund.succeeded' } as const

/** Which of these payments or refunds a live match has, by the entry that booked them. */
export async function listMatchedDocuments(
  db: Db,
  type: keyof typeof bookedKinds,
  documents: readonly { id: string }[],
): Promise<Set<string>> {
  const rows = await queryByIds(
    documents.map(({ id }) => id),
    (ids) =>
      db
        .selectFrom('ledger_links as link')
        .innerJoin('ledger_entries as entry', 'entry.seq', 'link.entry_seq')
        .innerJoin('match_postings as matched', 'matched.entry_seq', 'link.entry_seq')
        .select('link.object_id')
        .where('link.object_id', 'in', ids)
        .where('entry.kind', '=', bookedKinds[type])
        .where('matched.is_live', '=', sql.lit(1))
        .execute(),
  )
  return new Set(rows.map(({ object_id }) => object_id))
}

/** The postings to an account of what settled the document of an entry, and of a refund also those by which it was paid: the last ones that are not reversed. */
export async function listSettledPostings(transaction: Transaction, accountId: string, entry: number) {
  const links = await transaction.selectFrom('ledger_links').selectAll().where('entry_seq', '=', entry).execute()
  const document = links.find(({ type }) => type === 'refund') ?? links.find(({ type }) => type === 'payment')
  const kinds: EntryKind[] = document?.type === 'refund' ? ['refund.succeeded', 'refund.settled'] : ['payment.settled']
  const rows = await transaction
    .selectFrom('ledger_links as link')
    .innerJoin('ledger_entries as entry', 'entry.seq', 'link.entry_seq')
    .leftJoin('ledger_entries as reversal', 'reversal.reverses', 'entry.seq')
    .innerJoin('ledger_postings as posting', 'posting.entry_seq', 'entry.seq')
    .selectAll('posting')
    .select('entry.kind')
    .where('link.object_id', '=', document?.object_id ?? '')
    .where('entry.kind', 'in', kinds)
    .where('entry.reverses', 'is', null)
    .where('reversal.seq', 'is', null)
    .orderBy('posting.entry_seq')
    .orderBy('posting.position')
    .execute()
  const paid = rows.findLast(({ kind }) => kind === 'refund.succeeded')?.entry_seq ?? 0
  return rows.filter((row) => row.account_id === accountId && row.entry_seq >= paid)
}

/** The documents that entries with postings of a match settled in another currency: the numbers of their order, payment and refund, by the entry. */
export const listSettledDocuments = (db: Db, matchId: string) =>
  db
    .selectFrom('match_postings as matched')
    .innerJoin('ledger_entries as entry', 'entry.seq', 'matched.entry_seq')
    .innerJoin('ledger_links as link', 'link.entry_seq', 'entry.seq')
    .select(['entry.seq', 'link.type', 'link.number'])
    .where('matched.match_id', '=', matchId)
    .where('entry.kind', 'in', ['payment.settled', 'refund.settled'])
    .execute()
