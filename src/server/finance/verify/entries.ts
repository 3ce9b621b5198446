import type { Db } from '#server/db/database.ts'
import type { LedgerEntriesTable, LedgerLinksTable } from '#server/db/schema/ledger.ts'
import { hashEntry } from '#server/finance/hash-entry.ts'
import { verifyDocuments } from '#server/finance/verify/documents.ts'
import type { Findings } from '#server/finance/verify/findings.ts'
import { findWrongFlows } from '#server/finance/verify/flows-store.ts'
import * as store from '#server/finance/verify/ledger-store.ts'
import type { Account, Posting } from '#server/finance/verify/ledger-store.ts'
import type { AddedTotals } from '#server/finance/verify/ledger-totals.ts'
import { verifyManualEntries } from '#server/finance/verify/manual-entries.ts'
import type { Progress } from '#server/finance/verify/progress.ts'
import { verifyReversals } from '#server/finance/verify/reversals.ts'
import { describePosting, RunningTotals } from '#server/finance/verify/running-totals.ts'
import { countTaxes, type TaxShare, verifyTaxes } from '#server/finance/verify/taxes.ts'
import { accountingDayOf } from '#shared/finance/closing/periods.ts'

/** The row of the book in the snapshot that is verified. */
export type StoredBook = NonNullable<Awaited<ReturnType<typeof store.loadBook>>>

/** Entries by number, posted while the same months were closed, the last day of which is `closedThrough`. */
export interface EntryRange extends store.EntryRange {
  closedThrough: string
}

/** What is known of a range once all its entries are read. */
export interface VerifiedRange {
  /** The last entry, if there is one. */
  last: { seq: number; hash: string } | undefined
  totals: AddedTotals
  /** How many rows the flows and the taxes of these entries must have. */
  flowCount: number
  taxCount: number
}

/** The rows of an entry. */
interface StoredEntry {
  entry: LedgerEntriesTable
  postings: readonly Posting[]
  links: readonly LedgerLinksTable[]
  taxes: readonly TaxShare[]
}

/** Reads the entries of a range, from the first to the last, and compares everything stored with what follows from them and from the entry before. */
export async function verifyEntries(
  db: Db,
  findings: Findings,
  progress: Progress,
  book: StoredBook,
  range: EntryRange,
): Promise<VerifiedRange> {
  const accounts = new Map((await store.listAccounts(db)).map((account) => [account.id, account]))
  const runningTotals = new RunningTotals()
  let previous: store.EntryHead | undefined = await store.findLastEntry(db, range.after)
  let flowCount = 0
  let taxCount = 0
  for await (const { entries, slice } of store.entrySlices(db, range)) {
    const rows = await store.loadEntryRows(db, slice)
    const partsOf = groupByEntry(rows)
    let hasTransfers = false
    for (const entry of entries) {
      const stored = partsOf(entry)
      verifyEntry(findings, stored, accounts)
      verifySequence(findings, entry, previous)
      verifyDay(findings, entry, book.time_zone, range.closedThrough)
      verifyHash(findings, stored, previous, accounts)
      verifyTaxes(findings, stored, accounts)
      runningTotals.addEntry(findings, entry, stored.postings, accounts)
      const flows = countFlows(stored.postings, accounts)
      flowCount += flows.rows
      hasTransfers ||= flows.isTransfer
      taxCount += countTaxes(stored)
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
    findings.examined(rows.postings.length, 'amounts-exact', 'running-balances')
    verifyDocuments(findings, entries, (entry) => partsOf(entry).links)
    await verifyReversals(db, findings, entries, partsOf)
    await verifyManualEntries(db, findings, entries)
    verifyOrphans(findings, new Set(entries.map(({ seq }) => seq)), rows)
    for (const { seq, currency } of await findWrongFlows(db, slice, hasTransfers))
      findings.addViolation('entry-flows', `ledger_entry_flows ${seq} ${currency}: missing or different`)
    await progress.advance(entries.length)
  }
  findings.examined(flowCount, 'entry-flows')
  findings.examined(taxCount, 'entry-taxes')
  return {
    last: previous && { seq: previous.seq, hash: previous.hash },
    totals: runningTotals.collected(),
    flowCount,
    taxCount,
  }
}

const describeEntry = ({ seq }: { seq: number }): string => `ledger_entries ${seq}`

/** The rows of the entries of a slice, by entry. */
function groupByEntry({ postings, links, taxes }: store.EntryRows): (entry: LedgerEntriesTable) => StoredEntry {
  const postingsByEntry = Map.groupBy(postings, ({ entry_seq }) => entry_seq)
  const linksByEntry = Map.groupBy(links, ({ entry_seq }) => entry_seq)
  const taxesByEntry = Map.groupBy(taxes, ({ entry_seq }) => entry_seq)
  return (entry) => ({
    entry,
    postings: postingsByEntry.get(entry.seq) ?? [],
    links: linksByEntry.get(entry.seq) ?? [],
    taxes: taxesByEntry.get(entry.seq) ?? [],
  })
}

function verifyEntry(
  findings: Findings,
  { entry, postings }: StoredEntry,
  accounts: ReadonlyMap<string, Account>,
): void {
  const sums = new Map<string | null, bigint>()
  for (const { account_id, amount_minor } of postings) {
    const currency = accounts.get(account_id)?.currency ?? null
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amount_minor))
  }
  for (const [currency, sum] of sums)
    if (sum !== 0n) findings.expectEqual('entries-balanced', describeEntry(entry), `${currency} sum`, sum, 0n)
  if (entry.posting_count !== postings.length)
    findings.expectEqual(
      'entries-complete',
      describeEntry(entry),
      'posting_count',
      entry.posting_count,
      postings.length,
    )
  if (postings.length < 2)
    findings.addViolation('entries-complete', `${describeEntry(entry)}: ${postings.length} postings`)
  for (const [index, posting] of postings.entries())
    verifyPosting(findings, entry, posting, index + 1, accounts.get(posting.account_id))
}

