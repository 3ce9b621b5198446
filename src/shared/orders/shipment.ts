import type { DocumentAction } from '#shared/orders/actions.ts'
import { nextState, type StateMachine } from '#shared/state-machine.ts'

/** Shipments: parcels of an order. Their status follows from their times. Pure. */

export const shipmentStatuses = ['shipped', 'delivered', 'cancelled'] as const
export type ShipmentStatus = (typeof shipmentStatuses)[number]

/** Epoch milliseconds; null if it has not happened. At most one of them is set. */
export interface ShipmentTimes {
  deliveredAt: number | null
  cancelledAt: number | null
}

export function shipmentStatusOf({ deliveredAt, cancelledAt }: ShipmentTimes): ShipmentStatus {
  if (cancelledAt !== null) return 'cancelled'
  return deliveredAt === null ? 'shipped' : 'delivered'
}

export type ShipmentAction = Extract<DocumentAction, 'deliverShipment' | 'correctShipment' | 'cancelShipment'>

/** The status of a shipment after an action; what is not listed is illegal. What was delivered comes back by a return only. */
export const shipmentLifecycle: StateMachine<ShipmentStatus, ShipmentAction> = {
  shipped: { deliverShipment: 'delivered', correctShipment: 'shipped', cancelShipment: 'cancelled' },
  delivered: { correctShipment: 'delivered' },
  cancelled: {},
}

/** Whether a shipment in this status allows the action. */
export const isShipmentAction = (status: ShipmentStatus, action: ShipmentAction): boolean =>
  nextState(shipmentLifecycle, status, action) !== undefined
