import type { Db, Transaction } from '#server/db/database.ts'
import type { Attempts } from '#server/auth/throttle.ts'

export async function readAttempts(db: Db, key: string): Promise<Attempts | undefined> {
  const row = await db.selectFrom('throttles').selectAll().where('key', '=', key).executeTakeFirst()
  return row && { failures: row.failures, blockedUntil: row.blocked_until, updatedAt: row.updated_at }
}

export async function writeAttempts(transaction: Transaction, key: string, attempts: Attempts): Promise<void> {
  const row = { failures: attempts.failures, blocked_until: attempts.blockedUntil, updated_at: attempts.updatedAt }
  await transaction
    .insertInto('throttles')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}

export async function deleteAttempts(transaction: Transaction, key: string): Promise<void> {
  await transaction.deleteFrom('throttles').where('key', '=', key).execute()
}

/** Deletes the attempts of a key and of all keys that continue it after a colon. */
export async function deleteAttemptsBelow(transaction: Transaction, key: string): Promise<void> {
  await transaction
    .deleteFrom('throttles')
    .where(({ eb, or, and }) =>
      // A semicolon is the next character after a colon.
      or([eb('key', '=', key), and([eb('key', '>=', `${key}:`), eb('key', '<', `${key};`)])]),
    )
    .execute()
}

/** Deletes the attempts of all keys that had none since `before`. */
export async function purgeAttempts(transaction: Transaction, before: number): Promise<void> {
  await transaction.deleteFrom('throttles').where('updated_at', '<', before).execute()
}
