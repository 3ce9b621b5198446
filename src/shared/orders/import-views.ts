import { importUndoBlockers, importUndoRefusals } from '#shared/orders/import-undo.ts'
import { orderTable } from '#shared/orders/order-mapping.ts'
import { problem } from '#shared/problem-schema.ts'
import * as z from 'zod/mini'

/** An order of the file that was rejected; `line` is its first line (the header is line 1). */
export const refusedOrder = z.object({ line: z.int(), order: z.string(), reason: z.string() })
export type RefusedOrder = z.infer<typeof refusedOrder>

/** The result of each order of a batch, in the order of the input; `problem` is the error that `POST /api/orders` would return for a rejected one. */
export const createOrdersResult = z.object({
  results: z.array(
    z.object({
      /** As it was sent; null if it is missing or not a text. */
      externalId: z.nullable(z.string()),
      outcome: z.enum(['created', 'unchanged', 'refused']),
      number: z.nullable(z.string()),
      problem: z.nullable(problem),
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

/** An import of orders in the history. */
export const importView = z.object({
  /** `IM260315-00001`; `import:` filters its orders. */
  number: z.string(),
  fileName: z.string(),
  /** The system that its orders come from. */
  source: z.string(),
  /** Null for the operator. */
  userName: z.nullable(z.string()),
  startedAt: z.int(),
  /** Null while it runs, and for one that did not end: its job was cancelled, or the server stopped that it ran on without a job. */
  endedAt: z.nullable(z.int()),
  /** The job that it runs as, if there is one; jobs are deleted some time after they ended. */
  jobId: z.nullable(z.string()),
  created: z.int(),
  unchanged: z.int(),
  updated: z.int(),
  refused: z.int(),
  /** Its undo, if it was begun; `jobId` as above. */
  undo: z.nullable(
    z.object({
      startedAt: z.int(),
      /** Null until all of its orders are removed. */
      endedAt: z.nullable(z.int()),
      userName: z.nullable(z.string()),
      jobId: z.nullable(z.string()),
    }),
  ),
  /** Whether the user may try to undo it: what was done with its orders since is not looked at. */
  canUndo: z.boolean(),
})
export type ImportView = z.infer<typeof importView>

/** What the undo of an import would do, or why it cannot be undone. */
export const importUndoPreview = z.object({
  number: z.string(),
  fileName: z.string(),
  /** Why the import as such cannot be undone. */
  refusal: z.nullable(z.enum(importUndoRefusals)),
  /** How many orders would be removed, and what they add up to by currency. */
  orders: z.int(),
  sums: z.array(z.object({ currency: z.string(), orders: z.int(), totalMinor: z.int() })),
  /** How many ledger entries would be reversed. */
  entries: z.int(),
  /** How many orders keep the import from being undone, by the reason, with the first ones. */
  blockers: z.array(z.object({ reason: z.enum(importUndoBlockers), count: z.int(), orders: z.array(z.string()) })),
  /** The job that undoes it, if there is one. */
  jobId: z.nullable(z.string()),
})
export type ImportUndoPreview = z.infer<typeof importUndoPreview>

/** The newest imports first; `before` of the next page is the number of the last one, null at the end. */
export const importList = z.object({ imports: z.array(importView), next: z.nullable(z.string()) })
export type ImportList = z.infer<typeof importList>

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
  /** Whether it was read as Windows-1252 because of its letters alone. */
  isEncodingGuessed: z.optional(z.boolean()),
  /** Only in a dry run of a table whose columns a person chose: the first orders, and the columns. */
  mapped: z.optional(
    z.object({
      table: orderTable,
      orders: z.array(
        z.object({
          line: z.int(),
          order: z.string(),
          placedAt: z.int(),
          customer: z.string(),
          /** The first ones. */
          items: z.array(z.object({ quantity: z.int(), name: z.string() })),
          itemCount: z.int(),
          totalMinor: z.int(),
          currency: z.string(),
          status: z.string(),
        }),
      ),
    }),
  ),
})
export type ImportResult = z.infer<typeof importResult>
