import { inTransaction } from '#server/auth/access.ts'
import type { Action } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import { recordEvents } from '#server/events/events.ts'
import { toCount } from '#server/keyset-page.ts'
import { readOrders } from '#server/orders/list.ts'
import { assertLegal } from '#server/orders/change-order.ts'
import { listChanges } from '#server/orders/recorded-fields.ts'
import { recordCountChanges } from '#server/orders/counts.ts'
import { allocateNumbers } from '#server/orders/numbers.ts'
import { insertShipment } from '#server/orders/shipment-store.ts'
import * as store from '#server/orders/store.ts'
import { loadOrderView } from '#server/orders/views.ts'
import { settledStatus } from '#shared/orders/actions.ts'
import { fulfillmentStatusOf, openQuantityOf } from '#shared/orders/order.ts'
import { ProblemError } from '#shared/problem.ts'

export { scheduleMerge as scheduleCountMerge } from '#server/orders/counts.ts'
export { countOrdersBetween, countOrdersOfDays, findLatestOrderDay } from '#server/orders/counts-store.ts'
export { countTab, findOldestOfTab, listCurrencies } from '#server/orders/list.ts'
export { importDrafts, type ImportOutcome, classifyDrafts } from '#server/orders/import-drafts.ts'

export { editOrder, previewOrderEdit } from '#server/orders/edit-order.ts'
export { cancelOrder, holdOrder, releaseOrder } from '#server/orders/lifecycle-actions.ts'

/** `GET /api/orders`. */
export const listOrders: Action<'listOrders'> = async (context, query) => {
  const { rows, next, count } = await readOrders(context, query)
  return { rows, next, count: 'exact' in count ? toCount(count.exact) : count }
}

/** `GET /api/orders/:number`. */
export const getOrder: Action<'getOrder'> = async (context, { number }) => {
  const order = await loadOrderView(context.kontor.database.read, context, number)
  if (!order) throw new ProblemError('not-found', { number })
  return order
}

/** `POST /api/orders/:number/shipments`: ships all open quantities in one shipment, and completes the order if it is settled. */
export const shipOrder: Action<'shipOrder'> = async (context, { number, carrier, trackingNumber = '', version }) => {
  const { kontor } = context
  await inTransaction(context, async (transaction, actor) => {
    const order = await store.findOrder(transaction, number)
    if (!order) throw new ProblemError('not-found', { number })
    const lines = (await store.listLines(transaction, order.id)).map((line) => ({
      lineId: line.id,
      quantity: line.quantity,
      shippedQuantity: line.shipped_quantity,
      requiresShipping: line.requires_shipping === 1,
    }))

    assertLegal(order, 'ship')
    if (order.version !== version) throw new ProblemError('changed-meanwhile')
    const openLines = lines
      .map((line) => ({ lineId: line.lineId, quantity: openQuantityOf(line) }))
      .filter(({ quantity }) => quantity > 0)
    const fulfillmentStatus = fulfillmentStatusOf(lines.map((line) => ({ ...line, shippedQuantity: line.quantity })))
    const status = settledStatus({
      status: order.status,
      totalMinor: order.total_minor,
      grantedMinor: order.granted_minor,
      capturedMinor: order.captured_minor,
      refundedMinor: order.refunded_minor,
      fulfillmentStatus,
    })

    const now = kontor.now()
    const [shipmentNumber = ''] = await allocateNumbers(transaction, kontor.book.timeZone, 'SH', [now])
    const shipment = {
      id: newId(),
      number: shipmentNumber,
      carrier,
      trackingNumber,
      shippedAt: now,
      createdBy: actor.id,
    }
    const after = { status, fulfillment_status: fulfillmentStatus }
    if (!(await insertShipment(transaction, order, after, { ...shipment, lines: openLines })))
      throw new ProblemError('changed-meanwhile')
    await recordCountChanges(transaction, kontor, { before: [order], after: [{ ...order, ...after }] })

    const itemCount = openLines.reduce((sum, { quantity }) => sum + quantity, 0)
    await recordEvents(transaction, context, {
      action: 'order.shipped',
      objectType: 'order',
      objectId: order.id,
      objectLabel: order.number,
      parameters: { shipment: shipmentNumber, carrier, trackingNumber, itemCount, version: version + 1 },
      changes: listChanges(order, { columns: after }),
      at: now,
    })
  })
  // Read after the commit, so that the next writer does not wait for it.
  const view = await loadOrderView(kontor.database.read, context, number)
  if (!view) throw new Error('The shipped order does not exist')
  return view
}
