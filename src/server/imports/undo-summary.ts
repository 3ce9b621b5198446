import type { Kontor } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { listReversibleEntries } from '#server/finance/entries-of-orders.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { findTouched, type StoredImport } from '#server/imports/undo-store.ts'
import { listOrdersToRemove } from '#server/orders/removal/remove-orders.ts'
import { add } from '#shared/money.ts'
import { type ImportUndoBlocker, importUndoBlockers, type ImportUndoRefusal } from '#shared/orders/import-undo.ts'
import type { ImportUndoPreview } from '#shared/orders/import-views.ts'

/** An order that keeps its import from being undone, and why. */
export interface BlockedOrder {
  order: string
  reason: ImportUndoBlocker
}

/** What the undo of an import would do. */
type UndoSummary = Pick<ImportUndoPreview, 'orders' | 'sums' | 'entries' | 'blockers'>

/** Job statuses in which an import can still add orders. */
const unfinished = ['preparing', 'previewed', 'queued', 'running', 'paused', 'failed']
/** Job statuses in which an undo is running, or can be resumed. */
const undoing = ['preparing', 'queued', 'running', 'paused']

/** Whether a job is undoing an import. One that has failed is taken over by another one. */
export const isBeingUndone = ({ undo_job_status: status }: Pick<StoredImport, 'undo_job_status'>): boolean =>
  status !== null && undoing.includes(status)

/** Why an import as such cannot be undone. */
export function findRefusal(found: StoredImport): Exclude<ImportUndoRefusal, 'empty'> | undefined {
  const { undone_at, job_status, updated_count } = found
  if (undone_at !== null) return 'undone'
  if (isBeingUndone(found)) return 'undoing'
  if (job_status !== null && unfinished.includes(job_status)) return 'running'
  return updated_count > 0 ? 'updated' : undefined
}

/** The orders that prevent the undo of their import, and how many ledger entries of all orders would be reversed. */
export async function findBlocked(
  db: Db,
  { book: { timeZone } }: Kontor,
  orders: readonly OrderRecord[],
): Promise<{ blocked: BlockedOrder[]; entries: number }> {
  const ids = orders.map(({ id }) => id)
  const touched = await findTouched(db, ids)
  const entries = await listReversibleEntries(db, timeZone, ids)
  const blockers = new Map(entries.flatMap(({ orderId, blocker }) => (blocker ? [[orderId, blocker] as const] : [])))
  const blocked = orders.flatMap(({ id, number: order }): BlockedOrder[] => {
    const reason = touched.has(id) ? 'changed' : blockers.get(id)
    return reason ? [{ order, reason }] : []
  })
  return { blocked, entries: entries.length }
}

/**
 * Adds up the orders that an undo of the import would remove, and the reasons that prevent it, each with the first `maxListed` orders. Reads the orders in
 * parts, so that other requests can run in between.
 */
export async function summarizeUndo(kontor: Kontor, number: string, maxListed: number): Promise<UndoSummary> {
  const sums = new Map<string, ImportUndoPreview['sums'][number]>()
  const blockers = new Map<ImportUndoBlocker, { count: number; orders: string[] }>()
  let [count, entryCount] = [0, 0]
  for (let after: OrderRecord | undefined; ;) {
    const orders = await listOrdersToRemove(kontor.database.read, number, after)
    after = orders.at(-1)
    if (!after) break
    count += orders.length
    for (const { currency, total_minor } of orders) {
      const sum = sums.getOrInsertComputed(currency, () => ({ currency, orders: 0, totalMinor: 0 }))
      sum.orders++
      sum.totalMinor = add(sum.totalMinor, total_minor)
    }
    const { blocked, entries } = await findBlocked(kontor.database.read, kontor, orders)
    entryCount += entries
    for (const { order, reason } of blocked) {
      const found = blockers.getOrInsertComputed(reason, () => ({ count: 0, orders: [] }))
      found.count++
      if (found.orders.length < maxListed) found.orders.push(order)
    }
    await yieldToEventLoop()
  }
  return {
    orders: count,
    sums: [...sums.values()].toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
    entries: entryCount,
    blockers: importUndoBlockers.flatMap((reason) => {
      const found = blockers.get(reason)
      return found ? [{ reason, ...found }] : []
    }),
  }
}
