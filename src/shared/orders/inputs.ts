import {
  day,
  flag,
  localTime,
  multiLine,
  optionalIdentifier,
  optionalInput,
  singleLine,
  valueList,
  wholeNumber,
} from '#shared/inputs.ts'
import { noteMaxLength, tagMaxLength } from '#shared/constants.ts'
import { listQuery, listShape } from '#shared/list/list-query.ts'
import { itemConditions } from '#shared/orders/return.ts'
import { isTrackingUrl } from '#shared/orders/carriers.ts'
import { orderExportFormats, orderExportRows, parseExportColumns } from '#shared/orders/export-formats.ts'
import { ordersList } from '#shared/orders/list.ts'
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
export const exportOrdersInput = listQuery(
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

/** The number of a payment, shipment or other document of an order. */
export const documentNumber = z.string().check(z.minLength(1, 'required'), z.maxLength(40, 'too-long'))

const lineId = z.string().check(z.maxLength(40, 'too-long'))
/** An empty field of a form is 0. */
export const lineQuantity = z.pipe(
  z.transform((value: unknown) => (value === '' ? 0 : value)),
  wholeNumber(0, 1_000_000),
)

/** Quantities of lines; those with 0 do not count. */
const quantities = z.array(z.object({ id: lineId, quantity: lineQuantity })).check(z.maxLength(1000, 'too-many-items'))

/** The version of the order that the user saw: an action on an older one is a conflict. */
export const orderVersion = wholeNumber(1)

/** Ships quantities of lines in one shipment, or everything that is left without `lines`. */
export const shipOrderInput = z.object({
  carrier: singleLine(60),
  trackingNumber: optionalIdentifier(60),
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
  trackingNumber: optionalIdentifier(60),
  version: orderVersion,
})

export const cancelShipmentInput = z.object({ reason: singleLine(200), version: orderVersion })

/** Stops shipping until the order is released; `until` is the day in the book's time zone on which Kontor releases it. */
export const holdOrderInput = z.object({
  reason: singleLine(200),
  until: optionalInput(day),
  version: orderVersion,
})

/** Input of an action without fields. */
export const orderVersionInput = z.object({ version: orderVersion })

/** `refund`: also refunds all that was captured. */
export const cancelOrderInput = z.object({ reason: singleLine(200), refund: flag, version: orderVersion })

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
/** The id of an active account; empty removes the assignee. */
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
