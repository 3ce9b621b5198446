import type { Book } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import type { LedgerEntriesTable, LedgerLinksTable } from '#server/db/schema.ts'
import { hashOf } from '#server/finance/hash.ts'
import { verifyAccounts, verifyDays } from '#server/finance/verify/accounts.ts'
import { verifyDocuments } from '#server/finance/verify/documents.ts'
import type { Findings } from '#server/finance/verify/findings.ts'
import * as store from '#server/finance/verify/store.ts'
import { type Posting, postingRow, Tallies } from '#server/finance/verify/tallies.ts'
import { dayOf } from '#shared/time.ts'

/** Reads the ledger once from its first entry to its last and compares everything that is stored with what follows from the entries. */
export async function verifyLedger(db: Db, book: Book, findings: Findings): Promise<void> {
  const tallies = new Tallies()
  let last: LedgerEntriesTable | undefined
  for await (const { entries, slice } of store.entrySlices(db)) {
    const [postings, links] = await Promise.all([store.postingsOf(db, slice), store.linksOf(db, slice)])
    const postingsByEntry = Map.groupBy(postings, ({ entry_seq }) => entry_seq)
    const linksByEntry = Map.groupBy(links, ({ entry_seq }) => entry_seq)
    for (const entry of entries) {
      const own = postingsByEntry.get(entry.seq) ?? []
      const ownLinks = linksByEntry.get(entry.seq) ?? []
      verifyEntry(findings, entry, own)
      verifyPlace(findings, entry, last, book)
      verifySeal(findings, entry, last, own, ownLinks)
      for (const posting of own) tallies.add(findings, entry, posting)
      last = entry
    }
    findings.examined(
      entries.length,
      'entries-balanced',
      'entries-complete',
      'entries-numbered',
      'entries-sealed',
      'accounting-days',
      'entry-keys-unique',
    )
    findings.examined(postings.length, 'amounts-exact', 'running-balances')
    await verifyDocuments(db, findings, entries, linksByEntry)
    verifyStrays(findings, new Set(entries.map(({ seq }) => seq)), postings, links)
  }
  await verifyHead(db, findings, last)
  for (const { source, external_id } of await store.doubleKeys(db, 20))
    findings.offends('entry-keys-unique', `ledger_entries ${source} ${external_id}`)
  await verifyAccounts(db, findings, tallies)
  await verifyDays(db, findings, tallies)
}

const rowOf = ({ seq }: { seq: number }): string => `ledger_entries ${seq}`

function verifyEntry(findings: Findings, entry: LedgerEntriesTable, postings: readonly Posting[]): void {
  const sums = new Map<string | null, bigint>()
  for (const { currency, amount_minor } of postings)
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amount_minor))
  for (const [currency, sum] of sums) findings.same('entries-balanced', rowOf(entry), `${currency} sum`, sum, 0n)
  findings.same('entries-complete', rowOf(entry), 'posting_count', entry.posting_count, postings.length)
  if (postings.length < 2) findings.offends('entries-complete', `${rowOf(entry)}: ${postings.length} postings`)
  for (const [index, posting] of postings.entries()) {
    findings.same('entries-complete', postingRow(posting), 'position', posting.position, index + 1)
    if (posting.amount_minor === 0) findings.offends('amounts-exact', `${postingRow(posting)}: amount_minor 0`)
    if (posting.known === null) findings.offends('accounts-by-chart', `${postingRow(posting)}: no account`)
  }
}

/** The number follows the one before, and so does the time of posting; the day is that of the money. */
function verifyPlace(
  findings: Findings,
  entry: LedgerEntriesTable,
  last: LedgerEntriesTable | undefined,
  book: Book,
): void {
  findings.same('entries-numbered', rowOf(entry), 'seq', entry.seq, (last?.seq ?? 0) + 1)
  if (last && entry.created_at < last.created_at)
    findings.offends('entries-numbered', `${rowOf(entry)}: created_at ${entry.created_at} < ${last.created_at}`)
  findings.same(
    'accounting-days',
    rowOf(entry),
    'accounting_day',
    entry.accounting_day,
    dayOf(entry.occurred_at, book.timeZone),
  )
}

function verifySeal(
  findings: Findings,
  entry: LedgerEntriesTable,
  last: LedgerEntriesTable | undefined,
  postings: readonly Posting[],
  links: readonly LedgerLinksTable[],
): void {
  findings.same('entries-sealed', rowOf(entry), 'previous_hash', entry.previous_hash, last?.hash ?? '')
  const sealed = postings.map((posting) => ({ ...posting, code: posting.code ?? '', currency: posting.currency ?? '' }))
  findings.same('entries-sealed', rowOf(entry), 'hash', entry.hash, hashOf(entry.previous_hash, entry, sealed, links))
}

function verifyStrays(
  findings: Findings,
  known: ReadonlySet<number>,
  postings: readonly Posting[],
  links: readonly LedgerLinksTable[],
): void {
  for (const posting of postings)
    if (!known.has(posting.entry_seq)) findings.offends('entries-complete', `${postingRow(posting)}: no entry`)
  for (const { entry_seq, type } of links)
    if (!known.has(entry_seq)) findings.offends('entries-complete', `ledger_links ${entry_seq} ${type}: no entry`)
}

async function verifyHead(db: Db, findings: Findings, last: LedgerEntriesTable | undefined): Promise<void> {
  const { head_seq, head_hash } = await store.head(db)
  findings.same('entries-numbered', 'book 1', 'head_seq', head_seq, last?.seq ?? 0)
  findings.same('entries-sealed', 'book 1', 'head_hash', head_hash, last?.hash ?? '')
}
