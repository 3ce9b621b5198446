import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { usePermission } from '#client/app/page-context.tsx'
import type { Cell } from '#client/list/list-rows.tsx'
import { ListView } from '#client/list/list-view.tsx'
import { bulkFormId, SelectionForm } from '#client/staff/bulk-form.tsx'
import type { TabProps } from '#client/staff/tabs.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { useTitledTime } from '#client/ui/time.tsx'
import { useRowClick } from '#client/ui/use-row-click.ts'
import type { ColumnId } from '#shared/list/list.ts'
import { createOpenHref } from '#shared/list/url.ts'
import { sessionsList } from '#shared/staff/sessions-list.ts'
import type { SessionRow } from '#shared/staff/views.ts'

/** The open sessions of all accounts; selected ones can be ended. A row opens its account. */
export function SessionsTab({ query, content, form }: TabProps<'sessions'>) {
  const { staff } = useStaffMessages()
  const words = staff.sessionsTab
  const renderTime = useTitledTime()
  const openHref = createOpenHref(sessionsList, query)
  useRowClick()
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
    lastSeen: ({ lastSeenAt }) => renderTime(lastSeenAt),
    created: ({ createdAt }) => renderTime(createdAt),
  }
  return (
    <ListView
      list={sessionsList}
      query={query}
      page={content}
      words={words}
      search={staff.searchPlaceholder}
      className="staff-sessions"
      cells={cells}
      keyOf={({ id }) => id}
      selectionForm={<EndSelected form={form} />}
    />
  )
}

function EndSelected({ form }: Pick<TabProps<'sessions'>, 'form'>) {
  const words = useStaffMessages().staff.sessionsTab
  if (!usePermission('sessions.end')) return null
  return (
    <SelectionForm endpoint="endSessions" form={form} words={words}>
      <SubmitButton variant="danger">{words.endSelected}</SubmitButton>
    </SelectionForm>
  )
}
