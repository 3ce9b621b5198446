import type { PageCustomers } from '#shared/customers/views.ts'
import { eventView, type FieldChange, fieldChange } from '#shared/events/views.ts'
import { documentActions, orderActions, orderBlockers } from '#shared/orders/actions.ts'
import {
  fulfillmentStatuses,
  orderStatuses,
  paymentStatuses,
  refundStatuses,
  type RefundStatus,
} from '#shared/orders/order.ts'
import { approvalBlockers, refundActions } from '#shared/orders/refunds.ts'
import { itemConditions, returnStatuses } from '#shared/orders/return.ts'
import { shipmentStatuses } from '#shared/orders/shipment.ts'
import { attachmentTypes } from '#shared/orders/attachments.ts'
import { noteActions } from '#shared/orders/notes.ts'
import type { OrderTab } from '#shared/orders/list.ts'
import type { PrintableOrders } from '#shared/print/views.ts'
import type { FieldError } from '#shared/problem.ts'
import * as z from 'zod/mini'

/** A count: exact up to 10,000, a lower bound above. */
export const count = z.union([z.object({ exact: z.int() }), z.object({ atLeast: z.int() })])
export type Count = z.infer<typeof count>

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
  /** What refunds give back of it, those that are requested or being paid included. */
  refundedQuantity: z.int(),
  refundedMinor: z.int(),
})
export type OrderLine = z.infer<typeof orderLine>

export const payment = z.object({
  number: z.string(),
  provider: z.string(),
  reference: z.string(),
  note: z.string(),
  amountMinor: z.int(),
  capturedMinor: z.int(),
  refundedMinor: z.int(),
  /** Refunds of it that are requested or being paid. */
  refundPendingMinor: z.int(),
  capturedAt: z.int(),
  /** Whether a person pays its refunds out; otherwise its provider does. */
  isRefundedByHand: z.boolean(),
  /** The ledger entry that booked it; null without `finance.view`. */
  entryNumber: z.nullable(z.int()),
})

/** A refund of one payment. Only `succeeded` moved money. */
export const refund = z.object({
  number: z.string(),
  paymentNumber: z.string(),
  provider: z.string(),
  status: z.enum(refundStatuses),
  amountMinor: z.int(),
  /** The parts for shipping and for lines; the rest is for the order as a whole. */
  shippingMinor: z.int(),
  lines: z.array(z.object({ id: z.string(), quantity: z.int(), amountMinor: z.int() })),
  reason: z.string(),
  /** Why it was rejected or failed; empty otherwise. */
  statusReason: z.string(),
  /** What the provider calls it; empty if it does not say. */
  reference: z.string(),
  /** Names of users. Like the times, null for imported refunds, and until it is decided. */
  requestedBy: z.nullable(z.string()),
  requestedAt: z.nullable(z.int()),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.int()),
  /** How often the provider was asked to pay it. */
  attempts: z.int(),
  /** When the money was returned; null until then. For imported refunds this is the latest time in the file, which has no refund time. */
  refundedAt: z.nullable(z.int()),
  /** The ledger entry that booked it; null without `finance.view`. */
  entryNumber: z.nullable(z.int()),
  /** What the user can do with it now. */
  actions: z.array(z.enum(refundActions)),
  /** Why the user cannot approve it; null if they can, or if it does not wait for approval. */
  approvalBlocker: z.nullable(z.enum(approvalBlockers)),
})

/** What is not possible with a document now, although it is not done with: its own status, the rule that the order breaks, or a missing permission. */
const unavailableDocumentActions = z.array(
  z.object({
    action: z.enum(documentActions),
    reason: z.enum([...orderBlockers, 'document-status', 'has-return', 'nothing-awaited', 'permission']),
  }),
)

export const shipment = z.object({
  number: z.string(),
  carrier: z.string(),
  trackingNumber: z.string(),
  /** Where the carrier shows the parcel; null if that is not known. */
  trackingUrl: z.nullable(z.string()),
  status: z.enum(shipmentStatuses),
  shippedAt: z.int(),
  deliveredAt: z.nullable(z.int()),
  cancelledAt: z.nullable(z.int()),
  /** Empty unless it was cancelled. */
  cancelReason: z.string(),
  itemCount: z.int(),
  /** What the shipment, its order and the user's permissions allow. */
  actions: z.array(z.enum(documentActions)),
  unavailableActions: unavailableDocumentActions,
})
export type ShipmentView = z.infer<typeof shipment>

