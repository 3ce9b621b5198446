import { inTransaction } from '#server/auth/access.ts'
import { createOperatorContext, type Kontor } from '#server/context.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import * as store from '#server/finance/statements/unfinished-store.ts'

/**
 * While its lines are written or deleted in several transactions, a file has a lease and its statements do not count. The lease of a process
 * that still works on a file is always in the future.
 */
export const leaseMs = 60_000

const queues = new WeakMap<Database, Promise<unknown>>()

/** Runs one import, or the end of an undone one, of this process after the other, and first deletes what a killed process left. */
export function runInTurn<Result>(kontor: Kontor, work: () => Promise<Result>): Promise<Result> {
  const { database } = kontor
  const turn = (queues.get(database) ?? Promise.resolve()).then(async () => {
    await deleteAbandonedFiles(kontor)
    return work()
  })
  queues.set(
    database,
    turn.catch(() => {}),
  )
  return turn
}

/** Extends the lease of a file in the transaction of a part of it. Throws where another process took the import for abandoned. */
export async function keepLease(transaction: Transaction, fileId: string, now: number): Promise<void> {
  if (!(await store.extendLease(transaction, fileId, now + leaseMs))) throw new Error(leaseLost)
}

export const leaseLost = 'A file of statements was deleted while it was imported'

/** Deletes files whose import or removal a killed process did not end. */
async function deleteAbandonedFiles(kontor: Kontor): Promise<void> {
  const now = kontor.now()
  const context = createOperatorContext(kontor)
  for (const id of await store.listAbandonedFiles(kontor.database.read, now))
    if (await inTransaction(context, (transaction) => store.endLease(transaction, id, now)))
      await deleteFile(kontor, id)
}

/** Deletes a file that is not imported completely or was undone, in batches that take a few milliseconds. */
export async function deleteFile(kontor: Kontor, fileId: string): Promise<void> {
  const context = createOperatorContext(kontor)
  for (const statementId of await store.listStatementIds(kontor.database.read, fileId))
    while (await inTransaction(context, (transaction) => store.deleteSomeLines(transaction, statementId)))
      await yieldToEventLoop()
  while (await inTransaction(context, (transaction) => store.deleteSomeChunks(transaction, fileId)))
    await yieldToEventLoop()
  await inTransaction(context, (transaction) => store.deleteFileRows(transaction, fileId))
}
