import { inTransaction } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { yieldToEventLoop } from '#server/event-loop.ts'
import { openCapacity, type LedgerCapacity } from '#server/finance/actions.ts'
import { compareKnownOrder, type KnownOrderOutcome } from '#server/imports/known-orders.ts'
import { type ParsedOrder, OrderParser } from '#server/imports/order-parser.ts'
import { openTable, type Table } from '#server/imports/open-table.ts'
import { chooseFormat, type FormatChoice } from '#server/imports/choose-format.ts'
import { describeSample, sampleSize } from '#server/imports/describe-sample.ts'
import { ImportRecord } from '#server/imports/import-record.ts'
import type { RecognizedTable } from '#server/imports/order-formats.ts'
import { maxHeadingRows } from '#server/imports/table-headings.ts'
import type { CsvRecord } from '#server/imports/records.ts'
import type { ImportMessages } from '#server/imports/row.ts'
import { getMessages } from '#server/messages.ts'
import { classifyDrafts, importDrafts, type ImportOutcome } from '#server/orders/actions.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import type { ChangedOrder, RefusedOrder, ImportResult } from '#shared/orders/import-views.ts'
import { invalidInput } from '#shared/problem.ts'

/** Progress of an import, in bytes of the file and in orders. */
export interface ImportProgress {
  bytes: number
  totalBytes: number
  read: number
  created: number
  /** Known orders that were updated, if that was asked for. */
  updated?: number
}

/** The file to import, and the options. */
export interface ImportJob extends FormatChoice {
  file: Blob
  fileName: string
  /** A label such as `gb18030`; a byte order mark in the file takes precedence. */
  encoding?: string | undefined
  /** Of files whose format has none in its columns. */
  currency?: string | undefined
  /** Validates the file without writing anything. */
  dryRun: boolean
  /** Takes over what the shop has changed of known orders, which are rejected otherwise. */
  update: boolean
  /** Orders per transaction (rejected ones count): the larger, the faster, and the longer nothing else happens in this process. */
  ordersPerBatch: number
}

/** The import stops after this many rejected orders: they are held in memory until the end, and such a list is of no use. */
export const maxRefused = 100_000
/** The result lists this many changed orders. */
const maxListedChanges = 10_000
/** A batch ends early when its orders have more lines than this for each order of a full batch. */
const linesPerOrder = 10
/** So many orders are written at once. */
const ordersPerStep = 100
const linesPerStep = ordersPerStep * linesPerOrder

/**
 * Opens a file for import and checks what would reject it as a whole, before writing anything. Throws the problem `not-an-order-export` when the file
 * is no table, cannot be decoded, or no known format has its columns, and `invalid-input` when it does not say in which currency its amounts are.
 */
export async function openImport(context: RequestContext, job: ImportJob): Promise<OrderImport> {
  const table = await openTable(job.file, job.encoding)
  const heads = await readHeads(table)
  const recognized = await chooseFormat(context, heads, job)
  if (job.currency === undefined && recognized.format.needsCurrency(recognized.found))
    throw invalidInput({ pointer: '/currency', reason: 'currency-of-file' })
  return new OrderImport(context, job, table, { ...recognized, heads })
}

/** The records among which the headings are. */
async function readHeads(table: Table): Promise<CsvRecord[]> {
  const heads: CsvRecord[] = []
  for await (const { records } of table()) {
    heads.push(...records.slice(0, maxHeadingRows - heads.length))
    if (heads.length === maxHeadingRows) break
  }
  return heads
}

/** A recognized table with its first records. */
type OpenedTable = RecognizedTable & { heads: readonly CsvRecord[] }

/** The import of one file; can run once. */
export class OrderImport {
  readonly #context: RequestContext
  readonly #job: ImportJob
  readonly #messages: ImportMessages
  readonly #table: Table
  readonly #recognized: OpenedTable
  readonly #record: ImportRecord
  /** The first orders of a table whose columns a person chose. */
  readonly #sample: { line: number; draft: OrderDraft }[] = []
  readonly #refused: RefusedOrder[] = []
  #created = 0
  #unchanged = 0
  readonly #changed: ChangedOrder[] = []
  #changedCount = 0
  #bytes = 0
  /** Ledger capacity across the batches of a dry run, which stores nothing that the next batch could read. */
  #capacity: LedgerCapacity | undefined

  constructor(context: RequestContext, job: ImportJob, table: Table, recognized: OpenedTable) {
    this.#context = context
    this.#job = job
    this.#messages = getMessages(context.locale).imports
    this.#table = table
    this.#recognized = recognized
    this.#record = new ImportRecord(context, job.fileName, recognized)
  }

  /** How many orders have been committed so far; a later error does not undo them. */
  get importedCount(): number {
    return this.#job.dryRun ? 0 : this.#created + this.#updated
  }

