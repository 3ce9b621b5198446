import { hasPermission } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { listEvents } from '#server/events/events.ts'
import { findOrder } from '#server/orders/find-order.ts'
import { listLines } from '#server/orders/lines.ts'
import type { EventView } from '#shared/events/views.ts'
import { fromFields, toFields } from '#server/orders/recorded-fields.ts'
import { diffFields, type Fields, undoChanges } from '#shared/orders/fields.ts'
import { parseTags, sortTags } from '#shared/orders/tags.ts'
import { versionOf } from '#shared/orders/version.ts'
import type { TaxLine } from '#shared/orders/tax-lines.ts'
import type { Address } from '#shared/orders/views.ts'
import type { EarlierOrder } from '#shared/orders/page-views.ts'
import { ProblemError } from '#shared/problem.ts'

/**
 * The order as it was at a version; `undefined` if it has had no such version, or if the user may not see the history of orders with
 * personal data.
 */
export async function loadEarlierOrder(
  db: Db,
  context: RequestContext,
  number: string,
  version: number,
): Promise<EarlierOrder | undefined> {
  if (!hasPermission(context, 'events.view') || !hasPermission(context, 'customers.view_personal')) return undefined
  const order = await findOrder(db, number)
  if (!order || version > order.version) return undefined
  const now = toFields(order, await listLines(db, order.id))
  const events = await listEvents(db, 'order', order.id)
  const then = undoLater(events, now, version)
  const earlier = fromFields(then, order)
  return {
    version,
    ...toEarlierFields(earlier.columns),
    tags: tagsAt(events, parseTags(order.tags), version),
    lines: earlier.lines.map(toEarlierLine),
    changesSince: diffFields(then, now),
  }
}

/** The tags that an order had when it got this version; `events` are those of the order, the newest first. */
function tagsAt(events: readonly EventView[], now: readonly string[], version: number): string[] {
  const tags = new Set(now)
  for (const event of events) {
    if (versionOf(event) === version) break
    const tag = String(event.parameters['tag'])
    if (event.action === 'order.tagged') tags.delete(tag)
    if (event.action === 'order.untagged') tags.add(tag)
  }
  return sortTags([...tags])
}

type Earlier = ReturnType<typeof fromFields>

const toEarlierFields = (
  columns: Earlier['columns'],
): Omit<EarlierOrder, 'version' | 'tags' | 'lines' | 'changesSince'> => ({
  status: columns.status,
  customerName: columns.customer_name,
  email: columns.email,
  phone: columns.phone,
  note: columns.note,
  shippingMethod: columns.shipping_method,
  discountCode: columns.discount_code,
  shippingAddress: JSON.parse(columns.shipping_address) as Address,
  billingAddress: JSON.parse(columns.billing_address) as Address,
  holdReason: columns.hold_reason,
  holdUntil: columns.hold_until,
  cancelReason: columns.cancel_reason,
  isArchived: columns.archived === 1,
  itemCount: columns.item_count,
  subtotalMinor: columns.subtotal_minor,
  discountMinor: columns.discount_minor,
  shippingMinor: columns.shipping_minor,
  taxMinor: columns.tax_minor,
  taxLines: JSON.parse(columns.tax_lines) as TaxLine[],
  totalMinor: columns.total_minor,
})

const toEarlierLine = (line: Earlier['lines'][number]): EarlierOrder['lines'][number] => ({
  id: line.id,
  position: line.position,
  sku: line.sku,
  name: line.name,
  quantity: line.quantity,
  unitPriceMinor: line.unit_price_minor,
  discountMinor: line.discount_minor,
  totalMinor: line.quantity * line.unit_price_minor - line.discount_minor,
  taxRate: line.tax_rate,
})

/** The fields of the order at a version: the later changes are undone, except those of erased personal data, which stays as it is. Throws `changed-meanwhile` for a version that does not exist. */
export async function findFieldsAt(db: Db, order: OrderRecord, now: Fields, version: number): Promise<Fields> {
  if (version === order.version) return now
  if (version > order.version) throw new ProblemError('changed-meanwhile')
  return undoLater(await listEvents(db, 'order', order.id), now, version)
}

function undoLater(events: readonly EventView[], now: Fields, version: number): Fields {
  const later = events
    .filter(({ parameters }) => Number(parameters['version'] ?? 0) > version)
    .toSorted((a, b) => Number(a.parameters['version']) - Number(b.parameters['version']))
  return undoChanges(
    now,
    later.flatMap(({ changes }) => changes.filter(({ isErased }) => !isErased)),
  )
}
