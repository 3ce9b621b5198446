import { eventView } from '#shared/events/views.ts'
import { orderActions, orderBlockers } from '#shared/orders/actions.ts'
import { fulfillmentStatuses, orderStatuses, paymentStatuses } from '#shared/orders/order.ts'
import { dispute, payment, refund, shipment, orderReturn } from '#shared/orders/document-views.ts'
import { orderNote, attachment } from '#shared/orders/annotation-views.ts'
import { count } from '#shared/list/count.ts'
import * as z from 'zod/mini'

/** How many orders match in a part of a list, and the cursor of the next part; null in the last one. */
export const countedPart = z.object({ counted: z.int(), next: z.nullable(z.string()) })
export type CountedPart = z.infer<typeof countedPart>

/** One order in a list. Amounts are integers in minor units of `currency`, times are epoch milliseconds. */
export const orderRow = z.object({
  number: z.string(),
  source: z.string(),
  externalId: z.string(),
  /** The shop's number, such as `#10248`. */
  externalNumber: z.string(),
  status: z.enum(orderStatuses),
  paymentStatus: z.enum(paymentStatuses),
  fulfillmentStatus: z.enum(fulfillmentStatuses),
  currency: z.string(),
  totalMinor: z.int(),
  capturedMinor: z.int(),
  refundedMinor: z.int(),
  placedAt: z.int(),
  /** Masked for users without `customers.view_personal`, like every personal field. */
  customerName: z.string(),
  /** City and country of the shipping address, empty if unknown. */
  place: z.string(),
  itemCount: z.int(),
  /** The name of the person who takes care of it. */
  assignee: z.nullable(z.string()),
  tags: z.array(z.string()),
})
export type OrderRow = z.infer<typeof orderRow>

export const address = z.object({
  name: z.string(),
  company: z.string(),
  phone: z.string(),
  line1: z.string(),
  line2: z.string(),
  city: z.string(),
  province: z.string(),
  postcode: z.string(),
  country: z.string(),
})
export type Address = z.infer<typeof address>

/** The personal data of an order in full. */
export const revealedOrder = z.object({
  number: z.string(),
  customerName: z.string(),
  email: z.string(),
  phone: z.string(),
  note: z.string(),
  shippingAddress: address,
  billingAddress: address,
})
export type RevealedOrder = z.infer<typeof revealedOrder>

export const orderLine = z.object({
  /** Never changes; shipments and refunds refer to it. */
  id: z.string(),
  /** The position of the line in the order, from 1. */
  position: z.int(),
  sku: z.string(),
  name: z.string(),
  quantity: z.int(),
  shippedQuantity: z.int(),
  deliveredQuantity: z.int(),
  returnedQuantity: z.int(),
  requiresShipping: z.boolean(),
  unitPriceMinor: z.int(),
  discountMinor: z.int(),
  /** quantity × unit price − discount. */
  totalMinor: z.int(),
  /** In percent; `0` without tax, empty if it is not known. */
  taxRate: z.string(),
  /** The tax of the line: in its total if the prices include it, otherwise on top. */
  taxMinor: z.int(),
  /** Whether rate and tax were derived from the tax of the order, because nothing says what the line is taxed at. */
  isTaxDerived: z.boolean(),
  /** The amount of its refunds, including those that are requested or being paid. */
  refundedQuantity: z.int(),
  refundedMinor: z.int(),
})
export type OrderLine = z.infer<typeof orderLine>

/** The whole order. */
export const orderView = z.object({
  ...orderRow.shape,
  version: z.int(),
  assigneeId: z.nullable(z.string()),
  /** Null for an order without an email address and a phone number. */
  customerNumber: z.nullable(z.string()),
  email: z.string(),
  phone: z.string(),
  note: z.string(),
  shippingMethod: z.string(),
  discountCode: z.string(),
  subtotalMinor: z.int(),
  discountMinor: z.int(),
  shippingMinor: z.int(),
  taxMinor: z.int(),
  /** Whether the prices include the tax; otherwise it is added on top. */
  taxesIncluded: z.boolean(),
  /** How the tax splits by rate, in percent; `netMinor` is the revenue that it is for, where the rates of lines and shipping are known. */
  taxLines: z.array(
    z.object({ name: z.string(), rate: z.string(), amountMinor: z.int(), netMinor: z.optional(z.int()) }),
  ),
  /** In percent; empty if it is not known. */
  shippingTaxRate: z.string(),
  shippingTaxMinor: z.int(),
  /** total − granted − (captured − refunded), without the total if cancelled; what lost disputes returned of what is owed to the customer counts as refunded. Positive: the customer owes; negative: the merchant owes. */
  balanceMinor: z.int(),
  /** What the customer no longer has to pay because it was written off. */
  writtenOffMinor: z.int(),
  /** Open authorizations, which can be captured. */
  authorizedMinor: z.int(),
  /** Refunds that are requested or being paid. */
  refundPendingMinor: z.int(),
  /** Disputes that are open, and those that were lost. */
  disputeOpenMinor: z.int(),
  disputeLostMinor: z.int(),
  /** The part of all refunds for shipping, those that are requested or being paid included. */
  shippingRefundedMinor: z.int(),
  /** How much the user can still refund without another person: null is any amount, 0 nothing. */
  ownRefundLimitMinor: z.nullable(z.int()),
  shippingAddress: address,
  billingAddress: address,
  cancelledAt: z.nullable(z.int()),
  /** Why the order was cancelled; empty unless a user cancelled it. */
  cancelReason: z.string(),
  /** Why the order is on hold; empty unless it is. */
  holdReason: z.string(),
  /** The day on which it is released, in the book's time zone; empty if open-ended. */
  holdUntil: z.string(),
  /** Hidden from the list, unless its filter asks for it. */
  isArchived: z.boolean(),
  importedAt: z.nullable(z.int()),
  lines: z.array(orderLine),
  payments: z.array(payment),
  refunds: z.array(refund),
  disputes: z.array(dispute),
  shipments: z.array(shipment),
  returns: z.array(orderReturn),
  /** Newest first; none for users without `customers.view_personal`. */
  notes: z.array(orderNote),
  /** In the order in which they were added; none for users without `customers.view_personal`. */
  attachments: z.array(attachment),
  /** Newest first. */
  events: z.array(eventView),
  /** The actions allowed by the order and the user's permissions. */
  actions: z.array(z.enum(orderActions)),
  /** The other actions, each with the rule that it breaks or the missing permission. */
  unavailableActions: z.array(
    z.object({ action: z.enum(orderActions), reason: z.enum([...orderBlockers, 'permission', 'above-limit']) }),
  ),
})
export type OrderView = z.infer<typeof orderView>

/** `next` is the cursor of the older page (of the newer one with `sort=placed`), null at the end. */
export const orderList = z.object({ rows: z.array(orderRow), next: z.nullable(z.string()), count })
export type OrderList = z.infer<typeof orderList>
