import type { CurrentUser } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { toRoleData } from '#server/roles/role-data.ts'
import * as store from '#server/roles/store.ts'
import { builtInRoles, canManageRole, isBuiltInRole } from '#shared/permissions.ts'
import { builtInLimits, lowestLimits } from '#shared/roles/limits.ts'
import type { RoleView } from '#shared/roles/views.ts'

/** All roles as a user sees them: the built-in ones, then those of the company. */
export async function listRoleViews(db: Db, user: CurrentUser): Promise<RoleView[]> {
  const [rows, userCounts] = await Promise.all([store.listRoleRows(db), store.countUsersByRole(db)])
  const ids = [...builtInRoles, ...rows.map(({ id }) => id).filter((id) => !isBuiltInRole(id))]
  return ids.map((id) => {
    const row = rows.find((each) => each.id === id)
    const { limits, ...role } = toRoleData(id, row)
    return {
      id,
      ...role,
      permissions: [...role.permissions],
      limits: lowestLimits(builtInLimits(id), limits),
      userCount: userCounts.get(id) ?? 0,
      version: row?.version ?? 0,
      canManage: canManageRole({ id: user.role, permissions: user.permissions }, role),
    }
  })
}
