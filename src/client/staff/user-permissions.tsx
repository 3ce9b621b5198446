import { useMessages, usePageContext, useRoleName } from '#client/app/page-context.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { PanelSection } from '#client/ui/panel.tsx'
import { findRole, permissions, roleHasPermission, rolesWithPermission } from '#shared/permissions.ts'

/** All permissions: those of the role are checked, the others name the roles that have them. */
export function UserPermissions({ roleId }: { roleId: string }) {
  const { common, staff } = useMessages()
  const { ownRoles } = usePageContext()
  const nameOf = useRoleName()
  const role = findRole(roleId, ownRoles)
  return (
    <PanelSection title={staff.roleAndPermissions} end={nameOf(roleId)}>
      <ul className="permissions">
        {permissions.map((permission) => {
          const allowed = roleHasPermission(role, permission)
          return (
            <li key={permission} className={allowed ? 'rights__yes' : 'rights__no'}>
              <Icon name={allowed ? 'check' : 'x'} />
              <span>
                <span className="sr-only">{allowed ? staff.allowed : staff.notAllowed} </span>
                {staff.permissions[permission]}
                {!allowed && (
                  <span className="rights__roles dimmed">
                    {rolesWithPermission(permission, ownRoles)
                      .map(({ id }) => nameOf(id))
                      .join(common.listSeparator)}
                  </span>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </PanelSection>
  )
}