function verifyPosting(
  findings: Findings,
  entry: LedgerEntriesTable,
  posting: Posting,
  position: number,
  account: Account | undefined,
): void {
  if (posting.position !== position)
    findings.expectEqual('entries-complete', describePosting(posting), 'position', posting.position, position)
  for (const column of ['accounting_day', 'occurred_at'] as const)
    if (posting[column] !== entry[column])
      findings.expectEqual('accounting-days', describePosting(posting), column, posting[column], entry[column])
  if (posting.amount_minor === 0) findings.addViolation('amounts-exact', `${describePosting(posting)}: amount_minor 0`)
  if (!account) findings.addViolation('accounts-by-chart', `${describePosting(posting)}: no account`)
  else if (account.archived_at !== null && entry.recorded_at > account.archived_at)
    findings.addViolation('chart-recorded', `ledger_accounts ${account.code}: archived before entry ${entry.seq}`)
}

/** Number and time of recording follow the previous entry. */
function verifySequence(findings: Findings, entry: LedgerEntriesTable, previous: store.EntryHead | undefined): void {
  findings.expectEqual('entries-numbered', describeEntry(entry), 'seq', entry.seq, (previous?.seq ?? 0) + 1)
  if (previous && entry.recorded_at < previous.recorded_at)
    findings.addViolation(
      'entries-numbered',
      `${describeEntry(entry)}: recorded_at ${entry.recorded_at} < ${previous.recorded_at}`,
    )
}

/** The day of an entry follows from when its money moved and from what was closed when it was posted. */
function verifyDay(findings: Findings, entry: LedgerEntriesTable, timeZone: string, closedThrough: string): void {
  const { accounting_day, occurred_at, seq } = entry
  const expected = accountingDayOf(occurred_at, timeZone, closedThrough)
  if (accounting_day === expected) return
  const check = accounting_day <= closedThrough ? 'closed-months' : 'accounting-days'
  findings.addViolation(check, `ledger_entries ${seq}: accounting_day ${accounting_day} ≠ ${expected}`)
}

function verifyHash(
  findings: Findings,
  { entry, postings, links }: StoredEntry,
  previous: store.EntryHead | undefined,
  accounts: ReadonlyMap<string, Account>,
): void {
  const row = describeEntry(entry)
  findings.expectEqual('entries-sealed', row, 'previous_hash', entry.previous_hash, previous?.hash ?? '')
  const hashedPostings = postings.map(({ position, account_id, account_seq, amount_minor, balance_minor }) => {
    const { code = '', currency = '' } = accounts.get(account_id) ?? {}
    return { position, account_id, account_seq, amount_minor, balance_minor, code, currency }
  })
  const hash = hashEntry(entry.previous_hash, entry, hashedPostings, links)
  findings.expectEqual('entries-sealed', row, 'hash', entry.hash, hash)
}

function verifyOrphans(
  findings: Findings,
  known: ReadonlySet<number>,
  { postings, links, taxes }: store.EntryRows,
): void {
  for (const posting of postings)
    if (!known.has(posting.entry_seq))
      findings.addViolation('entries-complete', `${describePosting(posting)}: no entry`)
  for (const { entry_seq, type } of links)
    if (!known.has(entry_seq)) findings.addViolation('entries-complete', `ledger_links ${entry_seq} ${type}: no entry`)
  for (const { entry_seq, tax_rate } of taxes)
    if (!known.has(entry_seq))
      findings.addViolation('entry-taxes', `ledger_entry_taxes ${entry_seq} ${tax_rate}: no entry`)
}

/** An entry has a flow for each of its currencies and for each of its accounts of own money. */
function countFlows(
  postings: readonly Posting[],
  accounts: ReadonlyMap<string, Account>,
): { rows: number; isTransfer: boolean } {
  const rows = new Set<string>()
  let moneyPostings = 0
  for (const { account_id } of postings) {
    const account = accounts.get(account_id)
    if (!account) continue
    rows.add(account.currency)
    if (account.is_money_account !== 1) continue
    rows.add(account_id)
    moneyPostings++
  }
  return { rows: rows.size, isTransfer: moneyPostings > 1 }
}
