import { WrittenTables } from '#server/db/written-tables.ts'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'

/**
 * One use of a database connection. On both databases nothing runs in a transaction after an error, so that a swallowed error cannot be
 * committed; and nothing runs after the release, so that a forgotten `await` cannot write outside its transaction.
 */
export abstract class Connection implements DatabaseConnection {
  #state: 'plain' | 'in transaction' | 'failed' | 'released' = 'plain'
  /** From the first `followWrites` on. */
  #writtenTables: WrittenTables | undefined

  /** Changes with every commit of others to what this connection reads; undefined where that is not known. */
  get dataVersion(): string | undefined {
    return undefined
  }

  /** Runs one statement; one that waits before it runs calls `assertUsable` after that. */
  protected abstract run<Row>(query: CompiledQuery): QueryResult<Row> | Promise<QueryResult<Row>>
  /** Begins, commits or rolls back; after `roll back` the connection must be usable by the next holder. */
  protected abstract transactionControl(transactionControl: 'begin' | 'commit' | 'roll back'): Promise<void>

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.assertUsable()
    this.#writtenTables?.add(query.sql)
    try {
      return await this.run<Row>(query)
    } catch (error) {
      if (this.#state === 'in transaction') this.#state = 'failed'
      throw error
    }
  }

  // oxlint-disable-next-line require-yield -- long results are read in slices by key instead
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Kontor reads in slices, not in streams')
  }

  async begin(): Promise<void> {
    try {
      await this.transactionControl('begin')
      this.#state = 'in transaction'
    } catch (error) {
      await this.transactionControl('roll back')
      throw error
    }
  }

  async commit(): Promise<void> {
    this.assertUsable()
    this.release()
    await this.transactionControl('commit')
  }

  async rollBack(): Promise<void> {
    this.release()
    await this.transactionControl('roll back')
  }

  /** Returns a function that returns the tables that were written to since the call. */
  followWrites(): () => ReadonlySet<string> {
    this.#writtenTables ??= new WrittenTables()
    return this.#writtenTables.follow()
  }

  /** Rejects all further statements: a connection serves one transaction, or one statement. */
  release(): void {
    this.#state = 'released'
  }

  protected assertUsable(): void {
    if (this.#state === 'failed')
      throw new Error('A statement of this transaction failed before: it can only be rolled back')
    if (this.#state === 'released') throw new Error('This transaction is over')
  }
}
