import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { useRoleName } from '#client/app/page-context.tsx'
import type { Cell } from '#client/list/list-rows.tsx'
import { ListPager } from '#client/list/list-pager.tsx'
import { ListTable } from '#client/list/list-table.tsx'
import { ListToolbar } from '#client/list/list-toolbar.tsx'
import { NoMatch } from '#client/list/no-match.tsx'
import { useActiveFilters } from '#client/list/use-active-filters.ts'
import { InvitationDialog } from '#client/staff/invitation-dialog.tsx'
import type { TabProps } from '#client/staff/tabs.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { statusClass } from '#client/ui/status.tsx'
import { useTimeFormat } from '#client/ui/time.tsx'
import { useLastOpen } from '#client/ui/use-last-open.ts'
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
  const activeFilters = useActiveFilters(invitationsList, query)
  const formatTime = useTimeFormat()
  const highlighted = useLastOpen(query.invited ?? null)
  const openHref = createOpenHref(invitationsList, query)
  useRowClick()
  const { rows, count } = content
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
    created: ({ createdAt }) => formatTime(createdAt),
  }
  const isEmpty = rows.length === 0 && activeFilters.length === 0 && query.cursor === undefined
  return (
    <>
      {isEmpty ? (
        <Empty icon="user-plus" title={words.none}>
          {words.noneHint}
        </Empty>
      ) : (
        <ListToolbar
          list={invitationsList}
          query={query}
          activeFilters={activeFilters}
          labels={{ form: words.filterForm, search: staff.searchPlaceholder, placeholder: staff.searchPlaceholder }}
        />
      )}
      {rows.length > 0 ? (
        <>
          <ListTable
            list={invitationsList}
            query={query}
            label={words.list}
            className="invitations"
            headings={words.columns}
            cells={cells}
            rows={rows}
            keyOf={({ id }) => id}
            highlighted={highlighted}
          />
          <ListPager list={invitationsList} query={query} page={content}>
            {words.count(common.count(count), 'exact' in count && count.exact === 1)}
          </ListPager>
        </>
      ) : (
        !isEmpty && <NoMatch list={invitationsList} query={query} activeFilters={activeFilters} />
      )}
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
