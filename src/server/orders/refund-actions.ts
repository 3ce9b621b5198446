import type { Action, AuthenticatedContext, CurrentUser } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { parseAmount } from '#server/orders/amount-input.ts'
import { type OrderChange, writeOrderChange } from '#server/orders/change-order.ts'
import { changeRefund } from '#server/orders/change-refund.ts'
import { toRefundable } from '#server/orders/money-views.ts'
import * as moneyStore from '#server/orders/money-store.ts'
import type { PaymentRecord, RefundRecord } from '#server/orders/money-store.ts'
import { allocateNumbers } from '#server/orders/numbers.ts'
import { payRefund } from '#server/orders/pay-refund.ts'
import { canApproveRefund, loadRefundedToday, type RefundedOrder } from '#server/orders/refund-policy.ts'
import { toNumberToken } from '#server/orders/search-tokens.ts'
import * as store from '#server/orders/store.ts'
import { loadOrderView } from '#server/orders/views.ts'
import type { EventAction } from '#shared/events/views.ts'
import { formatMoney } from '#shared/money.ts'
import type { RefundOrderInput } from '#shared/orders/inputs.ts'
import {
  calculateRefund,
  refundableParts,
  refundLifecycle,
  type RefundableOrder,
  type RefundAction,
  type RefundParts,
} from '#shared/orders/refunds.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'
import { nextState } from '#shared/state-machine.ts'

/** `POST /api/orders/:number/refunds`: requests a refund, and pays it out if the user can approve it. */
export const refundOrder: Action<'refundOrder'> = async (context, { number, version, ...input }) => {
  let refund: RefundRecord | undefined
  await writeOrderChange(
    context,
    { number, ...(version !== undefined && { version }), action: 'refund' },
    async (order, transaction, actor) => {
      const resolved = await resolveRefund(transaction, order, input)
      const created = await createRefund(transaction, context, { order, ...resolved, actor, reason: input.reason })
      refund = created.refund
      return created.change
    },
  )
  return payAndReload(context, number, refund)
}

/** Pays the refund out if it is on its way to a provider. */
async function payAndReload(
  context: AuthenticatedContext,
  number: string,
  refund: RefundRecord | undefined,
): Promise<OrderView> {
  if (refund?.status === 'processing') await payRefund(context.kontor, refund.id)
  return reloadOrder(context, number)
}

/**
 * Refunds all that is left of an order's payments, one refund for each; without an own permission check. What a provider declines stays owed to
 * the customer.
 */
export async function refundEverything(
  context: AuthenticatedContext,
  number: string,
  reason: string,
): Promise<OrderView> {
  const { payments } = await reloadOrder(context, number)
  for (const { number: payment, capturedMinor, refundedMinor, refundPendingMinor } of payments)
    if (capturedMinor > refundedMinor + refundPendingMinor)
      await refundOrder(context, { number, payment, everything: true, reason, lines: [] })
  return reloadOrder(context, number)
}

/** `POST /api/orders/:number/refunds/:refund/approval`: approves a refund and pays it out. */
export const approveRefund: Action<'approveRefund'> = (context, target) =>
  decideRefund(context, target, 'approve', (refund, payment, actor, refunded) => {
    const { currency, amount_minor: amountMinor } = refund
    if (!canApproveRefund(context.kontor, refund, actor, refunded))
      throw new ProblemError('own-refund', { amount: formatMoney(amountMinor, currency) })
    return startPayout(context, payment, { ...refund, decided_by: actor.id, decided_at: context.kontor.now() })
  })

/** `POST /api/orders/:number/refunds/:refund/withdrawal`: the user who requested it takes the request back, which frees the amount. */
export const withdrawRefund: Action<'withdrawRefund'> = (context, target) =>
  decideRefund(context, target, 'withdraw', (refund, _payment, actor) => {
    if (refund.requested_by !== actor.id) throw new ProblemError('not-requester', { number: refund.number })
    return { ...refund, status: 'withdrawn' }
  })

/** `POST /api/orders/:number/refunds/:refund/rejection`: frees the amount again. */
export const rejectRefund: Action<'rejectRefund'> = (context, { reason, ...target }) =>
  decideRefund(context, target, 'reject', (refund, _payment, actor) => ({
    ...refund,
    status: 'rejected',
    status_reason: reason,
    // Giving up a refund that failed does not change who approved it.
    ...(refund.status === 'requested' && { decided_by: actor.id, decided_at: context.kontor.now() }),
  }))

/** `POST /api/orders/:number/refunds/:refund/attempts`: asks the provider again to pay out a refund that failed. */
export const retryRefund: Action<'retryRefund'> = (context, target) =>
  decideRefund(context, target, 'retry', (refund, payment) => startPayout(context, payment, refund))

