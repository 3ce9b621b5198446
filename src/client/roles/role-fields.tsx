import { FinanceName } from '#client/app/finance-name.tsx'
import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { useCurrentRole, usePageContext } from '#client/app/page-context.tsx'
import { useRoleMessages } from '#client/roles/use-role-messages.ts'
import { TextField } from '#client/ui/field.tsx'
import { useForm } from '#client/ui/form-state.ts'
import { Icon } from '#client/ui/icon.tsx'
import { formatDecimal } from '#shared/money.ts'
import {
  groupPermissions,
  type Permission,
  permissions as allPermissions,
  roleHasPermission,
} from '#shared/permissions.ts'
import { isLimited, limitFields, limitNames, type MoneyLimits } from '#shared/roles/limits.ts'

/** The permissions by subject, to choose from: users can only grant those that they have. */
export function PermissionFields({
  chosen,
  offered = allPermissions,
}: {
  chosen: readonly Permission[]
  offered?: readonly Permission[]
}) {
  const { staff, permissions: permissionNames } = useStaffMessages()
  const words = useRoleMessages()
  const { getError, getValue, countItems } = useForm()
  const ownRole = useCurrentRole()
  const returned = Array.from({ length: countItems('permissions') }, (_, index) => getValue(`permissions[${index}]`))
  const checked: readonly (string | undefined)[] = returned.length > 0 ? returned : chosen
  const error = getError('permissions')
  const groups = groupPermissions()
    .map(([group, permissions]) => [group, permissions.filter((each) => offered.includes(each))] as const)
    .filter(([, permissions]) => permissions.length > 0)
  return (
    <div className="permission-groups">
      {groups.map(([group, permissions]) => (
        <fieldset className="choices" key={group}>
          <legend>
            <FinanceName text={staff.permissionGroups[group]} />
          </legend>
          {permissions.map((permission) => {
            const isOwn = roleHasPermission(ownRole, permission)
            return (
              <label key={permission} title={isOwn ? undefined : words.notYours}>
                <input
                  type="checkbox"
                  name="permissions"
                  value={permission}
                  defaultChecked={isOwn && checked.includes(permission)}
                  disabled={!isOwn}
                />
                <span className={isOwn ? undefined : 'dimmed'}>
                  <FinanceName text={permissionNames[permission]} />
                </span>
              </label>
            )
          })}
        </fieldset>
      ))}
      {error && (
        <p className="field__error" role="alert">
          <Icon name="circle-alert" />
          {error}
        </p>
      )}
    </div>
  )
}

/** The same to read: what the role allows, and what it does not. */
export function PermissionList({ allowed }: { allowed: readonly Permission[] }) {
  const { staff, permissions: permissionNames } = useStaffMessages()
  return (
    <div className="permission-groups">
      {groupPermissions().map(([group, permissions]) => (
        <section key={group}>
          <h3>
            <FinanceName text={staff.permissionGroups[group]} />
          </h3>
          <ul className="permissions">
            {permissions.map((permission) => {
              const isAllowed = allowed.includes(permission)
              return (
                <li key={permission} className={isAllowed ? 'rights__yes' : 'rights__no'}>
                  <Icon name={isAllowed ? 'check' : 'x'} />
                  <span>
                    <span className="sr-only">{isAllowed ? staff.allowed : staff.notAllowed} </span>
                    <FinanceName text={permissionNames[permission]} />
                  </span>
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** The limits of a role; with `permissions`, only those that mean something to it. */
export function LimitFields({ limits, permissions }: { limits: MoneyLimits; permissions?: readonly Permission[] }) {
  const { book } = usePageContext()
  const { getValue } = useForm()
  const words = useRoleMessages()
  const shown = limitNames.filter((name) => !permissions || isLimited(name, permissions))
  return (
    <fieldset className="role-limits">
      <legend>{words.limitsTitle}</legend>
      <p className="xs muted">{words.limitsText(book.currency)}</p>
      <div className="role-limits__fields">
        {shown.map((name) => (
          <TextField
            key={name}
            name={limitFields[name]}
            label={words.limitFields[name]}
            defaultValue={
              getValue(limitFields[name]) ?? (limits[name] === null ? '' : formatDecimal(limits[name], book.currency))
            }
            placeholder={words.noLimit}
            inputMode="decimal"
            autoComplete="off"
            maxLength={30}
            optional
          />
        ))}
      </div>
    </fieldset>
  )
}
