import type { Action } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { annotateOrder, type Annotation } from '#server/orders/annotations/annotate-order.ts'
import * as store from '#server/orders/annotations/annotation-store.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { maxTags } from '#shared/constants.ts'
import { parseTags } from '#shared/orders/tags.ts'
import { invalidInput } from '#shared/problem.ts'

/** `PUT /api/orders/:number/assignee`: an empty id removes the assignee. Does nothing if nothing changes. */
export const assignOrder: Action<'assignOrder'> = (context, { number, assigneeId }) =>
  annotateOrder(context, number, (transaction, order) => writeAssignee(transaction, order, assigneeId))

/** Assigns an order or removes its assignee; `undefined` if nothing changes. Throws `invalid-input` for someone who cannot take care of it. */
export async function writeAssignee(
  transaction: Transaction,
  order: OrderRecord,
  assigneeId: string,
): Promise<Annotation | undefined> {
  const person = assigneeId === '' ? undefined : await store.findAssignable(transaction, assigneeId)
  if (!person && assigneeId !== '') throw invalidInput({ pointer: '/assigneeId', reason: 'choice' })
  const previousId = order.assignee_id ?? ''
  if (previousId === assigneeId) return undefined
  await store.updateAssignee(transaction, order, person?.id ?? null)
  if (!person)
    return {
      action: 'order.unassigned',
      parameters: { assigneeId, previousId },
      columns: { assignee_id: null },
    }
  return {
    action: 'order.assigned',
    parameters: { assignee: person.name, assigneeId, previousId },
    columns: { assignee_id: person.id },
  }
}

/** `POST /api/orders/:number/tags`: nothing happens if the order has the tag already. */
export const tagOrder: Action<'tagOrder'> = (context, { number, tag }) =>
  annotateOrder(context, number, (transaction, order) => writeTag(transaction, order, tag))

/** Adds a tag to an order; `undefined` if it has it. Throws `invalid-input` for too many. */
export async function writeTag(
  transaction: Transaction,
  order: OrderRecord,
  tag: string,
): Promise<Annotation | undefined> {
  const tags = parseTags(order.tags)
  if (tags.includes(tag)) return undefined
  if (tags.length >= maxTags)
    throw invalidInput({ pointer: '/tag', reason: 'limit-reached', parameters: { maximum: maxTags } })
  const after = [...tags, tag].toSorted()
  await store.addTag(transaction, order, after, tag)
  return { action: 'order.tagged', parameters: { tag }, columns: { tags: JSON.stringify(after) } }
}

/** `DELETE /api/orders/:number/tags?tag=…`: nothing happens if the order does not have the tag. */
export const untagOrder: Action<'untagOrder'> = (context, { number, tag }) =>
  annotateOrder(context, number, (transaction, order) => writeUntag(transaction, order, tag))

/** Removes a tag from an order; `undefined` if it does not have it. */
export async function writeUntag(
  transaction: Transaction,
  order: OrderRecord,
  tag: string,
): Promise<Annotation | undefined> {
  const tags = parseTags(order.tags)
  if (!tags.includes(tag)) return undefined
  const left = tags.filter((each) => each !== tag).toSorted()
  await store.removeTag(transaction, order, left, tag)
  return { action: 'order.untagged', parameters: { tag }, columns: { tags: JSON.stringify(left) } }
}