/** `POST /api/orders/:number/refunds/:refund/payout`: says that a refund was paid whose provider Kontor does not call any more. */
export const markRefundPaid: Action<'markRefundPaid'> = (context, { reference = '', ...target }) =>
  decideRefund(context, target, 'markPaid', (refund, payment) => {
    assertWithoutProvider(context, refund, payment)
    return { ...refund, status: 'succeeded', reference, refunded_at: context.kontor.now() }
  })

/** `POST /api/orders/:number/refunds/:refund/failure`: says that it was not paid, which frees the amount. */
export const markRefundFailed: Action<'markRefundFailed'> = (context, { reason, ...target }) =>
  decideRefund(context, target, 'markFailed', (refund, payment) => {
    assertWithoutProvider(context, refund, payment)
    return { ...refund, status: 'failed', status_reason: reason }
  })

function assertWithoutProvider(
  { kontor }: AuthenticatedContext,
  { number }: RefundRecord,
  { provider }: PaymentRecord,
) {
  if (kontor.refundProviders?.has(provider)) throw new ProblemError('refund-with-provider', { number })
}

/** The refund on its way to the provider; paid already if it is paid by hand. */
function startPayout({ kontor }: AuthenticatedContext, payment: PaymentRecord, refund: RefundRecord): RefundRecord {
  const now = kontor.now()
  const isByHand = !kontor.refundProviders?.has(payment.provider)
  return isByHand
    ? { ...refund, status: 'succeeded', status_reason: '', refunded_at: now }
    : { ...refund, status: 'processing', status_reason: '', attempts: refund.attempts + 1, started_at: now }
}

async function decideRefund(
  context: AuthenticatedContext,
  { number, refund: refundNumber, version }: { number: string; refund: string; version?: number | undefined },
  action: RefundAction,
  decide: (refund: RefundRecord, payment: PaymentRecord, actor: CurrentUser, refunded: RefundedOrder) => RefundRecord,
): Promise<OrderView> {
  let decided: RefundRecord | undefined
  await writeOrderChange(
    context,
    { number, ...(version !== undefined && { version }) },
    async (order, transaction, actor) => {
      const { refund: before, payment, lines, refunds } = await findRefund(transaction, order, refundNumber)
      if (nextState(refundLifecycle, before.status, action) === undefined)
        throw new ProblemError('refund-decided', { number: refundNumber })
      const isFree = payment.captured_minor - payment.refunded_minor - payment.refund_pending_minor
      if (action === 'retry' && before.amount_minor > isFree)
        throw new ProblemError('refund-too-high', { maximum: formatMoney(isFree, order.currency) })
      const after = decide(before, payment, actor, {
        currency: order.currency,
        refunds,
        refundedTodayMinor: await loadRefundedToday(transaction, context.kontor, actor),
      })
      decided = after
      return changeRefund(transaction, context, { order, payment, before, after, lines, event: eventOf(action, after) })
    },
  )
  return payAndReload(context, number, decided)
}

const eventOf = (action: RefundAction, { status }: RefundRecord) =>
  status === 'succeeded' ? 'refund.succeeded' : eventByAction[action]

const eventByAction = {
  approve: 'refund.approved',
  withdraw: 'refund.withdrawn',
  reject: 'refund.rejected',
  retry: 'refund.retried',
  markPaid: 'refund.succeeded',
  markFailed: 'refund.failed',
} as const satisfies Record<RefundAction, EventAction>

async function findRefund(transaction: Transaction, order: store.OrderRecord, number: string) {
  const refunds = await moneyStore.listRefunds(transaction, order.id)
  const refund = refunds.find((each) => each.number === number)
  const payments = await moneyStore.listPayments(transaction, order.id)
  const payment = payments.find(({ id }) => id === refund?.payment_id)
  if (!refund || !payment) throw new ProblemError('not-found', { number })
  const lines = (await moneyStore.listRefundLines(transaction, order.id)).filter(
    ({ refund_id }) => refund_id === refund.id,
  )
  return { refund, payment, refunds, lines: lines.map(({ status: _status, ...line }) => line) }
}

