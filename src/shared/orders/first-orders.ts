import { archivedValues } from '#shared/orders/list.ts'
import { countedStatuses } from '#shared/orders/order.ts'

/** The filter of the first orders of customers, placed on some days in a currency: one for each new customer. */
export const firstOrders = (currency: string, days: { from: string; to: string } | null) => ({
  ...days,
  currency: [currency],
  status: countedStatuses,
  archived: archivedValues,
  buyer: 'new' as const,
})
