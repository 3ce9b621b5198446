import type { Kontor } from '#server/context.ts'
import { loadChainHeads } from '#server/db/chain-heads.ts'
import type { Db } from '#server/db/database.ts'
import { countUnsealedEvents } from '#server/events/sealing.ts'
import { verifyIndexes } from '#server/self-check/db/indexes.ts'
import { verifyExactAmounts } from '#server/self-check/db/exact-amounts.ts'
import { CustomerTotals } from '#server/self-check/customers/customer-totals.ts'
import { findWrongSums } from '#server/self-check/customers/kept-sums.ts'
import { loadBook, type StoredBook } from '#server/self-check/finance/book-settings-store.ts'
import { verifyBookSettings } from '#server/self-check/finance/book-settings.ts'
import { queueLedger } from '#server/self-check/finance/queue-ledger.ts'
import { Findings, type CheckResult } from '#server/self-check/findings.ts'
import { type KeptHead, verifyKeptHeads } from '#server/self-check/kept-heads.ts'
import { DocumentNumbers } from '#server/self-check/orders/document-numbers.ts'
import { OrderCounts } from '#server/self-check/orders/order-counts.ts'
import { listOrderRanges } from '#server/self-check/orders/order-slices-store.ts'
import { Progress } from '#server/self-check/progress.ts'
import * as store from '#server/self-check/store.ts'
import { TaskQueue, type TaskRunner } from '#server/self-check/task-queue.ts'
import { runTask, type TaskResult } from '#server/self-check/tasks.ts'
import { inThreads } from '#server/self-check/threads.ts'
import type { Verification } from '#shared/self-check/verification-views.ts'
import { isTimeZone } from '#shared/time.ts'

export interface VerifyOptions {
  /**
   * Also compares unchanged orders with what was received, and the packed postings with those that they are made of, which takes several times as long. That finds mistakes of the import; manual changes
   * of all other rows are found without it.
   */
  isFull?: boolean
  /** Also compares each index with its table, on SQLite. */
  indexes?: boolean
  /** Heads that were kept elsewhere: each must still be in its chain. */
  keptHeads?: readonly KeptHead[]
  /** Gets the result of each check as soon as it is known. */
  onCheck?: (result: CheckResult) => void
  /** Gets the share that is done, from 0 to 1. */
  onProgress?: (share: number) => void
  /** Stops the verification with the reason of the signal. */
  signal?: AbortSignal
  /** How many threads share the work, at most. 0, the default, does it in the calling thread, in slices of some 20 ms. */
  threads?: number
  /** How many rows each thread must have to read, about. */
  rowsPerThread?: number
}

/** Starting a thread takes as long as reading this many rows. */
const defaultRowsPerThread = 5000

/** Orders of one task: enough that starting it does not count, few enough that all threads end at about the same time. */
const ordersPerTask = 10_000

/**
 * Runs every check on one snapshot, read in slices, so that it needs little memory and other requests can run in between. An amount that cannot be
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
  if (options.indexes && database.dialect === 'sqlite') {
    await verifyIndexes(database.read, findings)
    findings.done('indexes')
  }
  const finish = async (db: Db): Promise<Verification> => ({
    at,
    checks: findings.results(),
    unsealedEvents: await countUnsealedEvents(db),
    heads: await loadChainHeads(db),
  })
  const verifyAll = async (db: Db, runners?: readonly TaskRunner[]): Promise<Verification> => {
    await verifyRows(db, findings, options, runners)
    return finish(db)
  }
  try {
    const threads = await countThreads(database.read, options)
    return await (threads > 0 ? inThreads(database, threads, verifyAll) : database.inSnapshot(verifyAll))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return database.inSnapshot(async (db) => {
      await verifyExactAmounts(db, findings)
      // A time that no calendar has, for example.
      if (findings.passes('amounts-exact')) findings.addViolation('amounts-exact', error.message)
      findings.failPending('amounts-exact')
      return finish(db)
    })
  }
}

/** How many threads are worth their start. */
async function countThreads(
  db: Db,
  { threads = 0, rowsPerThread = defaultRowsPerThread }: VerifyOptions,
): Promise<number> {
  return threads > 0 ? Math.min(threads, Math.floor((await store.estimateRows(db)) / rowsPerThread)) : 0
}

/** What is checked besides the ledger and the orders, the long ones first. */
const tableParts = [
  'events',
  'accounts',
  'invitations',
  'roles',
  'tokens',
  'webhooks',
  'products',
  'carriers',
  'jobs',
  'seller',
  'rates',
  'requests',
  'statements',
  'matches',
  'references',
] as const

/** Runs all checks of rows, by `runners` that read the same snapshot as `db` or else in this thread. Throws `RangeError` at the first amount that cannot be read exactly. */
export async function verifyRows(
  db: Db,
  findings: Findings,
  { isFull = false, keptHeads = [], onProgress = () => {}, signal }: VerifyOptions = {},
  runners?: readonly TaskRunner[],
): Promise<void> {
  const book = await loadBook(db)
  if (!book || !isTimeZone(book.time_zone)) {
    findings.addViolation('book-settings', book ? `book 1: time_zone ${book.time_zone}` : 'book 1: missing')
    return findings.failPending('book-settings')
  }
  await verifyBookSettings(db, findings, book)
  findings.done('book')
  const end = new AbortController()
  const stopped = AbortSignal.any([end.signal, ...(signal ? [signal] : [])])
  const progress = new Progress(await store.estimateRows(db), onProgress, stopped)
  const [seed = 0] = crypto.getRandomValues(new Uint32Array(1))
  const queue = new TaskQueue(runners ?? [{ run: (...args) => runTask(db, ...args) }], book, progress)
  const ranges = await listOrderRanges(db, ordersPerTask)
  // The ledger first, as it is added up in its order; then the other long ones, so that all runners end at about the same time.
  const ledger = await queueLedger(db, findings, book, queue)
  const others = tableParts.map((part) => ({ part, result: queue.run({ part }) }))
  const orders = [
    // All numbers are compared with the counters together.
    queue.run({ part: 'numbers' }),
    ...(isFull ? [queue.run({ part: 'packedPostings' })] : []),
    queue.run({ part: 'customers', seed }),
    queue.run({ part: 'imports' }),
    ...ranges.map((range) => queue.run({ part: 'orders', range, isFull, seed })),
  ]
  const allSettled = Promise.allSettled([...ledger.results, ...others.map(({ result }) => result), ...orders])
  try {
    await ledger.finish()
    findings.done('ledger')
    await addOrders(db, findings, progress, book, orders)
    findings.done('orders')
    for (const { part, result } of others) {
      findings.addAll((await result).checks)
      findings.done(part)
    }
  } finally {
    end.abort()
    await allSettled
  }
  if (keptHeads.length === 0) return
  await verifyKeptHeads(db, findings, keptHeads)
  findings.done('keptHeads')
}

/** Adds what was found in the orders, and compares what only all of them together show. */
async function addOrders(
  db: Db,
  findings: Findings,
  progress: Progress,
  book: StoredBook,
  results: readonly Promise<TaskResult>[],
): Promise<void> {
  const numbers = new DocumentNumbers(findings, book.time_zone)
  const counts = new OrderCounts(book.time_zone)
  const totals = new CustomerTotals(0)
  for (const result of results) {
    const orders = await result
    findings.addAll(orders.checks)
    numbers.addAll(orders.numbers)
    counts.addAll(orders.counts)
    totals.addAll(orders.totals)
  }
  await numbers.compareWithCounters(db)
  await counts.compareWithStored(db, findings)
  if (!totals.areZero()) await findWrongSums(db, findings, progress)
}
