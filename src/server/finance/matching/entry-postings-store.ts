import type { Db } from '#server/db/database.ts'
import { queryByIds } from '#server/db/query-by-ids.ts'
import type { ManualPosting } from '#shared/finance/manual-entry.ts'
import type { PostingItem } from '#shared/finance/matching/views.ts'

/** Postings of matches with what their entries are linked with, in their order. */
export async function describePostings(
  db: Db,
  postings: readonly { entry_seq: number; position: number; accounting_day: string; amount_minor: number }[],
): Promise<PostingItem[]> {
  const seqs = [...new Set(postings.map(({ entry_seq }) => String(entry_seq)))]
  const [entries, links] = await Promise.all([
    queryByIds(seqs, (ids) =>
      db.selectFrom('ledger_entries').select(['seq', 'kind', 'memo']).where('seq', 'in', ids.map(Number)).execute(),
    ),
    queryByIds(seqs, (ids) =>
      db.selectFrom('ledger_links').select(['entry_seq', 'number']).where('entry_seq', 'in', ids.map(Number)).execute(),
    ),
  ])
  const bySeq = new Map(entries.map((entry) => [entry.seq, entry]))
  const linksBySeq = Map.groupBy(links, ({ entry_seq }) => entry_seq)
  return postings.map(({ entry_seq, position, accounting_day, amount_minor }) => ({
    id: `${entry_seq}.${position}`,
    entry: entry_seq,
    kind: bySeq.get(entry_seq)?.kind ?? '',
    day: accounting_day,
    amountMinor: amount_minor,
    numbers: (linksBySeq.get(entry_seq) ?? []).map(({ number }) => number),
    references: [bySeq.get(entry_seq)?.memo ?? ''].filter((memo) => memo !== ''),
  }))
}

/** What an entry posts, in the currencies of its accounts. */
export async function listPostedAmounts(db: Db, entry: number): Promise<{ currency: string; amountMinor: number }[]> {
  return db
    .selectFrom('ledger_postings')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_postings.account_id')
    .select(['ledger_accounts.currency', 'ledger_postings.amount_minor as amountMinor'])
    .where('entry_seq', '=', entry)
    .execute()
}

/** The mirror image of what an entry posts, by the codes of its accounts. */
export async function listReversedPostings(db: Db, entry: number): Promise<ManualPosting[]> {
  const postings = await db
    .selectFrom('ledger_postings')
    .innerJoin('ledger_accounts as account', 'account.id', 'ledger_postings.account_id')
    .select(['account.code', 'account.currency', 'amount_minor'])
    .where('entry_seq', '=', entry)
    .orderBy('position')
    .execute()
  return postings.map(({ code, currency, amount_minor }) => ({ account: code, currency, amountMinor: -amount_minor }))
}

/** The postings of entries, by number and position. */
export const listPostingsOfEntries = (db: Db, entries: readonly number[]) =>
  queryByIds(entries.map(String), (ids) =>
    db
      .selectFrom('ledger_postings')
      .select(['entry_seq', 'position', 'account_id', 'accounting_day', 'amount_minor'])
      .where('entry_seq', 'in', ids.map(Number))
      .orderBy('entry_seq')
      .orderBy('position')
      .execute(),
  )
