import type { Db } from '#server/db/database.ts'

export const listInvitations = (db: Db) => db.selectFrom('invitations').selectAll().orderBy('id').execute()
export type InvitationRecord = Awaited<ReturnType<typeof listInvitations>>[number]

export const listInvitationLinks = (db: Db) =>
  db.selectFrom('one_time_links').selectAll().where('kind', '=', 'invitation').orderBy('token_hash').execute()
export type LinkRecord = Awaited<ReturnType<typeof listInvitationLinks>>[number]

/** The events of invitations, in their order. */
export const listInvitationEvents = (db: Db) =>
  db
    .selectFrom('events')
    .select(['action', 'object_id', 'object_label', 'actor_id', 'at', 'parameters'])
    .where('object_type', '=', 'invitation')
    .orderBy('at')
    .orderBy('id')
    .execute()
export type InvitationEvent = Awaited<ReturnType<typeof listInvitationEvents>>[number]
