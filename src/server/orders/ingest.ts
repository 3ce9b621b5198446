import type { Context } from '#server/context.ts'
import type { Reader, Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { type EventDraft, record } from '#server/events/verbs.ts'
import { bookMovements, type Movement } from '#server/finance/verbs.ts'
import * as store from '#server/orders/ingest-store.ts'
import { type Arrival, hashOf, rowsOf } from '#server/orders/ingest-rows.ts'
import { type NumberKind, takeNumbers } from '#server/orders/numbers.ts'
import type { EventView } from '#shared/events/views.ts'
import { add } from '#shared/money.ts'
import { type Difference, differencesBetween, type OrderDraft } from '#shared/orders/draft.ts'

/** What became of one draft. `number` is Kontor's, and null for an order that a check would create. */
export type IngestOutcome =
  | { outcome: 'created'; number: string | null }
  | { outcome: 'unchanged'; number: string }
  | { outcome: 'different'; number: string; differences: Difference[] }

/**
 * Takes orders in, in the caller's transaction, with everything that belongs to them and the entries of their money; one outcome for
 * each draft, in order. An order that is known already is left as it is. `told` goes into the event of each order.
 */
export async function ingestOrders(
  transaction: Transaction,
  context: Context,
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

/** What would become of the drafts; writes nothing. A draft that stands twice in the list is new only once. */
export async function recogniseOrders(reader: Reader, drafts: readonly OrderDraft[]): Promise<IngestOutcome[]> {
  const known = new Map<string, { number: string | null; hash: string; payload: () => Promise<string | undefined> }>()
  const keyOf = ({ source, externalId }: OrderDraft): string => `${source} ${externalId}`
  for (const [source, own] of Map.groupBy(drafts, (draft) => draft.source))
    for (const { externalId, number, hash } of await store.knownOrders(
      reader,
      source,
      own.map((draft) => draft.externalId),
    ))
      known.set(`${source} ${externalId}`, { number, hash, payload: () => store.payloadOf(reader, source, externalId) })

  const outcomes: IngestOutcome[] = []
  for (const draft of drafts) {
    const before = known.get(keyOf(draft))
    if (!before) {
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

/** Writes new orders and gives their numbers, in order. */
async function createOrders(
  transaction: Transaction,
  context: Context,
  drafts: readonly OrderDraft[],
  told: EventView['parameters'],
): Promise<string[]> {
  if (drafts.length === 0) return []
  const { kontor } = context
  const arrivals = await numbered(transaction, kontor.book.timeZone, drafts)
  await store.insertIngested(transaction, rowsOf(arrivals, kontor.now()))
  await bookMovements(transaction, context, arrivals.flatMap(movementsOf))
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
  const take = async (kind: NumberKind, timeOf: (draft: OrderDraft) => number | null | undefined) => {
    const having = drafts.filter((draft) => typeof timeOf(draft) === 'number')
    const numbers = await takeNumbers(
      transaction,
      zone,
      kind,
      having.map((draft) => timeOf(draft) ?? 0),
    )
    return new Map(having.map((draft, index) => [draft, numbers[index] ?? '']))
  }
  const orders = await take('SO', ({ placedAt }) => placedAt)
  const payments = await take('PY', ({ payment }) => payment?.capturedAt)
  const refunds = await take('RF', ({ refund }) => refund?.refundedAt)
  const shipments = await take('SH', ({ shippedAt }) => shippedAt)
  const made = (numbers: Map<OrderDraft, string>, draft: OrderDraft) => ({
    id: newId(),
    number: numbers.get(draft) ?? '',
  })
  return drafts.map((draft) => ({
    ...made(orders, draft),
    draft,
    payment: draft.payment && { ...made(payments, draft), ...draft.payment },
    refund: draft.refund && { ...made(refunds, draft), ...draft.refund },
    shipment: draft.shippedAt === null ? null : { ...made(shipments, draft), shippedAt: draft.shippedAt },
  }))
}

function movementsOf({ id, number, draft, payment, refund }: Arrival): Movement[] {
  if (!payment) return []
  const { source, externalId, currency, subtotalMinor, shippingMinor, taxMinor, taxesIncluded, totalMinor } = draft
  const discountMinor = add(...draft.lines.map((line) => line.discountMinor))
  const amounts = { currency, subtotalMinor, discountMinor, shippingMinor, taxMinor, taxesIncluded, totalMinor }
  const common = { order: { id, number, ...amounts }, payment, beforeMinor: 0, source }
  const captured: Movement = {
    ...common,
    kind: 'captured',
    amountMinor: payment.capturedMinor,
    occurredAt: payment.capturedAt,
    externalId: `${externalId}/payment`,
  }
  if (!refund) return [captured]
  return [
    captured,
    {
      ...common,
      kind: 'refunded',
      refund,
      amountMinor: refund.amountMinor,
      occurredAt: refund.refundedAt,
      externalId: `${externalId}/refund`,
    },
  ]
}
