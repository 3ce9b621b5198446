import type { LedgerEntriesTable, LedgerLinksTable, LedgerPostingsTable } from '#server/db/schema.ts'

/** An entry before it is sealed. */
export type UnhashedEntry = Omit<LedgerEntriesTable, 'previous_hash' | 'hash'>

/** A posting with what its account is: the hash holds the account by its meaning, not by its id alone. */
export interface HashedPosting extends LedgerPostingsTable {
  code: string
  currency: string
}

/**
 * The seal of an entry: SHA-256 in hex over the hash of the entry before (empty for the first) and every immutable column of the entry,
 * its postings in order and its links by type and id. Every value is preceded by its length in bytes, so no two entries read the same.
 */
export function hashEntry(
  previousHash: string,
  entry: UnhashedEntry,
  postings: readonly HashedPosting[],
  links: readonly LedgerLinksTable[],
): string {
  const values = [
    previousHash,
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
    ...postings.flatMap((posting) => [
      posting.position,
      posting.account_id,
      posting.account_seq,
      posting.code,
      posting.currency,
      posting.amount_minor,
      posting.balance_minor,
    ]),
    ...links.toSorted(byTypeAndId).flatMap((link) => [link.type, link.object_id, link.number]),
  ]
  const text = values.map((value) => (value === null ? '-' : prefixWithLength(String(value)))).join('')
  return new Bun.CryptoHasher('sha256').update(text).digest('hex')
}

const prefixWithLength = (value: string): string => `${Buffer.byteLength(value)}:${value}`

function byTypeAndId(a: LedgerLinksTable, b: LedgerLinksTable): number {
  if (a.type !== b.type) return a.type < b.type ? -1 : 1
  return a.object_id < b.object_id ? -1 : 1
}
