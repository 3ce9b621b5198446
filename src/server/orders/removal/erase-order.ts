import type { RequestContext } from '#server/context.ts'
import { releaseContacts } from '#server/customers/link-customers.ts'
import type { Transaction } from '#server/db/database.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { recordEvents } from '#server/events/events.ts'
import { updateTokens } from '#server/orders/change-store.ts'
import * as erasure from '#server/orders/removal/erasure-store.ts'
import { updateFilterTokens } from '#server/orders/tokens/filter-token-store.ts'
import { erasePayloads } from '#server/webhooks/erase-payloads.ts'
import { hashPayload } from '#server/orders/intake/numbered-draft.ts'
import { requireKeptImport } from '#server/orders/import-lock.ts'
import { toMoney } from '#server/orders/order-money.ts'
import { listChanges } from '#server/orders/recorded-fields.ts'
import { removedFile } from '#server/orders/annotations/stored-upload.ts'
import { findOrder } from '#server/orders/find-order.ts'
import { listLines } from '#server/orders/lines.ts'
import * as store from '#server/orders/store.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import { eraseDraft } from '#shared/orders/erase-draft.ts'
import { balanceOf } from '#shared/orders/order.ts'
import { eraseAddress, isPersonalField } from '#shared/orders/personal-fields.ts'
import { ProblemError } from '#shared/problem.ts'

/**
 * Replaces the personal data of the customer in an order, in what it was imported from, in what its events recorded and in the names of
 * proofs of payment, and deletes its notes and other files. Amounts, items, dates, and city, province and country stay, as do invoices and
 * credit notes. Does nothing to an order that was erased before and has no personal data since. Throws `customer-unfinished`.
 */
export async function eraseOrder(transaction: Transaction, context: RequestContext, number: string): Promise<void> {
  const order = await findOrder(transaction, number)
  if (!order) throw new ProblemError('not-found', { number })
  if (!isFinished(order)) throw new ProblemError('customer-unfinished', { unfinished: number })
  const knownValues = await erasure.countPersonalValues(transaction, order.id)
  const isClean = knownValues === 0 && !(await erasure.hasNotes(transaction, order.id))
  if (isClean && (await erasure.isErased(transaction, order.id))) return
  await requireKeptImport(transaction, context, [order])
  const at = context.kontor.now()
  const columns = {
    customer_name: '',
    email: '',
    phone: '',
    note: '',
    shipping_address: JSON.stringify(eraseAddress(JSON.parse(order.shipping_address))),
    billing_address: JSON.stringify(eraseAddress(JSON.parse(order.billing_address))),
    changed_at: at,
  }
  await store.updateOrder(transaction, order, columns)
  const lines = await listLines(transaction, order.id)
  await updateTokens(transaction, { order, lines }, { order: { ...order, ...columns }, lines })
  const payloads = await erasure.updatePayloads(transaction, order.id, (payload) =>
    JSON.stringify(eraseDraft(JSON.parse(payload) as OrderDraft)),
  )
  const subject = {
    objectType: 'order',
    objectId: order.id,
    objectLabel: order.number,
    at,
  } as const
  for (const { id, revision } of await erasure.deleteNotes(transaction, order.id))
    await recordEvents(transaction, context, {
      ...subject,
      action: 'order.note_deleted',
      parameters: { note: id, revision: revision + 1 },
    })
  await updateFilterTokens(transaction, { ...order, ...columns }, context.kontor.book.timeZone)
  const files = await erasure.deleteAttachments(transaction, order.id)
  for (const file of files)
    await recordEvents(transaction, context, { ...subject, action: 'order.file_removed', ...removedFile(file) })
  await erasure.eraseEvidenceNames(transaction, order.id)
  await erasePayloads(transaction, [order.id])
  const changes = listChanges(order, { columns })
  const erasedValues = knownValues + files.length + changes.filter(({ field }) => isPersonalField(field)).length
  await recordEvents(transaction, context, {
    ...subject,
    action: 'order.erased',
    parameters: { version: order.version + 1, payloads: hashPayload(payloads.join('\n')), erasedValues },
    changes,
  })
  await erasure.deletePersonalValues(transaction, order.id)
  await releaseContacts(transaction, order.id)
}

type FinishedFacts = Parameters<typeof toMoney>[0] &
  Pick<OrderRecord, 'status' | 'refund_pending_minor' | 'dispute_open_minor'>

/** Whether an order is finished, so that its contact is not needed any more. */
export const isFinished = (order: FinishedFacts): boolean =>
  (order.status === 'completed' || order.status === 'cancelled') &&
  order.refund_pending_minor === 0 &&
  order.dispute_open_minor === 0 &&
  balanceOf(toMoney(order)) === 0
