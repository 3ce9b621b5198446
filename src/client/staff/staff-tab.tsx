import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { usePageContext, useRoleName } from '#client/app/page-context.tsx'
import { ListToolbar } from '#client/list/list-toolbar.tsx'
import { NoMatch } from '#client/list/no-match.tsx'
import { useActiveFilters } from '#client/list/use-active-filters.ts'
import { AccessRequests } from '#client/staff/access-requests.tsx'
import { BulkForm } from '#client/staff/bulk-form.tsx'
import type { TabProps } from '#client/staff/tabs.tsx'
import { UsersTable } from '#client/staff/users-table.tsx'
import { listRoles } from '#shared/permissions.ts'
import { usersList } from '#shared/staff/users-list.ts'

/** Access requests, and the list of accounts. */
export function StaffTab({ query, data, content, form }: TabProps<'staff'>) {
  const { staff } = useStaffMessages()
  const roleName = useRoleName()
  const { ownRoles } = usePageContext()
  const options = { role: listRoles(ownRoles).map(({ id }) => ({ value: id, label: roleName(id) })) }
  const activeFilters = useActiveFilters(usersList, query, [], options)
  return (
    <>
      <div className="list-head">
        <AccessRequests requests={content.requests} grantable={data.grantable} form={form} query={query} />
      </div>
      <ListToolbar
        list={usersList}
        query={query}
        activeFilters={activeFilters}
        options={options}
        labels={{ form: staff.filterForm, search: staff.searchPlaceholder, placeholder: staff.searchPlaceholder }}
      />
      {content.rows.length > 0 ? (
        <div className="selectable">
          <BulkForm grantable={data.grantable} form={form} />
          <UsersTable query={query} page={content} />
        </div>
      ) : (
        <NoMatch list={usersList} query={query} activeFilters={activeFilters} />
      )}
    </>
  )
}
