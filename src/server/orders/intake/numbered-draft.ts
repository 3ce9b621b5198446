import { tokenizeOrderTexts } from '#server/orders/tokens/order-tokens.ts'
import type { receiveDraftTaxes } from '#server/orders/tax-columns.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import { type RefundKind, splitRefundByKind } from '#shared/orders/order.ts'

/** The part of an imported refund that is of one kind. */
export interface DraftRefund {
  kind: RefundKind
  amountMinor: number
  refundedAt: number
}

/** A draft with the ids and numbers of the order and its documents. */
export interface NumberedDraft {
  id: string
  number: string
  draft: OrderDraft
  /** The draft as JSON. */
  payload: string
  taxes: ReturnType<typeof receiveDraftTaxes>
  payment: ({ id: string; number: string } & NonNullable<OrderDraft['payment']>) | null
  refunds: ({ id: string; number: string } & DraftRefund)[]
  shipment: { id: string; number: string; shippedAt: number } | null
  /** Null without an email address and a phone number. */
  customerNumber: string | null
  /** The import that it comes in with; null for one from staff or the API. */
  importNumber: string | null
}

/** The draft's refund split by kind: two refunds when it exceeds the overpayment. */
export function toDraftRefunds({ status, totalMinor, payment, refund }: OrderDraft): DraftRefund[] {
  if (!payment || !refund) return []
  const money = { status, totalMinor, capturedMinor: payment.capturedMinor, refundedMinor: 0, grantedMinor: 0 }
  return splitRefundByKind(money, refund.amountMinor).map((part) => ({ ...part, refundedAt: refund.refundedAt }))
}

/** A hash that detects whether a repeated import of an order has changed. */
export const hashDraft = (draft: OrderDraft): string => hashPayload(JSON.stringify(draft))

/** The hash of a draft as JSON. */
export const hashPayload = (payload: string): string => Bun.CryptoHasher.hash('sha256', payload, 'hex')

/** The search tokens of the order and of the documents that come with it. */
export function tokenizeDraft({ number, draft, payment, refunds, shipment, customerNumber }: NumberedDraft): string[] {
  const { externalNumber, externalId, customerName, email, phone, shippingAddress, billingAddress, lines } = draft
  return tokenizeOrderTexts(
    {
      number,
      externalNumber,
      externalId,
      customerName,
      email,
      phone,
      shippingAddress,
      billingAddress,
      lines,
      customerNumber,
    },
    {
      numbers: [payment, ...refunds, shipment].flatMap((document) => document?.number ?? []),
      references: payment ? [payment.reference] : [],
    },
  )
}
