import type { OrderColumns, OrderRecord } from '#server/orders/store.ts'
import type { FieldChange } from '#shared/events/views.ts'
import type { OrderView } from '#shared/orders/views.ts'

/** Recorded with the events that change them. Statuses of payment and fulfillment are derived, so they are not. */
const recordedFields = {
  status: 'status',
  hold_reason: 'holdReason',
  hold_until: 'holdUntil',
  cancelled_at: 'cancelledAt',
  cancel_reason: 'cancelReason',
} as const satisfies Partial<Record<keyof OrderColumns, keyof OrderView>>

const recordedColumns = Object.keys(recordedFields) as (keyof typeof recordedFields)[]

/** The columns of an order that events record, by the name of the field in their changes. */
export const columnOfField: ReadonlyMap<string, keyof typeof recordedFields> = new Map(
  recordedColumns.map((column) => [recordedFields[column], column]),
)

/** The recorded fields that differ. */
export const listChanges = (order: OrderRecord, columns: Partial<OrderColumns>): FieldChange[] =>
  recordedColumns.flatMap((column) => {
    const [from, to] = [order[column], columns[column]]
    return to === undefined || to === from ? [] : [{ field: recordedFields[column], from, to }]
  })
