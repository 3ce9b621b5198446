import type { Database } from '#server/db/database.ts'

const queues = new WeakMap<Database, Map<string, Promise<unknown>>>()

/**
 * Runs changes of the same order one after the other, so that they do not make each other start again: on PostgreSQL all but one of several
 * transactions that change a row at once fail. Other instances may still change the order meanwhile; then the transaction is repeated.
 */
export async function inOrderQueue<Result>(
  database: Database,
  number: string,
  change: () => Promise<Result>,
): Promise<Result> {
  const queue = queues.get(database) ?? new Map<string, Promise<unknown>>()
  queues.set(database, queue)
  const running = (queue.get(number) ?? Promise.resolve()).then(change, change)
  queue.set(number, running)
  try {
    return await running
  } finally {
    if (queue.get(number) === running) queue.delete(number)
  }
}
