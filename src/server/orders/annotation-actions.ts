import type { Action } from '#server/context.ts'
import { annotateOrder } from '#server/orders/annotate-order.ts'
import * as store from '#server/orders/annotation-store.ts'
import { maxTags } from '#shared/constants.ts'
import { parseTags } from '#shared/orders/tags.ts'
import { invalidInput } from '#shared/problem.ts'

/** `PUT /api/orders/:number/assignee`: an empty id leaves the order to no one. Nothing happens if nothing changes. */
export const assignOrder: Action<'assignOrder'> = (context, { number, assigneeId }) =>
  annotateOrder(context, number, async (transaction, order) => {
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
  })

/** `POST /api/orders/:number/tags`: nothing happens if the order has the tag already. */
export const tagOrder: Action<'tagOrder'> = (context, { number, tag }) =>
  annotateOrder(context, number, async (transaction, order) => {
    const tags = parseTags(order.tags)
    if (tags.includes(tag)) return undefined
    if (tags.length >= maxTags)
      throw invalidInput({ pointer: '/tag', reason: 'too-many-items', parameters: { maximum: maxTags } })
    const after = [...tags, tag].toSorted()
    await store.addTag(transaction, order, after, tag)
    return { action: 'order.tagged', parameters: { tag }, columns: { tags: JSON.stringify(after) } }
  })

/** `DELETE /api/orders/:number/tags?tag=…`: nothing happens if the order does not have the tag. */
export const untagOrder: Action<'untagOrder'> = (context, { number, tag }) =>
  annotateOrder(context, number, async (transaction, order) => {
    const tags = parseTags(order.tags)
    if (!tags.includes(tag)) return undefined
    const left = tags.filter((each) => each !== tag)
    await store.removeTag(transaction, order, left, tag)
    return { action: 'order.untagged', parameters: { tag }, columns: { tags: JSON.stringify(left) } }
  })
