import type { OrderStatus } from '#shared/orders/order.ts'
import type { StateMachine } from '#shared/state-machine.ts'
import type { OrderAction, DocumentAction } from '#shared/orders/actions.ts'

/** Returns leave the status of the order as it is. */
const returnsIn = <Status extends OrderStatus>(status: Status) => ({
  requestReturn: status,
  approveReturn: status,
  rejectReturn: status,
  receiveReturn: status,
  completeReturn: status,
  cancelReturn: status,
})

/** Customers can dispute a payment in any status of the order, and the status stays the same. */
const disputesIn = <Status extends OrderStatus>(status: Status) => ({
  recordDispute: status,
  winDispute: status,
  loseDispute: status,
  reopenDispute: status,
  cancelDispute: status,
})

/**
 * The status of an order after an action; what is not listed is illegal. `complete` happens automatically once nothing is left to pay
 * and to ship, `reopen` when something is to be shipped or owed again.
 */
export const lifecycle: StateMachine<OrderStatus, OrderAction | DocumentAction | 'complete' | 'reopen'> = {
  draft: { confirm: 'open', edit: 'draft', discard: 'cancelled' },
  pending: {
    confirm: 'open',
    edit: 'pending',
    cancel: 'cancelled',
    recordPayment: 'pending',
    capture: 'pending',
    void: 'pending',
    refund: 'pending',
    ...disputesIn('pending'),
  },
  open: {
    ship: 'open',
    edit: 'open',
    hold: 'on_hold',
    cancel: 'cancelled',
    recordPayment: 'open',
    capture: 'open',
    void: 'open',
    refund: 'open',
    writeOff: 'open',
    complete: 'completed',
    deliverShipment: 'open',
    correctShipment: 'open',
    cancelShipment: 'open',
    ...returnsIn('open'),
    ...disputesIn('open'),
  },
  on_hold: {
    edit: 'on_hold',
    release: 'open',
    cancel: 'cancelled',
    recordPayment: 'on_hold',
    void: 'on_hold',
    refund: 'on_hold',
    deliverShipment: 'on_hold',
    correctShipment: 'on_hold',
    cancelShipment: 'on_hold',
    ...returnsIn('on_hold'),
    ...disputesIn('on_hold'),
  },
  completed: {
    reopen: 'open',
    recordPayment: 'completed',
    capture: 'completed',
    refund: 'completed',
    writeOff: 'completed',
    archive: 'completed',
    unarchive: 'completed',
    deliverShipment: 'completed',
    correctShipment: 'completed',
    cancelShipment: 'completed',
    ...returnsIn('completed'),
    ...disputesIn('completed'),
  },
  // What has come back before the order was cancelled can be finished.
  cancelled: {
    recordPayment: 'cancelled',
    refund: 'cancelled',
    completeReturn: 'cancelled',
    ...disputesIn('cancelled'),
    archive: 'cancelled',
    unarchive: 'cancelled',
  },
}
