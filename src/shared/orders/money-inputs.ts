import { parseRate } from '#shared/finance/conversion.ts'
import {
  day,
  flag,
  localTime,
  optionalFile,
  optionalIdentifier,
  optionalInput,
  optionalLine,
  singleLine,
} from '#shared/inputs.ts'
import { isCurrency } from '#shared/currencies.ts'
import { paymentMethods, refundDestinations, storeCredit } from '#shared/payment-providers.ts'
import { documentNumber, lineQuantity, orderParams, orderVersion } from '#shared/orders/inputs.ts'
import * as z from 'zod/mini'

/** A plain decimal in the currency of the order: `12.50`. */
const amount = singleLine(20)

/** What the provider takes back for a refund of a payment that it settled in another currency; at the rate of the payment by default. */
const settlementAmount = optionalLine(20)

const paymentInput = {
  amount,
  /** The part that the provider paid itself, such as a coupon. */
  subsidy: optionalLine(20),
  /** The amount in the provider's payout currency, and the exchange rate. */
  settlementAmount: optionalLine(20),
  settlementCurrency: optionalInput(z.string().check(z.refine(isCurrency, 'currency'))),
  settlementRate: optionalInput(
    z.string().check(
      z.trim(),
      z.refine((text) => parseRate(text) !== undefined, 'exchange-rate'),
    ),
  ),
  method: z.enum(paymentMethods),
  /** The number of the payment at the bank or provider. */
  reference: optionalIdentifier(100),
  /** When the money arrived, on the clock of the book; now by default. */
  paidAt: optionalInput(localTime),
  note: optionalLine(500),
  /** Evidence, such as a picture of the receipt. */
  evidence: optionalFile,
  version: orderVersion,
}
/** `store_credit` uses what the customer has with the shop, now; the fields about a provider and its time are not allowed then. */
export const recordPaymentInput = z.object({ ...paymentInput, method: z.enum([...paymentMethods, storeCredit]) })
export type RecordPaymentInput = z.infer<typeof recordPaymentInput>

/** Path parameters of endpoints about one payment of an order. */
export const paymentParams = z.object({ ...orderParams.shape, payment: documentNumber })

/** `settledAt`: when the provider settled it, on the clock of the book; now by default. */
export const settlePaymentInput = z.object({
  settlementAmount: amount,
  settlementCurrency: z.string().check(z.trim(), z.toUpperCase(), z.refine(isCurrency, 'currency')),
  settlementRate: paymentInput.settlementRate,
  settledAt: optionalInput(localTime),
  version: orderVersion,
})
export const unsettlePaymentInput = z.object({ reason: singleLine(200), version: orderVersion })

/** Records that all or a part of the authorized amount was captured. */
export const captureInput = z.object(paymentInput)

export const voidInput = z.object({ version: orderVersion })

export const writeOffInput = z.object({ reason: singleLine(200), version: orderVersion })

/**
 * Everything that is left of a payment, or quantities of lines, an amount for shipping, and an amount for the order as a whole. Without a
 * version, the order is refunded as it is now.
 */
export const refundOrderInput = z.object({
  everything: flag,
  lines: z._default(
    z.array(z.object({ id: z.string(), quantity: lineQuantity })).check(z.maxLength(1000, 'too-many-items')),
    () => [],
  ),
  shipping: optionalInput(amount),
  amount: optionalInput(amount),
  /** The number of the payment; by default the one of which most is left. */
  payment: optionalInput(z.string().check(z.maxLength(40, 'too-long'))),
  settlementAmount,
  /** Where the money goes: back the way it was paid, or to the store credit of the customer. */
  destination: optionalInput(z.enum(refundDestinations)),
  reason: singleLine(200),
  version: z.optional(orderVersion),
})
export type RefundOrderInput = z.infer<typeof refundOrderInput>

/** Path parameters of endpoints about one refund. */
export const refundParams = z.object({
  ...orderParams.shape,
  refund: z.string().check(z.maxLength(40, 'too-long')),
})
/** A provider as payments name it. The body of a webhook is what the provider says. */
export const webhookParams = z.object({ provider: z.string().check(z.maxLength(100, 'too-long')) })
/** Without a version the refund is decided as it is now: its amount never changes. */
export const decideRefundInput = z.object({ version: z.optional(orderVersion) })
export const approveRefundInput = z.object({ settlementAmount, version: z.optional(orderVersion) })
/** `reference` is what the provider calls the refund. */
export const markRefundPaidInput = z.object({
  reference: optionalIdentifier(100),
  settlementAmount,
  version: z.optional(orderVersion),
})
/** `returnedAt` is when the money came back, on the clock of the book; now by default. */
export const markRefundReturnedInput = z.object({
  reason: singleLine(200),
  returnedAt: optionalInput(localTime),
  version: z.optional(orderVersion),
})
export const rejectRefundInput = z.object({ reason: singleLine(200), version: z.optional(orderVersion) })

/** Path parameters of endpoints about one dispute of an order. */
export const disputeParams = z.object({ ...orderParams.shape, dispute: documentNumber })

/** A chargeback of a payment: what the provider took back, and its fee. */
export const recordDisputeInput = z.object({
  /** The number of the payment. */
  payment: documentNumber,
  amount,
  /** In the currency in which the payment is settled. */
  fee: optionalInput(amount),
  settlementAmount,
  /** The reason given by the customer or their bank. */
  reason: singleLine(200),
  /** The ID of the dispute at the provider; each is recorded once. */
  reference: optionalIdentifier(100),
  /** When the provider took the money, on the clock of the book; now by default. */
  openedAt: optionalInput(localTime),
  /** The last day on which the provider accepts evidence. */
  respondBy: optionalInput(day),
  version: orderVersion,
})

/** `closedAt` is when the provider decided; now by default. */
export const winDisputeInput = z.object({
  feeReturned: flag,
  /** The amount that the provider returned for a payment settled in another currency; by default the amount that it had taken. */
  settlementAmount,
  closedAt: optionalInput(localTime),
  version: orderVersion,
})
/** `reducesTax`: the tax in the amount is no longer due. Whether the law allows it depends on the country, so a person says. */
export const loseDisputeInput = z.object({
  reducesTax: flag,
  closedAt: optionalInput(localTime),
  version: orderVersion,
})
export const correctDisputeInput = z.object({ reason: singleLine(200), version: orderVersion })
