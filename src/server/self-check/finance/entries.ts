import type { Db } from '#server/db/database.ts'
import type { LedgerEntriesTable } from '#server/db/schema/ledger.ts'
import { hashEntry } from '#server/finance/hash-entry.ts'
import type { StoredBook } from '#server/self-check/finance/book-settings-store.ts'
import * as store from '#server/self-check/finance/entries-store.ts'
import type { Posting } from '#server/self-check/finance/entries-store.ts'
import { findWrongFlows } from '#server/self-check/finance/entry-flows-store.ts'
import { verifyEntryLinks } from '#server/self-check/finance/entry-links.ts'
import { joinRows, type StoredEntry } from '#server/self-check/finance/entry-rows.ts'
import { countEntryTaxes, verifyEntryTaxes } from '#server/self-check/finance/entry-taxes.ts'
import { ExactSum } from '#server/self-check/finance/exact-sum.ts'
import { type Account, listAccounts } from '#server/self-check/finance/ledger-accounts-store.ts'
import type { AddedTotals } from '#server/self-check/finance/ledger-totals.ts'
import { verifyManualEntries } from '#server/self-check/finance/manual/manual-entries.ts'
import { verifyReversals } from '#server/self-check/finance/reversals.ts'
import { describePosting, RunningTotals } from '#server/self-check/finance/running-totals.ts'
import type { Findings } from '#server/self-check/findings.ts'
import type { Progress } from '#server/self-check/progress.ts'
import { accountingDayOf } from '#shared/finance/closing/periods.ts'

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

/** Reads the entries of a range, from the first to the last, and compares everything stored with what follows from them and from the entry before. */
export async function verifyEntries(
  db: Db,
  findings: Findings,
  progress: Progress,
  book: StoredBook,
  range: EntryRange,
): Promise<VerifiedRange> {
  const accounts = new Map((await listAccounts(db)).map((account) => [account.id, account]))
  const runningTotals = new RunningTotals()
  let previous: store.EntryHead | undefined = await store.findLastEntry(db, range.after)
  let flowCount = 0
  let taxCount = 0
  for await (const { entries, slice } of store.entrySlices(db, range)) {
    const rows = await store.loadEntryRows(db, slice)
    const { stored, strays } = joinRows(entries, rows, accounts)
    let hasTransfers = false
    for (const each of stored) {
      const { entry } = each
      verifyEntry(findings, each)
      verifySequence(findings, entry, previous)
      verifyDay(findings, entry, book.time_zone, range.closedThrough)
      verifyHash(findings, each, previous)
      verifyEntryTaxes(findings, each)
      verifyEntryLinks(findings, each)
      runningTotals.addEntry(findings, each)
      const flows = countFlows(each)
      flowCount += flows.rows
      hasTransfers ||= flows.isTransfer
      taxCount += countEntryTaxes(each)
      previous = entry
    }
    findings.examined(entries.length, ...checksOfEntries)
    findings.examined(rows.postings.length, 'amounts-exact', 'running-balances')
    await verifyReversals(db, findings, stored)
    await verifyManualEntries(db, findings, entries)
    reportStrays(findings, strays)
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

const checksOfEntries = [
  'entries-balanced',
  'entries-complete',
  'entries-numbered',
  'entries-sealed',
  'accounting-days',
  'entry-keys-unique',
  'entries-have-documents',
] as const

const describeEntry = ({ seq }: { seq: number }): string => `ledger_entries ${seq}`

function verifyEntry(findings: Findings, { entry, postings, accounts }: StoredEntry): void {
  verifyBalance(findings, entry, postings, accounts)
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
  for (const [index, posting] of postings.entries()) verifyPosting(findings, entry, posting, index + 1, accounts[index])
}

/** The postings of an entry add up to zero in each currency; most entries have one. */
function verifyBalance(
  findings: Findings,
  entry: LedgerEntriesTable,
  postings: readonly Posting[],
  accounts: StoredEntry['accounts'],
): void {
  if (isBalanced(postings, accounts)) return
  const sums: { currency: string | undefined; sum: ExactSum }[] = []
  for (const [index, { amount_minor }] of postings.entries()) {
    const currency = accounts[index]?.currency
    let found = sums.find((each) => each.currency === currency)
    if (!found) sums.push((found = { currency, sum: new ExactSum() }))
    found.sum.add(amount_minor)
  }
  for (const { currency, sum } of sums)
    if (sum.value !== 0n)
      findings.expectEqual('entries-balanced', describeEntry(entry), `${currency ?? null} sum`, sum.value, 0n)
}

/** Whether postings in one currency add up to zero, as those of nearly all entries do. */
function isBalanced(postings: readonly Posting[], accounts: StoredEntry['accounts']): boolean {
  let sum = 0
  for (const [index, { amount_minor }] of postings.entries()) {
    if (accounts[index]?.currency !== accounts[0]?.currency) return false
    sum += amount_minor
    if (!Number.isSafeInteger(sum)) return false
  }
  return sum === 0
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
  const seq = (previous?.seq ?? 0) + 1
  if (entry.seq !== seq) findings.expectEqual('entries-numbered', describeEntry(entry), 'seq', entry.seq, seq)
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
  { entry, postings, accounts, links }: StoredEntry,
  previous: store.EntryHead | undefined,
): void {
  const previousHash = previous?.hash ?? ''
  if (entry.previous_hash !== previousHash)
    findings.expectEqual('entries-sealed', describeEntry(entry), 'previous_hash', entry.previous_hash, previousHash)
  const hash = hashEntry(entry.previous_hash, entry, postings, accounts, links)
  if (entry.hash !== hash) findings.expectEqual('entries-sealed', describeEntry(entry), 'hash', entry.hash, hash)
}

/** Reports the rows that belong to no entry. */
function reportStrays(findings: Findings, { postings, links, taxes }: store.EntryRows): void {
  for (const posting of postings) findings.addViolation('entries-complete', `${describePosting(posting)}: no entry`)
  for (const { entry_seq, type } of links)
    findings.addViolation('entries-complete', `ledger_links ${entry_seq} ${type}: no entry`)
  for (const { entry_seq, tax_rate } of taxes)
    findings.addViolation('entry-taxes', `ledger_entry_taxes ${entry_seq} ${tax_rate}: no entry`)
}

/** An entry has a flow for each of its currencies and for each of its money accounts. Loops without copies, because this runs for every entry. */
function countFlows({ accounts }: StoredEntry): { rows: number; isTransfer: boolean } {
  let [rows, moneyPostings] = [0, 0]
  for (let index = 0; index < accounts.length; index++) {
    const account = accounts[index]
    if (!account) continue
    let [isNewCurrency, isNewAccount] = [true, true]
    for (let before = 0; before < index; before++) {
      if (accounts[before]?.currency === account.currency) isNewCurrency = false
      if (accounts[before] === account) isNewAccount = false
    }
    if (isNewCurrency) rows++
    if (account.is_money_account !== 1) continue
    if (isNewAccount) rows++
    moneyPostings++
  }
  return { rows, isTransfer: moneyPostings > 1 }
}
