import type { Database } from '#server/db/database.ts'
import { KeyedQueue } from '#server/runtime/keyed-queue.ts'

const queues = new WeakMap<Database, KeyedQueue>()

/**
 * Runs changes of the same order one after the other, so that they do not force each other to retry: on PostgreSQL all but one of several
 * transactions that change a row at once fail. Other instances may still change the order at the same time; then the transaction is retried.
 */
export const inOrderQueue = <Result>(
  database: Database,
  number: string,
  change: () => Promise<Result>,
): Promise<Result> => queues.getOrInsertComputed(database, () => new KeyedQueue()).run(number, change)
