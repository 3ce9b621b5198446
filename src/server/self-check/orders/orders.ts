import type { Db } from '#server/db/database.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import type { CustomerTotals } from '#server/self-check/customers/customer-totals.ts'
import { Contacts } from '#server/self-check/customers/contacts.ts'
import { listAccounts, type Account } from '#server/self-check/finance/ledger-accounts-store.ts'
import type { Findings } from '#server/self-check/findings.ts'
import { verifyAssigneeAndTags } from '#server/self-check/orders/annotations/assignee-and-tags.ts'
import { hasFiles, verifyAttachments } from '#server/self-check/orders/annotations/attachments.ts'
import { verifyNotes } from '#server/self-check/orders/annotations/notes.ts'
import {
  changedSlices,
  countUnchangedRows,
  findUnchanged,
  noOrders,
} from '#server/self-check/orders/digests/unchanged-orders.ts'
import type { DocumentNumbers } from '#server/self-check/orders/document-numbers.ts'
import { verifyShippedQuantities } from '#server/self-check/orders/fulfillment/shipped-quantities.ts'
import { verifyReceivedOrders } from '#server/self-check/orders/intake/received-orders.ts'
import { verifyDisputes } from '#server/self-check/orders/money/disputes.ts'
import { verifyDocumentEntries } from '#server/self-check/orders/money/document-entries.ts'
import { verifyLinkedDocuments } from '#server/self-check/orders/money/linked-documents.ts'
import { verifyOrderRevenue } from '#server/self-check/orders/money/order-revenue.ts'
import { verifySettlements } from '#server/self-check/orders/money/settlements.ts'
import {
  verifyOrderMoney,
  verifyOrderTotals,
  verifyPayments,
  verifyRefundParts,
} from '#server/self-check/orders/order-amounts.ts'
import type { OrderCounts } from '#server/self-check/orders/order-counts.ts'
import { verifyOrderEvents } from '#server/self-check/orders/order-events.ts'
import * as slices from '#server/self-check/orders/order-slices-store.ts'
import { verifyOrderTaxes } from '#server/self-check/orders/order-taxes.ts'
import { loadRelatedRows } from '#server/self-check/orders/orders-store.ts'
import { verifyPersonalValues } from '#server/self-check/orders/personal-values.ts'
import { groupByOrder, type RelatedRows } from '#server/self-check/orders/related-rows.ts'
import { staysOfRemoved, verifyRemovedOrders } from '#server/self-check/orders/removal/removed-orders.ts'
import { verifyIssuedDocuments } from '#server/self-check/print/issued-documents.ts'
import type { Progress } from '#server/self-check/progress.ts'
import type { Slice } from '#server/self-check/slices.ts'

/** What is compared within an order. Each check takes all orders of a slice before the next one, which lets its code stay in the processor's caches. */
const checks = [
  verifyOrderTotals,
  verifyOrderMoney,
  verifyPayments,
  verifyRefundParts,
  verifyDisputes,
  verifyLinkedDocuments,
  verifyDocumentEntries,
  verifySettlements,
  verifyOrderRevenue,
  verifyShippedQuantities,
  verifyPersonalValues,
  verifyAssigneeAndTags,
  verifyNotes,
  verifyIssuedDocuments,
]

/** What the checks of orders share. */
export interface OrdersContext {
  numbers: DocumentNumbers
  counts: OrderCounts
  totals: CustomerTotals
  timeZone: string
  /** Also compares unchanged orders with what was received. */
  isFull: boolean
}

/**
 * Reads every order of a range with all its rows. Those that are not as they were imported are compared with what was imported and recorded, and their
 * sums, statuses, search tokens and ledger entries with what follows from them.
 */
