import type { AuthenticatedContext, Kontor } from '#server/context.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { type EventDraft, listOrderEvents, parseParameters, recordEvents } from '#server/events/events.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { requireKeptImport } from '#server/orders/import-lock.ts'
import { getMessages } from '#server/messages.ts'
import { issueDocuments, type PlannedDocument, planIssued } from '#server/print/issue-documents.ts'
import { renderPackingSlips } from '#server/print/packing-slip.ts'
import { renderPickList } from '#server/print/pick-list.ts'
import type { PrintJob } from '#server/print/render-document.ts'
import { renderIssued } from '#server/print/render-issued.ts'
import { type DocumentKind, isIssued } from '#shared/print/documents.ts'
import type { InputOf } from '#shared/routes/endpoints.ts'

/** What is printed of orders, and how. */
export type PrintOptions = Pick<InputOf<'printOrders'>, 'kind' | 'paper' | 'language'>

/** A document that was printed. */
export type PrintedDocument = Omit<PlannedDocument, 'content'>

/** What there is to print for each order; nothing for one without an invoice or credit note that needs none. */
export async function planPrint(
  transaction: Transaction,
  kind: DocumentKind,
  orders: readonly OrderRecord[],
): Promise<PlannedDocument[][]> {
  if (isIssued(kind)) return planIssued(transaction, kind, orders)
  const printed = await listPrints(transaction, orders)
  return orders.map((order) => [
    { order, number: '', isCopy: printed.some((each) => each.orderId === order.id && each.kind === kind) },
  ])
}

/** Issues the documents that are still to be issued, and records that each order was printed. Throws `import-being-undone`. */
export async function recordPrint(
  transaction: Transaction,
  context: AuthenticatedContext,
  { kind, paper, language }: PrintOptions,
  planned: readonly PlannedDocument[],
): Promise<PrintedDocument[]> {
  await requireKeptImport(transaction, context, [...new Set(planned.map(({ order }) => order))])
  const printed = isIssued(kind) ? await issueDocuments(transaction, context, kind, planned) : planned
  await recordEvents(
    transaction,
    context,
    ...printed.map(({ order, number, isCopy }): EventDraft => ({
      action: 'order.printed',
      objectType: 'order',
      objectId: order.id,
      objectLabel: order.number,
      parameters: { kind, paper, language, ...(number && { document: number }), ...(isCopy && { copy: 1 }) },
    })),
  )
  return [...printed]
}

/** What a job has printed for these orders, in their order. */
export async function listPrintsOfJob(
  db: Db,
  jobId: string,
  orders: readonly OrderRecord[],
): Promise<PrintedDocument[]> {
  const printed = Map.groupBy(
    (await listPrints(db, orders)).filter(({ job }) => job === jobId),
    ({ orderId }) => orderId,
  )
  return orders.flatMap((order) =>
    (printed.get(order.id) ?? [])
      .map(({ number, isCopy }) => ({ order, number, isCopy }))
      .toSorted((a, b) => (a.number < b.number ? -1 : 1)),
  )
}

/** Every time that these orders were printed. */
async function listPrints(db: Db, orders: readonly OrderRecord[]) {
  const events = await listOrderEvents(
    db,
    'order.printed',
    orders.map(({ id }) => id),
  )
  return events.map(({ object_id: orderId, parameters: text }) => {
    const { parameters } = parseParameters(text)
    const { kind, job, document = '', copy } = parameters
    return { orderId, kind, job, number: String(document), isCopy: copy === 1 }
  })
}

/** The document of what was printed, with a part for each order. */
export function renderPrint(
  { database, book, now }: Kontor,
  { kind, paper, language }: PrintOptions,
  printed: readonly PrintedDocument[],
): Promise<Response> {
  const job: PrintJob = {
    db: database.read,
    paper,
    language,
    messages: getMessages(language),
    timeZone: book.timeZone,
    now: now(),
  }
  if (isIssued(kind)) return renderIssued(job, kind, printed)
  const orders = printed.map(({ order }) => order)
  if (kind === 'pick-list') return renderPickList(job, orders)
  return renderPackingSlips(job, orders, new Set(printed.flatMap(({ order, isCopy }) => (isCopy ? [order.id] : []))))
}
