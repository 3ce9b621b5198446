import type { RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { postMovements } from '#server/finance/movements.ts'
import { toLedgerOrder } from '#server/orders/order-money.ts'
import { findDifference } from '#server/orders/money/settlement.ts'
import type { OrderChange } from '#server/orders/change-order.ts'
import * as store from '#server/orders/money/dispute-store.ts'
import type { DisputeRecord } from '#server/orders/money/dispute-store.ts'
import { toDisputeFields } from '#server/orders/money/disputes.ts'
import type { PaymentRecord } from '#server/orders/money/money-store.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { holdsAmount } from '#shared/orders/dispute.ts'
import { diffFields } from '#shared/orders/fields.ts'

export type DisputeEvent = `dispute.${'opened' | 'won' | 'lost' | 'reopened' | 'cancelled'}`

const isReversal = (event: DisputeEvent): boolean => event === 'dispute.reopened' || event === 'dispute.cancelled'

/** The changes to the payment and the order after a dispute was recorded or has changed. */
export async function storeDisputeChange(
  transaction: Transaction,
  context: RequestContext,
  {
    order,
    payment,
    before,
    after,
    event,
    reason = after.reason,
  }: {
    order: OrderRecord
    payment: PaymentRecord
    before: DisputeRecord | undefined
    after: DisputeRecord
    event: DisputeEvent
    reason?: string | undefined
  },
): Promise<OrderChange> {
  const difference = await findDifference(transaction, payment, before, after)
  if (difference)
    await postMovements(transaction, context, [
      {
        kind: 'exchange_difference',
        order: toLedgerOrder(order),
        payment,
        difference,
        // With the entry that it follows from: a reversal is posted today.
        occurredAt: isReversal(event) ? context.kontor.now() : (after.closed_at ?? after.opened_at),
        source: 'kontor',
        externalId: `${after.number}/exchange/${order.version + 1}`,
      },
    ])
  const changeOf = (counts: (dispute: DisputeRecord) => boolean): number =>
    (counts(after) ? after.amount_minor : 0) - (before && counts(before) ? before.amount_minor : 0)
  await store.updateDisputed(
    transaction,
    payment.id,
    payment.disputed_minor + changeOf(({ status }) => holdsAmount(status)),
  )
  return {
    columns: {
      dispute_open_minor: order.dispute_open_minor + changeOf(({ status }) => status === 'open'),
      dispute_lost_minor: order.dispute_lost_minor + changeOf(({ status }) => status === 'lost'),
    },
    event: {
      action: event,
      parameters: { document: after.number, amountMinor: after.amount_minor, currency: after.currency, reason },
    },
    documentChanges: diffFields(before ? toDisputeFields(before) : new Map(), toDisputeFields(after)),
  }
}
