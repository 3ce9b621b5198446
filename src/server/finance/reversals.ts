import type { RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { openCapacity } from '#server/finance/ledger-capacity.ts'
import * as store from '#server/finance/ledger-store.ts'
import { postEntries } from '#server/finance/ledger.ts'
import type { EntryKind, LinkType } from '#shared/finance/ledger.ts'
import { negateShare } from '#shared/finance/taxes.ts'
import { ProblemError } from '#shared/problem.ts'
import { dayOf, startOfDay } from '#shared/time.ts'

export interface ReversalRequest {
  /** The number of the entry to reverse. */
  seq: number
  memo: string
  /** Together the key of the reversing entry: a repeated request returns the same entry. */
  source: string
  externalId: string
  /** Whether it is posted on the day of the entry and with its kind, so that the figures of that day and kind are those before it. */
  isUndone?: boolean
}

/** When an entry is undone: at its own time, or on its accounting day if its money had moved in a month that was closed by then, and that may be open again. */
export const timeOfUndo = (
  { occurred_at, accounting_day }: { occurred_at: number; accounting_day: string },
  { kontor: { book } }: RequestContext,
): number =>
  dayOf(occurred_at, book.timeZone) === accounting_day ? occurred_at : startOfDay(accounting_day, book.timeZone)

/**
 * Posts the mirror image of an entry, today unless it `isUndone`, with the same links, and returns its number. Reversing changes no document: the caller
 * corrects those in the same transaction. Throws `ProblemError`: `not-found`, `entry-already-reversed`, `entry-is-reversal` (a reversal is
 * never reversed: post the right entry instead), `key-already-used` for a key that another entry has, `ledger-full`.
 */
export async function reverseEntry(
  transaction: Transaction,
  context: RequestContext,
  { seq, memo, source, externalId, isUndone = false }: ReversalRequest,
): Promise<number> {
  const posted = await store.findEntryByKey(transaction, source, externalId)
  if (posted) {
    if (posted.reverses === seq) return posted.seq
    throw new ProblemError('key-already-used', { key: externalId })
  }
  const original = await store.loadEntry(transaction, seq)
  if (!original) throw new ProblemError('not-found', { number: seq })
  if (original.reverses !== null) throw new ProblemError('entry-is-reversal', { number: seq })
  if (original.reversedBy !== null)
    throw new ProblemError('entry-already-reversed', { number: seq, reversal: original.reversedBy })
  const lines = original.postings.map(({ account_id, currency, amount_minor }) => ({
    accountId: account_id,
    currency,
    amountMinor: -amount_minor,
  }))
  const capacity = await openCapacity(transaction)
  for (const [currency, linesInCurrency] of Map.groupBy(lines, (line) => line.currency))
    if (!capacity.reserve(currency, linesInCurrency)) throw new ProblemError('ledger-full', { currency })
  const [reversalSeq] = await postEntries(transaction, context, [
    {
      kind: isUndone ? (original.kind as EntryKind) : 'entry.reversed',
      occurredAt: isUndone ? timeOfUndo(original, context) : context.kontor.now(),
      memo,
      source,
      externalId,
      reverses: seq,
      links: original.links.map(({ type, object_id, number }) => ({ type: type as LinkType, object_id, number })),
      lines,
      taxes: original.taxes.map(negateShare),
    },
  ])
  if (reversalSeq === undefined) throw new Error('The reversal was not posted')
  return reversalSeq
}
