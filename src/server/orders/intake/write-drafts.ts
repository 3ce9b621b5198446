import type { RequestContext } from '#server/context.ts'
import { addOrdersToCustomers } from '#server/customers/list-keys.ts'
import { findOrCreateCustomers, insertContacts } from '#server/customers/link-customers.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { type EventDraft, recordEvents } from '#server/events/events.ts'
import { postMovements } from '#server/finance/movements.ts'
import { recordCountChanges } from '#server/orders/counts.ts'
import { toMovements } from '#server/orders/intake/draft-movements.ts'
import { digestNewOrders, toRelatedTexts } from '#server/orders/intake/digest-new-orders.ts'
import {
  type ImportedRows,
  insertImportedRows,
  insertTokenRows,
  tokensAtOnce,
} from '#server/orders/intake/import-store.ts'
import { buildImportedRows } from '#server/orders/intake/import-rows.ts'
import { type NumberedDraft, toDraftRefunds } from '#server/orders/intake/numbered-draft.ts'
import { type NumberKind, allocateNumbers } from '#server/orders/numbers.ts'
import { listBeginnings } from '#server/orders/tokens/token-beginnings.ts'
import { storeBeginnings } from '#server/orders/tokens/token-beginnings-store.ts'
import { storeProducts } from '#server/orders/tokens/product-store.ts'
import { findRemovedIds } from '#server/orders/removal/removal-store.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { receiveDraftTaxes } from '#server/orders/tax-columns.ts'
import { chooseTokenPart } from '#server/orders/tokens/token-parts-store.ts'
import { loadSubscriptions } from '#server/webhooks/queue-deliveries.ts'
import type { EventView } from '#shared/events/views.ts'
import { type OrderDraft, ownSource } from '#shared/orders/draft.ts'

/** Maximum numbers of orders and of lines written at once, because their rows take a lot of memory. */
const ordersPerStep = 100
const linesPerStep = 1000

/**
 * Writes new orders and returns their numbers, in order. What they depend on is looked up for all of them first; their rows are then made and
 * sent in steps, so that the database writes those of one step while the next ones are made.
 */
export async function writeDrafts(
  transaction: Transaction,
  context: RequestContext,
  drafts: readonly OrderDraft[],
  eventParameters: EventView['parameters'],
): Promise<string[]> {
  if (drafts.length === 0) return []
  const { kontor } = context
  // Documents are not recorded after their entries.
  const now = kontor.now()
  const { numberedDrafts, contacts } = await linkCustomers(transaction, context, drafts, eventParameters)
  await storeProducts(
    transaction,
    drafts.flatMap(({ lines }) => lines),
  )
  const repeated = await findRepeated(transaction, drafts)
  const tokenPart = await chooseTokenPart(transaction, Math.max(...drafts.map(({ placedAt }) => placedAt)))
  await loadSubscriptions(transaction)
  const { links, taxes } = await postMovements(
    transaction,
    context,
    numberedDrafts.flatMap((draft) => toMovements(draft, repeated.has(draftKey(draft.draft)))),
    new Set(numberedDrafts.map(({ id }) => id)),
  )
  const related = await toRelatedTexts({ contacts, links, taxes })
  const orders: ReturnType<typeof toCounted>[] = []
  const events: EventDraft[] = []
  let tokens: ImportedRows['order_tokens'] = []
  const beginnings = new Set<string>()
  for (const step of splitIntoSteps(numberedDrafts)) {
    const rows = buildImportedRows(step, { now, timeZone: kontor.book.timeZone, tokenPart })
    await insertImportedRows(transaction, rows)
    tokens.push(...rows.order_tokens)
    for (const beginning of listBeginnings(rows.order_tokens.map(({ token }) => token))) beginnings.add(beginning)
    if (tokens.length >= tokensAtOnce(transaction)) {
      await insertTokenRows(transaction, tokens)
      tokens = []
    }
    orders.push(...rows.orders.map(toCounted))
    const digests = await digestNewOrders(rows, related, kontor.book.timeZone)
    for (const [index, draft] of step.entries())
      events.push({
        ...toEvent(draft, rows.order_imports[index]?.hash, digests.get(draft.id), eventParameters),
        at: now,
      })
  }
  await insertTokenRows(transaction, tokens)
  await storeBeginnings(transaction, beginnings)
  await insertContacts(transaction, contacts)
  await recordEvents(transaction, context, ...events)
  await recordCountChanges(transaction, kontor, { after: orders })
  await addOrdersToCustomers(transaction, orders)
  return numberedDrafts.map(({ number }) => number)
}

