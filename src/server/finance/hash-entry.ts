import type {
  LedgerAccountsTable,
  LedgerEntriesTable,
  LedgerLinksTable,
  LedgerPostingsTable,
} from '#server/db/schema/ledger.ts'
import { hashLink } from '#server/db/hash-chain.ts'

/** An entry before it has its hash. */
export type UnhashedEntry = Omit<LedgerEntriesTable, 'previous_hash' | 'hash'>

/** What the hash covers of a posting. */
type HashedPosting = Pick<
  LedgerPostingsTable,
  'position' | 'account_id' | 'account_seq' | 'amount_minor' | 'balance_minor'
>

/** What the hash covers of an account: what it means, not only its id. */
type HashedAccount = Pick<LedgerAccountsTable, 'code' | 'currency'>

/**
 * The hash of an entry in the chain of entries, over every immutable column of it, its postings in order, each with its account, and its links in
 * any order.
 */
export function hashEntry(
  previousHash: string,
  entry: UnhashedEntry,
  postings: readonly HashedPosting[],
  accounts: readonly (HashedAccount | undefined)[],
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
  for (const [index, { position, account_id, account_seq, amount_minor, balance_minor }] of postings.entries()) {
    const { code = '', currency = '' } = accounts[index] ?? {}
    values.push(position, account_id, account_seq, code, currency, amount_minor, balance_minor)
  }
  for (const { type, object_id, number } of inOrder(links)) values.push(type, object_id, number)
  return hashLink(previousHash, values)
}

/** Links by type and id, as the database returns them. */
const inOrder = (links: readonly LedgerLinksTable[]): readonly LedgerLinksTable[] =>
  links.every((link, index) => index === 0 || compareLinks(links[index - 1] ?? link, link) < 0)
    ? links
    : links.toSorted(compareLinks)

function compareLinks(a: LedgerLinksTable, b: LedgerLinksTable): number {
  if (a.type !== b.type) return a.type < b.type ? -1 : 1
  return a.object_id < b.object_id ? -1 : 1
}
