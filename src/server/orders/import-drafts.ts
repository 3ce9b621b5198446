import type { RequestContext } from '#server/context.ts'
import { addFirstOrders } from '#server/customers/first-orders.ts'
import { findOrCreateCustomers, insertContacts } from '#server/customers/link-customers.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { type EventDraft, recordEvents } from '#server/events/events.ts'
import { postMovements, type Movement, openCapacity, type LedgerCapacity } from '#server/finance/actions.ts'
import { recordCountChanges } from '#server/orders/counts.ts'
import { digestNewOrders } from '#server/orders/digest-orders.ts'
import { isErased } from '#server/orders/erasure-store.ts'
import * as store from '#server/orders/import-store.ts'
import { type NumberedDraft, hashDraft, toDraftRefunds, buildImportedRows } from '#server/orders/import-rows.ts'
import { findRemovedIds } from '#server/orders/removal-store.ts'
import { type NumberKind, allocateNumbers } from '#server/orders/numbers.ts'
import type { EventView } from '#shared/events/views.ts'
import { type PostingLine, applyPostings } from '#shared/finance/order-balances.ts'
import { capturePostings, refundPostings, settlementPostings, type OrderAmounts } from '#shared/finance/posting.ts'
import { add } from '#shared/money.ts'
import { eraseDraft } from '#shared/orders/erase-draft.ts'
import type { TaxLine } from '#shared/orders/tax-lines.ts'
import { type Difference, diffDrafts, isConsistent, type OrderDraft, ownSource } from '#shared/orders/draft.ts'

/** The outcome of one draft. `number` is Kontor's order number; null for an order that a dry run would create. */
export type ImportOutcome =
  | { outcome: 'created'; number: string | null }
  | { outcome: 'unchanged'; number: string }
  | { outcome: 'different'; number: string; differences: Difference[] }
  /** Its amounts or quantities are inconsistent, or its amounts exceed the ledger capacity. */
  | { outcome: 'refused'; reason: 'incoherent' | 'books-full' }

/**
 * Imports orders with their documents and ledger entries, in the caller's transaction; returns one outcome per draft, in order. Known
 * orders are not changed. `eventParameters` become part of each order's event; `import` among them is the number of the
 * import that they belong to.
 */
export async function importDrafts(
  transaction: Transaction,
  context: RequestContext,
  drafts: readonly OrderDraft[],
  eventParameters: EventView['parameters'] = {},
): Promise<ImportOutcome[]> {
  const outcomes = await classifyDrafts(transaction, drafts)
  const newDrafts = drafts.filter((_, index) => outcomes[index]?.outcome === 'created')
  const numbers = await createOrders(transaction, context, newDrafts, eventParameters)
  const numberByKey = new Map(newDrafts.map((draft, index) => [draftKey(draft), numbers[index] ?? '']))
  return outcomes.map((outcome, index) => {
    if (outcome.outcome === 'refused') return outcome
    const draft = drafts[index]
    return { ...outcome, number: (draft && numberByKey.get(draftKey(draft))) ?? outcome.number } as ImportOutcome
  })
}

/**
 * The outcomes that an import would have; writes nothing. A draft that appears twice in the list is new only once. Pass the same
 * `capacity` for several lists: each new order reserves its part of it.
 */
export async function classifyDrafts(
  db: Db,
  drafts: readonly OrderDraft[],
  capacity?: LedgerCapacity,
): Promise<ImportOutcome[]> {
  let remainingCapacity = capacity
  const known = await findKnownOrders(db, drafts)
  const outcomes: ImportOutcome[] = []
  for (const draft of drafts) {
    const before = known.get(draftKey(draft))
    if (before) {
      const differences = await before.compare(draft)
      outcomes.push(
        differences.length > 0
          ? { outcome: 'different', number: before.number, differences }
          : { outcome: 'unchanged', number: before.number },
      )
      continue
    }
    remainingCapacity ??= await openCapacity(db)
    const reason = rejectionReason(draft, remainingCapacity)
    if (!reason) known.set(draftKey(draft), toKnownDraft(draft))
    outcomes.push(reason ? { outcome: 'refused', reason } : { outcome: 'created', number: null })
  }
  return outcomes
}

