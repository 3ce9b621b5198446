import type { RequestContext } from '#server/context.ts'
import { findOrCreateCustomers, insertContacts } from '#server/customers/link-customers.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { type EventDraft, recordEvents } from '#server/events/events.ts'
import { postMovements, openCapacity, type LedgerCapacity } from '#server/finance/actions.ts'
import { recordCountChanges } from '#server/orders/counts.ts'
import { digestOrders, rangeOf } from '#server/orders/digest-orders.ts'
import { isErased } from '#server/orders/erasure-store.ts'
import * as store from '#server/orders/import-store.ts'
import { toMovements, toPostingLines } from '#server/orders/import-movements.ts'
import { hashDraft, type OrderRows } from '#server/orders/import-rows.ts'
import { findRemovedIds } from '#server/orders/removal-store.ts'
import { type NumberKind, allocateNumbers } from '#server/orders/numbers.ts'
import { buildImportedRows, type OrderNumbers, type PreparedDraft, prepareDraft } from '#server/orders/prepare-draft.ts'
import type { EventView } from '#shared/events/views.ts'
import { eraseDraft } from '#shared/orders/erase-draft.ts'
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
export const importDrafts = (
  transaction: Transaction,
  context: RequestContext,
  drafts: readonly OrderDraft[],
  eventParameters: EventView['parameters'] = {},
): Promise<ImportOutcome[]> =>
  importPrepared(
    transaction,
    context,
    drafts.map((draft) => prepareDraft(draft, context.kontor.book.timeZone)),
    eventParameters,
  )

/** The same for drafts that were prepared before. */
export async function importPrepared(
  transaction: Transaction,
  context: RequestContext,
  drafts: readonly PreparedDraft[],
  eventParameters: EventView['parameters'] = {},
): Promise<ImportOutcome[]> {
  const outcomes = await classify(
    transaction,
    drafts.map(({ draft, rows, hash }) => ({ draft, isConsistent: rows !== undefined, hash: () => hash })),
  )
  const newDrafts = drafts.flatMap(({ rows, ...each }, index) =>
    rows && outcomes[index]?.outcome === 'created' ? [{ ...each, rows }] : [],
  )
  const numbers = await createOrders(transaction, context, newDrafts, eventParameters)
  const numberByKey = new Map(newDrafts.map(({ draft }, index) => [draftKey(draft), numbers[index] ?? '']))
  return outcomes.map((outcome, index) => {
    if (outcome.outcome === 'refused') return outcome
    const { draft } = drafts[index] ?? {}
    return { ...outcome, number: (draft && numberByKey.get(draftKey(draft))) ?? outcome.number } as ImportOutcome
  })
}

/**
 * The outcomes that an import would have; writes nothing. A draft that appears twice in the list is new only once. Pass the same
 * `capacity` for several lists: each new order reserves its part of it.
 */
export const classifyDrafts = (
  db: Db,
  drafts: readonly OrderDraft[],
  capacity?: LedgerCapacity,
): Promise<ImportOutcome[]> =>
  classify(
    db,
    drafts.map((draft) => ({ draft, isConsistent: isConsistent(draft), hash: () => hashDraft(draft) })),
    capacity,
  )

/** A draft with what decides its outcome. */
interface CheckedDraft {
  draft: OrderDraft
  isConsistent: boolean
  hash: () => string
}

async function classify(db: Db, drafts: readonly CheckedDraft[], capacity?: LedgerCapacity): Promise<ImportOutcome[]> {
  let remainingCapacity = capacity
  const known = await findKnownOrders(
    db,
    drafts.map(({ draft }) => draft),
  )
  const outcomes: ImportOutcome[] = []
  for (const checked of drafts) {
    const { draft } = checked
    const before = known.get(draftKey(draft))
    if (before) {
      const differences = await before.compare(checked)
      outcomes.push(
        differences.length > 0
          ? { outcome: 'different', number: before.number, differences }
          : { outcome: 'unchanged', number: before.number },
      )
      continue
    }
    remainingCapacity ??= await openCapacity(db)
    const reason = rejectionReason(checked, remainingCapacity)
    if (!reason) known.set(draftKey(draft), toKnownDraft(draft))
    outcomes.push(reason ? { outcome: 'refused', reason } : { outcome: 'created', number: null })
  }
  return outcomes
}

