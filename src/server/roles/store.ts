import { cachedLookup } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import type { RolesTable } from '#server/db/schema/staff.ts'
import type { Insertable, Selectable } from 'kysely'

export type RoleRow = Selectable<RolesTable>

/** The roles with permissions of their own, by name. Cached because every page runs it. */
export const listOwnRoles = cachedLookup<Pick<RolesTable, 'id' | 'name' | 'permissions'>>((db) =>
  db
    .selectFrom('roles')
    .select(['id', 'name', 'permissions'])
    .where('permissions', 'is not', null)
    .orderBy('name_key')
    .compile(),
)

/** All rows by name. A built-in role has one only if something of it was set. */
export const listRoleRows = (db: Db): Promise<RoleRow[]> =>
  db.selectFrom('roles').selectAll().orderBy('name_key').execute()

export const findRoleRow = (db: Db, id: string): Promise<RoleRow | undefined> =>
  db.selectFrom('roles').selectAll().where('id', '=', id).executeTakeFirst()

export const isNameTaken = async (db: Db, nameKey: string, exceptId: string): Promise<boolean> =>
  (await db
    .selectFrom('roles')
    .select('id')
    .where('name_key', '=', nameKey)
    .where('id', '<>', exceptId)
    .executeTakeFirst()) !== undefined

/** The number of accounts with each role, whatever their status. */
export async function countUsersByRole(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('users')
    .select(({ fn }) => ['role', fn.countAll<number>().as('count')])
    .where('role', 'is not', null)
    .groupBy('role')
    .execute()
  return new Map(rows.map(({ role, count }) => [role ?? '', Number(count)]))
}

/** The number of accounts with a role, and of invitations that can still be accepted or sent again. */
export async function countHolders(db: Db, id: string): Promise<number> {
  const invitations = await db
    .selectFrom('invitations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('role', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  const users = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('role', '=', id)
    .executeTakeFirstOrThrow()
  return Number(invitations.count) + Number(users.count)
}

export async function insertRole(transaction: Transaction, role: Insertable<RolesTable>): Promise<void> {
  await transaction.insertInto('roles').values(role).execute()
}

/** Changes columns and increments the version. */
export async function updateRole(
  transaction: Transaction,
  id: string,
  columns: Partial<Omit<RoleRow, 'id' | 'version'>>,
): Promise<void> {
  await transaction
    .updateTable('roles')
    .set(({ eb }) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function deleteRole(transaction: Transaction, id: string): Promise<void> {
  await transaction.deleteFrom('roles').where('id', '=', id).execute()
}
