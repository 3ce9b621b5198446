import { orderTable } from '#shared/orders/order-mapping.ts'
import { refusedOrder } from '#shared/orders/import-views.ts'
import * as z from 'zod/mini'

/** The result of an import of customers, or of its preview; the counts are numbers of customers. `order` of a refused one is its id in the shop. */
export const customerImportResult = z.object({
  /** The number of the import; empty for a preview, and for a file without customers. */
  number: z.string(),
  read: z.int(),
  /** Customers who are new, or had orders only so far. */
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  refused: z.array(refusedOrder),
  /** Only in a preview: the first customers as they were read. */
  sample: z.array(
    z.object({ line: z.int(), name: z.string(), email: z.string(), phone: z.string(), city: z.string() }),
  ),
  /** Whether it was read as Windows-1252 because of its letters alone. */
  isEncodingGuessed: z.optional(z.boolean()),
  /** Only in a preview of a table whose columns a person chose. */
  table: z.optional(orderTable),
})
export type CustomerImportResult = z.infer<typeof customerImportResult>
