import type { Action, AuthenticatedContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { changeOrder, type OrderChange } from '#server/orders/change-order.ts'
import { replaceReference } from '#server/orders/change-store.ts'
import { listLines, toLineQuantities } from '#server/orders/lines.ts'
import { allocateNumbers } from '#server/orders/numbers.ts'
import { listDocumentChanges } from '#server/orders/recorded-fields.ts'
import * as shipments from '#server/orders/fulfillment/shipment-store.ts'
import { findReturnedShipments } from '#server/orders/fulfillment/returned-shipments.ts'
import { toShipmentTimes } from '#server/orders/fulfillment/shipments.ts'
import { recountOrder } from '#server/orders/fulfillment/recount-order.ts'
import * as returns from '#server/orders/fulfillment/return-store.ts'
import { chooseWithin } from '#server/orders/fulfillment/choose-within.ts'
import { openQuantityOf } from '#shared/orders/order.ts'
import { isShipmentAction, type ShipmentAction, shipmentLifecycle, shipmentStatusOf } from '#shared/orders/shipment.ts'
import { add } from '#shared/money.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'
import { allowedActions } from '#shared/state-machine.ts'
import { localTimeAt } from '#shared/time.ts'

type Line = Awaited<ReturnType<typeof listLines>>[number]

/** `POST /api/orders/:number/shipments`: ships quantities of lines, or all that is left, and completes the order if it is settled. */
export const shipOrder: Action<'shipOrder'> = (context, { carrier, trackingNumber = '', lines: chosen, ...target }) =>
  changeOrder(context, { ...target, action: 'ship' }, (order, transaction) =>
    createShipment(context, transaction, order, { carrier, trackingNumber, lines: chosen }),
  )

/** Ships quantities of lines, or all that is left, in one parcel. Throws `invalid-input` for more than that, or nothing. */
export async function createShipment(
  { kontor, session }: AuthenticatedContext,
  transaction: Transaction,
  order: OrderRecord,
  { carrier, trackingNumber, lines: chosen }: { carrier: string; trackingNumber: string; lines?: Part[] | undefined },
): Promise<OrderChange> {
  const parts = chooseParts(await listLines(transaction, order.id), chosen)
  const now = kontor.now()
  const [number = ''] = await allocateNumbers(transaction, kontor.book.timeZone, 'SH', [now])
  const id = newId()
  await shipments.insertShipment(
    transaction,
    order,
    {
      id,
      number,
      order_id: order.id,
      carrier,
      tracking_number: trackingNumber,
      shipped_at: now,
      recorded_at: now,
      created_by: session.user.id,
    },
    parts.map((part) => ({ shipment_id: id, order_id: order.id, line_id: part.id, quantity: part.quantity })),
  )
  const itemCount = add(...parts.map(({ quantity }) => quantity))
  return {
    columns: await recountOrder(transaction, order),
    event: {
      action: 'order.shipped',
      parameters: { shipment: number, carrier, trackingNumber, itemCount },
      at: now,
    },
  }
}

/** The quantities in the parcel: those that were chosen, or all that are left. Throws `invalid-input` for more than is left, or if nothing is chosen. */
function chooseParts(lines: readonly Line[], chosen: readonly Part[] | undefined): Part[] {
  const open = new Map(lines.map((line) => [line.id, openQuantityOf(toLineQuantities(line))]))
  if (!chosen) return [...open].flatMap(([id, quantity]) => (quantity > 0 ? [{ id, quantity }] : []))
  return chooseWithin(open, chosen)
}

interface Part {
  /** The id of the line. */
  id: string
  quantity: number
}

/** `POST /api/orders/:number/deliveries`: marks a shipment as delivered, or all that are on their way. */
export const deliverShipment: Action<'deliverShipment'> = (context, { shipment: number, deliveredAt, ...target }) =>
  changeOrder(context, { ...target, action: 'deliverShipment' }, async (order, transaction) => {
    const { kontor } = context
    const all = await shipments.listShipments(transaction, order.id)
    const delivered = number === undefined ? all.filter(isOnItsWay) : [findShipment(all, number, 'deliverShipment')]
    if (delivered.length === 0) throw new ProblemError('illegal-transition', { allowedActions: '' })
    const now = kontor.now()
    const at = deliveredAt === undefined ? now : localTimeAt(deliveredAt, kontor.book.timeZone)
    if (at > now) throw invalidInput({ pointer: '/deliveredAt', reason: 'in-future' })
    // A form has no seconds.
    if (delivered.some(({ shipped_at }) => at < Math.floor(shipped_at / minuteMs) * minuteMs))
      throw invalidInput({ pointer: '/deliveredAt', reason: 'before-shipped' })
    for (const shipment of delivered) await shipments.updateShipment(transaction, shipment, { delivered_at: at })
    return {
      columns: await recountOrder(transaction, order),
      event: { action: 'order.delivered', parameters: { parcels: delivered.length } },
      documentChanges: delivered.flatMap((shipment) =>
        listDocumentChanges('shipments', shipment, { delivered_at: at }),
      ),
    }
  })

const minuteMs = 60_000

const isOnItsWay = (shipment: shipments.ShipmentRecord): boolean =>
  shipmentStatusOf(toShipmentTimes(shipment)) === 'shipped'

/** `POST /api/orders/:number/shipments/:shipment/correction`: another carrier or tracking number. */
export const correctShipment: Action<'correctShipment'> = (
  context,
  { shipment: number, carrier, trackingNumber = '', ...target },
) =>
  changeOrder(context, { ...target, action: 'correctShipment' }, async (order, transaction) => {
    const shipment = findShipment(await shipments.listShipments(transaction, order.id), number, 'correctShipment')
    const columns = { carrier, tracking_number: trackingNumber }
    await shipments.updateShipment(transaction, shipment, columns)
    await replaceReference(transaction, order, { before: shipment.tracking_number, after: trackingNumber })
    return {
      columns: {},
      event: { action: 'order.shipment_corrected', parameters: { parcel: number, carrier, trackingNumber } },
      documentChanges: listDocumentChanges('shipments', shipment, columns),
    }
  })

/** `POST /api/orders/:number/shipments/:shipment/cancellation`: its quantities are to be shipped again. */
export const cancelShipment: Action<'cancelShipment'> = (context, { shipment: number, reason, ...target }) =>
  changeOrder(context, { ...target, action: 'cancelShipment' }, (order, transaction) =>
    revertShipment(context, transaction, order, { number, reason }),
  )

/** Cancels a shipment, so that its quantities are to be shipped again. Throws `illegal-transition` if it was delivered, cancelled or returned. */
export async function revertShipment(
  { kontor }: AuthenticatedContext,
  transaction: Transaction,
  order: OrderRecord,
  { number, reason }: { number: string; reason: string },
): Promise<OrderChange> {
  const shipment = findShipment(await shipments.listShipments(transaction, order.id), number, 'cancelShipment')
  const columns = { cancelled_at: kontor.now(), cancel_reason: reason }
  const records = await returns.listReturns(transaction, order.id)
  if ((await findReturnedShipments(transaction, order.id, records)).has(number))
    throw new ProblemError('illegal-transition', { allowedActions: 'deliverShipment correctShipment' })
  await shipments.updateShipment(transaction, shipment, columns)
  return {
    columns: await recountOrder(transaction, order),
    event: { action: 'order.shipment_cancelled', parameters: { parcel: number, reason } },
    documentChanges: listDocumentChanges('shipments', shipment, columns),
  }
}

/** The shipment with this number. Throws `not-found`, or `illegal-transition` if its status does not allow the action. */
function findShipment(
  all: readonly shipments.ShipmentRecord[],
  number: string,
  action: ShipmentAction,
): shipments.ShipmentRecord {
  const shipment = all.find((each) => each.number === number)
  if (!shipment) throw new ProblemError('not-found', { number })
  const status = shipmentStatusOf(toShipmentTimes(shipment))
  if (isShipmentAction(status, action)) return shipment
  throw new ProblemError('illegal-transition', { allowedActions: allowedActions(shipmentLifecycle, status).join(' ') })
}
