import { useMessages } from '#client/app/page-context.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { PanelSection } from '#client/ui/panel.tsx'
import { roleHasPermission, permissions, type Role, rolesWithPermission } from '#shared/permissions.ts'

/** All permissions: those of the role are checked, the others name the roles that have them. */
export function UserPermissions({ role }: { role: Role }) {
  const { common, staff } = useMessages()
  return (
    <PanelSection title={staff.roleAndPermissions} end={common.roles[role]}>
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
                    {rolesWithPermission(permission)
                      .map((holder) => common.roles[holder])
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
