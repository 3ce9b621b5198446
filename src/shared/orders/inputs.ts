import { parseRate } from '#shared/finance/conversion.ts'
import {
  day,
  flag,
  localTime,
  multiLine,
  optionalFile,
  optionalInput,
  optionalLine,
  singleLine,
  valueList,
} from '#shared/inputs.ts'
import { isCurrency } from '#shared/currencies.ts'
import { noteMaxLength, tagMaxLength } from '#shared/constants.ts'
import { listQuery, listShape, strictListQuery } from '#shared/list/list-query.ts'
import { importFormats } from '#shared/orders/import-formats.ts'
import { orderMapping } from '#shared/orders/order-mapping.ts'
import { itemConditions } from '#shared/orders/return.ts'
import { isTrackingUrl } from '#shared/orders/carriers.ts'
import { orderExportFormats, orderExportRows, parseExportColumns } from '#shared/orders/export-formats.ts'
import { ordersList } from '#shared/orders/list.ts'
import { paymentMethods, refundDestinations, storeCredit } from '#shared/payment-providers.ts'
import { normalizeTag } from '#shared/orders/tags.ts'
import * as z from 'zod/mini'

/** `GET /api/orders`: days are in the book's time zone, both inclusive; newest first by default. */
export const ordersQuery = listQuery(listShape(ordersList), ordersList)
export type OrdersQuery = z.infer<typeof ordersQuery>

const orderNumber = z.string().check(z.maxLength(40, 'too-long'))

/** Names of columns separated by commas, in their order. */
const exportColumns = z.string().check(
  z.maxLength(500, 'too-long'),
  z.refine((text) => parseExportColumns(text) !== undefined, 'export-columns'),
)

/**
 * The orders of a filter as a file, in the order of the list, or those that are named. Without `columns` it has those that the rows of the list have. With `rows=lines`
 * each line of an order is a row.
 */
export const exportOrdersInput = strictListQuery(
  {
    format: z.enum(orderExportFormats),
    columns: optionalInput(exportColumns),
    rows: optionalInput(z.enum(orderExportRows)),
    orders: valueList(orderNumber),
    ...listShape({ ...ordersList, paged: false }),
  },
  ordersList,
)

/** Path parameters of endpoints about one order. */
export const orderParams = z.object({ number: orderNumber })

const documentNumber = z.string().check(z.minLength(1, 'required'), z.maxLength(40, 'too-long'))

const lineId = z.string().check(z.maxLength(40, 'too-long'))
/** An empty field of a form is 0. */
const lineQuantity = z.coerce
  .number()
  .check(z.int('number'), z.minimum(0, 'too-small'), z.maximum(1_000_000, 'too-big'))

/** Quantities of lines; those with 0 do not count. */
const quantities = z.array(z.object({ id: lineId, quantity: lineQuantity })).check(z.maxLength(1000, 'too-many-items'))

/** The version of the order that the user saw: an action on an older one is a conflict. */
const orderVersion = z.coerce.number().check(z.int(), z.positive())

/** Ships quantities of lines in one shipment, or everything that is left without `lines`. */
export const shipOrderInput = z.object({
  carrier: singleLine(60),
  trackingNumber: optionalLine(60),
  lines: optionalInput(quantities),
  version: orderVersion,
})

/** Path parameters of endpoints about one shipment of an order. */
export const shipmentParams = z.object({ ...orderParams.shape, shipment: documentNumber })

/** A shipment, or all that are on their way; delivered now without a time. */
export const deliverShipmentInput = z.object({
  shipment: optionalInput(documentNumber),
  deliveredAt: optionalInput(localTime),
  version: orderVersion,
})

export const correctShipmentInput = z.object({
  carrier: singleLine(60),
  trackingNumber: optionalLine(60),
  version: orderVersion,
})

export const cancelShipmentInput = z.object({ reason: singleLine(200), version: orderVersion })

/** Stops shipping until the order is released; `until` is the day in the book's time zone on which Kontor releases it. */
export const holdOrderInput = z.object({
  reason: singleLine(200),
  until: optionalInput(day),
  version: orderVersion,
})

/** What an action needs that asks its user for nothing. */
export const orderVersionInput = z.object({ version: orderVersion })

/** `refund`: also refunds all that was captured. */
export const cancelOrderInput = z.object({ reason: singleLine(200), refund: flag, version: orderVersion })

/** A plain decimal in the currency of the order: `12.50`. */
const amount = singleLine(20)

/** What the provider takes back for a refund of a payment that it settled in another currency; at the rate of the payment by default. */
const settlementAmount = optionalLine(20)

