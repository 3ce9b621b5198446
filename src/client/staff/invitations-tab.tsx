import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { useRoleName } from '#client/app/page-context.tsx'
import type { Cell } from '#client/list/list-rows.tsx'
import { ListView } from '#client/list/list-view.tsx'
import { InvitationDialog } from '#client/staff/invitation-dialog.tsx'
import type { TabProps } from '#client/staff/tabs.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { statusClass } from '#client/ui/status.tsx'
import { useTitledTime } from '#client/ui/time.tsx'
import { useRowClick } from '#client/ui/use-row-click.ts'
import type { ColumnId } from '#shared/list/list.ts'
import { closedHref, createOpenHref } from '#shared/list/url.ts'
import { invitationsList } from '#shared/staff/invitations.ts'
import type { InvitationRow } from '#shared/staff/views.ts'

/** The invitations, newest first; one opens in a dialog. */
export function InvitationsTab({ query, content, form }: TabProps<'invitations'>) {
  const { common, staff } = useStaffMessages()
  const roleName = useRoleName()
  const words = staff.invitations
  const renderTime = useTitledTime()
  const openHref = createOpenHref(invitationsList, query)
  useRowClick()
  const cells: Record<ColumnId<typeof invitationsList>, (row: InvitationRow) => Cell> = {
    email: ({ id, email, name }) => (
      <>
        <a href={openHref(id)}>{email}</a>
        {name && <span className="dimmed"> {name}</span>}
      </>
    ),
    role: ({ role }) => roleName(role),
    status: ({ status }) => ({
      className: statusClass('invitation', status),
      content: common.statuses.invitation[status],
    }),
    invitedBy: ({ invitedBy }) => invitedBy,
    created: ({ createdAt }) => renderTime(createdAt),
  }
  return (
    <>
      <ListView
        list={invitationsList}
        query={query}
        page={content}
        words={words}
        search={staff.searchPlaceholder}
        className="invitations"
        cells={cells}
        keyOf={({ id }) => id}
        empty={
          <Empty icon="user-plus" title={words.none}>
            {words.noneHint}
          </Empty>
        }
      />
      {content.invitation && (
        <InvitationDialog
          key={query.invited}
          invitation={content.invitation}
          closeHref={closedHref(invitationsList, query)}
          form={form}
        />
      )}
    </>
  )
}
