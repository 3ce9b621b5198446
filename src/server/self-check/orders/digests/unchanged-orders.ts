import type { Db } from '#server/db/database.ts'
import { countRows, digestChangedOrders, readDigest, type OrderDigest } from '#server/orders/digests/digest-orders.ts'
import { Findings } from '#server/self-check/findings.ts'
import * as store from '#server/self-check/orders/order-slices-store.ts'
import { listOrderEvents, listPersonalValues } from '#server/self-check/orders/orders-store.ts'
import { verifyPersonalValues } from '#server/self-check/orders/personal-values.ts'
import type { Slice } from '#server/self-check/slices.ts'

/** The orders that are as the program left them, by id. */
export type UnchangedOrders = ReadonlyMap<string, OrderDigest>

export const noOrders: UnchangedOrders = new Map()

/**
 * The orders of a slice whose rows were not changed since the program last wrote them: the event of the import or of the last change has the digest of these rows, and the
 * chain of events seals it. These orders need no other check, because the program writes rows that are consistent. If more than half of the orders have no such event, or if rows belong to no order, returns none, so that all orders are checked.
 */
export async function findUnchanged(
  db: Db,
  { orders, removedIds }: { orders: readonly store.OrderSummary[]; removedIds: ReadonlySet<string> },
  slice: Slice<string>,
  timeZone: string,
): Promise<UnchangedOrders> {
  const known = new Set(orders.map(({ id }) => id))
  const changes = new Map<string, number>()
  const recorded = new Map<string, Set<string>>()
  const withFiles = new Set<string>()
  let hasPersonalValues = false
  for (const { order_id, parameters, is_change } of await store.listEventParameters(db, slice)) {
    if (removedIds.has(order_id)) continue
    if (!known.has(order_id)) return noOrders
    // What files are is not part of the digest.
    if (parameters.includes('"attachment":')) withFiles.add(order_id)
    if (is_change === 1) changes.set(order_id, (changes.get(order_id) ?? 0) + 1)
    hasPersonalValues ||= parameters.includes('"valuesHash":')
    const digest = readDigest(parameters)
    if (digest !== undefined) recorded.getOrInsertComputed(order_id, () => new Set()).add(digest)
  }
  if (recorded.size * 2 < orders.length) return noOrders
  const { digests, later } = await digestChangedOrders(db, slice, timeZone, changes)
  const isExpected = (id: string, { rows }: OrderDigest): boolean =>
    known.has(id) || (removedIds.has(id) && Object.keys(rows).every((name) => partsOfRemoved.has(name)))
  if (
    later.some(({ order_id }) => !known.has(order_id)) ||
    ![...digests].every(([id, digest]) => isExpected(id, digest))
  )
    return noOrders
  for (const { order_id, name } of later) if (name === 'attachments') withFiles.add(order_id)
  const unchanged = new Map(
    [...recorded].flatMap(([id, recordedDigests]) => {
      const found = digests.get(id)
      return found && recordedDigests.has(found.digest) && !withFiles.has(id) ? [[id, found]] : []
    }),
  )
  if (hasPersonalValues || later.some(({ name }) => name === 'personalValues')) {
    const events = Map.groupBy(await listOrderEvents(db, slice), ({ order_id }) => order_id)
    const values = Map.groupBy(await listPersonalValues(db, slice), ({ order_id }) => order_id)
    for (const order of orders)
      if (unchanged.has(order.id)) {
        const probe = new Findings()
        const related = { events: events.get(order.id) ?? [], personalValues: values.get(order.id) ?? [], imports: [] }
        verifyPersonalValues(probe, order, related)
        if (!probe.passes('orders-recorded')) unchanged.delete(order.id)
      }
  }
  return unchanged
}

/** What an order still has that was removed. */
const partsOfRemoved: ReadonlySet<string> = new Set<keyof OrderDigest['rows']>(['links', 'taxes'])

/** Their rows take several times as much memory as their digests. */
const changedSliceSize = 100

/** The parts of a slice with the other orders; together with the unchanged ones they cover its keys. */
export function changedSlices(
  orders: readonly store.OrderSummary[],
  unchanged: UnchangedOrders,
  { after, through }: Slice<string>,
): Slice<string>[] {
  const slices: Slice<string>[] = []
  let previousId = after
  let size = 0
  for (const { id } of orders) {
    const last = slices.at(-1)
    if (unchanged.has(id)) size = 0
    else if (last && size > 0 && size < changedSliceSize) {
      last.through = id
      size++
    } else {
      slices.push({ after: previousId, through: id })
      size = 1
    }
    previousId = id
  }
  // Without unchanged orders there may also be rows of no order.
  if (unchanged.size > 0) return slices
  return [...slices.slice(0, -1), { after: slices.at(-1)?.after ?? after, through }]
}

/** Adds the rows that were compared by their digest to the counts of examined rows. */
export function countUnchangedRows(findings: Findings, unchanged: UnchangedOrders): void {
  const count = (name: keyof OrderDigest['rows']): number =>
    unchanged.values().reduce((sum, digest) => sum + countRows(digest, name), 0)
  findings.examined(unchanged.size, 'orders-as-received', 'taxes-of-orders', 'taxes-of-lines')
  findings.examined(count('payments') + count('refunds'), 'documents-have-entries')
  findings.examined(count('payments'), 'refunds-within-captures', 'conversion-accounts')
  findings.examined(count('lines'), 'shipped-quantities')
  findings.examined(count('tokens'), 'search-tokens')
  findings.examined(count('documents'), 'issued-documents')
}
