import type { Db } from '#server/db/database.ts'

export const listInvitations = (db: Db) => db.selectFrom('invitations').selectAll().orderBy('id').execute()
export type InvitationRecord = Awaited<ReturnType<typeof listInvitations>>[number]

/** The events of invitations, in their order. */
export const listInvitationEvents = (db: Db) =>
  db
    .selectFrom('events')
    .select(['action', 'object_id', 'object_label', 'actor_id', 'at', 'parameters'])
    .where('object_type', '=', 'invitation')
    .orderBy('at')
    .orderBy('id')
    .execute()
