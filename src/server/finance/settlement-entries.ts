import type { RequestContext } from '#server/context.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { findDocumentEntry, listSettledPayments } from '#server/finance/document-entries-store.ts'
import * as store from '#server/finance/ledger-store.ts'
import { findTakenPostings } from '#server/finance/matching/match-store.ts'
import { reverseEntry, timeOfUndo } from '#server/finance/reversals.ts'
import type { EntryKind } from '#shared/finance/ledger.ts'
import { ProblemError } from '#shared/problem.ts'

/** A payment or a refund as its entries name it. */
interface BookedDocument {
  id: string
  number: string
}

/** Throws `document-matched` if the document's entry of this kind is matched with a statement or part of a payout. */
export async function requireUnmatched(
  transaction: Transaction,
  document: BookedDocument,
  kind: EntryKind,
): Promise<void> {
  const entry = await findDocumentEntry(transaction, document.id, kind)
  if (entry) await requireUnmatchedEntry(transaction, document, entry.seq)
}

async function requireUnmatchedEntry(transaction: Transaction, { number }: BookedDocument, seq: number): Promise<void> {
  const taken = await findTakenPostings(transaction, [seq])
  if (taken.size > 0) throw new ProblemError('document-matched', { number })
}

/**
 * Reverses the entry by which a payment or a refund was settled in another currency, on its day, and returns the time and what it had posted, by account. Throws `not-found` where there is none, and
 * `document-matched`.
 */
export async function reverseSettlement(
  transaction: Transaction,
  context: RequestContext,
  kind: 'payment.settled' | 'refund.settled',
  document: BookedDocument,
  { memo, externalId }: { memo: string; externalId: string },
): Promise<{ occurredAt: number; posted: { currency: string; amountMinor: number }[] }> {
  const entry = await findDocumentEntry(transaction, document.id, kind)
  if (!entry) throw new ProblemError('not-found', { number: document.number })
  await requireUnmatchedEntry(transaction, document, entry.seq)
  const settled = await store.loadEntry(transaction, entry.seq)
  if (!settled) throw new Error(`Entry ${entry.seq} is missing`)
  await reverseEntry(transaction, context, { seq: entry.seq, memo, source: 'kontor', externalId, isUndone: true })
  const posted = settled.postings
    .filter(({ role }) => role === 'clearing')
    .map(({ currency, amount_minor }) => ({ currency, amountMinor: amount_minor }))
  return { occurredAt: timeOfUndo(settled, context), posted }
}

/** Which of these payments were settled in another currency by an entry of their own, and not with their capture. */
export const listSettledLater = async (db: Db, paymentIds: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(await listSettledPayments(db, paymentIds))
