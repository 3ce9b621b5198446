import { inTransaction } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { type LedgerCapacity, openCapacity } from '#server/finance/ledger-capacity.ts'
import { type ImportFile, type FoundOrder, type ImportSource, openImportFile } from '#server/imports/import-file.ts'
import { type ImportCheckpoint, type ImportJournal, isDone } from '#server/imports/import-journal.ts'
import { ImportRecord } from '#server/imports/import-record.ts'
import { countRead, ImportTally, noCounts } from '#server/imports/import-tally.ts'
import { compareKnownOrder, type KnownOrderOutcome } from '#server/imports/known-orders.ts'
import { advanceByBatch, advanceByKnown, type Progressed } from '#server/imports/advance-checkpoint.ts'
import type { ReadDraft } from '#server/imports/import-batch.ts'
import { maxRefused, readBatches } from '#server/imports/order-batches.ts'
import { getMessages } from '#server/messages.ts'
import { classifyDrafts, importDrafts, type ImportOutcome } from '#server/orders/intake/import-drafts.ts'
import type { ImportResult } from '#shared/orders/import-views.ts'
import { ReadAhead } from '#server/runtime/read-ahead.ts'
import { ProblemError } from '#shared/problem.ts'

/** Progress of an import, in bytes of the file and in orders. */
export interface ImportProgress {
  bytes: number
  totalBytes: number
  read: number
  created: number
  /** Known orders that were updated, if requested. */
  updated?: number
}

/** The file to import, and the options. */
export interface ImportOptions extends ImportSource {
  fileName: string
  /** Validates the file without writing anything. */
  dryRun: boolean
  /** Applies changes of the shop to known orders, which are rejected otherwise. */
  update: boolean
  /** Orders per transaction (rejected ones count): the larger, the faster, and the longer nothing else happens in this process. */
  ordersPerBatch: number
  /** Called before each batch but the first is read, while the database stores the one before. */
  collectGarbage?: () => void
}

/** Opens a file for import; throws what `openImportFile` throws. */
export async function openImport(context: RequestContext, options: ImportOptions): Promise<OrderImport> {
  const file = await openImportFile(context, options)
  return new OrderImport(
    context,
    options,
    file,
    new ImportRecord(context, options.fileName, file.recognized, { kind: 'orders' }),
  )
}

/** The import of one file; can run once. */
export class OrderImport {
  readonly #context: RequestContext
  readonly #options: ImportOptions
  readonly #file: ImportFile
  readonly #record: ImportRecord
  readonly #journal: ImportJournal | undefined
  readonly #tally = new ImportTally()
  readonly #batches: ReadAhead<FoundOrder[]>
  #checkpoint: ImportCheckpoint = { position: 0, waiting: [], counts: noCounts, bytes: 0 }
  /** Ledger capacity across the batches of a dry run, which stores nothing that the next batch could read. */
  #capacity: LedgerCapacity | undefined
  /** How many orders of the batches that are done could not be read. */
  #refusedInFile = 0
  #isUndone = false
  /** Whether it stopped before the end of the file, because its signal was aborted. */
  isInterrupted = false

