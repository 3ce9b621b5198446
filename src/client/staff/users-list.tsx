import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { usePageContext, useRoleName, useSession } from '#client/app/page-context.tsx'
import type { Cell } from '#client/list/list-rows.tsx'
import { ListView } from '#client/list/list-view.tsx'
import { BulkForm, bulkFormId } from '#client/staff/bulk-form.tsx'
import type { TabProps } from '#client/staff/tabs.tsx'
import { usersHref } from '#client/staff/users-url.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { statusClass } from '#client/ui/status.tsx'
import { useTimeFormat, useTitledTime } from '#client/ui/time.tsx'
import { useRowClick } from '#client/ui/use-row-click.ts'
import type { ColumnId } from '#shared/list/list.ts'
import { createOpenHref, filterHref } from '#shared/list/url.ts'
import { listRoles } from '#shared/permissions.ts'
import { usersList } from '#shared/staff/users-list.ts'
import type { UserRow } from '#shared/staff/views.ts'

/** The accounts. Below 640 px `staff.css` lays the same cells out as cards, by their `data-column`. */
export function UsersList({ query, data, content, form }: TabProps<'staff'>) {
  const { common, staff, staffFilters } = useStaffMessages()
  const { ownRoles } = usePageContext()
  const roleName = useRoleName()
  const currentUserId = useSession().user?.id
  const formatTime = useTimeFormat()
  const renderTime = useTitledTime()
  const openHref = createOpenHref(usersList, query)
  useRowClick()
  const cells: Record<ColumnId<typeof usersList>, (user: UserRow) => Cell> = {
    select: ({ id, name }) => (
      <input type="checkbox" name="users" value={id} form={bulkFormId} aria-label={staff.bulk.select(name)} />
    ),
    name: ({ id, name }) => (
      <span className="row">
        <Avatar name={name} isCurrentUser={id === currentUserId} />
        <a className="truncate" href={openHref(id)}>
          {name}
        </a>
        {id === currentUserId && <span className="dimmed">{staff.you}</span>}
      </span>
    ),
    email: ({ email }) => email,
    role: ({ role }) => (role ? roleName(role) : <span className="dimmed">{staff.noRole}</span>),
    status: ({ status }) => ({
      className: statusClass('user', status),
      content: common.statuses.user[status],
    }),
    factor: ({ hasSecondFactor }) =>
      hasSecondFactor ? (
        staffFilters.secondFactors.on
      ) : (
        <span className="dimmed">{staffFilters.secondFactors.off}</span>
      ),
    lastSeen: ({ lastSeenAt }) => (lastSeenAt === null ? staff.never : renderTime(lastSeenAt)),
    since: ({ createdAt }) => formatTime(createdAt, 'date'),
  }
  const { inactiveCount } = content
  return (
    <ListView
      list={usersList}
      query={query}
      page={content}
      words={staff}
      search={staff.searchPlaceholder}
      className="users"
      options={{ role: listRoles(ownRoles).map(({ id }) => ({ value: id, label: roleName(id) })) }}
      cells={cells}
      keyOf={({ id }) => id}
      views={{
        list: 'users',
        views: content.views,
        dialogHref: (view) => usersHref(query, { view }),
        closeHref: usersHref(query, { view: undefined }),
        form,
      }}
      selectionForm={<BulkForm grantable={data.grantable} accounts={content.rows} form={form} />}
      note={
        inactiveCount > 0 && (
          <span className="dimmed">
            {' '}
            ·{' '}
            <a href={filterHref(usersList, query, { seen: 'inactive', status: ['active'] })}>
              {staff.inactive(inactiveCount)}
            </a>
          </span>
        )
      }
    />
  )
}
