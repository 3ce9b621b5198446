import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { describeApprovalBlocker } from '#client/orders/panel/describe-approval-blocker.ts'
import { RefundActions } from '#client/orders/panel/refund-actions.tsx'
import { findPayment, isToCredit } from '#client/orders/panel/refund-payment.ts'
import { isWaitingRefund } from '#client/orders/panel/needs-attention.ts'
import { entryPart } from '#client/orders/panel/entry-part.tsx'
import { PanelItem } from '#client/ui/description-list.tsx'
import { Money } from '#client/ui/money.tsx'
import { Time } from '#client/ui/time.tsx'
import { formatMoney } from '#shared/money.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { isVoid } from '#shared/orders/refunds.ts'
import type { OrderView } from '#shared/orders/views.ts'

/** A refund of an order, and the form that came back with errors. */
export interface RefundItemProps {
  refund: OrderView['refunds'][number]
  order: Pick<OrderView, 'number' | 'currency' | 'ownRefundLimitMinor' | 'payments'>
  form: FormOutcome | null
}

/** A refund with its status, and what the user can do with it. */
export function RefundItem({ refund, order, form }: RefundItemProps) {
  const messages = useOrderMessages()
  const { orders, payments } = messages
  const words = payments.refund
  const { status, provider, number, refundedAt, requestedAt, requestedBy, statusReason, reason } = refund
  const blocker = refund.approvalBlocker
  const hasSucceeded = status === 'succeeded'
  const movedAt = status === 'returned' ? refund.returnedAt : refundedAt
  const settlement = findPayment(order, refund)?.settlement
  const isCredit = isToCredit(refund)
  return (
    <PanelItem
      icon="undo-2"
      title={isCredit ? payments.storeCredit.refundedTo : orders.order.refundTo(payments.providerName(provider))}
      attention={isWaitingRefund(refund)}
      meta={
        <>
          {hasSucceeded
            ? orders.order.refundCompleted(number)
            : `${number} · ${isCredit && status === 'returned' ? payments.storeCredit.takenBack : words.statuses[status]}`}
          {movedAt !== null && (
            <>
              {' '}
              <Time at={movedAt} />
            </>
          )}
          {refund.paidThrough !== '' &&
            !isCredit &&
            ` · ${words.paidThrough(payments.providerName(refund.paidThrough))}`}
          {requestedBy !== null && ` · ${words.requestedBy(requestedBy)} `}
          {refundedAt === null && requestedAt !== null && <Time at={requestedAt} />}
          {entryPart(refund.entryNumber)}
        </>
      }
      end={
        hasSucceeded ? (
          <Money minor={-refund.amountMinor} currency={order.currency} direction="out" />
        ) : (
          <Money minor={-refund.amountMinor} currency={order.currency} void={isVoid(status)} />
        )
      }
    >
      {settlement && refund.settlementMinor > 0 && (
        <p className="xs muted">
          {payments.settlement.refunded(formatMoney(refund.settlementMinor, settlement.currency))}
        </p>
      )}
      {reason && <p className="xs muted">{reason}</p>}
      {statusReason && <p className="xs refund__status-reason">{statusReason}</p>}
      {blocker !== null && blocker !== 'permission' && (
        <p className="xs muted">{describeApprovalBlocker(blocker, order, messages)}</p>
      )}
      {refund.payoutBlocker && <p className="xs muted">{words.notAllLeft}</p>}
      <RefundActions refund={refund} order={order} form={form} />
    </PanelItem>
  )
}
