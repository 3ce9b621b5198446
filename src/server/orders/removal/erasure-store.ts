import type { Db, Transaction } from '#server/db/database.ts'
import { erasedFileName } from '#shared/orders/attachments.ts'

export async function isErased(db: Db, orderId: string): Promise<boolean> {
  const found = await db
    .selectFrom('events')
    .select('id')
    .where('object_type', '=', 'order')
    .where('object_id', '=', orderId)
    .where('action', '=', 'order.erased')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Writes what `erase` makes of everything that the order was imported from, and returns it, the oldest version first. The hashes stay those of what came in. */
export async function updatePayloads(
  transaction: Transaction,
  orderId: string,
  erase: (payload: string) => string,
): Promise<string[]> {
  const imports = await transaction
    .selectFrom('order_imports')
    .select(['revision', 'payload'])
    .where('order_id', '=', orderId)
    .orderBy('revision')
    .execute()
  const erased = imports.map(({ revision, payload }) => ({ revision, payload: erase(payload) }))
  for (const { revision, payload } of erased)
    await transaction
      .updateTable('order_imports')
      .set({ payload })
      .where('order_id', '=', orderId)
      .where('revision', '=', revision)
      .execute()
  return erased.map(({ payload }) => payload)
}

export const deleteNotes = (transaction: Transaction, orderId: string) =>
  transaction.deleteFrom('order_notes').where('order_id', '=', orderId).returning(['id', 'revision']).execute()

/** Replaces the names of the files that prove a payment. */
export async function eraseEvidenceNames(transaction: Transaction, orderId: string): Promise<void> {
  const files = await transaction
    .selectFrom('attachments')
    .select(['id', 'content_type'])
    .where('order_id', '=', orderId)
    .where('payment_id', 'is not', null)
    .execute()
  for (const { id, content_type } of files)
    await transaction
      .updateTable('attachments')
      .set({ name: erasedFileName(content_type) })
      .where('id', '=', id)
      .execute()
}

/** Except for those that prove a payment. */
export async function deleteAttachments(transaction: Transaction, orderId: string) {
  await transaction
    .deleteFrom('attachment_chunks')
    .where('attachment_id', 'in', ({ selectFrom }) =>
      selectFrom('attachments').select('id').where('order_id', '=', orderId).where('payment_id', 'is', null),
    )
    .execute()
  return transaction
    .deleteFrom('attachments')
    .where('order_id', '=', orderId)
    .where('payment_id', 'is', null)
    .returning(['id', 'name'])
    .execute()
}

/** How many personal values the events of an order have. */
export async function countPersonalValues(db: Db, orderId: string): Promise<number> {
  const { count } = await db
    .selectFrom('events')
    .innerJoin('event_personal_values', 'event_id', 'events.id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('object_type', '=', 'order')
    .where('object_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return count
}

export async function hasNotes(db: Db, orderId: string): Promise<boolean> {
  const found = await db
    .selectFrom('order_notes')
    .select('id')
    .where('order_id', '=', orderId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Deletes the personal values in the events of an order. */
export async function deletePersonalValues(transaction: Transaction, orderId: string): Promise<void> {
  await transaction
    .deleteFrom('event_personal_values')
    .where('event_id', 'in', ({ selectFrom }) =>
      selectFrom('events').select('id').where('object_type', '=', 'order').where('object_id', '=', orderId),
    )
    .execute()
}
