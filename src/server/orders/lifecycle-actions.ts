import type { Action } from '#server/context.ts'
import { changeOrder } from '#server/orders/change-order.ts'
import { nextState } from '#shared/state-machine.ts'
import { lifecycle } from '#shared/orders/actions.ts'
import { paymentStatusOf } from '#shared/orders/order.ts'
import { toOrderFacts } from '#server/orders/views.ts'

/** `POST /api/orders/:number/hold`. */
export const holdOrder: Action<'holdOrder'> = (context, { reason, until = '', ...target }) =>
  changeOrder(context, { ...target, action: 'hold' }, () => ({
    columns: { status: 'on_hold', hold_reason: reason, hold_until: until },
    event: { action: 'order.held', parameters: { reason, until } },
  }))

/** `POST /api/orders/:number/release`. */
export const releaseOrder: Action<'releaseOrder'> = (context, target) =>
  changeOrder(context, { ...target, action: 'release' }, (order) => ({
    columns: { status: nextState(lifecycle, order.status, 'release') ?? order.status, hold_reason: '', hold_until: '' },
    event: { action: 'order.released' },
  }))

/** `POST /api/orders/:number/cancellation`. */
export const cancelOrder: Action<'cancelOrder'> = (context, { reason, ...target }) =>
  changeOrder(context, { ...target, action: 'cancel' }, (order) => ({
    columns: {
      status: 'cancelled',
      payment_status: paymentStatusOf({
        ...toOrderFacts(order),
        status: 'cancelled',
        authorizedMinor: order.authorized_minor,
      }),
      hold_reason: '',
      hold_until: '',
      cancelled_at: context.kontor.now(),
      cancel_reason: reason,
    },
    event: { action: 'order.cancelled', parameters: { reason } },
  }))
