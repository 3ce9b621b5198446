import type { FoundOrder } from '#server/imports/import-file.ts'

/** The import stops after this many rejected orders: they are held in memory until the end, and such a list is of no use. */
export const maxRefused = 100_000

/** A batch ends early when its orders have more lines than this for each order of a full batch. */
const linesPerOrder = 10

interface BatchOptions {
  ordersPerBatch: number
  /** Called before each batch but the first is read. */
  collectGarbage: () => void
  /** How many orders were rejected so far although they could be read. */
  countRefused: () => number
  /** Called with the order at which the import stops; returns the one to report instead. */
  stopAt: (order: FoundOrder) => FoundOrder
}

/** The orders of a file in batches, each for one transaction. */
export async function* readBatches(
  orders: AsyncIterable<FoundOrder>,
  { ordersPerBatch, collectGarbage, countRefused, stopAt }: BatchOptions,
): AsyncGenerator<FoundOrder[], void> {
  let batch: FoundOrder[] = []
  let [lines, refused] = [0, 0]
  for await (const found of orders) {
    if (countRefused() + refused >= maxRefused) {
      batch.push(stopAt(found))
      break
    }
    batch.push(found)
    if ('draft' in found.order) lines += found.order.draft.lines.length
    else refused++
    if (batch.length < ordersPerBatch && lines < ordersPerBatch * linesPerOrder) continue
    yield batch
    batch = []
    lines = 0
    collectGarbage()
  }
  if (batch.length > 0) yield batch
}
