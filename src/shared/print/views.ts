import type { Count } from '#shared/orders/views.ts'

/** The orders that the print dialog offers: the open one, or those of the list from its page on, up to `maxPrintedOrders`. */
export interface PrintableOrders {
  orders: { number: string; customerName: string }[]
  /** How many orders the list has in all. */
  count: Count
}
