import { cachedLookup } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { toAssigneeToken, toTagToken } from '#server/orders/tokens/search-tokens.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { deleteToken, insertTokens } from '#server/orders/tokens/token-store.ts'
import { sql } from 'kysely'

type AnnotatedOrder = Pick<OrderRecord, 'key' | 'id' | 'placed_at' | 'assignee_id'>

/** The active account with this id. */
export const findAssignable = (transaction: Transaction, id: string) =>
  transaction
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst()

/** Everyone who can take care of an order, by name. */
export const listAssignable = (db: Db) => selectAssignable(db)

const selectAssignable = cachedLookup((db) =>
  db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('status', '=', sql.lit('active'))
    .orderBy('name_sort_key')
    .orderBy('id')
    .compile(),
)

/** The names of accounts by their ids. */
export async function loadNames(db: Db, ids: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  if (ids.size === 0) return new Map()
  const found = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(found.map(({ id, name }) => [id, name]))
}

export async function updateAssignee(
  transaction: Transaction,
  order: AnnotatedOrder,
  assigneeId: string | null,
): Promise<void> {
  await transaction.updateTable('orders').set({ assignee_id: assigneeId }).where('id', '=', order.id).execute()
  if (order.assignee_id !== null) await deleteToken(transaction, order, toAssigneeToken(order.assignee_id))
  if (assigneeId !== null) await insertTokens(transaction, order, [toAssigneeToken(assigneeId)])
}

/** Writes all tags of an order, of which one is new. */
export async function addTag(
  transaction: Transaction,
  order: AnnotatedOrder,
  tags: readonly string[],
  added: string,
): Promise<void> {
  await updateTags(transaction, order, tags)
  await insertTokens(transaction, order, [toTagToken(added)])
}

/** Writes the tags that are left of an order without one. */
export async function removeTag(
  transaction: Transaction,
  order: AnnotatedOrder,
  tags: readonly string[],
  removed: string,
): Promise<void> {
  await updateTags(transaction, order, tags)
  await deleteToken(transaction, order, toTagToken(removed))
}

async function updateTags(transaction: Transaction, { id }: AnnotatedOrder, tags: readonly string[]): Promise<void> {
  await transaction
    .updateTable('orders')
    .set({ tags: JSON.stringify(tags) })
    .where('id', '=', id)
    .execute()
}
