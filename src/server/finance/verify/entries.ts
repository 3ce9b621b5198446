import type { Db } from '#server/db/database.ts'
import { keySlices } from '#server/db/key-slices.ts'
import type { LedgerEntriesTable, LedgerLinksTable } from '#server/db/schema/ledger.ts'
import { hashEntry } from '#server/finance/hash-entry.ts'
import { verifyAccounts, verifyTotals } from '#server/finance/verify/accounts.ts'
import { verifyDocuments } from '#server/finance/verify/documents.ts'
import type { Findings } from '#server/finance/verify/findings.ts'
import { compareFlows, countFlows } from '#server/finance/verify/flows-store.ts'
import { compareTaxes, countTaxes } from '#server/finance/verify/taxes-store.ts'
import { verifyManualEntries } from '#server/finance/verify/manual-entries.ts'
import { verifyReversals, verifyReversedOnce } from '#server/finance/verify/reversals.ts'
import * as store from '#server/finance/verify/ledger-store.ts'
import { PeriodHistory } from '#server/finance/verify/periods.ts'
import { listPeriodChanges } from '#server/finance/verify/periods-store.ts'
import type { Progress } from '#server/finance/verify/progress.ts'
import { type Posting, describePosting, RunningTotals } from '#server/finance/verify/running-totals.ts'

/** The row of the book in the snapshot that is verified. */
export type StoredBook = NonNullable<Awaited<ReturnType<typeof store.loadBook>>>

/** Reads the ledger once, from the first entry to the last, and compares everything stored with what follows from the entries. */
export async function verifyLedger(db: Db, findings: Findings, progress: Progress, book: StoredBook): Promise<void> {
  const runningTotals = new RunningTotals()
  const periods = new PeriodHistory(findings, book, await listPeriodChanges(db))
  let previous: LedgerEntriesTable | undefined
  let flowCount = 0
  let taxCount = 0
  for await (const { entries, slice } of store.entrySlices(db)) {
    const [postings, links] = await Promise.all([store.listPostings(db, slice), store.listLinks(db, slice)])
    const postingsByEntry = Map.groupBy(postings, ({ entry_seq }) => entry_seq)
    const linksByEntry = Map.groupBy(links, ({ entry_seq }) => entry_seq)
    for (const entry of entries) {
      const entryPostings = postingsByEntry.get(entry.seq) ?? []
      const entryLinks = linksByEntry.get(entry.seq) ?? []
      verifyEntry(findings, entry, entryPostings)
      verifySequence(findings, entry, previous)
      if (periods.hasChangesBefore(entry)) await periods.advance(db, previous, entry)
      periods.verifyDay(entry)
      periods.addEntry(entry, entryPostings)
      verifyHash(findings, entry, previous, entryPostings, entryLinks)
      runningTotals.addEntry(findings, entry, entryPostings)
      previous = entry
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
    await verifyDocuments(db, findings, entries, linksByEntry, slice)
    await verifyReversals(db, findings, entries, (entry) => ({
      entry,
      postings: postingsByEntry.get(entry.seq) ?? [],
      links: linksByEntry.get(entry.seq) ?? [],
    }))
    await verifyManualEntries(db, findings, entries)
    verifyOrphans(findings, new Set(entries.map(({ seq }) => seq)), postings, links)
    flowCount += await verifyFlows(db, findings, entries)
    taxCount += await verifyTaxes(db, findings, entries)
    await progress.advance(entries.length)
  }
  findings.expectEqual('entry-flows', 'ledger_entry_flows', 'rows', await countFlows(db), flowCount)
  findings.expectEqual('entry-taxes', 'ledger_entry_taxes', 'rows', await countTaxes(db), taxCount)
  findings.expectEqual('entries-numbered', 'book 1', 'head_seq', book.head_seq, previous?.seq ?? 0)
  findings.expectEqual('entries-sealed', 'book 1', 'head_hash', book.head_hash, previous?.hash ?? '')
  await periods.advance(db, previous, undefined)
  await periods.finish(db)
  await verifyReversedOnce(db, findings)
  // Entries with the same key are in the same slice.
  for await (const slice of keySlices(db, { name: 'ledger_entries', primaryKey: ['source', 'external_id'] })) {
    for (const { source, external_id } of await store.findDuplicateKeys(db, slice))
      findings.addViolation('entry-keys-unique', `ledger_entries ${source} ${external_id}`)
    await progress.advance(0)
  }
  await verifyAccounts(db, findings, runningTotals)
  await verifyTotals(db, findings, runningTotals)
}

const describeEntry = ({ seq }: { seq: number }): string => `ledger_entries ${seq}`

function verifyEntry(findings: Findings, entry: LedgerEntriesTable, postings: readonly Posting[]): void {
  const sums = new Map<string | null, bigint>()
  for (const { currency, amount_minor } of postings)
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amount_minor))
  for (const [currency, sum] of sums)
    findings.expectEqual('entries-balanced', describeEntry(entry), `${currency} sum`, sum, 0n)
  findings.expectEqual('entries-complete', describeEntry(entry), 'posting_count', entry.posting_count, postings.length)
  if (postings.length < 2)
    findings.addViolation('entries-complete', `${describeEntry(entry)}: ${postings.length} postings`)
  for (const [index, posting] of postings.entries()) {
    findings.expectEqual('entries-complete', describePosting(posting), 'position', posting.position, index + 1)
    for (const column of ['accounting_day', 'occurred_at'] as const)
      findings.expectEqual('accounting-days', describePosting(posting), column, posting[column], entry[column])
    if (posting.amount_minor === 0)
      findings.addViolation('amounts-exact', `${describePosting(posting)}: amount_minor 0`)
    if (posting.known === null) findings.addViolation('accounts-by-chart', `${describePosting(posting)}: no account`)
  }
}

