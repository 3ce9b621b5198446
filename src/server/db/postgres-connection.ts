import { assertBindable, toSafeNumber } from '#server/db/column-values.ts'
import { Connection } from '#server/db/connection.ts'
import { isLookup } from '#server/db/lookup.ts'
import { sentAhead, Unanswered } from '#server/db/sent-ahead.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import type { ReservedSQL, SQL } from 'bun'
import { AbortedTransactionError, type CompiledQuery, type QueryResult } from 'kysely'

/** The types that PostgreSQL sends as text: bigint and numeric (sums). */
const digitTypeIds = new Set([20, 1700])

type FoundRow = Record<string, unknown>

/** Runs one statement on a pool or a reserved connection. Integers are returned as numbers; throws for one that would not be exact. */
async function execute(sql: SQL, query: CompiledQuery): Promise<QueryResult<unknown>> {
  return toResult(await sql.unsafe<FoundRow[]>(query.sql, assertBindable(query.parameters)))
}

/**
 * The same for a statement that is likely to run again: `unsafe` prepares only those with parameters, and PostgreSQL would parse and plan
 * the others each time.
 */
async function executePrepared(sql: SQL, query: CompiledQuery): Promise<QueryResult<unknown>> {
  return query.parameters.length > 0 ? execute(sql, query) : toResult(await sql<FoundRow[]>(toTemplate(query.sql)))
}

/** A text as the template without values from which Bun prepares a statement. */
const toTemplate = (text: string): TemplateStringsArray =>
  Object.defineProperty([text], 'raw', { value: [text] }) as unknown as TemplateStringsArray

function toResult(rows: Awaited<SQL.Query<FoundRow[]>>): QueryResult<unknown> {
  for (const { name, type } of rows.columns ?? []) {
    if (!digitTypeIds.has(type)) continue
    for (const row of rows) if (row[name] !== null) row[name] = toSafeNumber(row[name] as string)
  }
  return { rows, numAffectedRows: BigInt(rows.affectedRows) }
}

/**
 * Whether a newer program has added columns to what a prepared statement reads. Each connection says so once, and then the client prepares the
 * statement again.
 */
const isOutdated = (error: unknown): boolean => {
  const { errno, routine } = error as { errno?: unknown; routine?: unknown }
  return errno === '0A000' && routine === 'RevalidateCachedQuery'
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

  protected async run<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const pool = isLookup(query) ? this.#lookups : this.#pool
    for (let attempt = 1; ; attempt++)
      try {
        return (await executePrepared(pool, query)) as QueryResult<Row>
      } catch (error) {
        if (attempt > (pool.options.max ?? 1) || !isOutdated(error)) throw error
      }
  }

  protected async transactionControl(transactionControl: string): Promise<void> {
    if (transactionControl === 'begin') throw new Error('Reads outside a transaction have none: use inSnapshot')
  }
}

/** Maximum number of characters of values in flight, about those of four hundred orders: as many as the connection processes while JavaScript is busy. */
const maxUnanswered = 4_000_000

/** Throws if the transaction may not go on after the result of the last of the statements that begin it. */
export type AssertBegun = (lastResult: unknown) => void

/**
 * A connection reserved for one transaction, which begins with `beginStatement`. Some statements are sent without waiting for their answers, so that
 * PostgreSQL always has something to do; every other one, and the end of the transaction, waits for these and throws what went wrong.
 */
export class ReservedConnection extends Connection {
  readonly #connection: ReservedSQL
  readonly #beginStatement: string
  readonly #assertBegun: AssertBegun
  #broken = false
  readonly #unanswered = new Unanswered()

  constructor(connection: ReservedSQL, beginStatement: string, assertBegun: AssertBegun = () => {}) {
    super()
    this.#connection = connection
    this.#beginStatement = beginStatement
    this.#assertBegun = assertBegun
  }

  /** Returns the connection to the pool; one that could not roll back is closed instead. */
  async returnToPool(): Promise<void> {
    if (this.#broken) await this.#connection.close({ timeout: 0 }).catch(() => {})
    else await this.#connection.release()
  }

  protected async run<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const when = sentAhead(query)
    if (when === undefined || (when === 'after others' && this.#unanswered.isEmpty)) {
      await this.#unanswered.wait()
      // The transaction may have been rolled back in the meantime: the statement would be committed on its own.
      this.assertUsable()
      return execute(this.#connection, query) as Promise<QueryResult<Row>>
    }
    const size = query.parameters.reduce((sum: number, value) => sum + String(value).length, 0)
    this.#unanswered.add(size, execute(this.#connection, query))
    // Answers are read between two statements.
    await yieldToEventLoop()
    await this.#unanswered.wait(maxUnanswered)
    return { rows: [] }
  }

  protected async transactionControl(transactionControl: 'begin' | 'commit' | 'roll back'): Promise<void> {
    if (transactionControl === 'begin') await this.#begin()
    else if (transactionControl === 'roll back') await this.#rollBack()
    else {
      await this.#unanswered.wait()
      const { command } = await this.#connection.unsafe('commit')
      // PostgreSQL answers COMMIT with ROLLBACK after a failed statement.
      if (command === 'ROLLBACK') throw new AbortedTransactionError()
    }
  }

  async #begin(): Promise<void> {
    const results = await this.#connection.unsafe<FoundRow[][]>(this.#beginStatement).simple()
    this.#assertBegun(results.at(-1))
  }

  async #rollBack(): Promise<void> {
    await this.#unanswered.settle()
    try {
      await this.#connection.unsafe('rollback')
    } catch {
      this.#broken = true
    }
  }
}
