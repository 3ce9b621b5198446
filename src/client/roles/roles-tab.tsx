import { href } from '#shared/routes/pages.ts'
import { usePageContext, usePermission, useRoleName } from '#client/app/page-context.tsx'
import type { Cell } from '#client/list/list-rows.tsx'
import { ListTable } from '#client/list/list-table.tsx'
import { CreateRoleDialog, RoleDialog } from '#client/roles/role-dialog.tsx'
import { useRoleMessages } from '#client/roles/use-role-messages.ts'
import type { TabProps } from '#client/staff/tabs.tsx'
import { usersHref } from '#client/staff/users-url.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { useLastOpen } from '#client/ui/use-last-open.ts'
import { useRowClick } from '#client/ui/use-row-click.ts'
import type { ColumnId } from '#shared/list/list.ts'
import { closedHref, createOpenHref } from '#shared/list/url.ts'
import { formatMoney } from '#shared/money.ts'
import type { ReactNode } from 'react'
import { isBuiltInRole, permissions } from '#shared/permissions.ts'
import { decidesAboutMoney, limitNames } from '#shared/roles/limits.ts'
import { rolesList } from '#shared/roles/list.ts'
import type { RoleView } from '#shared/roles/views.ts'
import { userStatuses } from '#shared/staff/user-status.ts'

/** All roles with what they allow; one opens in a dialog. */
export function RolesTab({ query, content, form }: TabProps<'roles'>) {
  const { book } = usePageContext()
  const words = useRoleMessages()
  const roleName = useRoleName()
  const canManage = usePermission('roles.manage')
  const highlighted = useLastOpen(query.openRole ?? null)
  const openHref = createOpenHref(rolesList, query)
  useRowClick()
  const describeLimits = ({ id, limits, permissions: allowed }: RoleView): ReactNode => {
    if (!decidesAboutMoney(allowed)) return null
    if (id === 'admin') return words.neverAlone
    const set = limitNames.flatMap((name) =>
      limits[name] === null ? [] : `${words.limitFields[name]} ${formatMoney(limits[name], book.currency)}`,
    )
    return set.length > 0 ? set.join(' · ') : <span className="dimmed">{words.noLimits}</span>
  }
  const cells: Record<ColumnId<typeof rolesList>, (role: RoleView) => Cell> = {
    role: ({ id, description }) => (
      <>
        <a href={openHref(id)}>{roleName(id)}</a> {isBuiltInRole(id) && <span className="dimmed">{words.builtIn}</span>}
        {description && <span className="dimmed"> {description}</span>}
      </>
    ),
    people: ({ id, userCount }) =>
      userCount === 0 ? (
        words.people(0)
      ) : (
        <a href={href('users', { role: id, status: userStatuses })}>{words.people(userCount)}</a>
      ),
    permissions: (role) => words.permissionCount(role.permissions.length, permissions.length),
    limits: describeLimits,
  }
  // Forms without script lead back to the list: with errors, their dialog is still open.
  const failed = form?.problem ? form : null
  const opened = query.openRole ?? (failed?.endpoint === 'createRole' ? undefined : failed?.values['role'])
  const base = content.roles.find(
    ({ id }) => id === (query.newRole ?? (failed?.endpoint === 'createRole' ? 'viewer' : undefined)),
  )
  return (
    <>
      <ListTable
        list={rolesList}
        query={query}
        label={words.list}
        className="roles"
        headings={words.columns}
        cells={cells}
        rows={content.roles}
        keyOf={({ id }) => id}
        highlighted={highlighted}
      />
      {opened !== undefined && (
        <RoleDialog
          key={opened}
          role={content.roles.find(({ id }) => id === opened)}
          copyHref={usersHref(query, { newRole: opened, openRole: undefined })}
          closeHref={closedHref(rolesList, query)}
          form={form}
        />
      )}
      {canManage && base && (
        <CreateRoleDialog key={base.id} base={base} closeHref={usersHref(query, { newRole: undefined })} form={form} />
      )}
    </>
  )
}

/** What can be added, in the head of the page. */
export function RolesActions({ query }: Pick<TabProps<'roles'>, 'query'>) {
  const words = useRoleMessages()
  const canManage = usePermission('roles.manage')
  const createHref = usersHref(query, { newRole: 'viewer', openRole: undefined })
  return (
    canManage && (
      <ButtonLink variant="primary" icon="plus" href={createHref} data-scroll="keep">
        {words.create}
      </ButtonLink>
    )
  )
}
