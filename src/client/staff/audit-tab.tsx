import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { EventSentence } from '#client/events/event-sentence.tsx'
import { useEventMessages } from '#client/events/use-event-messages.ts'
import type { Cell } from '#client/list/list-rows.tsx'
import { ListView } from '#client/list/list-view.tsx'
import { AuditExport } from '#client/staff/audit-export.tsx'
import { AuditEventDialog } from '#client/staff/audit-event-dialog.tsx'
import { usersHref } from '#client/staff/users-url.ts'
import type { TabProps } from '#client/staff/tabs.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { useTimeFormat, useTitledTime } from '#client/ui/time.tsx'
import { auditLog, eventsHeadPath, programActor } from '#shared/events/audit-log.ts'
import type { AuditEvent, EventsHead } from '#shared/events/audit-views.ts'
import { formatCount } from '#shared/count.ts'
import type { ColumnId } from '#shared/list/list.ts'
import { closedHref, createOpenHref } from '#shared/list/url.ts'

/** What everyone did, newest first; the time of an event opens it. */
export function AuditTab({ query, content, form }: TabProps<'audit'>) {
  const { staff } = useStaffMessages()
  const { system } = useEventMessages()
  const words = staff.auditLog
  const formatTime = useTimeFormat()
  const renderTime = useTitledTime()
  const openHref = createOpenHref(auditLog, query)
  const { people, head, event } = content
  const options = {
    actor: [...people.map(({ id, name }) => ({ value: id, label: name })), { value: programActor, label: system }],
  }
  const cells: Record<ColumnId<typeof auditLog>, (row: AuditEvent) => Cell> = {
    what: (row) => <EventSentence event={row} />,
    ip: ({ ip }) => ip,
    at: ({ id, at }) => (
      <a href={openHref(id)} aria-label={words.open(formatTime(at))}>
        {renderTime(at)}
      </a>
    ),
  }
  return (
    <>
      <ListView
        list={auditLog}
        query={query}
        page={content}
        words={words}
        search={words.search}
        className="audit-log"
        options={options}
        cells={cells}
        keyOf={({ id }) => id}
        views={{
          list: 'events',
          views: content.views,
          dialogHref: (view) => usersHref(query, { view }),
          closeHref: usersHref(query, { view: undefined }),
          form,
        }}
      />
      <ChainHead head={head} />
      <AuditExport query={query} form={form} className="only-sm" />
      {event && <AuditEventDialog event={event} closeHref={closedHref(auditLog, query)} />}
    </>
  )
}

/** How far the events are sealed: kept elsewhere, it proves later that nothing before it was changed. */
function ChainHead({ head: { head, seq } }: { head: EventsHead }) {
  const words = useStaffMessages().staff.auditLog
  if (seq === 0) return null
  return (
    <p className="audit-head">
      {words.sealedUpTo(formatCount(seq))}
      <code title={head}>{head.slice(0, head.lastIndexOf(':') + 13)}…</code>
      <CopyButton text={head} label={words.copyHead} />
      <a href={eventsHeadPath} download="audit-log-head.json">
        {words.downloadHead}
      </a>
    </p>
  )
}
