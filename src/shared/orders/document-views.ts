import { documentActions, orderBlockers } from '#shared/orders/actions.ts'
import { refundStatuses, type RefundStatus } from '#shared/orders/order.ts'
import { approvalBlockers, refundActions } from '#shared/orders/refunds.ts'
import { paymentActions } from '#shared/orders/payment-actions.ts'
import { disputeStatuses } from '#shared/orders/dispute.ts'
import { itemConditions, returnStatuses } from '#shared/orders/return.ts'
import { shipmentStatuses } from '#shared/orders/shipment.ts'
import * as z from 'zod/mini'

export const payment = z.object({
  number: z.string(),
  provider: z.string(),
  reference: z.string(),
  note: z.string(),
  amountMinor: z.int(),
  capturedMinor: z.int(),
  /** The part that the provider paid itself, such as a coupon. */
  subsidyMinor: z.int(),
  /** The settlement by the provider in another currency, and how much of it the provider took back; null if it is settled in the order's currency. */
  settlement: z.nullable(
    z.object({
      currency: z.string(),
      amountMinor: z.int(),
      /** The price of one unit of the order's currency in the settlement currency; empty if the provider does not state it. */
      rate: z.string(),
      refundedMinor: z.int(),
    }),
  ),
  refundedMinor: z.int(),
  /** Refunds of it that are requested or being paid. */
  refundPendingMinor: z.int(),
  /** Disputes of it that are open or lost: what cannot be refunded. */
  disputedMinor: z.int(),
  capturedAt: z.int(),
  /** Whether a person pays its refunds out; otherwise its provider does. */
  isRefundedByHand: z.boolean(),
  /** The ledger entry that booked it; null without `finance.view`. */
  entryNumber: z.nullable(z.int()),
  /** Actions available to the user now. */
  actions: z.array(z.enum(paymentActions)),
})

export type PaymentView = z.infer<typeof payment>

/** A refund of one payment. Only `succeeded` moved money. */
export const refund = z.object({
  number: z.string(),
  paymentNumber: z.string(),
  provider: z.string(),
  status: z.enum(refundStatuses),
  amountMinor: z.int(),
  /** The amount that the provider takes back for a payment settled in another currency; 0 until it is known, and for others. */
  settlementMinor: z.int(),
  /** The parts for shipping and for lines; the rest is for the order as a whole. */
  shippingMinor: z.int(),
  lines: z.array(z.object({ id: z.string(), quantity: z.int(), amountMinor: z.int() })),
  reason: z.string(),
  /** Why it was rejected or failed; empty otherwise. */
  statusReason: z.string(),
  /** Its ID at the provider; empty if unknown. */
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
  /** When the provider sent it back for the last time; null if it did not. */
  returnedAt: z.nullable(z.int()),
  /** Who paid it out where that is not the provider of its payment; empty otherwise. */
  paidThrough: z.string(),
  /** The ledger entry that booked it; null without `finance.view`. */
  entryNumber: z.nullable(z.int()),
  /** Actions available to the user now. */
  actions: z.array(z.enum(refundActions)),
  /** Why the user cannot approve it; null if they can, or if it does not wait for approval. */
  approvalBlocker: z.nullable(z.enum(approvalBlockers)),
  /** Why the user cannot pay one that failed or came back: not all of it can be refunded any more. */
  payoutBlocker: z.nullable(z.literal('amount-refunded')),
})

/** What is not possible with a document now, although it is not done with: its own status, the rule that the order breaks, or a missing permission. */
const unavailableDocumentActions = z.array(
  z.object({
    action: z.enum(documentActions),
    reason: z.enum([
      ...orderBlockers,
      'document-status',
      'has-return',
      'nothing-awaited',
      'has-offset',
      'amount-refunded',
      'permission',
    ]),
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
  /** Actions that the shipment, its order and the user's permissions allow. */
  actions: z.array(z.enum(documentActions)),
  unavailableActions: unavailableDocumentActions,
})
export type ShipmentView = z.infer<typeof shipment>

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
  /** The received items, in order. */
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
  /** Actions that the return, its order and the user's permissions allow. */
  actions: z.array(z.enum(documentActions)),
  unavailableActions: unavailableDocumentActions,
})
export type ReturnView = z.infer<typeof orderReturn>

/** A chargeback: a payment that the customer had their bank or provider take back, in full or in part. */
export const dispute = z.object({
  number: z.string(),
  paymentNumber: z.string(),
  provider: z.string(),
  status: z.enum(disputeStatuses),
  amountMinor: z.int(),
  /** The provider's fee, in the settlement currency if there is one. */
  feeMinor: z.int(),
  /** The amount that the provider took for a payment settled in another currency, and returned when the dispute was won. */
  settlement: z.nullable(z.object({ currency: z.string(), amountMinor: z.int(), returnedMinor: z.int() })),
  /** Whether the provider gave the fee back when it was won. */
  isFeeReturned: z.boolean(),
  /** The tax in the amount that is no longer due since it was lost. */
  taxMinor: z.int(),
  /** The part of a lost dispute that was offset against money owed to the customer. */
  offsetMinor: z.int(),
  reason: z.string(),
  /** Its ID at the provider; empty if unknown. */
  reference: z.string(),
  openedAt: z.int(),
  /** The last day on which the provider accepts evidence, in the book's time zone; empty if it does not say. */
  respondBy: z.string(),
  /** How many days are left until then, negative when it has passed; null unless it is open and has such a day. */
  respondInDays: z.nullable(z.int()),
  /** When it was won or lost; null until then. */
  closedAt: z.nullable(z.int()),
  /** Why it was recorded by mistake; empty if it was not. */
  cancelReason: z.string(),
  /** The tax in the amount, which the user can say is no longer due when it is lost. */
  lossTaxMinor: z.int(),
  /** The ledger entry that booked it; null without `finance.view`. */
  entryNumber: z.nullable(z.int()),
  /** Actions that the dispute, its order and the user's permissions allow. */
  actions: z.array(z.enum(documentActions)),
  unavailableActions: unavailableDocumentActions,
})
export type DisputeView = z.infer<typeof dispute>

/** A carrier that a user added. */
export const carrier = z.object({
  id: z.string(),
  name: z.string(),
  /** Contains `{number}` as a placeholder for the tracking number. */
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

/** A dispute that is not decided yet. */
export interface OpenDispute {
  number: string
  orderNumber: string
  amountMinor: number
  currency: string
  /** The last day for evidence, `YYYY-MM-DD`; empty if the provider does not say. */
  respondBy: string
  /** How many days are left until then, negative when it has passed; null without such a day. */
  respondInDays: number | null
  openedAt: number
}

/** A return that waits for approval. */
export interface OpenReturn {
  number: string
  orderNumber: string
  /** When it was requested. */
  at: number
  requestedBy: string | null
}
