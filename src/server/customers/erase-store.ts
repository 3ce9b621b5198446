import { toProfile } from '#server/customers/profile-columns.ts'
import { findProfiles } from '#server/customers/profile-store.ts'
import { selectOrders } from '#server/customers/orders-store.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { emptyProfile, listProfileChanges } from '#shared/customers/profile.ts'

/** Whether the orders of customers who were erased have notes or personal values in their events again. */
export async function hasPersonalData(db: Db, numbers: readonly string[]): Promise<boolean> {
  const orders = selectOrders(db, numbers)
  const note = await orders
    .innerJoin('order_notes', 'order_notes.order_id', 'orders.id')
    .select('order_notes.id')
    .limit(1)
    .executeTakeFirst()
  if (note) return true
  if (await hasProfile(db, numbers)) return true
  const value = await orders
    .innerJoin('events', 'object_id', 'orders.id')
    .innerJoin('event_personal_values', 'event_id', 'events.id')
    .select('events.id')
    .where('object_type', '=', 'order')
    .limit(1)
    .executeTakeFirst()
  return value !== undefined
}

/** Whether a profile of these customers says anything. */
async function hasProfile(db: Db, numbers: readonly string[]): Promise<boolean> {
  const profiles = await findProfiles(db, numbers)
  return [...profiles.values()].some((profile) => listProfileChanges(emptyProfile, toProfile(profile)).length > 0)
}

/** How many personal values the events of a customer have. */
export async function countPersonalValues(db: Db, number: string): Promise<number> {
  const { count } = await db
    .selectFrom('events')
    .innerJoin('event_personal_values', 'event_id', 'events.id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('object_type', '=', 'customer')
    .where('object_id', '=', number)
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes the personal values in the events of a customer. */
export async function deletePersonalValues(transaction: Transaction, number: string): Promise<void> {
  await transaction
    .deleteFrom('event_personal_values')
    .where('event_id', 'in', (query) =>
      query.selectFrom('events').select('id').where('object_type', '=', 'customer').where('object_id', '=', number),
    )
    .execute()
}

/** How many notes, files (without those that prove payments) and issued documents the orders of these customers have. */
export async function countAdditions(db: Db, numbers: readonly string[]) {
  const orderIds = selectOrders(db, numbers).select('orders.id')
  const notes = await db
    .selectFrom('order_notes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('order_id', 'in', orderIds)
    .executeTakeFirstOrThrow()
  const attachments = await db
    .selectFrom('attachments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('order_id', 'in', orderIds)
    .where('payment_id', 'is', null)
    .executeTakeFirstOrThrow()
  const documents = await db
    .selectFrom('documents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('order_id', 'in', orderIds)
    .executeTakeFirstOrThrow()
  return { noteCount: notes.count, attachmentCount: attachments.count, documentCount: documents.count }
}

/** A part of the stored answers of requests, in their order, each with its text. */
export const listAnswers = (db: Db, after: { created_at: number; key: string }, limit: number) =>
  db
    .selectFrom('idempotency_keys')
    .select(['user_id', 'key', 'created_at', 'answer'])
    .where('answer', 'is not', null)
    .where(({ eb, and, or }) =>
      or([
        eb('created_at', '>', after.created_at),
        and([eb('created_at', '=', after.created_at), eb('key', '>', after.key)]),
      ]),
    )
    .orderBy('created_at')
    .orderBy('key')
    .limit(limit)
    .execute()

/** Removes the stored answer of a request; sent again, it is answered as done or refused, or looked at again if it is repeatable. */
export async function eraseAnswer(transaction: Transaction, userId: string, key: string): Promise<void> {
  await transaction
    .updateTable('idempotency_keys')
    .set({ answer: null })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute()
}

/** Writes when the personal data of a customer were erased. */
export async function updateErased(transaction: Transaction, number: string, at: number): Promise<void> {
  await transaction
    .updateTable('customers')
    .set(({ eb }) => ({ erased_at: at, version: eb('version', '+', 1) }))
    .where('number', '=', number)
    .execute()
}
