import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { useRoleName, useSession } from '#client/app/page-context.tsx'
import type { Cell } from '#client/list/list-rows.tsx'
import { ListTable } from '#client/list/list-table.tsx'
import { ListPager } from '#client/list/list-pager.tsx'
import { bulkFormId } from '#client/staff/bulk-form.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { statusClass } from '#client/ui/status.tsx'
import { useTimeFormat } from '#client/ui/time.tsx'
import { useLastOpen } from '#client/ui/use-last-open.ts'
import { useRowClick } from '#client/ui/use-row-click.ts'
import type { ColumnId } from '#shared/list/list.ts'
import { createOpenHref, filterHref } from '#shared/list/url.ts'
import type { UsersQuery } from '#shared/staff/inputs.ts'
import { usersList } from '#shared/staff/users-list.ts'
import type { StaffTabView, UserRow } from '#shared/staff/views.ts'

/** A page of accounts. Below 640 px `staff.css` lays the same cells out as cards, by their `data-column`. */
export function UsersTable({ query, page }: { query: UsersQuery; page: StaffTabView }) {
  const { common, staff, staffFilters } = useStaffMessages()
  const { rows, count, inactiveCount } = page
  const roleName = useRoleName()
  const currentUserId = useSession().user?.id
  const highlighted = useLastOpen(query.user ?? null)
  const formatTime = useTimeFormat()
  const openHref = createOpenHref(usersList, query)
  useRowClick()
  const cells: Record<ColumnId<typeof usersList>, (user: UserRow) => Cell> = {
    select: ({ id, name }) => (
      <input type="checkbox" name="users" value={id} form={bulkFormId} aria-label={staff.bulk.select(name)} />
    ),
    name: ({ id, name }) => (
      <span className="row">
        <Avatar name={name} isCurrentUser={id === currentUserId} />
        <a href={openHref(id)}>{name}</a>
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
    lastSeen: ({ lastSeenAt }) => (lastSeenAt === null ? staff.never : formatTime(lastSeenAt)),
    since: ({ createdAt }) => formatTime(createdAt, 'date'),
  }
  return (
    <>
      <ListTable
        list={usersList}
        query={query}
        label={staff.list}
        className="users"
        headings={staff.columns}
        cells={cells}
        rows={rows}
        keyOf={({ id }) => id}
        highlighted={highlighted}
      />
      <ListPager list={usersList} query={query} page={page}>
        {staff.count(common.count(count), 'exact' in count && count.exact === 1)}
        {inactiveCount > 0 && (
          <span className="dimmed">
            {' '}
            · <a href={filterHref(usersList, query, { seen: 'inactive' })}>{staff.inactive(inactiveCount)}</a>
          </span>
        )}
      </ListPager>
    </>
  )
}
