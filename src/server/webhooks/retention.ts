import { createOperatorContext, type Kontor } from '#server/context.ts'
import { inTransaction } from '#server/auth/access.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { deleteOldDeliveries, rescheduleAfter } from '#server/webhooks/delivery-store.ts'
import { keepDeliveriesMs, longestRetryMs } from '#server/webhooks/retry.ts'
import { clockSkewMs } from '#shared/constants.ts'

const batchSize = 250

/** Deletes deliveries that are older than a month, in short transactions. */
export async function purgeDeliveries(kontor: Kontor): Promise<void> {
  const before = kontor.now() - keepDeliveriesMs
  const purgeBatch = () =>
    inTransaction(createOperatorContext(kontor), (transaction) => deleteOldDeliveries(transaction, before, batchSize))
  while ((await purgeBatch()) === batchSize) await yieldToEventLoop()
}

/** Makes deliveries due that failed while the clock was ahead: until then they would hold up all events of their order. */
export const rescheduleDeliveries = ({ database, now }: Kontor) =>
  database.inReadCommitted((transaction) => rescheduleAfter(transaction, now() + longestRetryMs + clockSkewMs, now()))
