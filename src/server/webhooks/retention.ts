import { createOperatorContext, type Kontor } from '#server/context.ts'
import { inTransaction } from '#server/auth/access.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { deleteOldDeliveries } from '#server/webhooks/delivery-store.ts'
import { keepDeliveriesMs } from '#server/webhooks/retry.ts'

const batchSize = 250

/** Deletes deliveries that are older than a month, in short transactions. */
export async function purgeDeliveries(kontor: Kontor): Promise<void> {
  const before = kontor.now() - keepDeliveriesMs
  const purgeBatch = () =>
    inTransaction(createOperatorContext(kontor), (transaction) => deleteOldDeliveries(transaction, before, batchSize))
  while ((await purgeBatch()) === batchSize) await yieldToEventLoop()
}