/** An order that a draft may repeat. `compare` returns what the repetition would change. */
interface KnownOrder {
  number: string
  compare(draft: OrderDraft): Difference[] | Promise<Difference[]>
}

const draftKey = ({ source, externalId }: Pick<OrderDraft, 'source' | 'externalId'>): string =>
  `${source} ${externalId}`

/** The stored orders among the drafts, by `draftKey`. */
async function findKnownOrders(db: Db, drafts: readonly OrderDraft[]): Promise<Map<string, KnownOrder>> {
  const known = new Map<string, KnownOrder>()
  for (const [source, sourceDrafts] of Map.groupBy(drafts, (draft) => draft.source)) {
    const externalIds = sourceDrafts.map(({ externalId }) => externalId)
    for (const { externalId, number, hash } of await store.findKnownOrders(db, source, externalIds))
      known.set(draftKey({ source, externalId }), {
        number,
        compare: async (draft) => {
          // Only a changed draft needs the large payload.
          if (hash === hashDraft(draft)) return []
          const received = await store.findPayload(db, source, externalId)
          if (!received) return []
          const given = (await isErased(db, received.order_id)) ? eraseDraft(draft) : draft
          return diffDrafts(JSON.parse(received.payload), given)
        },
      })
  }
  return known
}

/** A draft that appeared earlier in the list. It has no number of its own yet. */
const toKnownDraft = (draft: OrderDraft): KnownOrder => ({
  number: draft.externalNumber,
  compare: (repeated) => diffDrafts(draft, repeated),
})

function rejectionReason(draft: OrderDraft, capacity: LedgerCapacity): 'incoherent' | 'books-full' | undefined {
  if (!isConsistent(draft)) return 'incoherent'
  const settlement = draft.payment?.settlement
  const isHeld =
    capacity.reserve(draft.currency, toPostingLines(draft)) &&
    (!settlement || capacity.reserve(settlement.currency, settlementPostings(settlement.amountMinor)))
  return isHeld ? undefined : 'books-full'
}

/** The ledger postings of the draft's payment and refund. */
function toPostingLines(draft: OrderDraft): PostingLine[] {
  const { payment, refund } = draft
  if (!payment) return []
  const captured = capturePostings(toOrderAmounts(draft), {}, payment.capturedMinor, {}, payment.subsidyMinor)
  return refund ? [...captured, ...refundPostings(applyPostings({}, captured), refund.amountMinor)] : captured
}

function toOrderAmounts({
  lines,
  subtotalMinor,
  shippingMinor,
  taxMinor,
  taxesIncluded,
  totalMinor,
}: OrderDraft): OrderAmounts {
  const discountMinor = add(...lines.map((line) => line.discountMinor))
  return { subtotalMinor, discountMinor, shippingMinor, taxMinor, taxesIncluded, totalMinor }
}

