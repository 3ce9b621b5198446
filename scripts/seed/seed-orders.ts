import { generateOrders, type OrderGenerator } from './generate-orders.ts'
import { createOperatorContext, type Kontor } from '#server/context.ts'
import { importDrafts } from '#server/orders/intake/import-drafts.ts'
import { ReadAhead } from '#server/runtime/read-ahead.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'

const ordersPerBatch = 2000

/** Imports generated orders through the import of the product; calls back after each batch with the number of orders so far. */
export async function seedOrders(
  kontor: Kontor,
  generator: Omit<OrderGenerator, 'timeZone'>,
  onProgress: (done: number) => void = () => {},
): Promise<void> {
  const context = createOperatorContext(kontor)
  const batches = new ReadAhead(generateBatches({ ...generator, timeZone: kontor.book.timeZone }))
  let done = 0
  for (let batch = await batches.next(); batch; batch = await batches.next()) {
    const drafts = batch
    const outcomes = await kontor.database.inTransaction(
      async (transaction) => {
        const imported = await importDrafts(transaction, context, drafts)
        // The next orders are generated while the database commits these.
        batches.start()
        return imported
      },
      { isLarge: true },
    )
    const failed = outcomes.findIndex(({ outcome }) => outcome !== 'created')
    if (failed !== -1)
      throw new Error(`Order ${drafts[failed]?.externalNumber} was not created: ${outcomes[failed]?.outcome}`)
    done += drafts.length
    onProgress(done)
  }
}

async function* generateBatches(generator: OrderGenerator): AsyncGenerator<OrderDraft[], void> {
  let batch: OrderDraft[] = []
  for (const draft of generateOrders(generator)) {
    if (batch.push(draft) < ordersPerBatch) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
