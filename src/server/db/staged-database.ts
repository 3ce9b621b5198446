import type { Database } from '#server/db/database.ts'
import { OpenError } from '#server/db/open-error.ts'
import type { Log } from '#server/log/log.ts'

/** The database that was replaced, and where it is kept. */
export interface ReplacedDatabase {
  name: string
  /** How to put it back, and how to delete it: a shell command on SQLite, SQL on PostgreSQL. */
  undo: string
  remove: string
}

/** A database that is filled next to the one in use. Only `replace` changes the one in use. */
export interface StagedDatabase {
  /** Inserts rows, each the JSON array of its values in the order of `columns`. Throws when a row does not fit its table. */
  insert(table: string, columns: readonly string[], rows: readonly string[]): Promise<void>
  /** Ends the inserting: creates the indexes, foreign keys and triggers, and throws when a row breaks one. */
  complete(): Promise<void>
  /** Opens it after `complete`, which applies the migrations that it lacks. It must be closed before `replace`. */
  open(log: Log): Promise<Database>
  /**
   * Puts it in the place of the one in use, at once or not at all, and says where that one is kept; `undefined` when there was none.
   * Throws `OpenError` while another process uses that one.
   */
  replace(keptAt: string): Promise<ReplacedDatabase | undefined>
  /** Deletes it unless it is in use by now, and lets servers start again. */
  release(): Promise<void>
}

/** A row that the database rejects: the backup is damaged, or not of this schema. */
export class RejectedRowError extends OpenError {}
