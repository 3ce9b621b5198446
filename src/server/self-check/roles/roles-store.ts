import type { Db } from '#server/db/database.ts'

export const listRoles = (db: Db) => db.selectFrom('roles').selectAll().orderBy('name_key').execute()

/** The events of roles in the order in which they happened. */
export const listRoleEvents = (db: Db) =>
  db
    .selectFrom('events')
    .select(['at', 'action', 'object_id', 'parameters'])
    .where('object_type', '=', 'role')
    .orderBy('at')
    .orderBy('id')
    .execute()

/** The roles that accounts have. */
export const listGivenRoles = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('users').select('role').distinct().execute()).flatMap(({ role }) => role ?? [])
