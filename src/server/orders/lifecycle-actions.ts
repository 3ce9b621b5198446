import type { Action, RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { changeOrder, type OrderChange } from '#server/orders/change-order.ts'
import { nextState } from '#shared/state-machine.ts'
import { actionPermissions, settledStatus } from '#shared/orders/actions.ts'
import { lifecycle } from '#shared/orders/lifecycle.ts'
import { paymentStatusOf } from '#shared/orders/order.ts'
import { requirePermission } from '#server/auth/access.ts'
import { postMovements, requireCapacity } from '#server/finance/movements.ts'
import { toLedgerOrder, toMoney } from '#server/orders/order-money.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { invalidInput } from '#shared/problem.ts'
import { dayOf } from '#shared/time.ts'
import { refundEverything } from '#server/orders/money/request-refund.ts'

/** `POST /api/orders/:number/hold`. */
export const holdOrder: Action<'holdOrder'> = (context, { reason, until = '', ...target }) =>
  changeOrder(context, { ...target, action: 'hold' }, () => {
    requireDayAhead(context, until)
    return toHold({ reason, until })
  })

/** Throws `invalid-input` at `/until` for a day that is not after today; an empty one is none. */
export function requireDayAhead(context: RequestContext, until: string): void {
  if (!isDayAhead(context, until)) throw invalidInput({ pointer: '/until', reason: 'not-after-today' })
}

/** Whether a hold until a day would last: until one that is not after today it would be released at once. Empty is without end. */
export const isDayAhead = ({ kontor: { now, book } }: RequestContext, until: string): boolean =>
  until === '' || until > dayOf(now(), book.timeZone)

/** Puts an order on hold; `until` is empty if someone has to release it. */
export const toHold = ({ reason, until }: { reason: string; until: string }): OrderChange => ({
  columns: { status: 'on_hold', hold_reason: reason, hold_until: until },
  event: { action: 'order.held', parameters: { reason, until } },
})

/** `POST /api/orders/:number/release`. */
export const releaseOrder: Action<'releaseOrder'> = (context, target) =>
  changeOrder(context, { ...target, action: 'release' }, toRelease)

/** The release of an order on hold, by a user or on the day until which it was held. */
export const toRelease = (order: OrderRecord): OrderChange => ({
  columns: {
    status: settledStatus({
      ...toMoney(order),
      status: nextState(lifecycle, order.status, 'release') ?? order.status,
      fulfillmentStatus: order.fulfillment_status,
    }),
    hold_reason: '',
    hold_until: '',
  },
  event: { action: 'order.released' },
})

/** `POST /api/orders/:number/cancellation`: what was captured is then owed to the customer, and refunded at once if the user wants. */
export const cancelOrder: Action<'cancelOrder'> = async (context, { reason, refund, ...target }) => {
  if (refund) requirePermission(context, actionPermissions.refund)
  const view = await changeOrder(context, { ...target, action: 'cancel' }, (order, transaction) =>
    postCancellation(context, transaction, order, reason),
  )
  return refund ? refundEverything(context, target.number, reason) : view
}

/** Cancels an order: posts what is no longer owed. */
export async function postCancellation(
  context: RequestContext,
  transaction: Transaction,
  order: OrderRecord,
  reason: string,
): Promise<OrderChange> {
  const cancelledAt = context.kontor.now()
  const money = toMoney({ ...order, status: 'cancelled' })
  await requireCapacity(transaction, order.currency, order.captured_minor)
  await postMovements(transaction, context, [
    {
      kind: 'cancelled',
      order: toLedgerOrder(order),
      occurredAt: cancelledAt,
      source: 'kontor',
      externalId: `${order.number}/cancellation`,
    },
  ])
  return {
    columns: {
      status: 'cancelled',
      payment_status: paymentStatusOf(money),
      authorized_minor: 0,
      hold_reason: '',
      hold_until: '',
      cancelled_at: cancelledAt,
      cancel_reason: reason,
    },
    event: { action: 'order.cancelled', parameters: { reason } },
  }
}

/** `POST /api/orders/:number/archive`: hides a finished order from the list until it changes. */
export const archiveOrder: Action<'archiveOrder'> = (context, target) =>
  changeOrder(context, { ...target, action: 'archive' }, () => toArchive())

/** Archives an order. */
export const toArchive = (): OrderChange => ({ columns: { archived: 1 }, event: { action: 'order.archived' } })

/** `POST /api/orders/:number/unarchive`. */
export const unarchiveOrder: Action<'unarchiveOrder'> = (context, target) =>
  changeOrder(context, { ...target, action: 'unarchive' }, () => toUnarchive())

/** Brings an archived order back into the lists. */
export const toUnarchive = (): OrderChange => ({ columns: { archived: 0 }, event: { action: 'order.unarchived' } })

/** `POST /api/orders/:number/confirmation`: places a draft, or accepts an order that its shop sent as pending. */
export const confirmOrder: Action<'confirmOrder'> = (context, target) =>
  changeOrder(context, { ...target, action: 'confirm' }, (order) => {
    const money = toMoney({ ...order, status: 'open' })
    return {
      columns: {
        status: settledStatus({ ...money, fulfillmentStatus: order.fulfillment_status }),
        payment_status: paymentStatusOf({ ...money, authorizedMinor: order.authorized_minor }),
      },
      event: { action: 'order.confirmed' },
    }
  })

/** `POST /api/orders/:number/discard`: cancels a draft, for which no reason is needed. */
export const discardOrder: Action<'discardOrder'> = (context, target) =>
  changeOrder(context, { ...target, action: 'discard' }, (order) => ({
    columns: {
      status: 'cancelled',
      payment_status: paymentStatusOf(toMoney({ ...order, status: 'cancelled' })),
      cancelled_at: context.kontor.now(),
    },
    event: { action: 'order.discarded' },
  }))
