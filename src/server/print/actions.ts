import { inTransaction } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import { recordEvents } from '#server/events/events.ts'
import { findOrder, type OrderRecord } from '#server/orders/actions.ts'
import { renderPackingSlips } from '#server/print/packing-slip.ts'
import { renderPickList } from '#server/print/pick-list.ts'
import { findPrintedOrders } from '#server/print/printed-documents.ts'
import type { PrintJob } from '#server/print/render-document.ts'
import { getMessages } from '#server/messages.ts'
import type { DocumentKind } from '#shared/print/documents.ts'
import { invalidInput } from '#shared/problem.ts'
import type { InputOf } from '#shared/routes/endpoints.ts'

const renderDocument: Record<DocumentKind, (job: PrintJob) => Promise<Response>> = {
  'packing-slip': renderPackingSlips,
  'pick-list': renderPickList,
}

/** `POST /api/prints`. */
export const printOrders: Action<'printOrders'> = async (context, input) => {
  const { orders, printedBefore } = await recordPrint(context, input)
  const { kontor } = context
  return renderDocument[input.kind]({
    db: kontor.database.read,
    orders,
    printedBefore,
    paper: input.paper,
    language: input.language,
    messages: getMessages(input.language),
    timeZone: kontor.book.timeZone,
    now: kontor.now(),
  })
}

/** Finds the orders and records that each was printed, before anything is sent: a print that is not recorded must not exist. */
const recordPrint = (
  context: AuthenticatedContext,
  { kind, paper, language, orders: numbers }: InputOf<'printOrders'>,
): Promise<Pick<PrintJob, 'orders' | 'printedBefore'>> =>
  inTransaction(context, async (transaction) => {
    const orders: OrderRecord[] = []
    for (const [index, number] of numbers.entries()) {
      const order = await findOrder(transaction, number)
      if (!order) throw invalidInput({ pointer: `/orders/${index}`, reason: 'no-such-order', parameters: { number } })
      if (!orders.some(({ id }) => id === order.id)) orders.push(order)
    }
    const ids = orders.map(({ id }) => id)
    const printedBefore = await findPrintedOrders(transaction, ids, kind)
    await recordEvents(
      transaction,
      context,
      ...orders.map(({ id, number }) => ({
        action: 'order.printed' as const,
        objectType: 'order' as const,
        objectId: id,
        objectLabel: number,
        parameters: { kind, paper, language, ...(printedBefore.has(id) ? { copy: 1 } : {}) },
      })),
    )
    return { orders, printedBefore }
  })