export async function verifyOrders(
  db: Db,
  findings: Findings,
  progress: Progress,
  range: Slice<string>,
  context: OrdersContext,
): Promise<void> {
  const accounts = new Map((await listAccounts(db)).map((account) => [account.id, account]))
  for await (const { orders, removed, slice } of slices.orderSlices(db, range)) {
    const { numbers, counts, totals, timeZone, isFull } = context
    for (const order of orders) {
      counts.add(order)
      totals.addOrder(order)
    }
    await verifyRemovedOrders(db, findings, numbers, { removed, slice })
    const removedIds = new Set(removed.map(({ order_id }) => order_id))
    const unchanged = isFull ? noOrders : await findUnchanged(db, { orders, removedIds }, slice, timeZone)
    countUnchangedRows(findings, unchanged)
    await progress.advance(0)
    for (const changed of changedSlices(orders, unchanged, slice))
      await verifyChanged(db, findings, progress, changed, { accounts, timeZone, removedIds, numbers })
    findings.examined(
      orders.length + removed.length,
      'customers-recorded',
      'references',
      'order-totals',
      'order-money',
      'order-statuses',
      'order-counts',
      'orders-recorded',
      'revenue-of-orders',
    )
    await progress.advance(orders.length)
  }
}

/** An order whose rows are compared needs as much memory as this many orders of which only the digest is compared. */
const memoryOfChanged = 20

/** Compares all orders of a slice with everything that says something about them. */
async function verifyChanged(
  db: Db,
  findings: Findings,
  progress: Progress,
  slice: Slice<string>,
  {
    accounts,
    timeZone,
    removedIds,
    numbers,
  }: {
    accounts: ReadonlyMap<string, Account>
    timeZone: string
    removedIds: ReadonlySet<string>
    numbers: DocumentNumbers
  },
): Promise<void> {
  const orders = await slices.listOrders(db, slice)
  const rows = await loadRelatedRows(db, slice, accounts)
  const { relatedRowsOf, missing } = groupByOrder(rows, new Set(orders.map(({ id }) => id)))
  for (const { table, key, orderId } of missing)
    if (!(removedIds.has(orderId) && staysOfRemoved(table)))
      findings.addViolation('references', `${table} ${key}: no order ${orderId}`)
  checkNumbers(numbers, orders, rows)
  for (const check of checks) {
    for (const order of orders) check(findings, order, relatedRowsOf(order.id))
    await progress.advance(0)
  }
  const recordedOrders = orders.map((order) => {
    const related = relatedRowsOf(order.id)
    return { order, related, recorded: verifyOrderEvents(findings, order, related) }
  })
  await progress.advance(0)
  verifyReceivedOrders(findings, recordedOrders, timeZone)
  await progress.advance(0)
  const contacts = new Contacts(findings)
  for (const { order, related, recorded } of recordedOrders) {
    verifyOrderTaxes(findings, order, related, recorded.changes)
    contacts.verify(order, related, recorded.changes)
  }
  await contacts.findMissing(db)
  for (const { order, related } of recordedOrders)
    if (hasFiles(related)) await verifyAttachments(db, findings, order, related)
  for (const { count } of rows.tokens) findings.examined(count, 'search-tokens')
  await progress.advance(0, orders.length * memoryOfChanged)
}

function checkNumbers(numbers: DocumentNumbers, orders: readonly OrderRecord[], rows: RelatedRows): void {
  for (const { number, placed_at } of orders) numbers.check('orders', number, placed_at)
  for (const { number, captured_at } of rows.payments) numbers.check('payments', number, captured_at)
  // A refund has the number of the day on which it was requested; an imported one was never requested, and may be paid again on a later day.
  for (const { number, requested_by, recorded_at, refunded_at, returned_at } of rows.refunds) {
    const importedAt = returned_at === null ? refunded_at : null
    numbers.check('refunds', number, requested_by === null ? importedAt : recorded_at)
  }
  for (const { number, recorded_at } of rows.disputes) numbers.check('disputes', number, recorded_at)
  for (const { number, shipped_at } of rows.shipments) numbers.check('shipments', number, shipped_at)
  for (const { number, requested_at } of rows.returns) numbers.check('returns', number, requested_at)
  for (const { number, kind, issued_at } of rows.issued)
    numbers.check(kind === 'credit-note' ? 'creditNotes' : 'invoices', number, issued_at)
}
