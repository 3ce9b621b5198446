import type { AuthenticatedContext, Kontor } from '#server/context.ts'
import { readKeysetPage, type RowKey, toCount } from '#server/list/keyset-page.ts'
import { listOwnRoles } from '#server/roles/own-roles.ts'
import { findRoleIds } from '#server/staff/find-roles.ts'
import { resolveValues } from '#server/list/resolve-values.ts'
import { toUserRow } from '#server/staff/user-row.ts'
import { countUsers, findUsers, type ListedUser, type UserSelection } from '#server/staff/users-store.ts'
import type { Count } from '#shared/list/count.ts'
import type { Role } from '#shared/permissions.ts'
import { toFilter } from '#shared/list/list.ts'
import type { ListUsersQuery } from '#shared/staff/inputs.ts'
import { usersList } from '#shared/staff/users-list.ts'
import type { UserList } from '#shared/staff/views.ts'

/** The columns of each sort with the key of a row in them. */
const sorts = {
  name: {
    columns: ['name_sort_key', 'name', 'id'],
    keyOf: (user: ListedUser): RowKey => [user.name_sort_key, user.name, user.id],
    exampleKey: ['', '', ''],
  },
  seen: { columns: ['seen', 'id'], keyOf: (user: ListedUser): RowKey => [user.seen, user.id], exampleKey: [0, ''] },
  since: {
    columns: ['created_at', 'id'],
    keyOf: (user: ListedUser): RowKey => [user.created_at, user.id],
    exampleKey: [0, ''],
  },
} as const

/** One page of accounts with the cursors of its neighbors. Throws `invalid-input` for a wrong cursor. */
export async function readUsers(
  { kontor, session }: AuthenticatedContext,
  query: ListUsersQuery,
): Promise<UserList & { previous: string | null; inactiveCount: number }> {
  const { read } = kontor.database
  const sort = query.sort ?? usersList.sorts[0]
  const { columns, keyOf, exampleKey } = sorts[sort.replace('-', '') as keyof typeof sorts]
  const ownRoles = await listOwnRoles(read)
  const selection = await toSelection(kontor, query, ownRoles)
  const page = await readKeysetPage<ListedUser>({
    cursor: query.cursor,
    sort,
    keyOf,
    exampleKey,
    find: async (reversed, after, limit) => {
      const direction = sort.startsWith('-') === reversed ? 'asc' : 'desc'
      return { rows: await findUsers(read, selection, { columns, direction, after, limit }) }
    },
  })
  const { all, inactive } = await countUsers(read, selection)
  return {
    ...page,
    rows: page.rows.map((user) => toUserRow(session.user, user, ownRoles)),
    count: toCount(all),
    inactiveCount: inactive,
  }
}

/** How many accounts the list has. */
export async function countListedUsers({ kontor }: AuthenticatedContext, query: ListUsersQuery): Promise<Count> {
  const { read } = kontor.database
  const { all } = await countUsers(read, await toSelection(kontor, query, await listOwnRoles(read)))
  return toCount(all)
}

const toSelection = async (
  { now }: Kontor,
  query: ListUsersQuery,
  ownRoles: readonly Role[],
): Promise<UserSelection> => ({
  filter: await resolveValues(toFilter(usersList, query), { role: (value) => findRoleIds(value, ownRoles) }),
  now: now(),
})
