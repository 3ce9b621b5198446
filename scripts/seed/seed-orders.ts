import { generateOrders, type OrderGenerator } from './generate-orders.ts'
import { createOperatorContext, type Kontor } from '#server/context.ts'
import { importDrafts } from '#server/orders/actions.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'

const ordersPerBatch = 1000

/** Imports generated orders through the import of the product; calls back after each batch with the number of orders so far. */
export async function seedOrders(
  kontor: Kontor,
  generator: Omit<OrderGenerator, 'timeZone'>,
  onProgress: (done: number) => void = () => {},
): Promise<void> {
  const context = createOperatorContext(kontor)
  let batch: OrderDraft[] = []
  let done = 0
  const importBatch = async (): Promise<void> => {
    const outcomes = await kontor.database.inTransaction((transaction) => importDrafts(transaction, context, batch), {
      isLarge: true,
    })
    const failed = outcomes.findIndex(({ outcome }) => outcome !== 'created')
    if (failed !== -1)
      throw new Error(`Order ${batch[failed]?.externalNumber} was not created: ${outcomes[failed]?.outcome}`)
    done += batch.length
    batch = []
    onProgress(done)
  }
  for (const draft of generateOrders({ ...generator, timeZone: kontor.book.timeZone }))
    if (batch.push(draft) === ordersPerBatch) await importBatch()
  if (batch.length > 0) await importBatch()
}
