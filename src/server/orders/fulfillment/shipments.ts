import type { ShipmentRecord } from '#server/orders/fulfillment/shipment-store.ts'
import type { ShipmentTimes } from '#shared/orders/shipment.ts'

/** The times of a stored shipment from which its status follows. */
export const toShipmentTimes = (shipment: Pick<ShipmentRecord, 'delivered_at' | 'cancelled_at'>): ShipmentTimes => ({
  deliveredAt: shipment.delivered_at,
  cancelledAt: shipment.cancelled_at,
})
