import type { DocumentAction } from '#shared/orders/actions.ts'
import type { StateMachine } from '#shared/state-machine.ts'

/** Returns: what customers send back. Pure. */

export const returnStatuses = ['requested', 'approved', 'received', 'completed', 'rejected', 'cancelled'] as const
export type ReturnStatus = (typeof returnStatuses)[number]

/** The condition of a returned item; `missing` was announced but not in the parcel. */
export const itemConditions = ['new', 'used', 'damaged', 'missing'] as const
export type ItemCondition = (typeof itemConditions)[number]

export type ReturnAction = Extract<
  DocumentAction,
  'approveReturn' | 'rejectReturn' | 'receiveReturn' | 'completeReturn' | 'cancelReturn'
>

/** The status of a return after an action; what is not listed is illegal. It may be received in several parts. */
export const returnLifecycle: StateMachine<ReturnStatus, ReturnAction> = {
  requested: { approveReturn: 'approved', rejectReturn: 'rejected', cancelReturn: 'cancelled' },
  approved: { receiveReturn: 'received', cancelReturn: 'cancelled' },
  received: { receiveReturn: 'received', completeReturn: 'completed' },
  completed: {},
  rejected: {},
  cancelled: {},
}

/** Whether more items of the return may still arrive. */
export const isAwaited = (status: ReturnStatus): boolean => ['requested', 'approved', 'received'].includes(status)