  /** With a journal, the import continues where the journal ends. */
  constructor(
    context: RequestContext,
    options: ImportOptions,
    file: ImportFile,
    record: ImportRecord,
    journal?: ImportJournal,
  ) {
    this.#context = context
    this.#options = options
    this.#file = file
    this.#record = record
    this.#journal = journal
    if (journal) this.#checkpoint = journal.start
    const { ordersPerBatch, collectGarbage = () => {} } = options
    this.#batches = new ReadAhead(
      readBatches(this.#readOrders(), {
        ordersPerBatch,
        collectGarbage,
        countRefused: () => this.#checkpoint.counts.refused - this.#refusedInFile,
        stopAt: (order) => this.#stopAt(order),
      }),
    )
  }

  /** How many orders have been committed so far; a later error does not undo them, but people may undo the import. */
  get importedCount(): number {
    return this.#options.dryRun ? 0 : (this.#isUndone ? 0 : this.#checkpoint.counts.created) + this.#updated
  }

  get #updated(): number {
    return this.#options.update ? this.#checkpoint.counts.changed : 0
  }

  /** Imports the orders batch by batch and stops between batches once `signal` is aborted. Committed batches remain. */
  async run(onProgress: (progress: ImportProgress) => void = () => {}, signal?: AbortSignal): Promise<ImportResult> {
    try {
      await this.#importAll(onProgress, signal)
      const result = this.#tally.toResult(this.#checkpoint.counts, this.#options, this.#file)
      if (this.#journal || (!this.#options.dryRun && result.read > 0)) await this.#finish()
      return result
    } catch (error) {
      this.#isUndone = error instanceof ProblemError && error.problem === 'import-being-undone'
      // Record what was imported even though the import failed; this can fail too, for example when the database is down. A job continues later.
      if (this.importedCount > 0 && !this.#journal && !this.#isUndone)
        await this.#finish().catch((recordError: unknown) =>
          this.#context.kontor.log.warn('import event failed', { error: String(recordError) }),
        )
      throw error
    } finally {
      this.#context.kontor.database.releaseMemory()
    }
  }

  async #importAll(onProgress: (progress: ImportProgress) => void, signal?: AbortSignal): Promise<void> {
    try {
      for (let batch = await this.#batches.next(); batch; batch = await this.#batches.next()) {
        if (this.#isStopping(signal)) return
        await this.#importBatch(batch, signal)
        onProgress(this.#progress())
        // Let other requests run between batches.
        await yieldToEventLoop()
      }
    } finally {
      await this.#batches.end()
    }
  }

  #isStopping = (signal: AbortSignal | undefined): boolean => (this.isInterrupted ||= signal?.aborted === true)

  /** The orders of the file that are not done yet. */
  async *#readOrders(): AsyncGenerator<FoundOrder> {
    const { start } = this.#journal ?? {}
    for await (const found of this.#file.read()) if (!start || !isDone(start, found)) yield found
  }

  #stopAt(found: FoundOrder): FoundOrder {
    const { order } = found
    const reason = getMessages(this.#context.locale).imports.refused.tooManyRejected(maxRefused)
    const name = 'draft' in order ? order.draft.externalNumber : order.order
    return { ...found, order: { line: order.line, order: name, reason } }
  }

  async #importBatch(found: readonly FoundOrder[], signal: AbortSignal | undefined): Promise<void> {
    const last = found.at(-1)
    if (!last) return
    const drafts = found.flatMap(({ position, order }) => ('draft' in order ? [{ position, ...order }] : []))
    const refused = found.flatMap(({ position, order }) => ('reason' in order ? [{ position, ...order }] : []))
    const messages = getMessages(this.#context.locale).imports
    const advance = (written: readonly ImportOutcome[]): Progressed =>
      advanceByBatch(this.#checkpoint, { last, drafts, refused }, written, messages)
    const outcomes = await this.#write(drafts, advance)
    const { checkpoint, left } = advance(outcomes)
    this.#checkpoint = checkpoint
    this.#refusedInFile += refused.length
    this.#tally.addRefused(left)
    for (const [index, draft] of drafts.entries()) {
      this.#tally.addSample(draft)
      const outcome = outcomes[index]
      if (outcome?.outcome !== 'different') continue
      if (this.#isStopping(signal)) return
      await this.#compareKnown(draft, outcome)
      await yieldToEventLoop()
    }
  }

  /** Writes the orders of a batch and, with a journal, how far the import then is; a dry run only returns the results. */
  async #write(drafts: readonly ReadDraft[], next: (outcomes: readonly ImportOutcome[]) => Progressed) {
    const { database } = this.#context.kontor
    const payloads = drafts.map(({ draft }) => draft)
    if (this.#options.dryRun)
      return classifyDrafts(database.read, payloads, (this.#capacity ??= await openCapacity(database.read)))
    if (drafts.length === 0 && !this.#journal) return []
    let number = ''
    const outcomes = await inTransaction(
      this.#context,
      async (transaction) => {
        number = await this.#record.start(transaction)
        const parameters = { file: this.#options.fileName, import: number }
        const written = await importDrafts(transaction, this.#context, payloads, parameters)
        const { checkpoint, left } = next(written)
        await this.#journal?.save(transaction, checkpoint, left)
        this.#batches.start()
        return written
      },
      { isLarge: true },
    )
    this.#record.keep(number)
    return outcomes
  }

  async #compareKnown(draft: ReadDraft, outcome: Extract<ImportOutcome, { outcome: 'different' }>): Promise<void> {
    const journal = this.#journal
    const settle =
      journal &&
      ((transaction: Transaction, known: KnownOrderOutcome) => {
        const { checkpoint, left } = advanceByKnown(this.#checkpoint, draft, known)
        return journal.save(transaction, checkpoint, left)
      })
    const known = await compareKnownOrder(this.#context, this.#options, draft, outcome, settle)
    const { checkpoint, left } = advanceByKnown(this.#checkpoint, draft, known)
    this.#checkpoint = checkpoint
    if (known.changed) this.#tally.addChanged(known.changed)
    this.#tally.addRefused(left)
  }

  #finish(): Promise<void> {
    const { counts } = this.#checkpoint
    return this.#record.finish({ ...counts, read: countRead(counts, this.#options.update), updated: this.#updated })
  }

  #progress = (): ImportProgress => ({
    bytes: this.#checkpoint.bytes,
    totalBytes: this.#options.file.size,
    read: countRead(this.#checkpoint.counts, this.#options.update),
    created: this.#checkpoint.counts.created,
    ...(this.#options.update && { updated: this.#updated }),
  })
}
