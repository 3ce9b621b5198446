import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { useEventField } from '#client/staff/use-event-field.ts'
import { EventSentence } from '#client/events/event-sentence.tsx'
import { useEventMessages } from '#client/events/use-event-messages.ts'
import { navigate } from '#client/navigation/router.ts'
import { DescriptionList } from '#client/ui/description-list.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { useTimeFormat } from '#client/ui/time.tsx'
import { auditLog, programActor } from '#shared/events/audit-log.ts'
import type { AuditEvent } from '#shared/events/audit-views.ts'
import type { FieldChange } from '#shared/events/views.ts'
import { filterHref } from '#shared/list/url.ts'
import type { AuditTabView } from '#shared/staff/page-views.ts'

interface AuditEventDialogProps {
  event: NonNullable<AuditTabView['event']>
  /** The page without the dialog. */
  closeHref: string
}

/** One event: who, when, from where, with which request, and each value before and after. */
export function AuditEventDialog({ event, closeHref }: AuditEventDialogProps) {
  const words = useStaffMessages().staff.auditLog
  const close = { onClose: () => navigate(closeHref), closeHref }
  if ('missing' in event) return <Dialog open {...close} title={words.missing} />
  return (
    <Dialog open {...close} title={words.event}>
      <EventDetails event={event} />
    </Dialog>
  )
}

function EventDetails({ event }: { event: AuditEvent }) {
  const words = useStaffMessages().staff.auditLog
  const { system } = useEventMessages()
  const formatTime = useTimeFormat()
  const readField = useEventField(event)
  const { action, actor, actorType, actorId, at, ip, requestId, objectLabel, parameters, changes } = event
  const listLink = (filters: Record<string, string>, text: string) =>
    text === '' ? null : <a href={filterHref(auditLog, {}, filters)}>{text}</a>
  return (
    <>
      <p>
        <EventSentence event={event} />
      </p>
      <DescriptionList
        items={[
          [words.time, formatTime(at, 'full')],
          [words.actor, listLink({ actor: actorId ?? programActor }, actor ?? system)],
          [words.actorType, actorType === 'token' ? words.token : null],
          [words.object, listLink({ q: objectLabel }, objectLabel)],
          [words.action, <code key="action">{action}</code>],
          [words.ip, listLink({ q: ip }, ip)],
          [words.request, requestId],
          ...Object.entries(parameters).map(([name, value]) => {
            const { label, text } = readField(name, value)
            return [label, text] as const
          }),
        ]}
      />
      {changes.length > 0 && <Changes changes={changes} readField={readField} />}
    </>
  )
}

interface ChangesProps {
  changes: readonly FieldChange[]
  readField: ReturnType<typeof useEventField>
}

/** Each field before and after; its title is its name in the API, to compare it with a log or another program. */
function Changes({ changes, readField }: ChangesProps) {
  const words = useStaffMessages().staff.auditLog
  return (
    <table className="audit-changes">
      <thead>
        <tr>
          <th scope="col">{words.field}</th>
          <th scope="col">{words.before}</th>
          <th scope="col">{words.after}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, from, to, isErased }) => (
          <tr key={field}>
            <th scope="row" title={field}>
              {readField(field, from).label}
            </th>
            <td dir="auto">{isErased ? words.erased : readField(field, from).text}</td>
            <td dir="auto">{isErased ? words.erased : readField(field, to).text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