/** An order that a draft may repeat. `compare` returns what the repetition would change. */
interface KnownOrder {
  number: string
  compare(checked: CheckedDraft): Difference[] | Promise<Difference[]>
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
        compare: async ({ draft, hash: givenHash }) => {
          // Only a changed draft needs the large payload.
          if (hash === givenHash()) return []
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
  compare: (repeated) => diffDrafts(draft, repeated.draft),
})

function rejectionReason(
  { draft, isConsistent: canBeImported }: CheckedDraft,
  capacity: LedgerCapacity,
): 'incoherent' | 'books-full' | undefined {
  if (!canBeImported) return 'incoherent'
  return capacity.reserve(draft.currency, toPostingLines(draft)) ? undefined : 'books-full'
}

/** A prepared draft that can be written. */
type WritableDraft = PreparedDraft & { rows: OrderRows }

/** Writes new orders and returns their numbers, in order. */
async function createOrders(
  transaction: Transaction,
  context: RequestContext,
  drafts: readonly WritableDraft[],
  eventParameters: EventView['parameters'],
): Promise<string[]> {
  if (drafts.length === 0) return []
  const { kontor } = context
  const { timeZone } = kontor.book
  const { import: importNumber } = eventParameters
  const numbers = await assignNumbers(transaction, timeZone, drafts)
  const customers = await findOrCreateCustomers(
    transaction,
    context,
    drafts.flatMap(({ rows }) => rows.orders.map(({ id, email, phone }) => ({ orderId: id, email, phone }))),
  )
  const now = kontor.now()
  const rows = buildImportedRows(
    drafts.map(({ rows: own, tokens }, index) => ({
      rows: own,
      tokens,
      numbers: numbers[index] ?? noNumbers,
      customerNumber: customers.numbers[index] ?? null,
      importNumber: importNumber === undefined ? null : String(importNumber),
    })),
    now,
    timeZone,
  )
  await store.insertImportedRows(transaction, rows)
  await insertContacts(transaction, customers.contacts)
  await recordCountChanges(transaction, kontor, { after: rows.orders })
  const orderIds = new Set(rows.orders.map(({ id }) => id))
  const repeated = await findRepeated(
    transaction,
    drafts.map(({ draft }) => draft),
  )
  const movements = drafts.flatMap(({ draft, rows: own }, index) =>
    toMovements(draft, own, numbers[index] ?? noNumbers, repeated.has(draftKey(draft))),
  )
  await postMovements(transaction, context, movements, orderIds)
  const digests = await digestOrders(transaction, rangeOf([...orderIds]), timeZone)
  const events = rows.orders.map(({ id, number, source, customer_number }, index): EventDraft => ({
    action: source === ownSource ? 'order.created' : 'order.imported',
    objectType: 'order',
    objectId: id,
    objectLabel: number,
    // The chain of events then also protects what was imported, and what became of it.
    parameters: {
      ...eventParameters,
      hash: drafts[index]?.hash ?? '',
      rows: digests.get(id)?.digest ?? '',
      ...(customer_number && { customer: customer_number }),
    },
    at: now,
  }))
  await recordEvents(transaction, context, ...events)
  return rows.orders.map(({ number }) => number)
}

const noNumbers: OrderNumbers = { order: '', payments: [], refunds: [], shipments: [] }

async function assignNumbers(
  transaction: Transaction,
  zone: string,
  drafts: readonly WritableDraft[],
): Promise<OrderNumbers[]> {
  /** Allocates a number for each time of each draft. */
  const allocate = async (kind: NumberKind, timesOf: (rows: OrderRows) => readonly number[]): Promise<string[][]> => {
    const times = drafts.map(({ rows }) => timesOf(rows))
    const numbers = (await allocateNumbers(transaction, zone, kind, times.flat())).values()
    return times.map((own) => own.map(() => numbers.next().value ?? ''))
  }
  const orders = await allocate('SO', (rows) => rows.orders.map(({ placed_at }) => placed_at))
  const payments = await allocate('PY', (rows) => rows.payments.map(({ captured_at }) => captured_at))
  const refunds = await allocate('RF', (rows) => rows.refunds.map(({ refunded_at }) => refunded_at ?? 0))
  const shipments = await allocate('SH', (rows) => rows.shipments.map(({ shipped_at }) => shipped_at))
  return drafts.map((_, index) => ({
    order: orders[index]?.[0] ?? '',
    payments: payments[index] ?? [],
    refunds: refunds[index] ?? [],
    shipments: shipments[index] ?? [],
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
