import { bindable, exactNumber } from '#server/db/numbers.ts'
import { Session } from '#server/db/session.ts'
import type { ReservedSQL, SQL } from 'bun'
import { AbortedTransactionError, type CompiledQuery, type QueryResult } from 'kysely'

/** The types that PostgreSQL sends as digits: bigint and numeric (sums). */
const digits = new Set([20, 1700])

/** Runs one statement on a pool or a reserved connection; whole numbers come back as numbers, exact or not at all. */
async function execute(sql: SQL, { sql: text, parameters }: CompiledQuery): Promise<QueryResult<unknown>> {
  const rows = await sql.unsafe<Record<string, unknown>[]>(text, bindable(parameters))
  for (const { name, type } of rows.columns ?? []) {
    if (!digits.has(type)) continue
    for (const row of rows) if (row[name] !== null) row[name] = exactNumber(row[name] as string)
  }
  return { rows, numAffectedRows: BigInt(rows.affectedRows) }
}

/** Statements on whichever connection of the pool is free, each for itself. */
export class PooledSession extends Session {
  readonly #pool: SQL

  constructor(pool: SQL) {
    super()
    this.#pool = pool
  }

  protected run<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return execute(this.#pool, query) as Promise<QueryResult<Row>>
  }

  protected async turn(turn: string): Promise<void> {
    if (turn === 'begin') throw new Error('The reader has no transactions: use inSnapshot')
  }
}

/** A connection held for one transaction that begins with `opening`. */
export class ReservedSession extends Session {
  readonly #connection: ReservedSQL
  readonly #opening: string
  #broken = false

  constructor(connection: ReservedSQL, opening: string) {
    super()
    this.#connection = connection
    this.#opening = opening
  }

  /** Back to the pool; a connection that could not roll back is closed instead. */
  async giveBack(): Promise<void> {
    if (this.#broken) await this.#connection.close({ timeout: 0 }).catch(() => {})
    else await this.#connection.release()
  }

  protected run<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return execute(this.#connection, query) as Promise<QueryResult<Row>>
  }

  protected async turn(turn: 'begin' | 'commit' | 'roll back'): Promise<void> {
    if (turn === 'begin') await this.#connection.unsafe(this.#opening).simple()
    else if (turn === 'roll back') await this.#rollBack()
    else {
      const { command } = await this.#connection.unsafe('commit')
      // PostgreSQL answers COMMIT with ROLLBACK when a statement had failed.
      if (command === 'ROLLBACK') throw new AbortedTransactionError()
    }
  }

  async #rollBack(): Promise<void> {
    try {
      await this.#connection.unsafe('rollback')
    } catch {
      this.#broken = true
    }
  }
}
