import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'

/**
 * One holding of a database connection. The same on both databases: in a transaction nothing runs after an error, so that a swallowed
 * error cannot be committed; and nothing runs after the connection went back, so that a forgotten `await` cannot write outside its transaction.
 */
export abstract class Connection implements DatabaseConnection {
  #state: 'plain' | 'in transaction' | 'failed' | 'released' = 'plain'

  /** Runs one statement. */
  protected abstract run<Row>(query: CompiledQuery): QueryResult<Row> | Promise<QueryResult<Row>>
  /** Opens, commits or rolls back; `roll back` must leave a connection that the next holder can use. */
  protected abstract transactionControl(transactionControl: 'begin' | 'commit' | 'roll back'): Promise<void>

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.#assertUsable()
    try {
      return await this.run<Row>(query)
    } catch (error) {
      if (this.#state === 'in transaction') this.#state = 'failed'
      throw error
    }
  }

  // oxlint-disable-next-line require-yield -- what is long is read in slices by key
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
    this.#assertUsable()
    this.release()
    await this.transactionControl('commit')
  }

  async rollBack(): Promise<void> {
    this.release()
    await this.transactionControl('roll back')
  }

  /** Nothing more runs: a session serves one transaction, or one statement. */
  release(): void {
    this.#state = 'released'
  }

  #assertUsable(): void {
    if (this.#state === 'failed')
      throw new Error('A statement of this transaction failed before: it can only be rolled back')
    if (this.#state === 'released') throw new Error('This transaction is over')
  }
}
