import type { PageProps } from '#client/pages.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { Page, PageHead } from '#client/app/shell.tsx'
import { AccessRequests } from '#client/staff/access-requests.tsx'
import { UserPanel } from '#client/staff/user-panel.tsx'
import { UsersFilter } from '#client/staff/users-filter.tsx'
import { UsersTable } from '#client/staff/users-table.tsx'
import { NoMatch } from '#client/list/no-match.tsx'
import { useActiveFilters } from '#client/list/use-active-filters.ts'
import { MissingPermission } from '#client/ui/empty.tsx'
import { usersList } from '#shared/staff/users-list.ts'

/** The users page: access requests, the list of users, and the panel of one user. */
export default function UsersPage({ query, data, form }: PageProps<'users'>) {
  const { common, staff } = useMessages()
  const activeFilters = useActiveFilters(usersList, query)
  if (data.missingPermission)
    return (
      <Page>
        <PageHead title={common.pages.users} />
        <MissingPermission permission={data.missingPermission} title={staff.missingPermissionTitle} />
      </Page>
    )
  const { pending, rows, user, grantable } = data
  const panel = user && <UserPanel user={user} grantable={grantable} form={form} query={query} rows={rows} />
  return (
    <Page panel={panel}>
      <PageHead title={common.pages.users} />
      <div className="list-head">
        <AccessRequests users={pending} grantable={grantable} form={form} query={query} />
      </div>
      <UsersFilter query={query} activeFilters={activeFilters} />
      {rows.length > 0 ? (
        <UsersTable query={query} rows={rows} />
      ) : (
        <NoMatch list={usersList} query={query} activeFilters={activeFilters} />
      )}
    </Page>
  )
}
