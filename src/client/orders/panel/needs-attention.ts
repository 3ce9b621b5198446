import type { DisputeView, ReturnView } from '#shared/orders/document-views.ts'
import type { OrderView } from '#shared/orders/views.ts'

/** The documents of an order that wait for the user: the panel shows them first, and leaves them out of their own sections. */

/** Not a request of the user's own, which someone else has to approve: they can only withdraw it. */
export const isWaitingRefund = ({ status, actions }: OrderView['refunds'][number]): boolean =>
  status !== 'succeeded' && actions.some((action) => action !== 'withdraw')

export const isWaitingDispute = ({ status, actions }: DisputeView): boolean => status === 'open' && actions.length > 0

export const isWaitingReturn = ({ actions }: ReturnView): boolean => actions.includes('approveReturn')
