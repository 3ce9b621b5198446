import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { usePermission } from '#client/app/page-context.tsx'
import type { Cell } from '#client/list/list-rows.tsx'
import { ListPager } from '#client/list/list-pager.tsx'
import { ListTable } from '#client/list/list-table.tsx'
import { ListToolbar } from '#client/list/list-toolbar.tsx'
import { NoMatch } from '#client/list/no-match.tsx'
import { useActiveFilters } from '#client/list/use-active-filters.ts'
import { bulkFormId, SelectionForm } from '#client/staff/bulk-form.tsx'
import type { TabProps } from '#client/staff/tabs.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { useTimeFormat } from '#client/ui/time.tsx'
import { useLastOpen } from '#client/ui/use-last-open.ts'
import { useRowClick } from '#client/ui/use-row-click.ts'
import type { ColumnId } from '#shared/list/list.ts'
import { createOpenHref } from '#shared/list/url.ts'
import { sessionsList } from '#shared/staff/sessions-list.ts'
import type { SessionRow } from '#shared/staff/views.ts'

/** The open sessions of all accounts; selected ones can be ended. A row opens its account. */
export function SessionsTab({ query, content, form }: TabProps<'sessions'>) {
  const { common, staff } = useStaffMessages()
  const words = staff.sessionsTab
  const activeFilters = useActiveFilters(sessionsList, query)
  const formatTime = useTimeFormat()
  const highlighted = useLastOpen(query.user ?? null)
  const openHref = createOpenHref(sessionsList, query)
  useRowClick()
  const { rows, count } = content
  const cells: Record<ColumnId<typeof sessionsList>, (row: SessionRow) => Cell> = {
    select: ({ id, userName, device }) => (
      <input
        type="checkbox"
        name="sessions"
        value={id}
        form={bulkFormId}
        aria-label={words.select(userName, device || words.unknownDevice)}
      />
    ),
    user: ({ userId, userName, isCurrent }) => (
      <>
        <a href={openHref(userId)}>{userName}</a>
        {isCurrent && <span className="dimmed"> {words.current}</span>}
      </>
    ),
    device: ({ device }) => device || words.unknownDevice,
    ip: ({ ip }) => ip,
    lastSeen: ({ lastSeenAt }) => formatTime(lastSeenAt),
    created: ({ createdAt }) => formatTime(createdAt),
  }
  return (
    <>
      <ListToolbar
        list={sessionsList}
        query={query}
        activeFilters={activeFilters}
        labels={{ form: words.filterForm, search: staff.searchPlaceholder, placeholder: staff.searchPlaceholder }}
      />
      {rows.length > 0 ? (
        <div className="selectable">
          <EndSelected form={form} />
          <ListTable
            list={sessionsList}
            query={query}
            label={words.list}
            className="staff-sessions"
            headings={words.columns}
            cells={cells}
            rows={rows}
            keyOf={({ id }) => id}
            highlighted={highlighted}
          />
          <ListPager list={sessionsList} query={query} page={content}>
            {words.count(common.count(count), 'exact' in count && count.exact === 1)}
          </ListPager>
        </div>
      ) : (
        <NoMatch list={sessionsList} query={query} activeFilters={activeFilters} />
      )}
    </>
  )
}

function EndSelected({ form }: Pick<TabProps<'sessions'>, 'form'>) {
  const words = useStaffMessages().staff.sessionsTab
  if (!usePermission('sessions.end')) return null
  return (
    <SelectionForm endpoint="endSessions" form={form} words={words}>
      <SubmitButton variant="primary">{words.endSelected}</SubmitButton>
    </SelectionForm>
  )
}
