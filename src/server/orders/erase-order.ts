import type { AuthenticatedContext } from '#server/context.ts'
import { releaseContacts } from '#server/customers/link-customers.ts'
import type { Transaction } from '#server/db/database.ts'
import { recordEvents } from '#server/events/events.ts'
import { updateTokens } from '#server/orders/change-store.ts'
import * as erasure from '#server/orders/erasure-store.ts'
import { hashPayload } from '#server/orders/import-rows.ts'
import { listChanges } from '#server/orders/recorded-fields.ts'
import * as store from '#server/orders/store.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import { eraseDraft } from '#shared/orders/erase-draft.ts'
import { eraseAddress } from '#shared/orders/personal-fields.ts'
import { ProblemError } from '#shared/problem.ts'

/**
 * Replaces the personal data of the customer in an order, in what it was imported from and in what its events recorded, and deletes its notes
 * and files. Amounts, items, dates, and city, province and country stay, as do invoices and credit notes. Does nothing to an order that has
 * been erased.
 */
export async function eraseOrder(
  transaction: Transaction,
  context: AuthenticatedContext,
  number: string,
): Promise<void> {
  const order = await store.findOrder(transaction, number)
  if (!order) throw new ProblemError('not-found', { number })
  if (await erasure.isErased(transaction, order.id)) return
  const columns = {
    customer_name: '',
    email: '',
    phone: '',
    note: '',
    shipping_address: JSON.stringify(eraseAddress(JSON.parse(order.shipping_address))),
    billing_address: JSON.stringify(eraseAddress(JSON.parse(order.billing_address))),
  }
  await store.updateOrder(transaction, order, columns)
  const lines = await store.listLines(transaction, order.id)
  await updateTokens(transaction, { order, lines }, { order: { ...order, ...columns }, lines })
  const at = context.kontor.now()
  const subject = { objectType: 'order', objectId: order.id, objectLabel: order.number, at } as const
  const payloads = await erasure.updatePayloads(transaction, order.id, (payload) =>
    JSON.stringify(eraseDraft(JSON.parse(payload) as OrderDraft)),
  )
  await recordEvents(transaction, context, {
    ...subject,
    action: 'order.erased',
    parameters: { version: order.version + 1, payloads: hashPayload(payloads.join('\n')) },
    changes: listChanges(order, { columns }),
  })
  for (const { id, revision } of await erasure.deleteNotes(transaction, order.id))
    await recordEvents(transaction, context, {
      ...subject,
      action: 'order.note_deleted',
      parameters: { note: id, revision: revision + 1 },
    })
  for (const { id, name } of await erasure.deleteAttachments(transaction, order.id))
    await recordEvents(transaction, context, {
      ...subject,
      action: 'order.file_removed',
      parameters: { attachment: id, file: name },
    })
  await erasure.deletePersonalValues(transaction, order.id)
  await releaseContacts(transaction, order.id)
}
