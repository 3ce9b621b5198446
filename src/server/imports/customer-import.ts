import { inTransaction } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import { classifyCustomers, type CustomerOutcome, importCustomerDrafts } from '#server/customers/import-profiles.ts'
import type { Transaction } from '#server/db/database.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import {
  type CustomerFile,
  type CustomerSource,
  type FoundCustomer,
  openCustomerFile,
} from '#server/imports/customer-file.ts'
import { describeMapping } from '#server/imports/customer-formats.ts'
import { ImportRecord } from '#server/imports/import-record.ts'
import { sampleSize } from '#server/imports/describe-sample.ts'
import type { CustomerDraft } from '#server/imports/read-customer.ts'
import { getMessages } from '#server/messages.ts'
import type { CustomerImportResult } from '#shared/customers/import-views.ts'
import type { RefusedOrder } from '#shared/orders/import-views.ts'

/** The file to import, and the options. */
export interface CustomerImportOptions extends CustomerSource {
  fileName: string
  /** Says what would happen without writing anything. */
  dryRun: boolean
  /** Customers per transaction: few enough that other requests wait less than 50 ms. */
  customersPerBatch: number
}

/** How many customers of a file became what. */
export interface CustomerCounts {
  created: number
  updated: number
  unchanged: number
  refused: number
}

export const noCustomerCounts: CustomerCounts = { created: 0, updated: 0, unchanged: 0, refused: 0 }

export const countCustomers = ({ created, updated, unchanged, refused }: CustomerCounts): number =>
  created + updated + unchanged + refused

/** A customer that was rejected, with its place in the file. */
export interface LeftCustomer extends RefusedOrder {
  position: number
}

/** Where a job continues its import, and how it saves its progress. */
export interface CustomerJournal {
  position: number
  counts: CustomerCounts
  /** Called in the transaction of what was done. */
  save: (
    transaction: Transaction,
    reached: { position: number; bytes: number; counts: CustomerCounts },
    left: readonly LeftCustomer[],
  ) => Promise<void>
}

/** The import stops after this many rejected customers: they are held in memory until the end. */
const maxRefused = 100_000

/** Opens a file for import. Throws `not-a-customer-list`. */
export async function openCustomerImport(
  context: RequestContext,
  options: CustomerImportOptions,
): Promise<CustomerImport> {
  const file = await openCustomerFile(context, options)
  const record = new ImportRecord(context, options.fileName, file.table, { kind: 'customers' })
  return new CustomerImport(context, options, file, record)
}

/** The import of one file with customers; can run once. */
export class CustomerImport {
  readonly #context: RequestContext
  readonly #options: CustomerImportOptions
  readonly #file: CustomerFile
  readonly #record: ImportRecord
  readonly #journal: CustomerJournal | undefined
  readonly #refused: LeftCustomer[] = []
  readonly #sample: CustomerDraft[] = []
  #number = ''
  #position = 0
  #counts = noCustomerCounts

