import type { LineQuantities } from '#shared/orders/order.ts'

type QuantityColumn = 'quantity' | 'shipped_quantity' | 'delivered_quantity' | 'returned_quantity' | 'requires_shipping'

/** The quantities of a stored line. */
export const toLineQuantities = (line: Record<QuantityColumn, number>): Required<LineQuantities> => ({
  quantity: line.quantity,
  shippedQuantity: line.shipped_quantity,
  deliveredQuantity: line.delivered_quantity,
  returnedQuantity: line.returned_quantity,
  requiresShipping: line.requires_shipping === 1,
})
