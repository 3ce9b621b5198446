import type { RequestContext, Action } from '#server/context.ts'
import { requirePermission } from '#server/context.ts'
import type { Database, Db, Transaction } from '#server/db/database.ts'
import { readEntries } from '#server/finance/entries.ts'
import { standings } from '#server/finance/ledger-store.ts'
import { type EntryDraft, post } from '#server/finance/ledger.ts'
import * as store from '#server/finance/store.ts'
import { verify } from '#server/finance/verify.ts'
import {
  linesOfCapture,
  linesOfRefund,
  movedSoFar,
  type OrderAmounts,
  type PostingLine,
  type Standing,
  standingAfter,
} from '#shared/finance/posting.ts'
import type { CurrencySummary, Verification } from '#shared/finance/views.ts'

export { openRoom, type Room } from '#server/finance/room.ts'

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
export async function bookMovements(
  transaction: Transaction,
  context: RequestContext,
  movements: readonly Movement[],
): Promise<void> {
  const standing = await standings(transaction, [...new Set(movements.map(({ order }) => order.id))])
  const drafts = movements.map((movement) => {
    const before = standing.get(movement.order.id) ?? {}
    const lines = linesOf(movement, before)
    standing.set(movement.order.id, standingAfter(before, lines))
    return draftOf(movement, lines)
  })
  await post(transaction, context, drafts)
}

function linesOf({ kind, order, amountMinor, beforeMinor }: Movement, standing: Standing): PostingLine[] {
  const { capturedMinor, refundedMinor } = movedSoFar(standing)
  if (beforeMinor !== (kind === 'captured' ? capturedMinor : refundedMinor))
    throw new Error(`The documents of order ${order.number} and its ledger entries disagree`)
  return kind === 'captured' ? linesOfCapture(order, standing, amountMinor) : linesOfRefund(standing, amountMinor)
}

function draftOf({ kind, order, payment, refund, ...movement }: Movement, lines: PostingLine[]): EntryDraft {
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
export const currentSummary = (db: Db, from?: string, to?: string): Promise<CurrencySummary[]> =>
  store.summaryOf(db, from, to)

export const listEntries: Action<'listEntries'> = async (context, query) => {
  requirePermission(context, 'finance.view')
  const { rows, next, count, totals } = await readEntries(context.kontor.database.read, query)
  return { rows, next, count, totals }
}

export const getSummary: Action<'getSummary'> = async (context, { from, to }) => {
  requirePermission(context, 'finance.view')
  return { currencies: await currentSummary(context.kontor.database.read, from, to) }
}

/** Who asks while the books are being read gets the same answer: they are never read twice at once. */
const verifications = new WeakMap<Database, Promise<Verification>>()

export const verifyBooks: Action<'verifyBooks'> = async (context) => {
  requirePermission(context, 'books.verify')
  const { database } = context.kontor
  const ongoing = verifications.get(database) ?? verify(context.kontor).finally(() => verifications.delete(database))
  verifications.set(database, ongoing)
  return ongoing
}
