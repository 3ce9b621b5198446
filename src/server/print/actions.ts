import { inTransaction } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { type EventDraft, recordEvents } from '#server/events/events.ts'
import { findOrder, type OrderRecord, requireKeptImport } from '#server/orders/actions.ts'
import { issueDocuments } from '#server/print/issue-documents.ts'
import { renderPackingSlips } from '#server/print/packing-slip.ts'
import { renderPickList } from '#server/print/pick-list.ts'
import { findPrintedOrders } from '#server/print/printed-documents.ts'
import { renderIssued } from '#server/print/render-issued.ts'
import type { PrintJob } from '#server/print/render-document.ts'
import { getMessages } from '#server/messages.ts'
import { invalidInput } from '#shared/problem.ts'
import type { InputOf } from '#shared/routes/endpoints.ts'

export { changeSeller, loadSeller } from '#server/print/seller-actions.ts'

/** `POST /api/prints`: records that each order was printed, and issues the documents, before anything is sent. */
export const printOrders: Action<'printOrders'> = async (context, input) => {
  const render = await inTransaction(context, async (transaction) => {
    const orders = await findOrders(transaction, input.orders)
    return recordPrint(transaction, context, input, orders)
  })
  const { kontor } = context
  return render({
    db: kontor.database.read,
    paper: input.paper,
    language: input.language,
    messages: getMessages(input.language),
    timeZone: kontor.book.timeZone,
    now: kontor.now(),
  })
}

/** Each order once, in the order of its first number. */
async function findOrders(transaction: Transaction, numbers: readonly string[]): Promise<OrderRecord[]> {
  const orders = new Map<string, OrderRecord>()
  for (const [index, number] of numbers.entries()) {
    const order = await findOrder(transaction, number)
    if (!order) throw invalidInput({ pointer: `/orders/${index}`, reason: 'no-such-order', parameters: { number } })
    orders.set(order.id, orders.get(order.id) ?? order)
  }
  return [...orders.values()]
}

/** Returns what renders the document once the transaction has been committed. */
async function recordPrint(
  transaction: Transaction,
  context: AuthenticatedContext,
  { kind, paper, language }: InputOf<'printOrders'>,
  orders: readonly OrderRecord[],
): Promise<(job: PrintJob) => Promise<Response>> {
  await requireKeptImport(transaction, context, orders)
  const numberOf = new Map(orders.map(({ id, number }) => [id, number]))
  const record = (prints: readonly { orderId: string; number?: string; isCopy: boolean }[]): Promise<void> =>
    recordEvents(
      transaction,
      context,
      ...prints.map(({ orderId, number, isCopy }): EventDraft => ({
        action: 'order.printed',
        objectType: 'order',
        objectId: orderId,
        objectLabel: numberOf.get(orderId) ?? '',
        parameters: { kind, paper, language, ...(number && { document: number }), ...(isCopy && { copy: 1 }) },
      })),
    )
  if (kind === 'invoice' || kind === 'credit-note') {
    const documents = await issueDocuments(transaction, context, kind, orders)
    await record(documents)
    return (job) => renderIssued(job, kind, documents)
  }
  const printedBefore = await findPrintedOrders(transaction, [...numberOf.keys()], kind)
  await record(orders.map(({ id }) => ({ orderId: id, isCopy: printedBefore.has(id) })))
  return (job) => (kind === 'pick-list' ? renderPickList(job, orders) : renderPackingSlips(job, orders, printedBefore))
}
