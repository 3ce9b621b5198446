import type { AuthenticatedContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { insertAll } from '#server/db/insert.ts'
import type { DocumentsTable } from '#server/db/schema/app.ts'
import { type EventDraft, recordEvents } from '#server/events/events.ts'
import { followOrder } from '#server/orders/digests/digest-orders.ts'
import { allocateNumbers } from '#server/orders/numbers.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { buildCreditNote } from '#server/print/credit-note.ts'
import { buildInvoice } from '#server/print/invoice.ts'
import { hashDocument } from '#server/print/hash-document.ts'
import { loadSeller } from '#server/print/seller-actions.ts'
import * as store from '#server/print/store.ts'
import type { IssuedKind } from '#shared/print/documents.ts'
import type { IssuedContent } from '#shared/print/issued-content.ts'
import type { Seller } from '#shared/print/views.ts'
import { invalidInput } from '#shared/problem.ts'

/** A document of an order to print. */
export interface PlannedDocument {
  order: OrderRecord
  /** The number of an invoice or credit note; empty for other documents, and until it is issued. */
  number: string
  /** It was printed before: only one original exists. */
  isCopy: boolean
  /** The content of an invoice or credit note that is still to be issued. */
  content?: IssuedContent
}

const prefixes = { 'invoice': 'IN', 'credit-note': 'CN' } as const

/** Builds what a new document of an order says; `undefined` if it needs none. `issued` are its documents so far. */
export type BuildContent = (
  transaction: Transaction,
  order: OrderRecord,
  issued: readonly DocumentsTable[],
  seller: Seller,
) => Promise<IssuedContent | undefined>

/**
 * What there is to print for each order: the invoice or credit note that it needs, or else copies of those that it has. Nothing for an order that has
 * none and needs none.
 */
export async function planIssued(
  transaction: Transaction,
  kind: IssuedKind,
  orders: readonly OrderRecord[],
): Promise<PlannedDocument[][]> {
  const { version: _, ...seller } = await loadSeller(transaction)
  const issued = await store.listIssued(
    transaction,
    orders.map(({ id }) => id),
  )
  const planned: PlannedDocument[][] = []
  for (const order of orders) {
    const ofOrder = issued.filter(({ order_id }) => order_id === order.id)
    const content = await buildContent[kind](transaction, order, ofOrder, seller)
    const copies = ofOrder.filter((document) => (document.kind === 'credit-note') === (kind === 'credit-note'))
    planned.push(
      content
        ? [{ order, number: '', isCopy: false, content }]
        : copies.map(({ number }) => ({ order, number, isCopy: true })),
    )
  }
  return planned
}

const buildContent: Record<IssuedKind, BuildContent> = { 'invoice': buildInvoice, 'credit-note': buildCreditNote }

/** Issues what is still to be issued, and returns all documents with their numbers. Throws `invalid-input` at `/kind` if the seller is unknown. */
export async function issueDocuments(
  transaction: Transaction,
  context: AuthenticatedContext,
  kind: IssuedKind,
  planned: readonly PlannedDocument[],
): Promise<PlannedDocument[]> {
  if (planned.some(({ content }) => content?.seller.name === ''))
    throw invalidInput({ pointer: '/kind', reason: 'no-seller' })
  const rows = await insertDocuments(
    transaction,
    context,
    kind,
    planned.flatMap(({ order, content }) => (content ? [{ order, content }] : [])),
  )
  const numbers = rows.map(({ number }) => number)
  return planned.map((each) => (each.content ? { ...each, number: numbers.shift() ?? '' } : each))
}

async function insertDocuments(
  transaction: Transaction,
  context: AuthenticatedContext,
  kind: IssuedKind,
  added: readonly { order: OrderRecord; content: IssuedContent }[],
): Promise<DocumentsTable[]> {
  const { kontor, session } = context
  const issuedAt = kontor.now()
  const numbers = await allocateNumbers(
    transaction,
    kontor.book.timeZone,
    prefixes[kind],
    added.map(() => issuedAt),
  )
  const rows = added.map(({ order, content }, index): DocumentsTable => {
    const document = {
      number: numbers[index] ?? '',
      kind: 'supplements' in content ? ('supplementary-invoice' as const) : kind,
      order_id: order.id,
      issued_at: issuedAt,
      issued_by: session.user.id,
      content: JSON.stringify(content),
    }
    return { ...document, hash: hashDocument(document) }
  })
  const digests: Awaited<ReturnType<typeof followOrder>>[] = []
  for (const { order } of added) digests.push(await followOrder(transaction, order.id, kontor.book.timeZone))
  await insertAll(transaction, 'documents', rows)
  const drafts: EventDraft[] = []
  for (const [index, { number, kind: issuedKind, order_id, hash }] of rows.entries())
    drafts.push({
      action: 'order.document_issued',
      objectType: 'order',
      objectId: order_id,
      objectLabel: added[index]?.order.number ?? '',
      parameters: { kind: issuedKind, document: number, hash, ...(await digests[index]?.()) },
      at: issuedAt,
    })
  await recordEvents(transaction, context, ...drafts)
  return rows
}