/** Number and time of recording follow the previous entry. */
function verifySequence(findings: Findings, entry: LedgerEntriesTable, previous: LedgerEntriesTable | undefined): void {
  findings.expectEqual('entries-numbered', describeEntry(entry), 'seq', entry.seq, (previous?.seq ?? 0) + 1)
  if (previous && entry.recorded_at < previous.recorded_at)
    findings.addViolation(
      'entries-numbered',
      `${describeEntry(entry)}: recorded_at ${entry.recorded_at} < ${previous.recorded_at}`,
    )
}

function verifyHash(
  findings: Findings,
  entry: LedgerEntriesTable,
  previous: LedgerEntriesTable | undefined,
  postings: readonly Posting[],
  links: readonly LedgerLinksTable[],
): void {
  findings.expectEqual(
    'entries-sealed',
    describeEntry(entry),
    'previous_hash',
    entry.previous_hash,
    previous?.hash ?? '',
  )
  const hashedPostings = postings.map((posting) => ({
    ...posting,
    code: posting.code ?? '',
    currency: posting.currency ?? '',
  }))
  findings.expectEqual(
    'entries-sealed',
    describeEntry(entry),
    'hash',
    entry.hash,
    hashEntry(entry.previous_hash, entry, hashedPostings, links),
  )
}

function verifyOrphans(
  findings: Findings,
  known: ReadonlySet<number>,
  postings: readonly Posting[],
  links: readonly LedgerLinksTable[],
): void {
  for (const posting of postings)
    if (!known.has(posting.entry_seq))
      findings.addViolation('entries-complete', `${describePosting(posting)}: no entry`)
  for (const { entry_seq, type } of links)
    if (!known.has(entry_seq)) findings.addViolation('entries-complete', `ledger_links ${entry_seq} ${type}: no entry`)
}

/** Every entry has a row for each of its currencies and accounts of own money that says which way it moved. Returns how many rows there must be. */
async function verifyFlows(db: Db, findings: Findings, entries: readonly LedgerEntriesTable[]): Promise<number> {
  const [first, last] = [entries[0], entries.at(-1)]
  if (!first || !last) return 0
  const { count, wrong } = await compareFlows(db, first.seq - 1, last.seq)
  for (const { seq, currency } of wrong)
    findings.addViolation('entry-flows', `ledger_entry_flows ${seq} ${currency}: missing or different`)
  findings.examined(count, 'entry-flows')
  return count
}

/** The revenue and the tax of every entry of an order are in rows by rate. Returns how many rows these entries have. */
async function verifyTaxes(db: Db, findings: Findings, entries: readonly LedgerEntriesTable[]): Promise<number> {
  const [first, last] = [entries[0], entries.at(-1)]
  if (!first || !last) return 0
  const { count, wrong } = await compareTaxes(db, first.seq - 1, last.seq)
  for (const { seq } of wrong)
    findings.addViolation('entry-taxes', `ledger_entry_taxes ${seq}: not the revenue and the tax of the entry`)
  findings.examined(count, 'entry-taxes')
  return count
}
