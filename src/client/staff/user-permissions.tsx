import { FinanceName } from '#client/app/finance-name.tsx'
import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { usePageContext, useRoleName } from '#client/app/page-context.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { PanelSection, PanelSubtitle } from '#client/ui/panel.tsx'
import {
  canManageRole,
  findRole,
  groupPermissions,
  permissions,
  roleHasPermission,
  rolesWithPermission,
} from '#shared/permissions.ts'

/** All permissions by subject: those of the role are checked, the others name the roles that have them; and who can change the role. */
export function UserPermissions({ roleId }: { roleId: string }) {
  const { common, staff, permissions: permissionNames } = useStaffMessages()
  const { ownRoles } = usePageContext()
  const nameOf = useRoleName()
  const role = findRole(roleId, ownRoles)
  const managers = role
    ? rolesWithPermission('users.change_role', ownRoles).filter((each) => canManageRole(each, role))
    : []
  return (
    <PanelSection title={staff.roleAndPermissions} end={nameOf(roleId)}>
      <details className="user-permissions">
        <summary>{staff.permissionsOf(role?.permissions.length ?? 0, permissions.length)}</summary>
        {groupPermissions().map(([group, ofGroup]) => (
          <section key={group}>
            <PanelSubtitle>
              <FinanceName text={staff.permissionGroups[group]} />
            </PanelSubtitle>
            <ul className="permissions">
              {ofGroup.map((permission) => {
                const allowed = roleHasPermission(role, permission)
                return (
                  <li key={permission} className={allowed ? 'rights__yes' : 'rights__no'}>
                    <Icon name={allowed ? 'check' : 'x'} />
                    <span>
                      <span className="sr-only">{allowed ? staff.allowed : staff.notAllowed} </span>
                      <FinanceName text={permissionNames[permission]} />
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
          </section>
        ))}
      </details>
      <p className="panel__hint">{staff.roleManagers(common.list(managers.map(({ id }) => nameOf(id))))}</p>
    </PanelSection>
  )
}
