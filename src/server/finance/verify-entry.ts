import type { Action } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { hashEntry } from '#server/finance/hash-entry.ts'
import type { EntryVerification } from '#shared/finance/entry-verification.ts'
import { ProblemError } from '#shared/problem.ts'

/** `GET /api/finance/entries/:number/verification`. */
export const verifyEntry: Action<'verifyEntry'> = async ({ kontor }, { number }) => {
  const verification = await checkEntry(kontor.database.read, number)
  if (!verification) throw new ProblemError('not-found')
  return verification
}

/**
 * Recomputes the hash of an entry from what is stored, compares the hashes with those of its neighbors in the chain, and adds up its
 * postings; undefined without the entry.
 */
export async function checkEntry(db: Db, number: number): Promise<EntryVerification | undefined> {
  const numbers = [number - 1, number, number + 1]
  // Databases store no number above the highest one of a URL.
  const stored = await loadStored(db, numbers.filter(Number.isSafeInteger))
  const [previous, entry, next] = numbers.map((seq) => stored.get(seq))
  if (!entry) return undefined
  const sums = new Map<string, bigint>()
  for (const { currency, amount_minor } of entry.postings)
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amount_minor))
  return {
    number,
    hash: rehash(entry),
    checks: [
      { id: 'hash', passed: rehash(entry) === entry.hash },
      {
        id: 'previous',
        passed:
          number === 1
            ? entry.previous_hash === ''
            : previous !== undefined && entry.previous_hash === rehash(previous),
      },
      {
        id: 'next',
        passed: next === undefined ? null : next.previous_hash === entry.hash && rehash(next) === next.hash,
      },
      { id: 'balanced', passed: entry.postings.length >= 2 && [...sums.values()].every((sum) => sum === 0n) },
      { id: 'complete', passed: entry.postings.length === entry.posting_count },
    ],
  }
}

type StoredEntry = Awaited<ReturnType<typeof loadStored>> extends Map<number, infer Entry> ? Entry : never

const rehash = (entry: StoredEntry): string =>
  hashEntry(entry.previous_hash, entry, entry.postings, entry.postings, entry.links)

/** Entries as they are stored, by number. */
async function loadStored(db: Db, numbers: readonly number[]) {
  const [entries, postings, links] = await Promise.all([
    db.selectFrom('ledger_entries').selectAll().where('seq', 'in', numbers).execute(),
    db
      .selectFrom('ledger_postings as posting')
      .innerJoin('ledger_accounts as account', 'account.id', 'posting.account_id')
      .selectAll('posting')
      .select(['account.code', 'account.currency'])
      .where('entry_seq', 'in', numbers)
      .orderBy('entry_seq')
      .orderBy('position')
      .execute(),
    db.selectFrom('ledger_links').selectAll().where('entry_seq', 'in', numbers).execute(),
  ])
  return new Map(
    entries.map((entry) => [
      entry.seq,
      {
        ...entry,
        postings: postings.filter(({ entry_seq }) => entry_seq === entry.seq),
        links: links.filter(({ entry_seq }) => entry_seq === entry.seq),
      },
    ]),
  )
}
