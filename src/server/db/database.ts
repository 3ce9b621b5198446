import type { SchemaComparison } from '#server/db/schema-comparison.ts'
import type { Tables } from '#server/db/schema.ts'
import type { Kysely, Transaction as KyselyTransaction } from 'kysely'

/** A transaction that may write. Await nothing but the database while it is open. */
export type Transaction = KyselyTransaction<Tables>

/** A transaction, or the read-only connection: the parameter of functions that only read. */
export type Db = Kysely<Tables>

/** What another thread needs to read the same snapshot: see `joinSnapshot`. */
export type SharedSnapshot =
  | { dialect: 'sqlite'; path: string }
  | { dialect: 'postgres'; url: string; parameters: Readonly<Record<string, string>>; id: string }

/** Options of a transaction. */
export interface TransactionOptions {
  /** Whether it changes thousands of rows, as an import does. On SQLite it then shares no commit with others, which would double its time. */
  isLarge?: boolean
}

/** A database, the same interface for SQLite and PostgreSQL. */
export interface Database {
  readonly dialect: 'sqlite' | 'postgres'
  /** Reads outside a transaction: each statement sees everything committed before it. It cannot write. */
  readonly read: Db
  /**
   * Runs reads whose time depends on a search text. On PostgreSQL a statement that takes more than a second is canceled and throws
   * an error for which `isStatementTimeout` holds; SQLite cannot cancel one, so `work` must bound the rows that each statement reads.
   */
  readWithDeadline<Result>(work: (db: Db) => Promise<Result>): Promise<Result>
  /** Runs `work` on one snapshot of the committed data, unaffected by concurrent writes. It cannot write. */
  inSnapshot<Result>(work: (db: Db) => Promise<Result>): Promise<Result>
  /**
   * Like `inSnapshot`, for several threads: `share` makes the others join the snapshot, before `work` runs. On SQLite, which cannot name a
   * snapshot, no transaction writes until they have.
   */
  inSharedSnapshot<Result>(
    share: (snapshot: SharedSnapshot) => Promise<void>,
    work: (db: Db) => Promise<Result>,
  ): Promise<Result>
  /**
   * Runs `work` in one transaction that sees and writes a consistent state; commits what it returns, rolls back what it throws.
   * On SQLite it holds the write lock from the start; on PostgreSQL a serialization failure runs `work` again, so it must be repeatable.
   * After a statement has failed, no other statement runs in it, and it cannot be committed. Throws the problem `unavailable` if it does not get the lock.
   */
  inTransaction<Result>(
    work: (transaction: Transaction) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>
  /**
   * Runs `work` in a transaction whose statements each see what is committed by then; on SQLite it is like any other. For background work
   * that locks the rows it needs: it does not make other transactions wait, fail or run again, and is not repeated itself.
   */
  inReadCommitted<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>
  /** Throws when the database cannot be reached or is not migrated. */
  probe(): Promise<void>
  /** Throws when nothing can be written. Changes nothing. */
  probeWrite(): Promise<void>
  /** Compares tables, columns, constraints, indexes and triggers with those that the migrations of this program create. */
  compareSchema(): Promise<SchemaComparison>
  /**
   * Updates the statistics of the query planner for tables that have grown. On SQLite this takes seconds and blocks, so run it in a separate process;
   * PostgreSQL does it automatically as well, but not at once.
   */
  optimize(): Promise<void>
  /** Makes this process use the planner statistics that another process has collected. */
  reloadStatistics(): Promise<void>
  /** Releases the memory that large transactions have used. */
  releaseMemory(): void
  /**
   * For a command that writes a lot and answers no requests: SQLite then copies its write-ahead log to the file less often. Each copy takes longer, but all of
   * them take less time, because transactions change many of the same pages.
   */
  expectLargeWrites(): void
  /**
   * Sends a text of less than 8,000 bytes to the listeners of every process that has opened the database, this one too, outside of any
   * transaction. On SQLite only to those of this process.
   */
  broadcast(message: string): Promise<void>
  /**
   * Calls `listener` with every text sent from now on; `onReconnect` after the connection was lost for a while, when some may be missing.
   * Resolves once it listens. Neither may throw.
   */
  listen(listener: (message: string) => void, onReconnect: () => void): Promise<void>
  /** Registers a task that `close` waits for before it closes anything. The task must not throw. */
  beforeClose(task: () => Promise<void>): void
  close(): Promise<void>
}