/** Writes new orders and returns their numbers, in order. */
async function createOrders(
  transaction: Transaction,
  context: RequestContext,
  drafts: readonly OrderDraft[],
  eventParameters: EventView['parameters'],
): Promise<string[]> {
  if (drafts.length === 0) return []
  const { kontor } = context
  const { import: importNumber } = eventParameters
  const unlinkedDrafts = await assignNumbers(transaction, kontor.book.timeZone, drafts)
  const customers = await findOrCreateCustomers(
    transaction,
    context,
    unlinkedDrafts.map(({ id, draft: { email, phone } }) => ({ orderId: id, email, phone })),
  )
  const numberedDrafts = unlinkedDrafts.map((draft, index): NumberedDraft => ({
    ...draft,
    customerNumber: customers.numbers[index] ?? null,
    importNumber: importNumber === undefined ? null : String(importNumber),
  }))
  const now = kontor.now()
  const rows = buildImportedRows(numberedDrafts, now, kontor.book.timeZone)
  await store.insertImportedRows(transaction, rows)
  await insertContacts(transaction, customers.contacts)
  await recordCountChanges(transaction, kontor, { after: rows.orders })
  await addFirstOrders(transaction, rows.orders)
  const orderIds = new Set(numberedDrafts.map(({ id }) => id))
  const repeated = await findRepeated(transaction, drafts)
  const movements = numberedDrafts.flatMap((draft, index) =>
    toMovements(
      draft,
      repeated.has(draftKey(draft.draft)),
      JSON.parse(rows.orders[index]?.tax_lines ?? '[]') as TaxLine[],
    ),
  )
  const { links, taxes } = await postMovements(transaction, context, movements, orderIds)
  const hashes = new Map(rows.order_imports.map(({ order_id, hash }) => [order_id, hash]))
  const digests = await digestNewOrders(
    { ...rows, tokens: groupTokens(rows.order_tokens), contacts: customers.contacts, links, taxes },
    kontor.book.timeZone,
  )
  const events = numberedDrafts.map(({ id, number, draft, customerNumber }): EventDraft => ({
    action: draft.source === ownSource ? 'order.created' : 'order.imported',
    objectType: 'order',
    objectId: id,
    objectLabel: number,
    // The chain of events then also protects what was imported, and what became of it.
    parameters: {
      ...eventParameters,
      hash: hashes.get(id) ?? '',
      rows: digests.get(id) ?? '',
      ...(customerNumber !== null && { customer: customerNumber }),
    },
    at: now,
  }))
  await recordEvents(transaction, context, ...events)
  return numberedDrafts.map(({ number }) => number)
}

const groupTokens = (tokens: readonly { order_key: number; token: string }[]): Map<number, string[]> => {
  const groups = new Map<number, string[]>()
  for (const { order_key, token } of tokens) groups.getOrInsertComputed(order_key, () => []).push(token)
  return groups
}

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
  return draftsWithRefunds.map(({ draft, refunds }) => ({
    ...newOrder(),
    draft,
    payload: JSON.stringify(draft),
    payment: draft.payment && { ...newPayment(), ...draft.payment },
    refunds: refunds.map((refund) => ({ ...newRefund(), ...refund })),
    shipment: draft.shippedAt === null ? null : { ...newShipment(), shippedAt: draft.shippedAt },
  }))
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

/** Entries are never posted twice under one key, so those of an order that came in before have its number in theirs. */
function toMovements(
  { id, number, draft, payment, refunds }: NumberedDraft,
  isRepeated: boolean,
  taxLines: readonly TaxLine[],
): Movement[] {
  if (!payment) return []
  const { source, currency } = draft
  const externalId = isRepeated ? `${draft.externalId}/${number}` : draft.externalId
  const common = { order: { id, number, currency, taxLines, ...toOrderAmounts(draft) }, payment, source }
  const captured: Movement = {
    ...common,
    kind: 'captured',
    amountMinor: payment.capturedMinor,
    subsidyMinor: payment.subsidyMinor,
    settlement: payment.settlement,
    beforeMinor: 0,
    occurredAt: payment.capturedAt,
    externalId: `${externalId}/payment`,
  }
  const refunded = refunds.map((refund, index): Movement => ({
    ...common,
    kind: 'refunded',
    refund,
    amountMinor: refund.amountMinor,
    beforeMinor: add(...refunds.slice(0, index).map(({ amountMinor }) => amountMinor)),
    occurredAt: refund.refundedAt,
    externalId: index === 0 ? `${externalId}/refund` : `${externalId}/refund/${index + 1}`,
  }))
  return [captured, ...refunded]
}
