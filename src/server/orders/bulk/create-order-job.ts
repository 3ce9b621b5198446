import { requirePermission } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { createJob } from '#server/jobs/create-job.ts'
import { loadJobDetails } from '#server/jobs/views.ts'
import { listAssignable } from '#server/orders/annotations/annotation-store.ts'
import { toBulkFacts } from '#server/orders/bulk/facts.ts'
import { resolveShipmentRows } from '#server/orders/bulk/shipment-rows.ts'
import { requireDayAhead } from '#server/orders/lifecycle-actions.ts'
import { requireKnownValues, walkOrders } from '#server/orders/list/list.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { findOrdersByNumber } from '#server/orders/find-order.ts'
import { findPrintReasons, requirePrintOptions } from '#server/print/prepare-print.ts'
import { maxJobItems } from '#shared/jobs/job.ts'
import {
  bulkPermissions,
  type BulkParameters,
  type BulkReason,
  findBulkReason,
  noBulkParameters,
  type OrderJobAction,
} from '#shared/orders/bulk-actions.ts'
import { parseShipmentRows } from '#shared/orders/shipment-rows.ts'
import { invalidInput } from '#shared/problem.ts'
import type { InputOf } from '#shared/routes/endpoints.ts'

type Input = InputOf<'createOrderJob'>

/** An order that a job is about, and what is done with it alone. */
interface Selected {
  order: string
  parameters?: string
}

/**
 * `POST /api/orders/jobs`: prepares an action on many orders. The orders are fixed now, and of each it is decided now whether the action would change
 * it: that is the preview. The job asks again when it comes to them. Throws `invalid-input` at the field of what is missing.
 */
export const createOrderJob: Action<'createOrderJob'> = async (context, input) => {
  const { action, start } = input
  requirePermission(context, bulkPermissions[action])
  const parameters = await checkParameters(context, input)
  const selected = await selectOrders(context, input)
  if (selected.length === 0) throw invalidInput({ pointer: '/orders', reason: 'orders-required' })
  if (selected.length > maxJobItems)
    throw invalidInput({ pointer: '/all', reason: 'job-too-large', parameters: { maximum: maxJobItems } })
  const items = await previewItems(context, selected, action, parameters)
  const id = await createJob(context, { kind: action, parameters: { ...parameters }, items, start })
  return loadJobDetails(context, id)
}

/** What the job does, with empty texts for what the action does not ask for. */
async function checkParameters(context: AuthenticatedContext, input: Input): Promise<BulkParameters> {
  const { action, tag = '', assigneeId, reason = '', until = '', carrier = '', rows } = input
  const none = noBulkParameters
  switch (action) {
    case 'tag':
    case 'untag':
      requireText('/tag', tag)
      return { ...none, tag }
    case 'assign':
      if (assigneeId === undefined) throw invalidInput({ pointer: '/assigneeId', reason: 'required' })
      return { ...none, assigneeId, assignee: await findAssigneeName(context, assigneeId) }
    case 'hold':
      requireText('/reason', reason)
      requireDayAhead(context, until)
      return { ...none, reason, until }
    case 'cancel':
      requireText('/reason', reason)
      return { ...none, reason }
    case 'print':
      return { ...none, ...(await requirePrintOptions(context.kontor.database.read, input)) }
    case 'ship':
      if (rows === undefined) requireText('/carrier', carrier)
      return { ...none, carrier }
    default:
      return none
  }
}

function requireText(pointer: string, text: string): void {
  if (text === '') throw invalidInput({ pointer, reason: 'required' })
}

async function findAssigneeName({ kontor }: AuthenticatedContext, id: string): Promise<string> {
  if (id === '') return ''
  const person = (await listAssignable(kontor.database.read)).find((each) => each.id === id)
  if (!person) throw invalidInput({ pointer: '/assigneeId', reason: 'choice' })
  return person.name
}

/** The orders of the text, those that are named, or those of the filter; one more than a job may have at most. */
async function selectOrders(context: AuthenticatedContext, input: Input): Promise<Selected[]> {
  const { action, rows, orders, all, filter, carrier } = input
  if (rows !== undefined && action === 'ship')
    return resolveShipmentRows(context, parseShipmentRows(rows, carrier), '/rows')
  if (!all) return [...new Set(orders)].map((order) => ({ order }))
  await requireKnownValues(context, filter, '/filter')
  const selected: Selected[] = []
  for await (const slice of walkOrders(context, filter)) {
    selected.push(...slice.map(({ row }) => ({ order: row.number })))
    if (selected.length > maxJobItems) break
    await yieldToEventLoop()
  }
  return selected
}

/** Number of orders checked in one turn of the event loop. */
const sliceSize = 256

/** The items of the job, with a reason for each order that it would not change. */
export async function previewItems(
  { kontor }: AuthenticatedContext,
  selected: readonly Selected[],
  action: OrderJobAction,
  parameters: BulkParameters,
) {
  const items = []
  for (let start = 0; start < selected.length; start += sliceSize) {
    const slice = selected.slice(start, start + sliceSize)
    const numbers = slice.map(({ order }) => order)
    const orders = await findOrdersByNumber(kontor.database.read, numbers)
    const found = await findReasons(kontor.database.read, orders, action, parameters)
    const reasons = new Map(orders.map(({ number }, index) => [number, found[index]]))
    for (const each of slice)
      items.push({ ...each, reason: reasons.has(each.order) ? reasons.get(each.order) : ('not-found' as const) })
    await yieldToEventLoop()
  }
  return items
}

/** Why an action would leave each of these orders as it is; `undefined` for those that it would change. */
function findReasons(
  db: Db,
  orders: readonly OrderRecord[],
  action: OrderJobAction,
  parameters: BulkParameters,
): Promise<(BulkReason | undefined)[]> | (BulkReason | undefined)[] {
  if (action !== 'print') return orders.map((order) => findBulkReason(toBulkFacts(order), action, parameters))
  return parameters.kind === '' ? [] : findPrintReasons(db, orders, parameters.kind)
}
