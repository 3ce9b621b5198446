import type { Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'

/** Adds the first password to an account that has none. */
export async function insertPassword(
  transaction: Transaction,
  { userId, hash, now }: { userId: string; hash: string; now: number },
): Promise<void> {
  await transaction
    .insertInto('credentials')
    .values({
      id: newId(),
      user_id: userId,
      kind: 'password',
      issuer: '',
      subject: null,
      secret: hash,
      label: '',
      details: '{}',
      created_at: now,
      last_used_at: null,
    })
    .execute()
}

/** Notes that a user logged in with their password. */
export async function touchPassword(transaction: Transaction, userId: string, now: number): Promise<void> {
  await transaction
    .updateTable('credentials')
    .set({ last_used_at: now })
    .where('user_id', '=', userId)
    .where('kind', '=', 'password')
    .execute()
}
