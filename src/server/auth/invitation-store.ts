import type { Db, Transaction } from '#server/db/database.ts'

export type Invitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>

/** An invitation, and what its inviter is now. */
export const findInvitation = (db: Db, id: string) =>
  db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.created_by')
    .select(['invitations.id', 'invitations.email', 'invitations.name', 'invitations.role', 'invitations.expires_at'])
    .select(['accepted_at', 'revoked_at', 'users.role as inviter_role', 'users.status as inviter_status'])
    .where('invitations.id', '=', id)
    .executeTakeFirst()

export async function acceptInvitation(
  transaction: Transaction,
  id: string,
  userId: string,
  now: number,
): Promise<void> {
  await transaction
    .updateTable('invitations')
    .set(({ eb }) => ({ accepted_at: now, user_id: userId, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