  get #updated(): number {
    return this.#job.update ? this.#changedCount : 0
  }

  /** Imports the orders batch by batch and stops between batches once `signal` is aborted. Committed batches remain. */
  async run(onProgress: (progress: ImportProgress) => void = () => {}, signal?: AbortSignal): Promise<ImportResult> {
    try {
      return await this.#importAll(onProgress, signal)
    } catch (error) {
      // Record what was imported even though the import failed; this can fail too, for example when the database is down.
      if (this.importedCount > 0)
        await this.#finish(this.#result()).catch((recordError: unknown) =>
          this.#context.kontor.log.warn('import event failed', { error: String(recordError) }),
        )
      throw error
    }
  }

  async #importAll(onProgress: (progress: ImportProgress) => void, signal?: AbortSignal): Promise<ImportResult> {
    let batch: { line: number; draft: OrderDraft }[] = []
    let [orders, lines] = [0, 0]
    const { ordersPerBatch } = this.#job
    for await (const found of this.#orders()) {
      if (this.#refused.length >= maxRefused) {
        const { line } = found
        const order = 'draft' in found ? found.draft.externalNumber : found.order
        this.#refused.push({ line, order, reason: this.#messages.refused.tooManyRejected(maxRefused) })
        break
      }
      orders++
      if ('reason' in found) this.#refused.push(found)
      else {
        batch.push(found)
        if (this.#sample.length < sampleSize) this.#sample.push(found)
        lines += found.draft.lines.length
      }
      if (orders < ordersPerBatch && lines < ordersPerBatch * linesPerOrder) continue
      await this.#importBatch(batch, signal)
      onProgress(this.#progress())
      batch = []
      orders = lines = 0
      // Let other requests run between batches.
      await yieldToEventLoop()
      if (signal?.aborted) break
    }
    if (!signal?.aborted) await this.#importBatch(batch, signal)
    const result = this.#result()
    if (!this.#job.dryRun && result.read > 0) await this.#finish(result)
    return result
  }

  async *#orders(): AsyncGenerator<ParsedOrder> {
    const { headingRow } = this.#recognized
    const parser = new OrderParser(this.#recognized, {
      messages: this.#messages,
      timeZone: this.#context.kontor.book.timeZone,
      currency: this.#job.currency ?? '',
    })
    let index = -1
    for await (const { records, bytes } of this.#table()) {
      this.#bytes = bytes
      for (const record of records) if (++index > headingRow) yield* parser.push(record)
    }
    yield* parser.end()
  }

  async #importBatch(
    batch: readonly { line: number; draft: OrderDraft }[],
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { database } = this.#context.kontor
    if (batch.length === 0) return
    const drafts = batch.map(({ draft }) => draft)
    let number = ''
    const outcomes = this.#job.dryRun
      ? await classifyDrafts(database.read, drafts, (this.#capacity ??= await openCapacity(database.read)))
      : await inTransaction(
          this.#context,
          async (transaction) => {
            number = await this.#record.start(transaction)
            return this.#importSteps(transaction, drafts, number)
          },
          { isLarge: true },
        )
    if (number !== '') this.#record.keep(number)
    for (const [index, found] of batch.entries()) {
      const outcome = outcomes[index]
      if (outcome?.outcome === 'created') this.#created++
      else if (outcome?.outcome === 'unchanged') this.#unchanged++
      else if (outcome?.outcome === 'refused') this.#refuse(found, this.#rejectionReason(found.draft, outcome))
      else if (outcome) {
        if (signal?.aborted) return
        this.#countKnown(found, await compareKnownOrder(this.#context, this.#job, found, outcome))
        await yieldToEventLoop()
      }
    }
  }

  /** In steps, because the rows of many orders take much memory at once. */
  async #importSteps(
    transaction: Transaction,
    drafts: readonly OrderDraft[],
    number: string,
  ): Promise<ImportOutcome[]> {
    const parameters = { file: this.#job.fileName, import: number }
    const outcomes: ImportOutcome[] = []
    for (let start = 0, end = 0; start < drafts.length; start = end) {
      for (let lines = 0; end < drafts.length && end - start < ordersPerStep && lines < linesPerStep; end++)
        lines += drafts[end]?.lines.length ?? 0
      const step = drafts.slice(start, end)
      outcomes.push(...(await importDrafts(transaction, this.#context, step, parameters)))
    }
    return outcomes
  }

  #countKnown(found: { line: number; draft: OrderDraft }, { changed, refused }: KnownOrderOutcome): void {
    if (changed) {
      this.#changedCount++
      if (this.#changed.length < maxListedChanges) this.#changed.push(changed)
    }
    if (refused !== undefined) this.#refuse(found, refused)
    else if (!changed) this.#unchanged++
  }

  #refuse({ line, draft }: { line: number; draft: OrderDraft }, reason: string): void {
    this.#refused.push({ line, order: draft.externalNumber, reason })
  }

  #rejectionReason(draft: OrderDraft, { reason }: Extract<ImportOutcome, { outcome: 'refused' }>): string {
    const { inconsistent, ledgerFull } = this.#messages.refused
    return reason === 'incoherent' ? inconsistent : ledgerFull(draft.currency)
  }

  #result(): ImportResult {
    const refused = this.#refused.toSorted((a, b) => a.line - b.line)
    const { mapping } = this.#recognized
    return {
      read: this.#read(),
      created: this.#created,
      unchanged: this.#unchanged,
      refused,
      ...(this.#changedCount > 0 && { changed: { count: this.#changedCount, orders: this.#changed } }),
      ...(this.#job.dryRun && mapping && { mapped: describeSample(mapping, this.#recognized.heads, this.#sample) }),
    }
  }

  #finish = ({ refused, ...counts }: ImportResult): Promise<void> =>
    this.#record.finish({ ...counts, updated: this.#updated, refused: refused.length })

  #progress = (): ImportProgress => ({
    bytes: this.#bytes,
    totalBytes: this.#job.file.size,
    read: this.#read(),
    created: this.#created,
    ...(this.#job.update && { updated: this.#updated }),
  })

  #read = (): number => this.#created + this.#unchanged + this.#updated + this.#refused.length
}
