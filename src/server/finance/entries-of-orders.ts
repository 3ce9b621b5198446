import type { RequestContext } from '#server/context.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import * as store from '#server/finance/entries-of-orders-store.ts'
import { openCapacity } from '#server/finance/ledger-capacity.ts'
import { type EntryDraft, postEntries } from '#server/finance/ledger.ts'
import { accountingDayOf } from '#shared/finance/closing/periods.ts'
import type { EntryKind, LinkType } from '#shared/finance/ledger.ts'
import { negateShare } from '#shared/finance/taxes.ts'
import { ProblemError } from '#shared/problem.ts'

/** An entry of an order, and why it cannot be reversed on its own day, if so. */
interface ReversibleEntry {
  orderId: string
  seq: number
  blocker: 'matched' | 'closed-month' | undefined
}

/**
 * The entries of orders that reversing them would reverse. One is blocked while a statement is matched with it, and when a reversal would be posted on another day
 * than its own, because its month was closed or reopened since.
 */
export async function listReversibleEntries(
  db: Db,
  timeZone: string,
  orderIds: readonly string[],
): Promise<ReversibleEntry[]> {
  const closedThrough = await store.findClosedThrough(db)
  const entries = await store.listEntriesOfOrders(db, orderIds)
  return entries.map(({ order_id, seq, occurred_at, accounting_day, is_matched }) => ({
    orderId: order_id,
    seq,
    blocker:
      is_matched === 1
        ? 'matched'
        : accountingDayOf(occurred_at, timeZone, closedThrough) === accounting_day
          ? undefined
          : 'closed-month',
  }))
}

/**
 * Reverses all entries of orders at the time and on the day of each, so that every account and every day comes out as before them. The caller removes the
 * documents and has asked `listReversibleEntries` in this transaction. Throws `ledger-full`.
 */
export async function reverseEntriesOfOrders(
  transaction: Transaction,
  context: RequestContext,
  orderIds: readonly string[],
  memo: string,
): Promise<void> {
  // Newest first, so that no account of an order goes below zero in between.
  const entries = (await store.listEntriesOfOrders(transaction, orderIds)).toReversed()
  const parts = await store.loadPartsOfEntries(
    transaction,
    entries.map(({ seq }) => seq),
  )
  const postings = Map.groupBy(parts.postings, ({ entry_seq }) => entry_seq)
  const links = Map.groupBy(parts.links, ({ entry_seq }) => entry_seq)
  const taxes = Map.groupBy(parts.taxes, ({ entry_seq }) => entry_seq)
  const capacity = await openCapacity(transaction)
  const drafts = entries.map(({ seq, kind, occurred_at }): EntryDraft => {
    const lines = (postings.get(seq) ?? []).map(({ account_id, currency, amount_minor }) => ({
      accountId: account_id,
      currency,
      amountMinor: -amount_minor,
    }))
    for (const [currency, ofCurrency] of Map.groupBy(lines, (line) => line.currency))
      if (!capacity.reserve(currency, ofCurrency)) throw new ProblemError('ledger-full', { currency })
    return {
      // With the kind of the entry, so that the figures of payments and refunds are those before it, too.
      kind,
      occurredAt: occurred_at,
      memo,
      source: 'kontor',
      externalId: `${memo}/${seq}`,
      reverses: seq,
      links: (links.get(seq) ?? []).map(({ type, object_id, number }) => ({
        type: type as LinkType,
        object_id,
        number,
      })),
      lines,
      taxes: (taxes.get(seq) ?? []).map(({ tax_rate, net_minor, tax_minor }) =>
        negateShare({ rate: tax_rate, netMinor: net_minor, taxMinor: tax_minor }),
      ),
    }
  })
  await postEntries(transaction, context, drafts)
}

/** The entries that booked the payments, refunds and disputes of an order: the number of each document and of its entry. */
export async function findEntriesOfOrder(db: Db, orderId: string): Promise<Map<string, number>> {
  // Not a condition of the query: SQLite would read all entries by the index of `reverses`, where nearly all are null.
  const links = (await store.listLinksOfOrder(db, orderId)).filter(
    ({ reverses, kind }) => reverses === null && !laterKinds.has(kind),
  )
  const entries = new Map<string, number>()
  // The entry of a refund or a dispute names its payment, too.
  for (const [seq, documents] of Map.groupBy(links, (link) => link.seq)) {
    const ofType = (type: string) => documents.find((link) => link.type === type)
    const document = ofType('dispute') ?? ofType('refund') ?? ofType('payment')
    // Later entries of a dispute record its outcome.
    if (document && !entries.has(document.number)) entries.set(document.number, seq)
  }
  return entries
}

/** Entries that follow that of a document. */
const laterKinds: ReadonlySet<string> = new Set<EntryKind>(['fx.realised', 'payment.settled', 'refund.settled'])
