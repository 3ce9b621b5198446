import { useMessages, usePageContext, useSession } from '#client/app/page-context.tsx'
import { usersHref } from '#client/staff/users-url.ts'
import { columnAttributes } from '#client/list/list-table.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { useLastOpen } from '#client/ui/use-last-open.ts'
import { Status } from '#client/ui/status.tsx'
import { Pager, RowLink, Table } from '#client/ui/table.tsx'
import { Time } from '#client/ui/time.tsx'
import type { ColumnId } from '#shared/list/list.ts'
import type { UsersQuery } from '#shared/staff/inputs.ts'
import { usersList } from '#shared/staff/users-list.ts'
import type { UserRow } from '#shared/staff/views.ts'

/** Active accounts without a visit for this long are counted as inactive. */
const inactiveAfterMs = 30 * 86_400_000

/** The accounts, by name. */
export function UsersTable({ query, rows }: { query: UsersQuery; rows: readonly UserRow[] }) {
  const { staff } = useMessages()
  const { now } = usePageContext()
  const { columns } = staff
  const highlighted = useLastOpen(query.user ?? null)
  const inactiveCount = rows.filter(
    (user) => user.status === 'active' && now - (user.lastSeenAt ?? user.createdAt) > inactiveAfterMs,
  ).length
  return (
    <>
      <Table label={staff.list} cards className="users">
        <thead>
          <tr>
            {usersList.columns.map((column) => (
              <th key={column.id} scope="col" {...columnAttributes(column)}>
                {columns[column.id]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((user) => (
            <UserTableRow key={user.id} user={user} query={query} highlighted={user.id === highlighted} />
          ))}
        </tbody>
      </Table>
      <Pager newerHref={null} olderHref={null}>
        {staff.count(rows.length)}
        {inactiveCount > 0 && <span className="dimmed"> · {staff.inactive(inactiveCount)}</span>}
      </Pager>
    </>
  )
}

function UserTableRow({ user, query, highlighted }: { user: UserRow; query: UsersQuery; highlighted: boolean }) {
  const { common, staff } = useMessages()
  const isCurrentUser = useSession().user?.id === user.id
  return (
    <tr data-open={highlighted || undefined}>
      <td {...cellAttributes('name', 'c-title')}>
        <span className="row">
          <Avatar name={user.name} isCurrentUser={isCurrentUser} />
          <RowLink href={usersHref(query, { user: user.id })}>{user.name}</RowLink>
          {isCurrentUser && <span className="dimmed">{staff.you}</span>}
        </span>
      </td>
      <td {...cellAttributes('email', 'muted')}>{user.email}</td>
      <td {...cellAttributes('role', 'c-sub')}>
        {user.role ? common.roles[user.role] : <span className="dimmed">{staff.noRole}</span>}
      </td>
      <td {...cellAttributes('status', 'c-end')}>
        <Status kind="user" value={user.status} />
      </td>
      <td {...cellAttributes('lastSeen', 'num muted c-note')}>
        {user.lastSeenAt === null ? staff.never : <Time at={user.lastSeenAt} />}
      </td>
      <td {...cellAttributes('since', 'num dimmed')}>
        <Time at={user.createdAt} style="date" />
      </td>
    </tr>
  )
}

function cellAttributes(id: ColumnId<typeof usersList>, className: string) {
  const column = usersList.columns.find((one) => one.id === id)
  return column && columnAttributes(column, className)
}
