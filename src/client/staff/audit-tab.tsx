import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { EventSentence } from '#client/events/event-sentence.tsx'
import { useEventMessages } from '#client/events/use-event-messages.ts'
import type { Cell } from '#client/list/list-rows.tsx'
import { ListPager } from '#client/list/list-pager.tsx'
import { ListTable } from '#client/list/list-table.tsx'
import { ListToolbar } from '#client/list/list-toolbar.tsx'
import { NoMatch } from '#client/list/no-match.tsx'
import { useActiveFilters } from '#client/list/use-active-filters.ts'
import { AuditExport } from '#client/staff/audit-export.tsx'
import { AuditEventDialog } from '#client/staff/audit-event-dialog.tsx'
import type { TabProps } from '#client/staff/tabs.tsx'
import { CopyButton } from '#client/ui/description-list.tsx'
import { useTimeFormat } from '#client/ui/time.tsx'
import { useLastOpen } from '#client/ui/use-last-open.ts'
import { auditLog, eventsHeadPath, programActor } from '#shared/events/audit-log.ts'
import type { AuditEvent, EventsHead } from '#shared/events/audit-views.ts'
import { formatCount } from '#shared/count.ts'
import type { ColumnId } from '#shared/list/list.ts'
import { closedHref, createOpenHref } from '#shared/list/url.ts'

/** What everyone did, newest first; the time of an event opens it. */
export function AuditTab({ query, content, form }: TabProps<'audit'>) {
  const { common, staff } = useStaffMessages()
  const { system } = useEventMessages()
  const words = staff.auditLog
  const formatTime = useTimeFormat()
  const highlighted = useLastOpen(query.event ?? null)
  const openHref = createOpenHref(auditLog, query)
  const { rows, count, people, head, event } = content
  const options = {
    actor: [...people.map(({ id, name }) => ({ value: id, label: name })), { value: programActor, label: system }],
  }
  const activeFilters = useActiveFilters(auditLog, query, [], options)
  const cells: Record<ColumnId<typeof auditLog>, (row: AuditEvent) => Cell> = {
    what: (row) => <EventSentence event={row} />,
    ip: ({ ip }) => ip,
    at: ({ id, at }) => (
      <a href={openHref(id)} aria-label={words.open(formatTime(at))}>
        {formatTime(at)}
      </a>
    ),
  }
  return (
    <>
      <ListToolbar
        list={auditLog}
        query={query}
        activeFilters={activeFilters}
        options={options}
        labels={{ form: words.filterForm, search: words.search, placeholder: words.search }}
      />
      {rows.length > 0 ? (
        <>
          <ListTable
            list={auditLog}
            query={query}
            label={words.list}
            className="audit-log"
            headings={words.columns}
            cells={cells}
            rows={rows}
            keyOf={({ id }) => id}
            highlighted={highlighted}
          />
          <ListPager list={auditLog} query={query} page={content}>
            {words.count(common.count(count), 'exact' in count && count.exact === 1)}
          </ListPager>
        </>
      ) : (
        <NoMatch list={auditLog} query={query} activeFilters={activeFilters} />
      )}
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
