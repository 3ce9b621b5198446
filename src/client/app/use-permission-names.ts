import { useMessages, usePageContext, useRoleName } from '#client/app/page-context.tsx'
import { permissions as en } from '#shared/messages/en/permissions.ts'
import { permissions as zh } from '#shared/messages/zh/permissions.ts'
import { type Permission, rolesWithPermission } from '#shared/permissions.ts'

const names = { en, zh }

/** The names of permissions. They are not part of `useMessages`, so that the list of orders does not load them. */
export const usePermissionNames = (): Readonly<Record<Permission, string>> => names[usePageContext().locale]

/** Returns a sentence that names a missing permission and the roles that have it. */
export function useMissingPermission(): (permission: Permission) => string {
  const { common } = useMessages()
  const { ownRoles } = usePageContext()
  const permissionNames = usePermissionNames()
  const nameOf = useRoleName()
  return (permission) =>
    common.permissionRequired(
      permissionNames[permission],
      common.list(rolesWithPermission(permission, ownRoles).map(({ id }) => nameOf(id))),
    )
}
