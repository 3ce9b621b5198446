import type { Db } from '#server/db/database.ts'
import * as store from '#server/roles/store.ts'
import { toPermissions } from '#server/roles/stored-role.ts'
import type { Role } from '#shared/permissions.ts'

/** The roles that the company made, by name. */
export const listOwnRoles = async (db: Db): Promise<Role[]> =>
  (await store.listOwnRoles(db)).map(({ id, name, permissions }) => ({
    id,
    name,
    permissions: toPermissions(permissions),
  }))

/** The parameters of an event about someone who gets a role: one of the company also by the name that it has then. */
export function toRoleParameters(roleId: string, ownRoles: readonly Role[]): Record<string, string> {
  const name = ownRoles.find(({ id }) => id === roleId)?.name
  return { role: roleId, ...(name !== undefined && { roleName: name }) }
}
