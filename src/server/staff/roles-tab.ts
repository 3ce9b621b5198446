import { listRoleViews } from '#server/roles/role-views.ts'
import type { TabLoader } from '#server/staff/tabs.ts'

/** All roles: a company has few. */
export const loadRolesTab: TabLoader<'roles'> = async ({ kontor, session }) => ({
  tab: 'roles',
  missingPermission: null,
  roles: await listRoleViews(kontor.database.read, session.user),
})