/** Gives new orders their numbers and customers; returns also what customers are found by from now on. */
async function linkCustomers(
  transaction: Transaction,
  context: RequestContext,
  drafts: readonly OrderDraft[],
  { import: importNumber }: NonNullable<EventView['parameters']>,
) {
  const unlinkedDrafts = await assignNumbers(transaction, context.kontor.book.timeZone, drafts)
  const { numbers, contacts } = await findOrCreateCustomers(
    transaction,
    context,
    unlinkedDrafts.map(({ id, draft: { email, phone, customerName } }) => ({
      orderId: id,
      email,
      phone,
      customerName,
    })),
  )
  const numberedDrafts = unlinkedDrafts.map((draft, index): NumberedDraft => ({
    ...draft,
    customerNumber: numbers[index] ?? null,
    importNumber: importNumber === undefined ? null : String(importNumber),
  }))
  return { numberedDrafts, contacts }
}

function* splitIntoSteps(drafts: readonly NumberedDraft[]): Iterable<NumberedDraft[]> {
  let step: NumberedDraft[] = []
  let lines = 0
  for (const draft of drafts) {
    step.push(draft)
    lines += draft.draft.lines.length
    if (step.length < ordersPerStep && lines < linesPerStep) continue
    yield step
    step = []
    lines = 0
  }
  if (step.length > 0) yield step
}

/** The part of the rows of orders that is kept in memory until all of them are written. */
const toCounted = (order: ImportedRows['orders'][number]) => ({
  key: order.key,
  customer_number: order.customer_number,
  currency: order.currency,
  status: order.status,
  payment_status: order.payment_status,
  fulfillment_status: order.fulfillment_status,
  placed_at: order.placed_at,
  customer_name: order.customer_name,
  customer_sort_key: order.customer_sort_key,
  source: order.source,
  total_minor: order.total_minor,
  captured_minor: order.captured_minor ?? 0,
  refunded_minor: order.refunded_minor ?? 0,
})

const toEvent = (
  { id, number, draft, customerNumber }: NumberedDraft,
  hash = '',
  digest = '',
  parameters: EventView['parameters'],
): EventDraft => ({
  action: draft.source === ownSource ? 'order.created' : 'order.imported',
  objectType: 'order',
  objectId: id,
  objectLabel: number,
  // The event chain then also protects the imported values and their changes.
  parameters: { ...parameters, hash, rows: digest, ...(customerNumber !== null && { customer: customerNumber }) },
})

async function assignNumbers(
  transaction: Transaction,
  zone: string,
  drafts: readonly OrderDraft[],
): Promise<Omit<NumberedDraft, 'customerNumber' | 'importNumber'>[]> {
  /** Allocates numbers of one kind and returns them one by one, in the order of `times`. */
  const createNumberer = async (kind: NumberKind, times: readonly number[]) => {
    const numbers = (await allocateNumbers(transaction, zone, kind, times)).values()
    return () => ({ id: newId(), number: numbers.next().value ?? '' })
  }
  const draftsWithRefunds = drafts.map((draft) => ({ draft, refunds: toDraftRefunds(draft) }))
  const newOrder = await createNumberer(
    'SO',
    drafts.map(({ placedAt }) => placedAt),
  )
  const newPayment = await createNumberer(
    'PY',
    drafts.flatMap(({ payment }) => payment?.capturedAt ?? []),
  )
  const newRefund = await createNumberer(
    'RF',
    draftsWithRefunds.flatMap(({ refunds }) => refunds.map(({ refundedAt }) => refundedAt)),
  )
  const newShipment = await createNumberer(
    'SH',
    drafts.flatMap(({ shippedAt }) => shippedAt ?? []),
  )
  const numbered: Awaited<ReturnType<typeof assignNumbers>> = []
  for (const { draft, refunds } of draftsWithRefunds) {
    // The rates of several taxes are searched for, which takes up to some milliseconds.
    if ((draft.taxLines?.length ?? 0) > 1) await yieldToEventLoop()
    numbered.push({
      ...newOrder(),
      draft,
      payload: JSON.stringify(draft),
      taxes: receiveDraftTaxes(draft),
      payment: draft.payment && { ...newPayment(), ...draft.payment },
      refunds: refunds.map((refund) => ({ ...newRefund(), ...refund })),
      shipment: draft.shippedAt === null ? null : { ...newShipment(), shippedAt: draft.shippedAt },
    })
  }
  return numbered
}

/** The keys of drafts whose orders came in before and were removed, because that import was undone. */
async function findRepeated(db: Db, drafts: readonly OrderDraft[]): Promise<Set<string>> {
  const repeated = new Set<string>()
  for (const [source, ofSource] of Map.groupBy(drafts, (draft) => draft.source)) {
    const externalIds = ofSource.map(({ externalId }) => externalId)
    for (const externalId of await findRemovedIds(db, source, externalIds))
      repeated.add(draftKey({ source, externalId }))
  }
  return repeated
}

/** The key that identifies an order across imports. */
export const draftKey = ({ source, externalId }: Pick<OrderDraft, 'source' | 'externalId'>): string =>
  `${source} ${externalId}`
