import { cachedQuery } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'

/**
 * A request that was sent with a key, with the hashes of its content and of its user's permissions; status and answer are null until it has
 * been answered, the answer again once it is no longer kept.
 */
export interface KeyedRequest {
  request_hash: string
  answer_status: number | null
  answer: string | null
  created_at: number
}

/** The request that a user sent with this key. */
export const findRequest = async (db: Db, userId: string, key: string): Promise<KeyedRequest | undefined> =>
  (await selectRequest(db, [userId, key]))[0]

const selectRequest = cachedQuery<KeyedRequest>((db) =>
  db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer_status', 'answer', 'created_at'])
    .where('user_id', '=', '')
    .where('key', '=', '')
    .compile(),
)

/** Stores a request; returns false if the user has sent one with this key before. */
export async function insertRequest(
  transaction: Transaction,
  userId: string,
  key: string,
  request: KeyedRequest,
): Promise<boolean> {
  const { request_hash, answer_status, answer, created_at } = request
  return (await insertKey(transaction, [userId, key, request_hash, answer_status, answer, created_at])).length > 0
}

const insertKey = cachedQuery<{ key: string }>((db) =>
  db
    .insertInto('idempotency_keys')
    .values({ user_id: '', key: '', request_hash: '', answer_status: 0, answer: '', created_at: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .compile(),
)

export async function updateAnswer(
  transaction: Transaction,
  userId: string,
  key: string,
  { status, body }: { status: number; body: string },
): Promise<void> {
  await setAnswer(transaction, [status, body, userId, key])
}

const setAnswer = cachedQuery((db) =>
  db
    .updateTable('idempotency_keys')
    .set({ answer_status: 0, answer: '' })
    .where('user_id', '=', '')
    .where('key', '=', '')
    .compile(),
)

/** Deletes the answers of requests from before `before`, except for their status. */
export async function deleteAnswers(transaction: Transaction, before: number): Promise<void> {
  await transaction
    .updateTable('idempotency_keys')
    .set({ answer: null })
    .where('created_at', '<', before)
    .where('answer', 'is not', null)
    .execute()
}
