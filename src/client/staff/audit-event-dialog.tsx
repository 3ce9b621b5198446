import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { EventSentence } from '#client/events/event-sentence.tsx'
import { useEventMessages } from '#client/events/use-event-messages.ts'
import { navigate } from '#client/navigation/router.ts'
import { DescriptionList } from '#client/ui/description-list.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { useTimeFormat } from '#client/ui/time.tsx'
import { auditLog, programActor } from '#shared/events/audit-log.ts'
import type { FieldChange } from '#shared/events/views.ts'
import { filterHref } from '#shared/list/url.ts'
import type { AuditTabView } from '#shared/staff/views.ts'

interface AuditEventDialogProps {
  event: NonNullable<AuditTabView['event']>
  /** The page without the dialog. */
  closeHref: string
}

/** One event: who, when, from where, with which request, and each value before and after. */
export function AuditEventDialog({ event, closeHref }: AuditEventDialogProps) {
  const words = useStaffMessages().staff.auditLog
  const { system } = useEventMessages()
  const formatTime = useTimeFormat()
  const close = { onClose: () => navigate(closeHref), closeHref }
  if ('missing' in event) return <Dialog open {...close} title={words.missing} />
  const { action, actor, actorType, actorId, at, ip, requestId, objectLabel, parameters, changes } = event
  const listLink = (filters: Record<string, string>, text: string) =>
    text === '' ? null : <a href={filterHref(auditLog, {}, filters)}>{text}</a>
  return (
    <Dialog open {...close} title={words.event}>
      <p>
        <EventSentence event={event} />
      </p>
      <DescriptionList
        items={[
          [words.time, formatTime(at, 'full')],
          [words.actor, listLink({ actor: actorId ?? programActor }, actor ?? system)],
          [words.actorType, actorType === 'token' ? words.token : null],
          [words.object, listLink({ q: objectLabel }, objectLabel)],
          [words.action, action],
          [words.ip, listLink({ q: ip }, ip)],
          [words.request, requestId],
          ...Object.entries(parameters).map(([name, value]) => [name, String(value)] as const),
        ]}
      />
      {changes.length > 0 && <Changes changes={changes} />}
    </Dialog>
  )
}

/** The fields as the API names them: what is compared with a log or another program. */
function Changes({ changes }: { changes: readonly FieldChange[] }) {
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
            <th scope="row">
              <code>{field}</code>
            </th>
            <td dir="auto">{isErased ? words.erased : (from ?? '–')}</td>
            <td dir="auto">{isErased ? words.erased : (to ?? '–')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
