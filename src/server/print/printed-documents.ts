import type { Db } from '#server/db/database.ts'
import { listOrderEvents, parseParameters } from '#server/events/events.ts'
import type { DocumentKind } from '#shared/print/documents.ts'

/** Which of these orders were printed before as this kind of document. */
export async function findPrintedOrders(
  db: Db,
  orderIds: readonly string[],
  kind: DocumentKind,
): Promise<ReadonlySet<string>> {
  const events = await listOrderEvents(db, 'order.printed', orderIds)
  return new Set(
    events
      .filter((event) => parseParameters(event.parameters).parameters['kind'] === kind)
      .map((event) => event.object_id),
  )
}
