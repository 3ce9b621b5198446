import { isBuiltInRole } from '#shared/permissions.ts'
import { useRoleName } from '#client/app/page-context.tsx'
import { usePermissionNames } from '#client/app/use-permission-names.ts'
import { useEventMessages } from '#client/events/use-event-messages.ts'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import type { EventView } from '#shared/events/views.ts'
import { isFileNameField } from '#shared/orders/attachments.ts'
import { href } from '#shared/routes/pages.ts'
import { Fragment, type ReactNode } from 'react'

/**
 * An event as a sentence with emphasized names and figures; the order or user is a link. `omitObject` leaves the object out, for use
 * on the object's own page. Names keep their own direction.
 */
export function EventSentence({ event, omitObject = false }: { event: EventView; omitObject?: boolean }): ReactNode {
  const nameOfRole = useRoleName()
  const permissionNames: Readonly<Record<string, string>> = usePermissionNames()
  const events = useEventMessages()
  const formatDays = useDayRangeFormat()
  const sentences: Partial<typeof events.sentences> = events.sentences
  const pieces = (sentences[event.action] ?? events.unknownAction(event.action))<ReactNode>(
    {
      actor: <b dir="auto">{event.actor ?? events.system}</b>,
      object: omitObject ? null : renderObject(event, nameOfRole),
      strong: (text) => <b className={text.length > maxWholeLength ? 'num num--wrap' : 'num'}>{text}</b>,
      role: (role) => nameOfRole(role),
      permission: (permission) => permissionNames[permission],
      day: (day) => formatDays({ from: day, to: day }),
    },
    withFileName(event),
  )
  return pieces.map((piece, index) => (
    <Fragment key={index}>{typeof piece === 'string' ? keepNumbersWhole(piece) : piece}</Fragment>
  ))
}

/** Amounts and numbers are shorter; the name of a file may be longer than a line. */
const maxWholeLength = 24

/** Between Chinese characters browsers break a line after the hyphen of a number such as SO261130-00013. */
const keepNumbersWhole = (text: string): ReactNode =>
  text.split(/(\b[A-Z]+\d+-\d+\b)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="num">
        {part}
      </span>
    ),
  )

/** The parameters with the name of the file that was added or removed, which is a personal value. */
function withFileName({ parameters, changes }: EventView): EventView['parameters'] {
  const change = changes.find(({ field }) => isFileNameField(field))
  const file = change?.to ?? change?.from
  return file === undefined || file === null ? parameters : { ...parameters, file }
}

function renderObject({ objectType, objectId, objectLabel }: EventView, nameOfRole: (id: string) => string): ReactNode {
  if (objectType === 'order')
    return (
      <a className="ref" href={href('orders', { order: objectLabel })}>
        {objectLabel}
      </a>
    )
  if (objectType === 'customer')
    return (
      <a className="ref" href={href('orders', { customer: objectLabel })}>
        {objectLabel}
      </a>
    )
  if (objectType === 'user')
    return (
      <a className="ref ref--name" dir="auto" href={href('users', { user: objectId })}>
        {objectLabel}
      </a>
    )
  if (objectType === 'role') return <b dir="auto">{isBuiltInRole(objectId) ? nameOfRole(objectId) : objectLabel}</b>
  return <b dir="auto">{objectLabel}</b>
}
