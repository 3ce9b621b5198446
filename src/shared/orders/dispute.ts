import type { DocumentAction } from '#shared/orders/actions.ts'
import type { StateMachine } from '#shared/state-machine.ts'

/** Disputes (chargebacks): customers who had their bank or payment provider take a payment back. Pure. */

export const disputeStatuses = ['open', 'won', 'lost', 'cancelled'] as const
export type DisputeStatus = (typeof disputeStatuses)[number]

export type DisputeAction = Extract<DocumentAction, 'winDispute' | 'loseDispute' | 'reopenDispute' | 'cancelDispute'>

/** The status of a dispute after an action; what is not listed is illegal. `cancelDispute` is for one that was recorded by mistake. */
export const disputeLifecycle: StateMachine<DisputeStatus, DisputeAction> = {
  open: { winDispute: 'won', loseDispute: 'lost', cancelDispute: 'cancelled' },
  won: { reopenDispute: 'open' },
  lost: { reopenDispute: 'open' },
  cancelled: {},
}

/** Whether the disputed amount cannot be refunded: the customer has it already, or gets it when the dispute is lost. */
export const holdsAmount = (status: DisputeStatus): boolean => status === 'open' || status === 'lost'
