import { assertBindable, toSafeNumber } from '#server/db/column-values.ts'
import { Connection } from '#server/db/connection.ts'
import { getCopiedRows } from '#server/db/copy.ts'
import { isLookup } from '#server/db/lookup.ts'
import { yieldToEventLoop } from '#server/event-loop.ts'
import type { ReservedSQL, SQL } from 'bun'
import { AbortedTransactionError, type CompiledQuery, type QueryResult } from 'kysely'

/** The types that PostgreSQL sends as text: bigint and numeric (sums). */
const digitTypeIds = new Set([20, 1700])

/** Runs one statement on a pool or a reserved connection. Integers are returned as numbers; throws for one that would not be exact. */
async function execute(sql: SQL, { sql: text, parameters }: CompiledQuery): Promise<QueryResult<unknown>> {
  const rows = await sql.unsafe<Record<string, unknown>[]>(text, assertBindable(parameters))
  for (const { name, type } of rows.columns ?? []) {
    if (!digitTypeIds.has(type)) continue
    for (const row of rows) if (row[name] !== null) row[name] = toSafeNumber(row[name] as string)
  }
  return { rows, numAffectedRows: BigInt(rows.affectedRows) }
}

async function copy(sql: SQL, statement: string, rows: string): Promise<void> {
  const writer = sql.unsafe(statement).writable().getWriter()
  await Promise.all([writer.write(rows), writer.close()])
}

/** Runs each statement on any free connection of the pool; those that `isLookup` marks on one of `lookups`. */
export class PooledConnection extends Connection {
  readonly #pool: SQL
  readonly #lookups: SQL

  constructor(pool: SQL, lookups = pool) {
    super()
    this.#pool = pool
    this.#lookups = lookups
  }

  protected run<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return execute(isLookup(query) ? this.#lookups : this.#pool, query) as Promise<QueryResult<Row>>
  }

  protected async transactionControl(transactionControl: string): Promise<void> {
    if (transactionControl === 'begin') throw new Error('Reads outside a transaction have none: use inSnapshot')
  }
}

/** So many characters of rows may wait to be copied, about those of two hundred orders. */
const maxWaiting = 2_000_000

/**
 * A connection reserved for one transaction, which begins with `beginStatement`. Rows are copied in the background, so that the next ones are made
 * meanwhile; every other statement, and the end of the transaction, waits for them and throws what went wrong.
 */
export class ReservedConnection extends Connection {
  readonly #connection: ReservedSQL
  readonly #beginStatement: string
  #broken = false
  /** Those that have not ended, in their order. */
  readonly #copies: { size: number; ended: Promise<void> }[] = []
  #copyError: unknown

  constructor(connection: ReservedSQL, beginStatement: string) {
    super()
    this.#connection = connection
    this.#beginStatement = beginStatement
  }

  /** Returns the connection to the pool; one that could not roll back is closed instead. */
  async returnToPool(): Promise<void> {
    if (this.#broken) await this.#connection.close({ timeout: 0 }).catch(() => {})
    else await this.#connection.release()
  }

  protected async run<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const rows = getCopiedRows(query)
    if (rows === undefined) {
      await this.#finishCopies()
      return execute(this.#connection, query) as Promise<QueryResult<Row>>
    }
    this.#copies.push({ size: rows.length, ended: this.#copyAfter(this.#copies.at(-1)?.ended, query.sql, rows) })
    // Answers of the server are read between two tables.
    await yieldToEventLoop()
    await this.#finishCopies(maxWaiting)
    return { rows: [] }
  }

  async #copyAfter(others: Promise<void> | undefined, statement: string, rows: string): Promise<void> {
    await others
    try {
      if (this.#copyError === undefined) await copy(this.#connection, statement, rows)
    } catch (error) {
      this.#copyError = error
    }
    this.#copies.shift()
  }

  /** Waits until no more than `maxSize` characters wait to be copied. */
  async #finishCopies(maxSize = 0): Promise<void> {
    while (this.#copies.reduce((sum, { size }) => sum + size, 0) > maxSize) await this.#copies[0]?.ended
    if (this.#copyError !== undefined) throw this.#copyError
  }

  protected async transactionControl(transactionControl: 'begin' | 'commit' | 'roll back'): Promise<void> {
    if (transactionControl === 'begin') await this.#connection.unsafe(this.#beginStatement).simple()
    else if (transactionControl === 'roll back') await this.#rollBack()
    else {
      await this.#finishCopies()
      const { command } = await this.#connection.unsafe('commit')
      // PostgreSQL answers COMMIT with ROLLBACK after a failed statement.
      if (command === 'ROLLBACK') throw new AbortedTransactionError()
    }
  }

  async #rollBack(): Promise<void> {
    await this.#copies.at(-1)?.ended
    try {
      await this.#connection.unsafe('rollback')
    } catch {
      this.#broken = true
    }
  }
}
