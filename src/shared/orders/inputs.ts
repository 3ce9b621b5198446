import { day, optionalInput, optionalLine, singleLine } from '#shared/inputs.ts'
import { listQuery, listShape } from '#shared/list/list-query.ts'
import { orderActions } from '#shared/orders/actions.ts'
import { ordersList } from '#shared/orders/list.ts'
import * as z from 'zod/mini'

/** `GET /api/orders`: days are in the book's time zone, both inclusive; newest first unless `sort=placed`. */
export const ordersQuery = listQuery(listShape(ordersList), ordersList)
export type OrdersQuery = z.infer<typeof ordersQuery>

/** `/orders`: adds the order open in the panel, the action whose dialog is open on it, and whether the import dialog is open. */
export const ordersPageQuery = z.object({
  ...listShape(ordersList),
  order: optionalInput(z.string().check(z.maxLength(40, 'too-long'))),
  action: optionalInput(z.enum(orderActions)),
  import: optionalInput(z.literal('1')),
})
export type OrdersPageQuery = z.infer<typeof ordersPageQuery>

/** Path parameters of endpoints about one order. */
export const orderParams = z.object({ number: z.string().check(z.maxLength(40, 'too-long')) })

/** The version of the order that the user saw: an action on an older one is a conflict. */
const orderVersion = z.coerce.number().check(z.int(), z.positive())

/** Ships all open quantities in one shipment. */
export const shipOrderInput = z.object({
  carrier: singleLine(60),
  trackingNumber: optionalLine(60),
  version: orderVersion,
})

/** Stops shipping until the order is released; `until` is a day in the book's time zone on which to look at it again. */
export const holdOrderInput = z.object({
  reason: singleLine(200),
  until: optionalInput(day),
  version: orderVersion,
})

export const releaseOrderInput = z.object({ version: orderVersion })

export const cancelOrderInput = z.object({ reason: singleLine(200), version: orderVersion })

export const importFormats = ['shopify'] as const
/** A dry run validates the file and writes nothing. */
export const importOrdersQuery = z.object({ dryRun: optionalInput(z.enum(['1', '0', 'true', 'false'])) })
export const importOrdersInput = z.object({
  /** A form without a chosen file sends an empty file without a name. */
  file: z.file().check(z.refine(({ name }) => Boolean(name), 'file')),
  format: optionalInput(z.enum(importFormats)),
  /** Encoding of a file without a byte order mark: a label such as `gb18030`. */
  encoding: optionalInput(z.string().check(z.maxLength(40, 'too-long'))),
})
