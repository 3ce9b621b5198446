import { isOfCredit } from '#server/finance/movement.ts'
import type { Movement } from '#server/finance/movement.ts'
import type { EntryDraft } from '#server/finance/ledger.ts'
import type { EntryKind } from '#shared/finance/ledger.ts'

/** The entry that a movement posts, with links to its order and documents. */
export function toEntryDraft(movement: Movement, lines: EntryDraft['lines']): EntryDraft {
  const { order, occurredAt, source, externalId } = movement
  const links: EntryDraft['links'] = [{ type: 'order', object_id: order.id, number: order.number }]
  if ('payment' in movement) {
    const { payment } = movement
    const refund = 'refund' in movement ? movement.refund : undefined
    links.push({ type: 'payment', object_id: payment.id, number: payment.number })
    if (refund) links.push({ type: 'refund', object_id: refund.id, number: refund.number })
  }
  if (isOfCredit(movement)) {
    if (!order.customerNumber) throw new Error(`Order ${order.number} has no customer who could have store credit`)
    links.push({ type: 'customer', object_id: order.customerNumber, number: order.customerNumber })
  }
  const memo = 'payment' in movement ? movement.payment.reference : ''
  return { kind: kindOf(movement), occurredAt, memo, source, externalId, links, lines }
}

/** Store credit that is used or given is no payment and no refund in the figures of money. */
const kindOf = (movement: Movement): EntryKind => {
  if (isOfCredit(movement) && movement.kind === 'captured') return 'credit.used'
  if (isOfCredit(movement) && movement.kind === 'refunded') return 'refund.credited'
  if (movement.kind === 'settled') return movement.refund ? 'refund.settled' : 'payment.settled'
  return entryKindOf[movement.kind]
}

const entryKindOf: Record<Exclude<Movement['kind'], 'settled'>, EntryKind> = {
  captured: 'payment.captured',
  refunded: 'refund.succeeded',
  refund_returned: 'refund.returned',
  refund_cancelled: 'refund.cancelled',
  cancelled: 'order.cancelled',
  edited: 'order.edited',
  written_off: 'order.written_off',
  exchange_difference: 'fx.realised',
}
