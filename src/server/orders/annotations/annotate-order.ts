import { inTransaction } from '#server/auth/access.ts'
import type { AuthenticatedContext, CurrentUser } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { type EventDraft, recordEvents } from '#server/events/events.ts'
import { followOrder } from '#server/orders/digests/digest-orders.ts'
import { findOrder } from '#server/orders/find-order.ts'
import { updateFilterTokens } from '#server/orders/tokens/filter-token-store.ts'
import { requireKeptImport } from '#server/orders/import-lock.ts'
import * as store from '#server/orders/store.ts'
import { loadOrderView } from '#server/orders/views.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { ProblemError } from '#shared/problem.ts'

export type Annotation = Pick<EventDraft, 'action' | 'parameters' | 'changes' | 'at'> & {
  columns?: Partial<Pick<OrderRecord, 'assignee_id' | 'tags'>>
}

/**
 * Adds something to an order in any status in one transaction: notes, tags, files. `annotate` writes it and returns the event, with
 * the columns of the order that it has written; `undefined` if there is nothing to do. The order keeps its version, so that concurrent changes by others are no conflict. Returns the order
 * after it. Throws `not-found`, `import-being-undone`, and what `annotate` throws.
 */
export async function annotateOrder(
  context: AuthenticatedContext,
  number: string,
  annotate: Annotate,
): Promise<OrderView> {
  const after = await writeAnnotation(context, number, annotate)
  const view = await loadOrderView(context.kontor.database.read, context, number, after)
  if (!view) throw new Error('The annotated order does not exist')
  return view
}

type Annotate = (transaction: Transaction, order: OrderRecord, actor: CurrentUser) => Promise<Annotation | undefined>

/** `annotateOrder` with the row of the order after it, without its documents. */
export const writeAnnotation = (
  context: AuthenticatedContext,
  number: string,
  annotate: Annotate,
): Promise<OrderRecord> =>
  inTransaction(context, async (transaction, actor) => {
    const order = await findOrder(transaction, number)
    if (!order) throw new ProblemError('not-found', { number })
    const { kontor } = context
    const renewDigest = await followOrder(transaction, order.id, kontor.book.timeZone)
    const annotation = await annotate(transaction, order, actor)
    if (!annotation) return order
    await requireKeptImport(transaction, context, [order])
    const { columns, at = kontor.now(), ...event } = annotation
    const changed = { ...order, ...columns, changed_at: at }
    await store.updateChangedAt(transaction, order.id, at)
    await updateFilterTokens(transaction, changed, kontor.book.timeZone)
    await recordEvents(transaction, context, {
      ...event,
      parameters: { ...event.parameters, ...(await renewDigest()) },
      at,
      objectType: 'order',
      objectId: order.id,
      objectLabel: order.number,
    })
    return changed
  })
