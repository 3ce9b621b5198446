import { type ActorOf, inTransaction } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import { updateCustomersOfOrder } from '#server/customers/list-keys.ts'
import type { Transaction } from '#server/db/database.ts'
import type { OrderLineRecord, OrderRecord } from '#server/db/schema/orders.ts'
import { changedMeanwhile } from '#server/events/changed-meanwhile.ts'
import { type EventDraft, recordEvents } from '#server/events/events.ts'
import { yieldForLines } from '#server/runtime/event-loop.ts'
import { updateFilterTokens } from '#server/orders/tokens/filter-token-store.ts'
import { recordCountChanges } from '#server/orders/counts.ts'
import { updateLines, updateTokens } from '#server/orders/change-store.ts'
import { followOrder } from '#server/orders/digests/digest-orders.ts'
import { findOrder } from '#server/orders/find-order.ts'
import { offsetDisputes } from '#server/orders/money/change-dispute.ts'
import { listChanges, pickChanged } from '#server/orders/recorded-fields.ts'
import { requireKeptImport } from '#server/orders/import-lock.ts'
import * as store from '#server/orders/store.ts'
import { inOrderQueue } from '#server/orders/fulfillment/order-queue.ts'
import { toOrderFacts } from '#server/orders/order-money.ts'
import { loadOrderView } from '#server/orders/views.ts'
import { availableActions, type DocumentAction, findBlocker, type OrderAction } from '#shared/orders/actions.ts'
import type { FieldChange } from '#shared/events/views.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { ProblemError } from '#shared/problem.ts'

/** The changes that an action makes to an order. */
export interface OrderChange {
  /** The columns that change, including derived ones: statuses and sums. */
  columns: Partial<store.OrderColumns>
  /** All lines before and after, if some change. `areStored`: they are written already, because documents refer to them. */
  lines?: {
    before: readonly OrderLineRecord[]
    after: readonly OrderLineRecord[]
    areStored?: boolean
  }
  event: Pick<EventDraft, 'action' | 'parameters' | 'at'>
  /** The fields of its documents that change (`listDocumentChanges`). */
  documentChanges?: readonly FieldChange[]
}

interface Target {
  number: string
  /** The version that the user saw; without it, `decide` must handle changes since then. */
  version?: number | undefined
  /** Without it, `decide` must check whether the change is allowed. */
  action?: OrderAction | DocumentAction
}

/**
 * Takes an action on an order in one transaction: loads it, checks that the action is legal and that the user saw the current version,
 * writes what `decide` returns (`undefined`: nothing), updates the counts by status, and records the event with every changed
 * field. Returns the changed order. Throws `not-found`, `illegal-transition` with the legal actions, `changed-meanwhile`, or `import-being-undone`, and what `decide` throws.
 */
export async function changeOrder<Context extends RequestContext>(
  context: Context,
  target: Target,
  decide: Decide<Context>,
): Promise<OrderView> {
  const after = await writeOrderChange(context, target, decide)
  // Read after the commit, so that the next writer does not wait for it.
  const view = await loadOrderView(context.kontor.database.read, context, target.number, after)
  if (!view) throw new Error('The changed order does not exist')
  return view
}

type Decide<Context extends RequestContext> = (
  order: OrderRecord,
  transaction: Transaction,
  actor: ActorOf<Context>,
) => Promise<OrderChange | undefined> | OrderChange | undefined

/** Like `changeOrder`, but returns the row of the changed order, without its documents. */
export function writeOrderChange<Context extends RequestContext>(
  context: Context,
  target: Target,
  decide: Decide<Context>,
): Promise<OrderRecord> {
  const run = () =>
    inTransaction(context, (transaction, actor) => changeOrderWithin(transaction, context, actor, target, decide))
  return inOrderQueue(context.kontor.database, target.number, run)
}

/** Like `changeOrder`, in the transaction of the caller. */
export async function changeOrderWithin<Context extends RequestContext>(
  transaction: Transaction,
  context: Context,
  actor: ActorOf<Context>,
  { number, version, action }: Target,
  decide: Decide<Context>,
): Promise<OrderRecord> {
  const { kontor } = context
  const order = await findOrder(transaction, number)
  if (!order) throw new ProblemError('not-found', { number })
  if (action !== undefined) assertLegal(order, action)
  if (version !== undefined && order.version !== version)
    throw await changedMeanwhile(transaction, context, { object: ['order', order.id], versionParameter: 'version' })
  const renewDigest = await followOrder(transaction, order.id, kontor.book.timeZone)
  const decided = await decide(order, transaction, actor)
  if (!decided) return order
  const change = await offsetDisputes(transaction, context, order, decided)
  await requireKeptImport(transaction, context, [order])
  const { lines, event, documentChanges = [] } = change
  // Any change unarchives an archived order.
  const at = event.at ?? kontor.now()
  const columns = {
    ...pickChanged(order, order.archived === 1 ? { archived: 0, ...change.columns } : change.columns),
    changed_at: at,
  }
  const after = { ...order, ...columns, version: order.version + 1 }
  if (!(await store.updateOrder(transaction, order, columns))) throw new ProblemError('changed-meanwhile')
  if (lines && !lines.areStored) await updateLines(transaction, order.id, lines)
  await updateTokens(transaction, { order, lines: lines?.before ?? [] }, { order: after, lines: lines?.after ?? [] })
  await updateCustomersOfOrder(transaction, order, after)
  await updateFilterTokens(transaction, after, kontor.book.timeZone)
  if (lines) await yieldForLines(lines.after.length)
  await recordCountChanges(transaction, kontor, { before: [order], after: [after] })
  await recordEvents(transaction, context, {
    ...event,
    at,
    parameters: { ...event.parameters, version: after.version, ...(await renewDigest()) },
    objectType: 'order',
    objectId: order.id,
    objectLabel: order.number,
    changes: [...listChanges(order, { columns, lines }), ...documentChanges],
  })
  return after
}

/** Throws `illegal-transition` with the legal actions unless the order allows this one. */
export function assertLegal(order: OrderRecord, action: OrderAction | DocumentAction): void {
  const facts = toOrderFacts(order)
  if (findBlocker(facts, action) === undefined) return
  throw new ProblemError('illegal-transition', { allowedActions: availableActions(facts).join(' ') })
}
