import type { Db, Transaction } from '#server/db/database.ts'
import { runLookup } from '#server/db/lookup.ts'
import type { EntryRequestsTable } from '#server/db/schema/entry-requests.ts'

const selectRequests = (db: Db) =>
  db
    .selectFrom('entry_requests as request')
    .innerJoin('users as requester', 'requester.id', 'request.requested_by')
    .leftJoin('users as decider', 'decider.id', 'request.decided_by')
    .selectAll('request')
    .select(['requester.name as requester_name', 'decider.name as decider_name'])

export type EntryRequestRow = NonNullable<Awaited<ReturnType<typeof findRequest>>>

/** The request with the names of those who made and decided it. */
export const findRequest = (db: Db, id: string) => selectRequests(db).where('request.id', '=', id).executeTakeFirst()

/** The request for which an entry was posted. */
export const findRequestOfEntry = (db: Db, seq: number) =>
  db
    .selectFrom('entry_requests as request')
    .innerJoin('users as requester', 'requester.id', 'request.requested_by')
    .select(['request.id as request', 'requester.name as requestedBy'])
    .where('request.entry_seq', '=', seq)
    .executeTakeFirst()

/** The requests that can be approved at this time, the oldest first. */
export const listOpenRequests = (db: Db, now: number, limit: number) =>
  runLookup(
    db,
    selectRequests(db)
      .where('request.status', '=', 'requested')
      .where('request.expires_at', '>', now)
      .orderBy('request.requested_at')
      .orderBy('request.id')
      .limit(limit),
  )

/** Requests about lines of statements that can be approved at this time. */
export const listRequestedMatchings = (db: Db, now: number) =>
  db
    .selectFrom('entry_requests')
    .select(['id', 'matching'])
    .where('status', '=', 'requested')
    .where('expires_at', '>', now)
    .where('matching', 'is not', null)
    .execute()

export async function insertRequest(transaction: Transaction, request: EntryRequestsTable): Promise<void> {
  await transaction.insertInto('entry_requests').values(request).execute()
}

export async function updateRequest(
  transaction: Transaction,
  id: string,
  decision: Pick<EntryRequestsTable, 'status' | 'decided_by' | 'decided_at' | 'reason' | 'entry_seq'>,
): Promise<void> {
  await transaction.updateTable('entry_requests').set(decision).where('id', '=', id).execute()
}
