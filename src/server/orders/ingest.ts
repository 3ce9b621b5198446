import type { RequestContext } from '#server/context.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { type EventDraft, record } from '#server/events/verbs.ts'
import { postMovements, type Movement, openCapacity, type LedgerCapacity } from '#server/finance/actions.ts'
import * as store from '#server/orders/ingest-store.ts'
import { type Arrival, hashOf, refundsOf, rowsOf } from '#server/orders/ingest-rows.ts'
import { type NumberKind, takeNumbers } from '#server/orders/numbers.ts'
import type { EventView } from '#shared/events/views.ts'
import {
  capturePostings,
  refundPostings,
  type OrderAmounts,
  type PostingLine,
  applyPostings,
} from '#shared/finance/posting.ts'
import { add } from '#shared/money.ts'
import { type Difference, differencesBetween, isCoherent, type OrderDraft } from '#shared/orders/draft.ts'

/** What became of one draft. `number` is Kontor's, and null for an order that a check would create. */
export type IngestOutcome =
  | { outcome: 'created'; number: string | null }
  | { outcome: 'unchanged'; number: string }
  | { outcome: 'different'; number: string; differences: Difference[] }
  /** Its amounts or quantities contradict one another, or the ledger has no room for its money. */
  | { outcome: 'refused'; why: 'incoherent' | 'books-full' }

/**
 * Takes orders in, in the caller's transaction, with everything that belongs to them and the entries of their money; one outcome for
 * each draft, in order. An order that is known already is left as it is. `told` goes into the event of each order.
 */
export async function ingestOrders(
  transaction: Transaction,
  context: RequestContext,
  drafts: readonly OrderDraft[],
  told: EventView['parameters'] = {},
): Promise<IngestOutcome[]> {
  const outcomes = await recogniseOrders(transaction, drafts)
  const fresh = drafts.filter((_, index) => outcomes[index]?.outcome === 'created')
  const numbers = await createOrders(transaction, context, fresh, told)
  return outcomes.map((outcome) =>
    outcome.outcome === 'created' ? { outcome: 'created', number: numbers.shift() ?? null } : outcome,
  )
}

/**
 * What would become of the drafts; writes nothing. A draft that stands twice in the list is new only once. Who asks for more than one
 * list gives the same `room` for all, which the money of each new order narrows.
 */
export async function recogniseOrders(
  db: Db,
  drafts: readonly OrderDraft[],
  room?: LedgerCapacity,
): Promise<IngestOutcome[]> {
  let left = room
  const known = new Map<string, { number: string | null; hash: string; payload: () => Promise<string | undefined> }>()
  const keyOf = ({ source, externalId }: OrderDraft): string => `${source} ${externalId}`
  for (const [source, own] of Map.groupBy(drafts, (draft) => draft.source))
    for (const { externalId, number, hash } of await store.knownOrders(
      db,
      source,
      own.map((draft) => draft.externalId),
    ))
      known.set(`${source} ${externalId}`, { number, hash, payload: () => store.payloadOf(db, source, externalId) })

  const outcomes: IngestOutcome[] = []
  for (const draft of drafts) {
    const before = known.get(keyOf(draft))
    if (!before) {
      left ??= await openCapacity(db)
      const why = whyNot(draft, left)
      if (why) {
        outcomes.push({ outcome: 'refused', why })
        continue
      }
      known.set(keyOf(draft), { number: null, hash: hashOf(draft), payload: async () => JSON.stringify(draft) })
      outcomes.push({ outcome: 'created', number: null })
      continue
    }
    const number = before.number ?? draft.externalNumber
    const payload = before.hash === hashOf(draft) ? undefined : await before.payload()
    const differences = payload === undefined ? [] : differencesBetween(JSON.parse(payload), draft)
    outcomes.push(
      differences.length > 0 ? { outcome: 'different', number, differences } : { outcome: 'unchanged', number },
    )
  }
  return outcomes
}

function whyNot(draft: OrderDraft, room: LedgerCapacity): 'incoherent' | 'books-full' | undefined {
  if (!isCoherent(draft)) return 'incoherent'
  return room.reserve(draft.currency, linesOf(draft)) ? undefined : 'books-full'
}

/** Everything that the draft's money will write into the ledger. */
function linesOf(draft: OrderDraft): PostingLine[] {
  const { payment, refund } = draft
  if (!payment) return []
  const captured = capturePostings(amountsOf(draft), {}, payment.capturedMinor)
  return refund ? [...captured, ...refundPostings(applyPostings({}, captured), refund.amountMinor)] : captured
}

function amountsOf({
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

/** Writes new orders and gives their numbers, in order. */
async function createOrders(
  transaction: Transaction,
  context: RequestContext,
  drafts: readonly OrderDraft[],
  told: EventView['parameters'],
): Promise<string[]> {
  if (drafts.length === 0) return []
  const { kontor } = context
  const arrivals = await numbered(transaction, kontor.book.timeZone, drafts)
  await store.insertIngested(transaction, rowsOf(arrivals, kontor.now()))
  await postMovements(transaction, context, arrivals.flatMap(movementsOf))
  const events = arrivals.map(({ id, number }): EventDraft => ({
    action: 'order.imported',
    objectType: 'order',
    objectId: id,
    objectLabel: number,
    parameters: told,
  }))
  await record(transaction, context, ...events)
  return arrivals.map(({ number }) => number)
}

async function numbered(transaction: Transaction, zone: string, drafts: readonly OrderDraft[]): Promise<Arrival[]> {
  /** Numbers for the things of one kind, given out in the order in which they stand. */
  const take = async (kind: NumberKind, times: readonly number[]) => {
    const numbers = (await takeNumbers(transaction, zone, kind, times)).values()
    return () => ({ id: newId(), number: numbers.next().value ?? '' })
  }
  const arriving = drafts.map((draft) => ({ draft, refunds: refundsOf(draft) }))
  const newOrder = await take(
    'SO',
    drafts.map(({ placedAt }) => placedAt),
  )
  const newPayment = await take(
    'PY',
    drafts.flatMap(({ payment }) => payment?.capturedAt ?? []),
  )
  const newRefund = await take(
    'RF',
    arriving.flatMap(({ refunds }) => refunds.map(({ refundedAt }) => refundedAt)),
  )
  const newShipment = await take(
    'SH',
    drafts.flatMap(({ shippedAt }) => shippedAt ?? []),
  )
  return arriving.map(({ draft, refunds }) => ({
    ...newOrder(),
    draft,
    payment: draft.payment && { ...newPayment(), ...draft.payment },
    refunds: refunds.map((refund) => ({ ...newRefund(), ...refund })),
    shipment: draft.shippedAt === null ? null : { ...newShipment(), shippedAt: draft.shippedAt },
  }))
}

function movementsOf({ id, number, draft, payment, refunds }: Arrival): Movement[] {
  if (!payment) return []
  const { source, externalId, currency } = draft
  const common = { order: { id, number, currency, ...amountsOf(draft) }, payment, source }
  const captured: Movement = {
    ...common,
    kind: 'captured',
    amountMinor: payment.capturedMinor,
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