const paymentInput = {
  amount,
  /** What the provider paid of it itself, such as a coupon. */
  subsidy: optionalLine(20),
  /** What the provider makes of it in another currency, in which it pays out, and at which rate. */
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
  reference: optionalLine(100),
  /** When the money arrived, on the clock of the book; now by default. */
  paidAt: optionalInput(localTime),
  note: optionalLine(500),
  /** What proves it, such as a picture of the receipt. */
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
    z
      .array(
        z.object({ id: z.string(), quantity: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)) }),
      )
      .check(z.maxLength(1000, 'too-many-items')),
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
  reference: optionalLine(100),
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
  /** What the customer or their bank says. */
  reason: singleLine(200),
  /** What the provider calls the dispute; each is recorded once. */
  reference: optionalLine(100),
  /** When the provider took the money, on the clock of the book; now by default. */
  openedAt: optionalInput(localTime),
  /** The last day on which the provider accepts evidence. */
  respondBy: optionalInput(day),
  version: orderVersion,
})

/** `closedAt` is when the provider decided; now by default. */
export const winDisputeInput = z.object({
  feeReturned: flag,
  /** What the provider gave back of a payment that it settled in another currency; what it had taken by default. */
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

export const confirmOrderInput = z.object({ version: orderVersion })

export const discardOrderInput = z.object({ version: orderVersion })

/** Path parameters of endpoints about one note on an order. */
export const noteParams = z.object({ ...orderParams.shape, noteId: z.string().check(z.maxLength(40, 'too-long')) })

export const noteInput = z.object({ text: multiLine(noteMaxLength) })

/** Path parameters of endpoints about one return of an order. */
export const returnParams = z.object({ ...orderParams.shape, returnNumber: documentNumber })

/** What the customer wants to send back; with `approved` it needs no approval. */
export const requestReturnInput = z.object({
  reason: singleLine(200),
  lines: quantities,
  approved: optionalInput(z.enum(['1'])),
  version: orderVersion,
})

export const approveReturnInput = z.object({ version: orderVersion })

/** Why a return is rejected or cancelled. */
export const closeReturnInput = z.object({ reason: singleLine(200), version: orderVersion })

/** What arrived: items that are missing never go back into stock. */
export const receiveReturnInput = z.object({
  lines: z
    .array(
      z.object({
        id: lineId,
        quantity: lineQuantity,
        condition: z.enum(itemConditions),
        restock: optionalInput(z.enum(['1'])),
      }),
    )
    .check(z.maxLength(1000, 'too-many-items')),
  version: orderVersion,
})

export const completeReturnInput = z.object({ version: orderVersion })

export const carrierParams = z.object({ carrier: z.string().check(z.maxLength(40, 'too-long')) })

/** A carrier that is not built in, or another tracking page for one that is. */
export const addCarrierInput = z.object({
  carrierName: singleLine(60),
  trackingUrl: z.string().check(z.trim(), z.maxLength(300, 'too-long'), z.refine(isTrackingUrl, 'tracking-url')),
})
/** The id of an active account, or empty for no one. */
export const assignOrderInput = z.object({ assigneeId: z.string().check(z.maxLength(40, 'too-long')) })

/** A tag in any spelling. */
export const tagInput = z.object({ tag: singleLine(tagMaxLength).check(z.overwrite(normalizeTag)) })

/** A form without a chosen file sends an empty file without a name. */
export const attachFileInput = z.object({ file: z.file().check(z.refine(({ name }) => Boolean(name), 'file')) })

/** Path parameters of endpoints about one file of an order. */
export const attachmentParams = z.object({
  ...orderParams.shape,
  attachmentId: z.string().check(z.maxLength(40, 'too-long')),
})

/** Images and PDF files are shown with `?inline=1`; without it, every file is a download. */
export const attachmentQuery = z.object({ inline: optionalInput(z.literal('1')) })

export const switchParameter = optionalInput(z.enum(['1', '0', 'true', 'false']))
/** A dry run validates the file and writes nothing; `update` takes over what the shop has changed of known orders. */
export const importOrdersQuery = z.object({ dryRun: switchParameter, update: switchParameter })
export const createImportJobQuery = z.object({ update: switchParameter })
/** The path parameters of endpoints about one import. */
export const importParams = z.object({ import: z.string().check(z.maxLength(40, 'too-long')) })
/** `before` is the number of the last import of the page before. */
export const listImportsQuery = z.object({ before: optionalInput(z.string().check(z.maxLength(40, 'too-long'))) })
export const importOrdersInput = z.object({
  /** A form without a chosen file sends an empty file without a name. */
  file: z.file().check(z.refine(({ name }) => Boolean(name), 'file')),
  /** Recognized by the headings where it is not given. */
  format: optionalInput(z.enum(importFormats)),
  /** What the columns of a table are that no format recognizes. */
  mapping: z.optional(orderMapping),
  /** Of files whose format has no column for it. */
  currency: optionalInput(z.string().check(z.refine(isCurrency, 'currency'))),
  /** Encoding of a file without a byte order mark: a label such as `gb18030`. */
  encoding: optionalInput(z.string().check(z.maxLength(40, 'too-long'))),
})
