import type { RequestContext } from '#server/context.ts'
import { removeOrdersFromCustomers } from '#server/customers/list-keys.ts'
import { releaseContactsOf } from '#server/customers/link-customers.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { type EventDraft, recordEvents } from '#server/events/events.ts'
import { reverseEntriesOfOrders } from '#server/finance/entries-of-orders.ts'
import { recordCountChanges } from '#server/orders/counts.ts'
import * as store from '#server/orders/removal/removal-store.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { erasePayloads } from '#server/webhooks/erase-payloads.ts'

/** Few enough that other requests wait less than 50 ms; orders with many lines are fewer. */
const [ordersPerStep, linesPerStep] = [50, 500]

/**
 * Removes orders of an import with everything that belongs to them, in the caller's transaction: reverses their entries, each on its own day, and records an
 * event of each with the numbers that are used no more. The caller has made sure that nothing was done with them since the import.
 */
export async function removeOrders(
  transaction: Transaction,
  context: RequestContext,
  orders: readonly OrderRecord[],
  importNumber: string,
): Promise<void> {
  const { kontor } = context
  const ids = orders.map(({ id }) => id)
  const documents = Map.groupBy(await store.listDocumentNumbers(transaction, ids), ({ order_id }) => order_id)
  await reverseEntriesOfOrders(transaction, context, ids, importNumber)
  await yieldToEventLoop()
  await erasePayloads(transaction, ids)
  await store.deleteTokens(
    transaction,
    orders.map(({ key }) => key),
  )
  await removeOrdersFromCustomers(transaction, orders)
  await releaseContactsOf(transaction, ids)
  await yieldToEventLoop()
  await store.deleteOrders(transaction, ids)
  await recordCountChanges(transaction, kontor, { before: orders, after: [] })
  await store.insertRemoved(
    transaction,
    orders.map(({ id, number, source, external_id }) => ({
      order_id: id,
      number,
      import_number: importNumber,
      source,
      external_id,
    })),
  )
  const drafts = orders.map(({ id, number, source, external_id }): EventDraft => {
    const numbers = documents.get(id)?.map((document) => document.number)
    return {
      action: 'order.removed',
      objectType: 'order',
      objectId: id,
      objectLabel: number,
      parameters: {
        ...{ import: importNumber, source, externalId: external_id },
        ...(numbers && { documents: numbers.join(' ') }),
      },
    }
  })
  await recordEvents(transaction, context, ...drafts)
}

/** The next orders of an import that can be removed in one transaction, the oldest first; after the order `after` to look through them. */
export async function listOrdersToRemove(
  db: Db,
  importNumber: string,
  after?: Pick<OrderRecord, 'placed_at' | 'key'>,
): Promise<OrderRecord[]> {
  const orders = await store.listOrdersOfImport(db, importNumber, { after, limit: ordersPerStep })
  const counts = await store.countLines(
    db,
    orders.map(({ id }) => id),
  )
  let lines = 0
  const end = orders.findIndex(({ id }) => (lines += counts.get(id) ?? 0) > linesPerStep)
  return end < 0 ? orders : orders.slice(0, Math.max(end, 1))
}
