import { fulfillmentStatuses, orderStatuses, paymentStatuses } from '#shared/orders/order.ts'
import * as z from 'zod/mini'

/** What users do with a customer, in the order in which a page offers it. */
export const customerActions = ['mergeCustomer', 'eraseCustomer'] as const
export type CustomerAction = (typeof customerActions)[number]

const customerOrder = z.object({
  number: z.string(),
  placedAt: z.int(),
  currency: z.string(),
  totalMinor: z.int(),
  status: z.enum(orderStatuses),
  paymentStatus: z.enum(paymentStatuses),
  fulfillmentStatus: z.enum(fulfillmentStatuses),
})

/** A customer with the figures of all their orders. Times are epoch milliseconds. */
export const customerView = z.object({
  number: z.string(),
  /** As on the newest order; masked for users without `customers.view_personal`. */
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  orderCount: z.int(),
  firstOrderAt: z.int(),
  lastOrderAt: z.int(),
  /** What was captured minus what was refunded, by currency. */
  spent: z.array(z.object({ currency: z.string(), amountMinor: z.int() })),
  /** The newest six orders, the newest first. */
  orders: z.array(customerOrder),
  /** The customers that were merged into this one. */
  mergedNumbers: z.array(z.string()),
  /** When the personal data was erased. */
  erasedAt: z.nullable(z.int()),
  /** What the user can do with the customer. */
  actions: z.array(z.enum(customerActions)),
})
export type CustomerView = z.infer<typeof customerView>

/** What erasing the personal data of a customer would do. */
export interface ErasurePreview {
  /** The first orders that are not finished, which must be finished before. */
  unfinished: string[]
  /** What is deleted with it. */
  noteCount: number
  attachmentCount: number
  /** Invoices and credit notes, which stay as they were issued. */
  documentCount: number
}

/** The customers that the page of orders shows. */
export interface PageCustomers {
  /** Of the open order. */
  ofOrder: CustomerView | null
  /** By whom the list is filtered. */
  ofList: CustomerView | null
  /** In the open dialog: the customer to merge, `missing` if there is none. */
  other: CustomerView | { missing: string } | null
  /** In the open dialog: what erasing the personal data would do. */
  erasure: ErasurePreview | null
}
