import type { LedgerEntriesTable, LedgerLinksTable, LedgerPostingsTable } from '#server/db/schema/ledger.ts'
import { hashLink } from '#server/hash-chain.ts'

/** An entry before it has its hash. */
export type UnhashedEntry = Omit<LedgerEntriesTable, 'previous_hash' | 'hash'>

/** What the hash covers of a posting, with what its account means: the code and currency, not only the id. */
export interface HashedPosting extends Pick<
  LedgerPostingsTable,
  'position' | 'account_id' | 'account_seq' | 'amount_minor' | 'balance_minor'
> {
  code: string
  currency: string
}

/** The hash of an entry in the chain of entries, over every immutable column of it, its postings in order and its links by type and id. */
export function hashEntry(
  previousHash: string,
  entry: UnhashedEntry,
  postings: readonly HashedPosting[],
  links: readonly LedgerLinksTable[],
): string {
  const values: (string | number | null)[] = [
    entry.seq,
    entry.kind,
    entry.accounting_day,
    entry.occurred_at,
    entry.recorded_at,
    entry.memo,
    entry.actor_id,
    entry.actor_name,
    entry.source,
    entry.external_id,
    entry.reverses,
    entry.posting_count,
  ]
  for (const { position, account_id, account_seq, code, currency, amount_minor, balance_minor } of postings)
    values.push(position, account_id, account_seq, code, currency, amount_minor, balance_minor)
  for (const { type, object_id, number } of links.toSorted(compareLinks)) values.push(type, object_id, number)
  return hashLink(previousHash, values)
}

function compareLinks(a: LedgerLinksTable, b: LedgerLinksTable): number {
  if (a.type !== b.type) return a.type < b.type ? -1 : 1
  return a.object_id < b.object_id ? -1 : 1
}