/** What a member of staff wrote on an order. */
export const orderNote = z.object({
  id: z.string(),
  text: z.string(),
  author: z.string(),
  createdAt: z.int(),
  editedAt: z.nullable(z.int()),
  /** Set for a note that was struck through. */
  struckBy: z.nullable(z.string()),
  struckAt: z.nullable(z.int()),
  /** What the user can do with it now. */
  actions: z.array(z.enum(noteActions)),
})
export type OrderNote = z.infer<typeof orderNote>

/** What a customer sends back. */
export const orderReturn = z.object({
  number: z.string(),
  status: z.enum(returnStatuses),
  reason: z.string(),
  /** Why it was rejected or cancelled; empty if it was not. */
  closingReason: z.string(),
  requestedAt: z.int(),
  lines: z.array(
    z.object({
      /** The id of the line of the order. */
      id: z.string(),
      quantity: z.int(),
      /** What may still arrive. */
      awaitedQuantity: z.int(),
    }),
  ),
  /** What arrived, in its order. */
  receipts: z.array(
    z.object({
      /** The id of the line of the order. */
      lineId: z.string(),
      quantity: z.int(),
      condition: z.enum(itemConditions),
      restock: z.boolean(),
      receivedAt: z.int(),
    }),
  ),
  /** What the return, its order and the user's permissions allow. */
  actions: z.array(z.enum(documentActions)),
  unavailableActions: unavailableDocumentActions,
})
export type ReturnView = z.infer<typeof orderReturn>

/** A carrier that a user added. */
export const carrier = z.object({
  id: z.string(),
  name: z.string(),
  /** Has `{number}` in place of the tracking number. */
  trackingUrl: z.string(),
})
export type CarrierView = z.infer<typeof carrier>

/** By name. */
export const carrierList = z.object({ carriers: z.array(carrier) })

/** A refund that waits for a person. */
export interface OpenRefund {
  number: string
  orderNumber: string
  status: RefundStatus
  amountMinor: number
  currency: string
  /** When it was requested, or sent to the provider for the last time. */
  at: number
  requestedBy: string | null
}

/** A return that waits for approval. */
export interface OpenReturn {
  number: string
  orderNumber: string
  /** When it was requested. */
  at: number
  requestedBy: string | null
}

/** A file of an order. */
export const attachment = z.object({
  id: z.string(),
  name: z.string(),
  contentType: z.enum(attachmentTypes),
  sizeBytes: z.int(),
  /** The number of the payment that it proves; null for other files. */
  paymentNumber: z.nullable(z.string()),
  /** The name of the user who added it. */
  author: z.string(),
  createdAt: z.int(),
})
export type AttachmentView = z.infer<typeof attachment>

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
  /** total − granted − (captured − refunded), without the total if cancelled. Positive: the customer owes; negative: the merchant owes. */
  balanceMinor: z.int(),
  /** Open authorizations, which can be captured. */
  authorizedMinor: z.int(),
  /** Refunds that are requested or being paid. */
  refundPendingMinor: z.int(),
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

/** Another order that is probably the same order once more. */
const possibleDuplicate = z.object({
  number: z.string(),
  minutesApart: z.int(),
  /** What both have in common, besides the total. */
  shared: z.enum(['email', 'phone', 'customer']),
})
export type PossibleDuplicate = z.infer<typeof possibleDuplicate>

/** The sums of an order that is being entered. */
export const orderPreview = z.object({
  duplicates: z.array(possibleDuplicate),
  currency: z.string(),
  subtotalMinor: z.int(),
  discountMinor: z.int(),
  shippingMinor: z.int(),
  taxMinor: z.int(),
  totalMinor: z.int(),
})
export type OrderPreview = z.infer<typeof orderPreview>

/** What an edit would make of an order. */
export const editPreview = z.object({
  subtotalMinor: z.int(),
  discountMinor: z.int(),
  shippingMinor: z.int(),
  taxMinor: z.int(),
  totalMinor: z.int(),
  /** The new total minus the present one. */
  differenceMinor: z.int(),
  /** Positive: the customer will owe; negative: the merchant will. */
  balanceMinor: z.int(),
  /** The fields that it would change. */
  changes: z.array(fieldChange),
})
export type EditPreview = z.infer<typeof editPreview>

/** `next` is the cursor of the older page (of the newer one with `sort=placed`), null at the end. */
export const orderList = z.object({ rows: z.array(orderRow), next: z.nullable(z.string()), count })
export type OrderList = z.infer<typeof orderList>

