import type { EventPersonalValuesTable } from '#server/db/schema/events.ts'
import type { EventView, FieldChange } from '#shared/events/views.ts'
import { isPersonalField, needsPersonalView } from '#shared/orders/personal-fields.ts'

/** A change of a personal field as an event stores it. Events can never be changed, so the values are in `event_personal_values`, which can be erased. */
export interface ConcealedChange {
  field: string
  /** SHA-256 of the values with their salt. */
  valuesHash: string
}

export type StoredChange = FieldChange | ConcealedChange

export const isConcealed = (change: StoredChange): change is ConcealedChange => 'valuesHash' in change

/** The changes as the event stores them, and the rows with the personal values among them. */
export function concealPersonalValues(
  eventId: string,
  objectType: EventView['objectType'],
  changes: readonly FieldChange[],
): { changes: StoredChange[]; rows: EventPersonalValuesTable[] } {
  if (objectType !== 'order' && objectType !== 'customer') return { changes: [...changes], rows: [] }
  const rows: EventPersonalValuesTable[] = []
  const stored = changes.map((change): StoredChange => {
    const { field, from, to } = change
    if (!isPersonalField(field)) return change
    const row = {
      event_id: eventId,
      field,
      from_value: toText(from),
      to_value: toText(to),
      salt: crypto.getRandomValues(new Uint8Array(16)).toHex(),
    }
    rows.push(row)
    return { field, valuesHash: hashPersonalValues(row) }
  })
  return { changes: stored, rows }
}

/** The changes with their personal values; `isErased` if these were erased. */
export const revealChanges = (
  changes: readonly StoredChange[],
  rows: readonly Pick<EventPersonalValuesTable, 'field' | 'from_value' | 'to_value'>[] = [],
): FieldChange[] =>
  changes.map((change): FieldChange => {
    if (!isConcealed(change)) return change
    const { field } = change
    const row = rows.find((each) => each.field === field)
    return row ? { field, from: row.from_value, to: row.to_value } : { field, from: null, to: null, isErased: true }
  })

/** An event without what only users with `customers.view_personal` see. */
export function maskEvent<Event extends { parameters: EventView['parameters']; changes: readonly StoredChange[] }>(
  event: Event,
): Event & { changes: FieldChange[] } {
  const { trackingNumber: _trackingNumber, ...parameters } = event.parameters
  const changes = event.changes.filter(
    (change): change is FieldChange => !isConcealed(change) && !needsPersonalView(change.field),
  )
  return { ...event, parameters, changes }
}

export const hashPersonalValues = ({
  salt,
  field,
  from_value,
  to_value,
}: Omit<EventPersonalValuesTable, 'event_id'>): string =>
  new Bun.CryptoHasher('sha256').update(JSON.stringify([salt, field, from_value, to_value])).digest('hex')

const toText = (value: FieldChange['from']): string | null => (value === null ? null : String(value))
