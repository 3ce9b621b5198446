import type { Count } from '#shared/list/count.ts'
import * as z from 'zod/mini'

/** The details of the seller on invoices. `address`, `bank` and `footer` may have several lines. */
export const seller = z.object({
  name: z.string(),
  address: z.string(),
  taxId: z.string(),
  bank: z.string(),
  footer: z.string(),
})
export type Seller = z.infer<typeof seller>

export const sellerView = z.object({ ...seller.shape, version: z.int() })
export type SellerView = z.infer<typeof sellerView>

/** The orders that the print dialog offers: the open one, or those of the list from its page on, up to `maxPrintedOrders`. */
export interface PrintableOrders {
  orders: { number: string; customerName: string }[]
  /** How many orders the list has in all. */
  count: Count
  /** The name is empty until someone enters the details; invoices cannot be issued before. */
  seller: SellerView
}
