import type { Tables } from '#server/db/schema.ts'
import type { Kysely, Transaction as KyselyTransaction } from 'kysely'

/** A transaction that may write. Await nothing but the database while it is open. */
export type Transaction = KyselyTransaction<Tables>

/** Either of a transaction and the plain reader: what a store's reading functions take. */
export type Db = Kysely<Tables>

/** The one door to either database. */
export interface Database {
  readonly dialect: 'sqlite' | 'postgres'
  /** Reads outside a transaction, each statement what is committed then; it cannot write. */
  readonly read: Db
  /** Runs `work` on one unchanging state of what is committed, however long it reads and whoever writes meanwhile; it cannot write. */
  inSnapshot<Result>(work: (db: Db) => Promise<Result>): Promise<Result>
  /**
   * Runs `work` in one transaction that sees and writes a consistent state; commits what it returns, rolls back what it throws.
   * On SQLite it holds the write lock from the start; on PostgreSQL a serialization failure runs `work` again, so it must be repeatable.
   * After a statement failed nothing more runs in it, and it cannot be committed. Refuses as `unavailable` when the lock never comes.
   */
  inTransaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>
  /** Throws when the database cannot be reached or is not migrated. */
  probe(): Promise<void>
  close(): Promise<void>
}
