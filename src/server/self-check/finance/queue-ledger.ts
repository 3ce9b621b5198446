import type { Db } from '#server/db/database.ts'
import type { StoredBook } from '#server/self-check/finance/book-settings-store.ts'
import { listPeriodChanges } from '#server/self-check/finance/closing/periods-store.ts'
import { closedAfter, PeriodHistory } from '#server/self-check/finance/closing/periods.ts'
import * as store from '#server/self-check/finance/entries-store.ts'
import type { EntryRange, VerifiedRange } from '#server/self-check/finance/entries.ts'
import type { LedgerRowCounts } from '#server/self-check/finance/entry-keys.ts'
import { verifyLedgerAccounts } from '#server/self-check/finance/ledger-accounts.ts'
import { LedgerTotals } from '#server/self-check/finance/ledger-totals.ts'
import { verifyStoredTotals } from '#server/self-check/finance/stored-totals.ts'
import type { Findings } from '#server/self-check/findings.ts'
import type { TaskQueue } from '#server/self-check/task-queue.ts'

/** Entries of one task. */
const entriesPerTask = 10_000

/** Adds the tasks of the ledger to a queue. `finish` waits for them and compares what only all of them together show. */
export async function queueLedger(
  db: Db,
  findings: Findings,
  book: StoredBook,
  queue: TaskQueue,
): Promise<{ results: readonly Promise<unknown>[]; finish: () => Promise<void> }> {
  const ledger = await Ledger.open(db, findings, book)
  const ranges = (await ledger.listRanges(db)).map((range) => ({
    range,
    result: queue.run({ part: 'entries', range }),
  }))
  const entryKeys = queue.run({ part: 'entryKeys' })
  return {
    results: [...ranges.map(({ result }) => result), entryKeys],
    finish: async () => {
      for (const { range, result } of ranges) {
        const { checks, entries } = await result
        findings.addAll(checks)
        if (entries) await ledger.add(db, range, entries)
      }
      const { checks, rowCounts } = await entryKeys
      findings.addAll(checks)
      if (rowCounts) await ledger.finish(db, rowCounts)
    },
  }
}

/** Adds up the ranges of the ledger, in their order, and compares what only all of them together show. */
class Ledger {
  readonly #findings: Findings
  readonly #book: StoredBook
  readonly #changes: Awaited<ReturnType<typeof listPeriodChanges>>
  readonly #periods: PeriodHistory
  readonly #totals = new LedgerTotals()
  #last: VerifiedRange['last']
  #flowCount = 0
  #taxCount = 0

  private constructor(findings: Findings, book: StoredBook, changes: Awaited<ReturnType<typeof listPeriodChanges>>) {
    this.#findings = findings
    this.#book = book
    this.#changes = changes
    this.#periods = new PeriodHistory(findings, book, changes)
  }

  static async open(db: Db, findings: Findings, book: StoredBook): Promise<Ledger> {
    return new Ledger(findings, book, await listPeriodChanges(db))
  }

  /** The ranges of all entries. None goes beyond a close or a reopening of a month. */
  async listRanges(db: Db): Promise<EntryRange[]> {
    const ends = this.#changes.map(({ ledger_seq }) => ledger_seq)
    const ranges = await store.listEntryRanges(db, entriesPerTask, ends)
    return ranges.map((range) => ({ ...range, closedThrough: closedAfter(this.#changes, range.after ?? 0) }))
  }

  /** Adds the next range. */
  async add(db: Db, { through }: EntryRange, { last, totals, flowCount, taxCount }: VerifiedRange): Promise<void> {
    this.#last = last
    this.#flowCount += flowCount
    this.#taxCount += taxCount
    this.#totals.add(this.#findings, totals)
    await this.#periods.advance(db, last, through, this.#totals)
  }

  /** Compares what is stored once for the whole ledger, after all ranges. */
  async finish(db: Db, { flows, taxes }: LedgerRowCounts): Promise<void> {
    const expectEqual = this.#findings.expectEqual.bind(this.#findings)
    expectEqual('entry-flows', 'ledger_entry_flows', 'rows', flows, this.#flowCount)
    expectEqual('entry-taxes', 'ledger_entry_taxes', 'rows', taxes, this.#taxCount)
    expectEqual('entries-numbered', 'book 1', 'head_seq', this.#book.head_seq, this.#last?.seq ?? 0)
    expectEqual('entries-sealed', 'book 1', 'head_hash', this.#book.head_hash, this.#last?.hash ?? '')
    await this.#periods.finish(db)
    await verifyLedgerAccounts(db, this.#findings, this.#totals)
    await verifyStoredTotals(db, this.#findings, this.#totals)
  }
}
