import type { RequestContext } from '#server/context.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { type LedgerCapacity, openCapacity } from '#server/finance/ledger-capacity.ts'
import { toOrderAmounts } from '#server/orders/intake/draft-movements.ts'
import { isErased } from '#server/orders/removal/erasure-store.ts'
import * as store from '#server/orders/intake/import-store.ts'
import { hashDraft } from '#server/orders/intake/numbered-draft.ts'
import { draftKey, writeDrafts } from '#server/orders/intake/write-drafts.ts'
import type { EventView } from '#shared/events/views.ts'
import { type PostingLine, applyPostings } from '#shared/finance/order-balances.ts'
import { capturePostings, refundPostings, settlementPostings } from '#shared/finance/posting.ts'
import { eraseDraft } from '#shared/orders/erase-draft.ts'
import { type Difference, diffDrafts, isConsistent, type OrderDraft } from '#shared/orders/draft.ts'

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
  const numbers = await writeDrafts(transaction, context, newDrafts, eventParameters)
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
