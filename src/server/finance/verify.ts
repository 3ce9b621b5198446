import type { Kontor } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { verifyAccounts } from '#server/auth/verify.ts'
import { countUnsealedEvents } from '#server/events/events.ts'
import { verifyEvents } from '#server/events/verify.ts'
import { verifyBook } from '#server/finance/verify/book.ts'
import { DocumentNumbers } from '#server/finance/verify/document-numbers.ts'
import { verifyLedger } from '#server/finance/verify/entries.ts'
import { findInexact } from '#server/finance/verify/exact.ts'
import { type CheckResult, Findings } from '#server/finance/verify/findings.ts'
import { type ChainHead, verifyKeptHeads } from '#server/finance/verify/heads.ts'
import * as store from '#server/finance/verify/heads-store.ts'
import { loadBook } from '#server/finance/verify/ledger-store.ts'
import { OrderCounts } from '#server/finance/verify/order-counts.ts'
import { verifyOrders } from '#server/finance/verify/orders.ts'
import { Progress } from '#server/finance/verify/progress.ts'
import { verifyReferences } from '#server/finance/verify/references.ts'
import type { CheckId } from '#shared/finance/checks.ts'
import type { Verification } from '#shared/finance/views.ts'
import { isTimeZone } from '#shared/time.ts'

export interface VerifyOptions {
  /** Heads that were kept elsewhere: each must still be in its chain. */
  keptHeads?: readonly ChainHead[]
  /** Gets the result of each check as soon as it is known. */
  onCheck?: (result: CheckResult) => void
  /** Gets the share that is done, from 0 to 1. */
  onProgress?: (share: number) => void
  /** Stops the verification with the reason of the signal. */
  signal?: AbortSignal
}

/**
 * Runs every check on one snapshot, read in slices, so that it needs little memory and others can work meanwhile. An amount that cannot be
 * read exactly fails every check that is not done by then.
 */
export async function verify(
  { database, now }: Pick<Kontor, 'database' | 'now'>,
  options: VerifyOptions = {},
): Promise<Verification> {
  const at = now()
  const findings = new Findings(options.onCheck)
  const { objects, differences } = await database.compareSchema()
  for (const difference of differences) findings.addViolation('schema', difference)
  findings.examined(objects, 'schema')
  findings.done('schema')
  const finish = async (db: Db): Promise<Verification> => ({
    at,
    checks: findings.results(),
    unsealedEvents: await countUnsealedEvents(db),
    heads: await store.loadHeads(db),
  })
  try {
    return await database.inSnapshot(async (db) => {
      await verifyRows(db, findings, options)
      return finish(db)
    })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return database.inSnapshot(async (db) => {
      await findInexact(db, findings)
      // A time that no calendar has, for example.
      if (findings.passes('amounts-exact')) findings.addViolation('amounts-exact', error.message)
      failPending(findings, 'amounts-exact')
      return finish(db)
    })
  }
}

/** Fails every check that is not done, because of another one. */
function failPending(findings: Findings, cause: CheckId): void {
  for (const id of findings.pending()) {
    if (id !== cause) findings.addViolation(id, `→ ${cause}`)
    findings.done(id)
  }
}

/** Runs all checks of rows. Throws `RangeError` at the first amount that cannot be read exactly. */
export async function verifyRows(
  db: Db,
  findings: Findings,
  { keptHeads = [], onProgress = () => {}, signal }: VerifyOptions = {},
): Promise<void> {
  const progress = new Progress(await store.estimateRows(db), onProgress, signal)
  const book = await loadBook(db)
  if (!book) {
    findings.addViolation('book-settings', 'book 1: missing')
    return failPending(findings, 'book-settings')
  }
  if (!isTimeZone(book.time_zone)) {
    findings.addViolation('book-settings', `book 1: time_zone ${book.time_zone}`)
    return failPending(findings, 'book-settings')
  }
  await verifyBook(db, findings, book)
  findings.done('book-settings')
  await verifyLedger(db, findings, progress, book)
  findings.done(
    'entries-balanced',
    'entries-complete',
    'entries-numbered',
    'entries-sealed',
    'reversals',
    'entry-keys-unique',
    'accounting-days',
    'accounts-by-chart',
    'account-balances',
    'running-balances',
    'day-totals',
    'entry-flows',
    'trial-balance',
    'accounting-equation',
    'entries-have-documents',
  )
  const numbers = new DocumentNumbers(findings, book.time_zone)
  const counts = new OrderCounts(book.time_zone)
  await verifyOrders(db, findings, progress, { numbers, counts })
  await numbers.compareWithCounters(db)
  await counts.compareWithStored(db, findings)
  findings.done(
    'documents-have-entries',
    'revenue-of-orders',
    'refunds-within-captures',
    'order-totals',
    'orders-as-received',
    'orders-recorded',
    'order-money',
    'order-statuses',
    'shipped-quantities',
    'search-tokens',
    'document-numbers',
    'order-counts',
  )
  await verifyEvents(db, findings, progress)
  findings.done('events-sealed', 'events-complete')
  await verifyAccounts(db, findings, progress)
  findings.done('accounts-recorded', 'credentials-of-users', 'sessions-recorded')
  await verifyReferences(db, findings, progress)
  findings.done('references', 'amounts-exact')
  if (keptHeads.length === 0) return
  await verifyKeptHeads(db, findings, keptHeads)
  findings.done('kept-heads')
}
