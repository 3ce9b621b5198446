import { type DisputeEvent, storeDisputeChange } from '#server/orders/money/store-dispute-change.ts'
import type { RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { postDispute } from '#server/finance/dispute-entries.ts'
import { toPostedDispute } from '#server/orders/money/change-dispute.ts'
import type { OrderChange } from '#server/orders/change-order.ts'
import * as store from '#server/orders/money/dispute-store.ts'
import type { DisputeRecord } from '#server/orders/money/dispute-store.ts'
import { listPayments, type PaymentRecord } from '#server/orders/money/money-store.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { type DisputeAction, disputeLifecycle } from '#shared/orders/dispute.ts'
import { ProblemError } from '#shared/problem.ts'
import { allowedActions, nextState } from '#shared/state-machine.ts'

export interface FoundDispute {
  order: OrderRecord
  payment: PaymentRecord
  dispute: DisputeRecord
  /** All of the order. */
  disputes: readonly DisputeRecord[]
}

export interface DisputeDecision {
  /** The dispute with what the action changes; its status follows from the action. */
  after: DisputeRecord
  event: DisputeEvent
  reason?: string
}

/** Takes an action on the dispute with this number. Throws `not-found` and `illegal-transition`. */
export async function decideDispute(
  transaction: Transaction,
  context: RequestContext,
  order: OrderRecord,
  disputeNumber: string,
  action: DisputeAction,
  decide: (found: FoundDispute) => Promise<DisputeDecision>,
): Promise<OrderChange> {
  const disputes = await store.listDisputes(transaction, order.id)
  const dispute = disputes.find(({ number }) => number === disputeNumber)
  const payments = await listPayments(transaction, order.id)
  const payment = payments.find(({ id }) => id === dispute?.payment_id)
  if (!dispute || !payment) throw new ProblemError('not-found', { number: disputeNumber })
  const status = nextState(disputeLifecycle, dispute.status, action)
  if (status === undefined)
    throw new ProblemError('illegal-transition', {
      allowedActions: allowedActions(disputeLifecycle, dispute.status).join(' '),
    })
  const { after, event, reason } = await decide({ order, payment, dispute, disputes })
  const changed = { ...after, status }
  await store.updateDispute(transaction, changed)
  return storeDisputeChange(transaction, context, { order, payment, before: dispute, after: changed, event, reason })
}

/** Posts that a dispute was won, and returns it as it is then. */
export async function postWon(
  transaction: Transaction,
  context: RequestContext,
  { order, payment, dispute }: Omit<FoundDispute, 'disputes'>,
  { feeReturned, closedAt, returnedMinor }: { feeReturned: boolean; closedAt: number; returnedMinor: number },
): Promise<DisputeRecord> {
  const feeMinor = feeReturned ? dispute.fee_minor : 0
  // What the provider took, unless someone says otherwise.
  const settledMinor = dispute.settlement_minor === 0 ? 0 : returnedMinor || dispute.settlement_minor
  await postDispute(transaction, context, {
    rule: 'won',
    dispute: toPostedDispute(order, payment, dispute),
    amountMinor: dispute.amount_minor,
    feeMinor,
    settledMinor,
    occurredAt: closedAt,
    externalId: `${dispute.number}/won/${order.version + 1}`,
  })
  return {
    ...dispute,
    closed_at: closedAt,
    fee_returned: feeMinor > 0 ? 1 : 0,
    settlement_returned_minor: settledMinor,
  }
}
