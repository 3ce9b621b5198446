import { singleLine, optionalInput } from '#shared/inputs.ts'
import { listQuery } from '#shared/list/list.ts'
import { ordersList } from '#shared/orders/list.ts'
import * as z from 'zod/mini'

/** `GET /api/orders`: days are of the book's time zone, both included; newest first unless `sort=placed`. */
export const ordersQuery = listQuery(ordersList)
export type OrdersQuery = z.infer<typeof ordersQuery>

/** `/orders`: the same, and which order is open in the panel and whether the import dialog is open. */
export const ordersPageQuery = z.object({
  ...ordersList.shape,
  order: optionalInput(z.string().check(z.maxLength(40, 'too-long'))),
  import: optionalInput(z.literal('1')),
})
export type OrdersPageQuery = z.infer<typeof ordersPageQuery>

/** The path of everything about one order. */
export const orderParams = z.object({ number: z.string().check(z.maxLength(40, 'too-long')) })

/** Mark as shipped: everything that is left to ship leaves in one parcel. `version` is the order's when the form was shown. */
export const shipOrderInput = z.object({
  carrier: singleLine(60),
  trackingNumber: singleLine(60),
  version: z.coerce.number().check(z.int(), z.positive()),
})

export const importFormats = ['shopify'] as const
/** A dry run checks everything and writes nothing. */
export const importOrdersQuery = z.object({ dryRun: optionalInput(z.enum(['1', '0', 'true', 'false'])) })
export const importOrdersInput = z.object({
  /** A form in which no file was chosen sends an empty one without a name. */
  file: z.file().check(z.refine(({ name }) => Boolean(name), 'file')),
  format: optionalInput(z.enum(importFormats)),
  /** What the file is written in when it says nothing itself: a label such as `gb18030`. */
  encoding: optionalInput(z.string().check(z.maxLength(40, 'too-long'))),
})
