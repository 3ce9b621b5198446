import { AccessRequests } from '#client/staff/access-requests.tsx'
import type { TabProps } from '#client/staff/tabs.tsx'
import { UsersList } from '#client/staff/users-list.tsx'

/** Access requests, and the list of accounts. */
export function StaffTab(props: TabProps<'staff'>) {
  const { query, data, content, form } = props
  return (
    <>
      <div className="list-head">
        <AccessRequests requests={content.requests} grantable={data.grantable} form={form} query={query} />
      </div>
      <UsersList {...props} />
    </>
  )
}
