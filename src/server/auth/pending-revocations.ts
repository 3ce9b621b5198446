import * as store from '#server/auth/store.ts'
import type { Kontor } from '#server/context.ts'
import { createBackgroundTask } from '#server/db/background-task.ts'
import type { Database } from '#server/db/database.ts'

/** Sessions that were logged out while nothing could be written, for example on a full disk, by id. Until then only this process knows. */
const pendingRevocations = new Map<string, { database: Database; revokedAt: number }>()
const retryMs = 5000

/** Ends a session for this process now, and in the database as soon as it can be written. */
export function revokeWhenWritable(kontor: Kontor, id: string): void {
  const { database, log } = kontor
  pendingRevocations.set(id, { database, revokedAt: kontor.now() })
  log.warn('logout not stored', { hint: 'the session is over for this process; storing it is retried' })
  scheduleRetry(kontor)
}

/** Whether a session has been logged out, which the database does not say yet. */
export const isRevocationPending = (id: string): boolean => pendingRevocations.has(id)

function scheduleRetry(kontor: Pick<Kontor, 'database' | 'log'>): void {
  void storeRevocations(kontor, retryMs).then(() => {
    if (listPending(kontor.database).length > 0) scheduleRetry(kontor)
  })
}

const storeRevocations = createBackgroundTask(async (database) => {
  const pending = listPending(database)
  await database.inTransaction(async (transaction) => {
    for (const [id, { revokedAt }] of pending) await store.revokeSession(transaction, id, revokedAt)
  })
  for (const [id] of pending) pendingRevocations.delete(id)
}, 'logout not stored')

const listPending = (database: Database) =>
  [...pendingRevocations].filter(([, pending]) => pending.database === database)
