import type { Db } from '#server/db/database.ts'
import { parseParameters } from '#server/events/events.ts'
import type { Findings } from '#server/finance/verify/findings.ts'
import * as store from '#server/finance/verify/order-slices-store.ts'
import type { Slice } from '#server/finance/verify/slices.ts'
import { digestOrders, findExtendedOrders, type OrderDigest } from '#server/orders/digest-orders.ts'

/** How many rows of each kind the orders have that are as they were imported, by id. */
export type UnchangedOrders = ReadonlyMap<string, OrderDigest['rows']>

export const noOrders: UnchangedOrders = new Map()

/**
 * The orders of a slice of which everything is as it was imported: the event of the import, which the chain of events seals, has the digest of
 * their rows. What an import makes of an order agrees with itself, so these orders need no other check. Most orders of a book have changed
 * since or most have not; where more than half have, or rows belong to no order, all of them are checked.
 */
export async function findUnchanged(
  db: Db,
  { orders, removedIds }: { orders: readonly store.OrderSummary[]; removedIds: ReadonlySet<string> },
  slice: Slice<string>,
  timeZone: string,
): Promise<UnchangedOrders> {
  const known = new Set(orders.map(({ id }) => id))
  const recorded = new Map<string, string | undefined>()
  for (const { order_id, parameters } of await store.listEventParameters(db, slice)) {
    if (removedIds.has(order_id)) continue
    if (!known.has(order_id)) return noOrders
    // An order with two events has changed.
    recorded.set(order_id, recorded.has(order_id) ? undefined : readDigest(parameters))
  }
  const candidates = [...recorded].filter(([, digest]) => digest !== undefined)
  if (candidates.length * 2 < orders.length) return noOrders
  const extended = new Set(await findExtendedOrders(db, slice))
  const digests = await digestOrders(db, slice, timeZone)
  const isExpected = (id: string, { rows }: OrderDigest): boolean =>
    known.has(id) || (removedIds.has(id) && Object.keys(rows).every((name) => partsOfRemoved.has(name)))
  if (!extended.isSubsetOf(known) || ![...digests].every(([id, digest]) => isExpected(id, digest))) return noOrders
  return new Map(
    candidates.flatMap(([id, digest]) => {
      const found = digests.get(id)
      return found && found.digest === digest && !extended.has(id) ? [[id, found.rows]] : []
    }),
  )
}

/** What an order still has that was removed. */
const partsOfRemoved: ReadonlySet<string> = new Set<keyof OrderDigest['rows']>(['links', 'taxes'])

const readDigest = (parameters: string): string | undefined => {
  const { rows } = parseParameters(parameters).parameters
  return rows === undefined ? undefined : String(rows)
}

/** The parts of a slice with the other orders; together with the unchanged ones they cover its keys. */
export function changedSlices(
  orders: readonly store.OrderSummary[],
  unchanged: UnchangedOrders,
  { after, through }: Slice<string>,
): Slice<string>[] {
  if (unchanged.size === 0) return [{ after, through }]
  const slices: Slice<string>[] = []
  let previous = { id: after, isUnchanged: true }
  for (const { id } of orders) {
    const isUnchanged = unchanged.has(id)
    const last = slices.at(-1)
    if (!isUnchanged && last && !previous.isUnchanged) last.through = id
    else if (!isUnchanged) slices.push({ after: previous.id, through: id })
    previous = { id, isUnchanged }
  }
  return slices
}

/** Counts the rows that were compared by their digest. */
export function examineUnchanged(findings: Findings, unchanged: UnchangedOrders): void {
  const count = (name: keyof OrderDigest['rows']): number =>
    unchanged.values().reduce((sum, rows) => sum + (rows[name] ?? 0), 0)
  findings.examined(unchanged.size, 'orders-as-received', 'taxes-of-orders', 'taxes-of-lines')
  findings.examined(count('payments') + count('refunds'), 'documents-have-entries')
  findings.examined(count('payments'), 'refunds-within-captures')
  findings.examined(count('lines'), 'shipped-quantities')
  findings.examined(count('tokens'), 'search-tokens')
}
