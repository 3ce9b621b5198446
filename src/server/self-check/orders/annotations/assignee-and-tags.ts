import type { OrderRecord } from '#server/db/schema/orders.ts'
import { parseParameters } from '#server/events/events.ts'
import type { Findings } from '#server/self-check/findings.ts'
import { describeOrder, type RelatedRows } from '#server/self-check/orders/related-rows.ts'

/**
 * The assignee and the tags of an order follow from their events. The events have no order among each other, as they change no version, so
 * they are counted: someone was assigned once more than replaced, and a tag was added once more than removed.
 */
export function verifyAssigneeAndTags(findings: Findings, order: OrderRecord, { events }: RelatedRows): void {
  const assigned = new Balance()
  const tags = new Balance()
  for (const { action, parameters } of events) {
    if (!(action in counted)) continue
    const values = parseParameters(parameters).parameters
    if (action === 'order.tagged') tags.add(String(values['tag']), 1)
    else if (action === 'order.untagged') tags.add(String(values['tag']), -1)
    else {
      assigned.add(String(values['assigneeId']), 1)
      assigned.add(String(values['previousId']), -1)
    }
  }
  const row = describeOrder(order)
  // Before the first event and after the last one, no one may be assigned: an empty id.
  const expected = assigned.positive().find((id) => id !== '') ?? null
  findings.expectEqual('orders-recorded', row, 'assignee_id', order.assignee_id, expected)
  findings.expectEqual('orders-recorded', row, 'tags', order.tags, JSON.stringify(tags.positive().toSorted()))
}

const counted: Readonly<Record<string, true>> = {
  'order.assigned': true,
  'order.unassigned': true,
  'order.tagged': true,
  'order.untagged': true,
}

class Balance {
  readonly #counts = new Map<string, number>()

  add(key: string, change: 1 | -1): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + change)
  }

  positive(): string[] {
    return [...this.#counts].flatMap(([key, count]) => (count > 0 ? [key] : []))
  }
}
