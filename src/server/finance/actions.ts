import type { RequestContext, Action } from '#server/context.ts'
import type { Database, Db, Transaction } from '#server/db/database.ts'
import { readEntries } from '#server/finance/entries.ts'
import { loadOrderBalances } from '#server/finance/ledger-store.ts'
import { type EntryDraft, postEntries } from '#server/finance/ledger.ts'
import * as store from '#server/finance/store.ts'
import { verify } from '#server/finance/verify.ts'
import {
  capturePostings,
  refundPostings,
  movedAmounts,
  type OrderAmounts,
  type PostingLine,
  type OrderBalances,
  applyPostings,
} from '#shared/finance/posting.ts'
import type { CurrencySummary, Verification } from '#shared/finance/views.ts'

export { openCapacity, type LedgerCapacity } from '#server/finance/ledger-capacity.ts'

/** Money of an order that came in or went back, as the documents tell it. */
export interface Movement {
  kind: 'captured' | 'refunded'
  order: OrderAmounts & { id: string; number: string; currency: string }
  payment: { id: string; number: string; provider: string; reference: string }
  refund?: { id: string; number: string }
  amountMinor: number
  /** When the money moved, ms. */
  occurredAt: number
  /** What had been captured (of a refund: given back) of the order before. */
  beforeMinor: number
  /** Together the key that is never booked twice. */
  source: string
  externalId: string
}

/**
 * Writes one ledger entry for each movement, in their order and in the caller's transaction. Throws, as nothing of this may happen: more
 * given back than was taken, documents and ledger that disagree about what was before, a key that is booked already.
 */
export async function postMovements(
  transaction: Transaction,
  context: RequestContext,
  movements: readonly Movement[],
): Promise<void> {
  const balances = await loadOrderBalances(transaction, [...new Set(movements.map(({ order }) => order.id))])
  const drafts = movements.map((movement) => {
    const before = balances.get(movement.order.id) ?? {}
    const lines = toPostingLines(movement, before)
    balances.set(movement.order.id, applyPostings(before, lines))
    return toEntryDraft(movement, lines)
  })
  await postEntries(transaction, context, drafts)
}

function toPostingLines({ kind, order, amountMinor, beforeMinor }: Movement, balances: OrderBalances): PostingLine[] {
  const { capturedMinor, refundedMinor } = movedAmounts(balances)
  if (beforeMinor !== (kind === 'captured' ? capturedMinor : refundedMinor))
    throw new Error(`The documents of order ${order.number} and its ledger entries disagree`)
  return kind === 'captured' ? capturePostings(order, balances, amountMinor) : refundPostings(balances, amountMinor)
}

function toEntryDraft({ kind, order, payment, refund, ...movement }: Movement, lines: PostingLine[]): EntryDraft {
  return {
    kind: kind === 'captured' ? 'payment.captured' : 'refund.succeeded',
    occurredAt: movement.occurredAt,
    memo: payment.reference,
    source: movement.source,
    externalId: movement.externalId,
    links: [
      { type: 'order', object_id: order.id, number: order.number },
      { type: 'payment', object_id: payment.id, number: payment.number },
      ...(refund ? [{ type: 'refund' as const, object_id: refund.id, number: refund.number }] : []),
    ],
    lines: lines.map(({ role, amountMinor }) => ({
      role,
      amountMinor,
      currency: order.currency,
      provider: role === 'clearing' ? payment.provider : '',
    })),
  }
}

/** Own money by currency between two accounting days, both inclusive and optional. */
export const summarizeCurrencies = (db: Db, from?: string, to?: string): Promise<CurrencySummary[]> =>
  store.summarizeCurrencies(db, from, to)

export const listEntries: Action<'listEntries'> = async (context, query) => {
  const { rows, next, count, totals } = await readEntries(context.kontor.database.read, query)
  return { rows, next, count, totals }
}

export const getSummary: Action<'getSummary'> = async (context, { from, to }) => {
  return { currencies: await summarizeCurrencies(context.kontor.database.read, from, to) }
}

/** Who asks while the books are being read gets the same answer: they are never read twice at once. */
const ongoingVerifications = new WeakMap<Database, Promise<Verification>>()

export const verifyBooks: Action<'verifyBooks'> = async (context) => {
  const { database } = context.kontor
  const ongoing =
    ongoingVerifications.get(database) ?? verify(context.kontor).finally(() => ongoingVerifications.delete(database))
  ongoingVerifications.set(database, ongoing)
  return ongoing
}
