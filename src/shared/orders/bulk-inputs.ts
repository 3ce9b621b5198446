import { flag, day, optionalInput, optionalLine, valueList } from '#shared/inputs.ts'
import { tagMaxLength } from '#shared/constants.ts'
import { listShape, listQuery } from '#shared/list/list-query.ts'
import { orderJobActions } from '#shared/orders/bulk-actions.ts'
import { ordersList } from '#shared/orders/list.ts'
import { normalizeTag } from '#shared/orders/tags.ts'
import { locales } from '#shared/locales.ts'
import { documentKinds, papers } from '#shared/print/documents.ts'
import * as z from 'zod/mini'

const orderNumber = z.string().check(z.maxLength(40, 'too-long'))

const column = optionalLine(200)

/** A file with an order, its carrier and its tracking number in each row; the columns are named by their headings where they are not recognized. */
export const createShipmentJobInput = z.object({
  /** A form without a chosen file sends an empty file without a name. */
  file: z.file().check(z.refine(({ name }) => Boolean(name), 'file')),
  /** The carrier of rows that name none. */
  carrier: optionalLine(60),
  orderColumn: column,
  carrierColumn: column,
  trackingColumn: column,
  start: flag,
})

/**
 * An action on the orders that are named, on all that a filter finds, or on the rows of a text. It is a preview until it is started, unless
 * `start` says so.
 */
export const createOrderJobInput = z.object({
  action: z.enum(orderJobActions),
  orders: valueList(orderNumber),
  /** All orders of `filter`; without a filter, of the list. */
  all: flag,
  filter: z.prefault(listQuery(listShape({ ...ordersList, sorts: [], paged: false }), ordersList), {}),
  /** For `ship`: a line for each parcel, with the order, the carrier and the tracking number, separated by tabs. */
  rows: optionalInput(z.string().check(z.maxLength(100_000, 'too-long'))),
  tag: optionalInput(z.string().check(z.maxLength(tagMaxLength, 'too-long'), z.overwrite(normalizeTag))),
  /** For `assign`: the user's id; empty removes the assignee. Not `optionalInput`, because then a missing field would also remove the assignee. */
  assigneeId: z.optional(
    z.pipe(
      z.transform((value: unknown) => value ?? ''),
      z.string().check(z.maxLength(40, 'too-long')),
    ),
  ),
  reason: optionalLine(200),
  until: optionalInput(day),
  carrier: optionalLine(60),
  /** For `print`: the document, its paper and its language. */
  kind: optionalInput(z.enum(documentKinds)),
  paper: optionalInput(z.enum(papers)),
  language: optionalInput(z.enum(locales)),
  start: flag,
})