/** What the row of an order shows on `/orders`. */
export type ShownOrder = Omit<OrderRow, 'source' | 'externalId' | 'capturedMinor' | 'refundedMinor'>

/** The data of `/orders`: the list with both cursors, the counts of its tabs, and the order in the panel. */
export interface OrdersView extends Omit<OrderList, 'rows'> {
  rows: ShownOrder[]
  previous: string | null
  tabs: Record<OrderTab, Count>
  /** The currencies of all orders, to filter by. */
  currencies: string[]
  /** Tags in use, to filter by and to add. */
  tags: string[]
  /** The people to whom orders can be assigned, by name; none for users who may not assign. */
  assignees: { id: string; name: string }[]
  /** Errors of the query; if there are any, there are no rows. */
  queryErrors: FieldError[]
  /** The open order; null if none is requested, `missing` if it does not exist. */
  order: OrderView | { missing: string } | null
  /** The numbers of the orders before and after the page of the list, if the open order is its first or last row. */
  neighbors: { previous: string | null; next: string | null }
  /** Orders that may be the open one once more. */
  duplicates: PossibleDuplicate[]
  /** The version of the open order that is requested; null if it is the current one or does not exist. */
  earlier: EarlierOrder | null
  customers: PageCustomers
  /** Whether the search is the number of `order` and opened it; then there is no `order` in the query. */
  openedBySearch: boolean
  canImport: boolean
  /** The carriers that users added, while an order is open and the user can ship. */
  carriers: CarrierView[]
  canPrint: boolean
  /** What the open print dialog offers; null if it is not open. */
  printable: PrintableOrders | null
}

/** An order as it was at one of its versions, without its payments, shipments and other documents. */
export interface EarlierOrder extends Pick<
  OrderView,
  | 'version'
  | 'status'
  | 'customerName'
  | 'email'
  | 'phone'
  | 'note'
  | 'shippingMethod'
  | 'discountCode'
  | 'tags'
  | 'shippingAddress'
  | 'billingAddress'
  | 'holdReason'
  | 'holdUntil'
  | 'cancelReason'
  | 'isArchived'
  | 'itemCount'
  | 'subtotalMinor'
  | 'discountMinor'
  | 'shippingMinor'
  | 'taxMinor'
  | 'totalMinor'
> {
  lines: Pick<
    OrderLine,
    'id' | 'position' | 'sku' | 'name' | 'quantity' | 'unitPriceMinor' | 'discountMinor' | 'totalMinor'
  >[]
  /** Every field that is different now: `from` is what it was at that version. */
  changesSince: FieldChange[]
}

/** An order of the file that was rejected; `line` is its first line (the header is line 1). */
export const refusedOrder = z.object({ line: z.int(), order: z.string(), reason: z.string() })
export type RefusedOrder = z.infer<typeof refusedOrder>

/** What became of each order of a batch, in the order of the input; `problem` is like the answer of `POST /api/orders` for a refused one. */
export const createOrdersResult = z.object({
  results: z.array(
    z.object({
      /** As it was sent; null if it is missing or not a text. */
      externalId: z.nullable(z.string()),
      outcome: z.enum(['created', 'unchanged', 'refused']),
      number: z.nullable(z.string()),
      problem: z.nullable(z.looseObject({ type: z.string(), title: z.string(), status: z.int(), detail: z.string() })),
    }),
  ),
})
export type CreateOrdersResult = z.infer<typeof createOrdersResult>

/** A field that the shop tells otherwise: `field` is like `lines.0.quantity`, the label and both values are texts for users. */
const shopDifference = z.object({ field: z.string(), label: z.string(), kontor: z.string(), shop: z.string() })
export type ShopDifference = z.infer<typeof shopDifference>

/** A known order that the shop has changed: what is taken over, and what stays as it is in Kontor. */
export const changedOrder = z.object({
  line: z.int(),
  order: z.string(),
  number: z.string(),
  changes: z.array(shopDifference),
  kept: z.array(shopDifference),
})
export type ChangedOrder = z.infer<typeof changedOrder>

/**
 * The result of an import; the counts are numbers of orders. `changed` counts the known orders that can be updated and lists the first ones;
 * it is missing if there are none. With `update` they were updated; without it they are among the `refused` ones.
 */
export const importResult = z.object({
  read: z.int(),
  created: z.int(),
  unchanged: z.int(),
  refused: z.array(refusedOrder),
  changed: z.optional(z.object({ count: z.int(), orders: z.array(changedOrder) })),
})
export type ImportResult = z.infer<typeof importResult>
