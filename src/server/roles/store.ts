import { cachedQuery } from '#server/db/cached-query.ts'
import type { RolesTable } from '#server/db/schema/staff.ts'

/** The roles with permissions of their own, by name. Cached because every page runs it. */
export const listOwnRoles = cachedQuery<Pick<RolesTable, 'id' | 'name' | 'permissions'>>((db) =>
  db
    .selectFrom('roles')
    .select(['id', 'name', 'permissions'])
    .where('permissions', 'is not', null)
    .orderBy('name_key')
    .compile(),
)
