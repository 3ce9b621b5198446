import { useMessages, usePageContext, useSession } from '#client/app/page-context.tsx'
import { usersHref } from '#client/staff/users-url.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { useLastOpen } from '#client/ui/use-last-open.ts'
import { Status } from '#client/ui/status.tsx'
import { Pager, RowLink, Table } from '#client/ui/table.tsx'
import { Time } from '#client/ui/time.tsx'
import type { UsersQuery } from '#shared/staff/inputs.ts'
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
            <th scope="col" data-column="name">
              {columns.name}
            </th>
            <th scope="col" data-column="email" className="p2">
              {columns.email}
            </th>
            <th scope="col" data-column="role">
              {columns.role}
            </th>
            <th scope="col" data-column="status">
              {columns.status}
            </th>
            <th scope="col" data-column="lastSeen" className="num">
              {columns.lastSeen}
            </th>
            <th scope="col" data-column="since" className="p3 num">
              {columns.since}
            </th>
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
      <td data-column="name" className="c-title">
        <span className="row">
          <Avatar name={user.name} isCurrentUser={isCurrentUser} />
          <RowLink href={usersHref(query, { user: user.id })}>{user.name}</RowLink>
          {isCurrentUser && <span className="dimmed">{staff.you}</span>}
        </span>
      </td>
      <td data-column="email" className="p2 muted">
        {user.email}
      </td>
      <td data-column="role" className="c-sub">
        {user.role ? common.roles[user.role] : <span className="dimmed">{staff.noRole}</span>}
      </td>
      <td data-column="status" className="c-end">
        <Status kind="user" value={user.status} />
      </td>
      <td data-column="lastSeen" className="num muted c-note">
        {user.lastSeenAt === null ? staff.never : <Time at={user.lastSeenAt} />}
      </td>
      <td data-column="since" className="p3 num dimmed">
        <Time at={user.createdAt} style="date" />
      </td>
    </tr>
  )
}
