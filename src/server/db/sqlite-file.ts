import { toSafeNumber, assertBindable } from '#server/db/column-values.ts'
import { Database as BunDatabase, type Statement } from 'bun:sqlite'
import type { QueryResult } from 'kysely'

type Row = Record<string, unknown>

/** Prepared statements cached per file, more than the program uses regularly; then the oldest is evicted. */
const maxCachedStatements = 500

/** One open SQLite file with its compiled statements. */
export class SqliteFile {
  handle: BunDatabase
  readonly #path: string
  readonly #mode: 'read' | 'write'
  /** How often it was opened: SQLite restarts its count of commits each time. */
  #opened = 0
  readonly #statements = new Map<string, Statement<Row, (string | number | null)[]>>()

  /** Throws SQLite's own error when the file cannot be opened; `read` opens what exists and never writes. */
  constructor(path: string, mode: 'read' | 'write') {
    this.#path = path
    this.#mode = mode
    this.handle = this.#open()
  }

  #open(): BunDatabase {
    this.#opened++
    const handle = new BunDatabase(
      this.#path,
      this.#mode === 'read' ? { readonly: true, strict: true } : { readwrite: true, create: true, strict: true },
    )
    // Waiting blocks the event loop. Readers wait only while another program recovers or holds the whole file.
    handle.run(`pragma busy_timeout = ${this.#mode === 'read' ? 100 : 5000}`)
    // A damaged or forged file must not be able to call functions, nor be read beyond its cells.
    handle.run('pragma trusted_schema = off')
    handle.run('pragma cell_size_check = on')
    return handle
  }

  /** Runs one statement with its values in order. */
  execute(text: string, parameters: readonly unknown[]): QueryResult<Row> {
    const statement = this.#prepare(text)
    const values = assertBindable(parameters)
    if (!statement.reader) return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) }
    const rows = statement.all(...values)
    for (const row of rows)
      for (const column in row) {
        const value = row[column]
        if (typeof value === 'number') toSafeNumber(value)
      }
    return { rows }
  }

  /** Changes with every commit of another connection; undefined for one that writes, because its own changes do not count. */
  get dataVersion(): string | undefined {
    if (this.#mode === 'write') return undefined
    const { data_version: version } = this.#prepare('pragma data_version').get() ?? {}
    return `${this.#opened} ${String(version)}`
  }

  /** Opens a file for reading again, because a connection keeps the statistics with which it began. */
  reopen(): void {
    const handle = this.#open()
    this.close()
    this.handle = handle
  }

  close(): void {
    for (const statement of this.#statements.values()) statement.finalize()
    this.#statements.clear()
    this.handle.close()
  }

  #prepare(text: string): Statement<Row, (string | number | null)[]> {
    const cached = this.#statements.get(text)
    if (cached) return cached
    const statement = this.handle.prepare<Row, (string | number | null)[]>(text)
    for (const [oldest, evicted] of this.#statements) {
      if (this.#statements.size < maxCachedStatements) break
      this.#statements.delete(oldest)
      evicted.finalize()
    }
    this.#statements.set(text, statement)
    return statement
  }
}