  /** With a journal, the import continues where the journal ends. */
  constructor(
    context: RequestContext,
    options: CustomerImportOptions,
    file: CustomerFile,
    record: ImportRecord,
    journal?: CustomerJournal,
  ) {
    this.#context = context
    this.#options = options
    this.#file = file
    this.#record = record
    this.#journal = journal
    if (journal) [this.#position, this.#counts] = [journal.position, journal.counts]
  }

  /** How many customers have been committed so far. */
  get importedCount(): number {
    return this.#options.dryRun ? 0 : this.#counts.created + this.#counts.updated
  }

  /** Imports the customers batch by batch. `beforeBatch` may throw to stop between batches; committed batches remain. */
  async run(beforeBatch: () => void = () => {}): Promise<CustomerImportResult> {
    try {
      await this.#importAll(beforeBatch)
    } catch (error) {
      if (this.importedCount > 0 && !this.#journal)
        await this.#finish().catch((recordError: unknown) =>
          this.#context.kontor.log.warn('import event failed', { error: String(recordError) }),
        )
      throw error
    } finally {
      this.#context.kontor.database.releaseMemory()
    }
    const read = countCustomers(this.#counts)
    if (this.#journal || (!this.#options.dryRun && read > 0)) await this.#finish()
    return this.#toResult()
  }

  async #importAll(beforeBatch: () => void): Promise<void> {
    const reached = this.#position
    let batch: FoundCustomer[] = []
    for await (const found of this.#file.read()) {
      if (found.position <= reached) continue
      batch.push(found)
      if (batch.length < this.#options.customersPerBatch) continue
      beforeBatch()
      await this.#importBatch(batch)
      batch = []
      // Let other requests run between batches.
      await yieldToEventLoop()
      if (this.#counts.refused >= maxRefused) return
    }
    if (batch.length > 0) await this.#importBatch(batch)
  }

  async #importBatch(batch: readonly FoundCustomer[]): Promise<void> {
    const drafts = batch.flatMap(({ result }) => ('draft' in result ? [result.draft] : []))
    const last = batch.at(-1)
    const position = last?.position ?? this.#position
    let reached = { counts: this.#counts, left: [] as LeftCustomer[] }
    if (this.#options.dryRun)
      reached = this.#count(batch, await classifyCustomers(this.#context.kontor.database.read, this.#source, drafts))
    else if (drafts.length === 0 && !this.#journal) reached = this.#count(batch, [])
    else {
      let number = ''
      await inTransaction(
        this.#context,
        async (transaction) => {
          number = await this.#record.start(transaction)
          const origin = { source: this.#source, importNumber: number }
          reached = this.#count(batch, await importCustomerDrafts(transaction, this.#context, drafts, origin))
          const { counts, left } = reached
          await this.#journal?.save(transaction, { position, bytes: last?.bytes ?? 0, counts }, left)
        },
        { isLarge: true },
      )
      this.#record.keep(number)
      this.#number = number
    }
    this.#position = position
    this.#counts = reached.counts
    this.#refused.push(...reached.left)
    this.#sample.push(...drafts.slice(0, sampleSize - this.#sample.length))
  }

  get #source(): string {
    return this.#file.table.format.source
  }

  #count(batch: readonly FoundCustomer[], outcomes: readonly CustomerOutcome[]) {
    const counts = { ...this.#counts }
    const left: LeftCustomer[] = []
    let next = 0
    for (const { position, line, result } of batch) {
      const outcome = 'draft' in result ? outcomes[next++] : undefined
      if (outcome && outcome.outcome !== 'refused') counts[outcome.outcome]++
      else {
        counts.refused++
        left.push({ position, line, ...this.#describe(result, outcome) })
      }
    }
    return { counts, left }
  }

  #describe(
    result: FoundCustomer['result'],
    outcome: Extract<CustomerOutcome, { outcome: 'refused' }> | undefined,
  ): { order: string; reason: string } {
    if (!('draft' in result)) return { order: result.key, reason: result.reason }
    const { customer } = getMessages(this.#context.locale).imports.refused
    return {
      order: result.draft.externalId,
      reason: outcome ? customer.reasons[outcome.reason](outcome.other) : '',
    }
  }

  #finish(): Promise<void> {
    return this.#record.finish({ ...this.#counts, read: countCustomers(this.#counts) })
  }

  #toResult(): CustomerImportResult {
    const { mapping } = this.#file.table
    const { dryRun } = this.#options
    const { created, updated, unchanged } = this.#counts
    return {
      number: this.#number,
      read: countCustomers(this.#counts),
      ...{ created, updated, unchanged },
      refused: this.#refused.map(({ line, order, reason }) => ({ line, order, reason })),
      sample: dryRun
        ? this.#sample.map(({ line, fields: { name = '', email = '', phone = '', city = '' } }) => ({
            ...{ line, name, email, phone, city },
          }))
        : [],
      ...(this.#file.isEncodingGuessed && { isEncodingGuessed: true }),
      ...(dryRun && mapping && { table: describeMapping(mapping, this.#file.heads) }),
    }
  }
}