/** Inserts a refund: paid, being paid, or waiting for someone who can approve it. */
async function createRefund(
  transaction: Transaction,
  context: AuthenticatedContext,
  {
    order,
    payment,
    parts,
    refunds,
    actor,
    reason,
  }: ResolvedRefund & { order: store.OrderRecord; actor: CurrentUser; reason: string },
): Promise<{ refund: RefundRecord; change: OrderChange }> {
  const { kontor } = context
  const now = kontor.now()
  const [number = ''] = await allocateNumbers(transaction, kontor.book.timeZone, 'RF', [now])
  const requested: RefundRecord = {
    id: newId(),
    number,
    order_id: order.id,
    payment_id: payment.id,
    status: 'requested',
    currency: order.currency,
    amount_minor: parts.amountMinor,
    shipping_minor: parts.shippingMinor,
    granted_minor: 0,
    reason,
    requested_by: actor.id,
    decided_by: null,
    decided_at: null,
    status_reason: '',
    reference: '',
    attempts: 0,
    started_at: null,
    refunded_at: null,
    recorded_at: now,
  }
  const isApproved = canApproveRefund(kontor, requested, actor, {
    currency: order.currency,
    refunds,
    refundedTodayMinor: await loadRefundedToday(transaction, kontor, actor),
  })
  const after = isApproved
    ? startPayout(context, payment, { ...requested, decided_by: actor.id, decided_at: now })
    : requested
  const lines = parts.lines.map(({ id, quantity, amountMinor }) => ({
    refund_id: after.id,
    order_id: order.id,
    line_id: id,
    quantity,
    amount_minor: amountMinor,
  }))
  const event = isApproved ? eventOf('approve', after) : ('refund.requested' as const)
  const change = await changeRefund(transaction, context, { order, payment, after, lines, event })
  await moneyStore.insertTokens(transaction, order, [toNumberToken(number)])
  return { refund: after, change }
}

interface ResolvedRefund {
  payment: PaymentRecord
  parts: RefundParts
  /** All refunds of the order before it. */
  refunds: readonly RefundRecord[]
}

/** What a request means now: the payment that is refunded, and the parts. Throws `invalid-input` with the field that is too high. */
async function resolveRefund(
  transaction: Transaction,
  order: store.OrderRecord,
  { everything, lines, shipping, amount, payment: paymentNumber }: Omit<RefundOrderInput, 'version'>,
): Promise<ResolvedRefund> {
  const payment = await pickPayment(transaction, order, paymentNumber)
  const availableMinor = payment.captured_minor - payment.refunded_minor - payment.refund_pending_minor
  if (availableMinor === 0) throw tooHigh('/payment', 0, order.currency)
  const refunds = await moneyStore.listRefunds(transaction, order.id)
  const refundable = await loadRefundable(transaction, order, refunds)
  if (everything) return { payment, parts: calculateRefund(refundable, 'everything', availableMinor), refunds }
  const left = refundableParts(refundable)
  const wanted = lines.filter(({ quantity }) => quantity > 0)
  for (const [index, { id, quantity }] of lines.entries()) {
    const line = left.lines.find((each) => each.id === id)
    if (!line || lines.findIndex((each) => each.id === id) !== index)
      throw invalidInput({ pointer: `/lines/${index}/id`, reason: 'choice' })
    if (quantity > line.quantity)
      throw invalidInput({
        pointer: `/lines/${index}/quantity`,
        reason: 'too-big',
        parameters: { maximum: line.quantity },
      })
  }
  const shippingMinor = parseAmount(shipping, order.currency, '/shipping')
  if (shippingMinor > left.shippingMinor) throw tooHigh('/shipping', left.shippingMinor, order.currency)
  const otherMinor = parseAmount(amount, order.currency, '/amount')
  const parts = calculateRefund(refundable, { lines: wanted, shippingMinor, otherMinor }, availableMinor)
  if (parts.amountMinor === 0) throw invalidInput({ pointer: '/amount', reason: 'nothing-to-refund' })
  if (parts.amountMinor > availableMinor) throw tooHigh('/amount', availableMinor, order.currency)
  return { payment, parts, refunds }
}

const tooHigh = (pointer: string, maximumMinor: number, currency: string): ProblemError =>
  invalidInput({ pointer, reason: 'refund-too-high', parameters: { maximum: formatMoney(maximumMinor, currency) } })

/** The payment with this number, or the one of which most is left. */
async function pickPayment(
  transaction: Transaction,
  order: store.OrderRecord,
  number: string | undefined,
): Promise<PaymentRecord> {
  const left = (payment: PaymentRecord): number =>
    payment.captured_minor - payment.refunded_minor - payment.refund_pending_minor
  const payments = await moneyStore.listPayments(transaction, order.id)
  const [payment] =
    number === undefined
      ? payments.toSorted((a, b) => left(b) - left(a))
      : payments.filter((each) => each.number === number)
  if (!payment) throw invalidInput({ pointer: '/payment', reason: 'choice' })
  return payment
}

async function loadRefundable(
  transaction: Transaction,
  order: store.OrderRecord,
  refunds: readonly RefundRecord[],
): Promise<RefundableOrder> {
  const lines = await store.listLines(transaction, order.id)
  const refundLines = refunds.length === 0 ? [] : await moneyStore.listRefundLines(transaction, order.id)
  return toRefundable(order, lines, refunds, refundLines)
}

async function reloadOrder(context: AuthenticatedContext, number: string): Promise<OrderView> {
  const view = await loadOrderView(context.kontor.database.read, context, number)
  if (!view) throw new Error('The order does not exist')
  return view
}
