import { useMessages, usePageContext, useSession } from '#client/app/page-context.tsx'
import type { Cell } from '#client/list/list-rows.tsx'
import { ListTable } from '#client/list/list-table.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { statusClass } from '#client/ui/status.tsx'
import { Pager } from '#client/ui/table.tsx'
import { useTimeFormat } from '#client/ui/time.tsx'
import { useLastOpen } from '#client/ui/use-last-open.ts'
import { useRowClick } from '#client/ui/use-row-click.ts'
import type { ColumnId } from '#shared/list/list.ts'
import { createOpenHref } from '#shared/list/url.ts'
import type { UsersQuery } from '#shared/staff/inputs.ts'
import { usersList } from '#shared/staff/users-list.ts'
import type { UserRow } from '#shared/staff/views.ts'

/** Active accounts without a visit for this long are counted as inactive. */
const inactiveAfterMs = 30 * 86_400_000

/** The accounts, by name. Below 640 px `staff.css` lays the same cells out as cards, by their `data-column`. */
export function UsersTable({ query, rows }: { query: UsersQuery; rows: readonly UserRow[] }) {
  const { common, staff } = useMessages()
  const { now } = usePageContext()
  const currentUserId = useSession().user?.id
  const highlighted = useLastOpen(query.user ?? null)
  const formatTime = useTimeFormat()
  const openHref = createOpenHref(usersList, query)
  useRowClick()
  const inactiveCount = rows.filter(
    (user) => user.status === 'active' && now - (user.lastSeenAt ?? user.createdAt) > inactiveAfterMs,
  ).length
  const cells: Record<ColumnId<typeof usersList>, (user: UserRow) => Cell> = {
    name: ({ id, name }) => (
      <span className="row">
        <Avatar name={name} isCurrentUser={id === currentUserId} />
        <a href={openHref(id)}>{name}</a>
        {id === currentUserId && <span className="dimmed">{staff.you}</span>}
      </span>
    ),
    email: ({ email }) => email,
    role: ({ role }) => (role ? common.roles[role] : <span className="dimmed">{staff.noRole}</span>),
    status: ({ status }) => ({
      className: statusClass('user', status),
      content: common.statuses.user[status],
    }),
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
      <Pager newerHref={null} olderHref={null}>
        {staff.count(rows.length)}
        {inactiveCount > 0 && <span className="dimmed"> · {staff.inactive(inactiveCount)}</span>}
      </Pager>
    </>
  )
}
