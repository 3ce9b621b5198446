import { Connection } from '#server/db/connection.ts'
import type { SqliteFile } from '#server/db/sqlite-file.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { ProblemError } from '#shared/problem.ts'
import type { CompiledQuery, QueryResult } from 'kysely'

const writeLockTimeoutMs = 10_000
/** A connection that waits for the write lock polls it every 1 to this many milliseconds. */
export const longestPollMs = 5
/** A transaction lets other requests run after this much work. */
export const sliceMs = 10

/** How transactions begin: for reading one snapshot, for writing, or as a part of a transaction for writing. */
export type BeginStatement = 'begin' | 'begin immediate' | 'savepoint member'

/** A connection to a SQLite file. */
export class SqliteConnection extends Connection {
  readonly #file: SqliteFile
  readonly #beginStatement: BeginStatement
  #sliceStartedAt = performance.now()

  constructor(file: SqliteFile, beginStatement: BeginStatement) {
    super()
    this.#file = file
    this.#beginStatement = beginStatement
  }

  override get dataVersion(): string | undefined {
    return this.#file.dataVersion
  }

  protected run<Result>(query: CompiledQuery): QueryResult<Result> | Promise<QueryResult<Result>> {
    const isSliceOver = this.#file.handle.inTransaction && performance.now() - this.#sliceStartedAt > sliceMs
    return isSliceOver ? this.#runInNextSlice(query) : this.#execute(query)
  }

  #execute<Result>(query: CompiledQuery): QueryResult<Result> {
    return this.#file.execute(query.sql, query.parameters) as QueryResult<Result>
  }

  /** Statements on SQLite block the event loop, and an import or a verification runs thousands of them in one transaction. */
  async #runInNextSlice<Result>(query: CompiledQuery): Promise<QueryResult<Result>> {
    await yieldToEventLoop()
    // The transaction may have been rolled back in the meantime: the statement would be committed on its own, or with another transaction.
    this.assertUsable()
    this.#sliceStartedAt = performance.now()
    return this.#execute(query)
  }

  protected async transactionControl(transactionControl: 'begin' | 'commit' | 'roll back'): Promise<void> {
    const isMember = this.#beginStatement === 'savepoint member'
    if (transactionControl === 'begin') await this.#begin()
    else if (transactionControl === 'commit') this.#file.execute(isMember ? 'release member' : 'commit', [])
    // Some errors (a full disk) already end the transaction.
    else if (this.#file.handle.inTransaction) this.#rollBack(isMember)
  }

  #rollBack(isMember: boolean): void {
    this.#file.execute(isMember ? 'rollback to member' : 'rollback', [])
    if (isMember) this.#file.execute('release member', [])
  }

  async #begin(): Promise<void> {
    await waitForWriteLock(async () => this.#file.execute(this.#beginStatement, []))
    this.#sliceStartedAt = performance.now()
  }
}

/** Begins again while another process holds the write lock, without blocking the event loop; throws the problem `unavailable` after ten seconds. */
export async function waitForWriteLock(begin: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + writeLockTimeoutMs
  for (;;) {
    try {
      await begin()
      return
    } catch (error) {
      if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
      if (performance.now() > deadline) throw new ProblemError('unavailable')
      await Bun.sleep(1 + Math.random() * (longestPollMs - 1))
    }
  }
}
