import { inTransaction } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { recordEvents } from '#server/events/events.ts'
import * as store from '#server/imports/import-store.ts'
import type { ImportKind } from '#server/db/schema/imports.ts'
import { hashHeadings } from '#server/imports/table-headings.ts'
import { expireJobFile } from '#server/jobs/job-files.ts'
import { requireKeptImport } from '#server/orders/import-lock.ts'
import { allocateNumbers } from '#server/orders/numbers.ts'

/** What is kept of how a table was read. */
export interface RecordedTable {
  format: { source: string }
  header: readonly string[]
  mapping?: object
}

/** How many orders or customers of an import became what. */
interface ImportCounts {
  read: number
  created: number
  unchanged: number
  updated: number
  refused: number
}

/** The row of an import in the history, from its first orders or customers on, and its event at the end. */
export class ImportRecord {
  readonly #context: RequestContext
  readonly #fileName: string
  readonly #table: RecordedTable
  readonly #kind: ImportKind
  readonly #jobId: string | null
  #number: string | undefined

  constructor(
    context: RequestContext,
    fileName: string,
    table: RecordedTable,
    { kind, jobId = null }: { kind: ImportKind; jobId?: string | null },
  ) {
    this.#context = context
    this.#fileName = fileName
    this.#table = table
    this.#kind = kind
    this.#jobId = jobId
  }

  /** The number of the import, which gets one in the first transaction. Call `keep` when that has committed. Throws `import-being-undone`. */
  async start(transaction: Transaction, startedAt = this.#context.kontor.now()): Promise<string> {
    if (this.#number !== undefined) {
      await requireKeptImport(transaction, this.#context, [{ import_number: this.#number }])
      return this.#number
    }
    const { kontor, session } = this.#context
    const [number = ''] = await allocateNumbers(transaction, kontor.book.timeZone, 'IM', [startedAt])
    const { headingsHash, mapping } = this.#mapping()
    await store.insertImport(transaction, {
      number,
      kind: this.#kind,
      file_name: this.#fileName,
      source: this.#table.format.source,
      headings_hash: headingsHash,
      mapping,
      user_id: session?.user.id ?? null,
      started_at: startedAt,
      ended_at: null,
      job_id: this.#jobId,
    })
    return number
  }

  keep(number: string): void {
    this.#number = number
  }

  /** Records the committed orders even if the user was suspended during the import. */
  async finish({ read, created, unchanged, updated, refused }: ImportCounts): Promise<void> {
    const { headingsHash, mapping } = this.#mapping()
    const at = this.#context.kontor.now()
    await inTransaction({ ...this.#context, access: 'anyone' }, async (transaction) => {
      // One that has stored nothing starts here, not after its end.
      const number = await this.start(transaction, at)
      if (this.#jobId !== null) {
        // The server may have stopped between the end of the import and that of its job.
        if (await store.hasEnded(transaction, number)) return
        await expireJobFile(transaction, this.#jobId, at)
      }
      await store.updateImport(transaction, number, {
        ended_at: at,
        read_count: read,
        created_count: created,
        unchanged_count: unchanged,
        updated_count: updated,
        refused_count: refused,
      })
      await recordEvents(transaction, this.#context, {
        action: `${this.#kind}.imported`,
        objectType: 'import',
        objectId: number,
        objectLabel: this.#fileName,
        at,
        parameters: {
          ...{ read, created, unchanged, refused },
          ...(updated > 0 && { updated }),
          source: this.#table.format.source,
          ...(mapping !== '' && { headingsHash, mapping }),
        },
      })
    })
  }

  #mapping(): { headingsHash: string; mapping: string } {
    const { mapping, header } = this.#table
    return mapping
      ? { headingsHash: hashHeadings({ fields: [...header] }), mapping: JSON.stringify(mapping) }
      : { headingsHash: '', mapping: '' }
  }
}
