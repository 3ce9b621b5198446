import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { revalidate } from '#client/navigation/router.ts'
import { describeApprovalBlocker } from '#client/orders/panel/describe-approval-blocker.ts'
import { isWaitingRefund } from '#client/orders/panel/needs-attention.ts'
import { EntryLink } from '#client/orders/panel/entry-link.tsx'
import { SettlementField } from '#client/orders/dialogs/refund-fields.tsx'
import { PanelItem } from '#client/ui/description-list.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { Money } from '#client/ui/money.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { Time } from '#client/ui/time.tsx'
import { formatMoney } from '#shared/money.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { isVoid } from '#shared/orders/refunds.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { storeCredit } from '#shared/payment-providers.ts'
import type { EndpointName } from '#shared/routes/endpoints.ts'
import type { ReactNode } from 'react'

type Refund = OrderView['refunds'][number]

interface RefundItemProps {
  refund: Refund
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
            : `${number} · ${isCredit && status === 'returned' ? payments.storeCredit.takenBack : words.statuses[status]}`}{' '}
          {movedAt !== null && <Time at={movedAt} />}
          {refund.paidThrough !== '' &&
            !isCredit &&
            ` · ${words.paidThrough(payments.providerName(refund.paidThrough))}`}
          {requestedBy !== null && ` · ${words.requestedBy(requestedBy)} `}
          {refundedAt === null && requestedAt !== null && <Time at={requestedAt} />}
          <EntryLink number={refund.entryNumber} />
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
      <RefundActions refund={refund} order={order} form={form} />
    </PanelItem>
  )
}

/** Whether a refund becomes store credit, or has become it. */
const isToCredit = ({ provider, paidThrough }: Refund): boolean => [provider, paidThrough].includes(storeCredit)

const findPayment = ({ payments }: RefundItemProps['order'], { paymentNumber }: Refund) =>
  payments.find(({ number }) => number === paymentNumber)

function RefundActions({ refund, order, form }: RefundItemProps) {
  const { payments } = useOrderMessages()
  const words = payments.refund
  const { number, status, actions, amountMinor } = refund
  const payment = findPayment(order, refund)
  if (actions.length === 0) return null
  return (
    <div className="item-actions">
      {actions.includes('approve') && (
        <RefundForm refund={refund} order={order} form={form} endpoint="approveRefund" done={words.approved(number)}>
          <SettlementField payment={payment} />
          <SubmitButton variant="soft" size="sm">
            {words.approve(formatMoney(amountMinor, order.currency))}
          </SubmitButton>
        </RefundForm>
      )}
      {actions.includes('retry') && (
        <RefundForm refund={refund} order={order} form={form} endpoint="retryRefund" done={words.retried(number)}>
          <SubmitButton size="sm">{words.retry}</SubmitButton>
        </RefundForm>
      )}
      {actions.includes('withdraw') && (
        <RefundForm refund={refund} order={order} form={form} endpoint="withdrawRefund" done={words.withdrawn(number)}>
          <SubmitButton size="sm">{words.withdraw}</SubmitButton>
        </RefundForm>
      )}
      {actions.includes('reject') && (
        <ReasonForm
          refund={refund}
          order={order}
          form={form}
          endpoint="rejectRefund"
          open={status === 'requested' ? words.reject : words.giveUp}
          submit={status === 'requested' ? words.rejectTitle(number) : words.giveUpTitle(number)}
          done={status === 'requested' ? words.rejected(number) : words.givenUp(number)}
        />
      )}
      {actions.includes('markPaid') && <p className="xs muted">{words.providerMissing}</p>}
      {actions.includes('markPaid') && (
        <details className="refund-reject" open={isReturned(form, 'markRefundPaid')}>
          <summary className="btn btn--sm">{words.markPaid}</summary>
          <RefundForm
            refund={refund}
            order={order}
            form={form}
            endpoint="markRefundPaid"
            done={words.markedPaid(number)}
          >
            <TextField name="reference" label={words.payoutReference} maxLength={100} optional />
            <SettlementField payment={payment} />
            <SubmitButton variant="primary" size="sm">
              {words.markPaidTitle(formatMoney(amountMinor, order.currency))}
            </SubmitButton>
          </RefundForm>
        </details>
      )}
      {actions.includes('payByTransfer') && (
        <details className="refund-reject" open={isReturned(form, 'payRefundByTransfer')}>
          <summary className="btn btn--sm">{words.payByTransfer}</summary>
          <RefundForm
            refund={refund}
            order={order}
            form={form}
            endpoint="payRefundByTransfer"
            done={words.paidByTransfer(number)}
          >
            <p className="xs muted">{words.payByTransferText}</p>
            <TextField name="reference" label={words.payoutReference} maxLength={100} optional />
            <SubmitButton variant="primary" size="sm">
              {words.payByTransferTitle(formatMoney(amountMinor, order.currency))}
            </SubmitButton>
          </RefundForm>
        </details>
      )}
      {actions.includes('payToCredit') && (
        <RefundForm
          refund={refund}
          order={order}
          form={form}
          endpoint="creditRefund"
          done={payments.storeCredit.credited(number)}
        >
          <SubmitButton size="sm">{payments.storeCredit.give}</SubmitButton>
        </RefundForm>
      )}
      {actions.includes('markReturned') && (
        <ReasonForm
          refund={refund}
          order={order}
          form={form}
          endpoint="markRefundReturned"
          open={isToCredit(refund) ? payments.storeCredit.takeBack : words.markReturned}
          submit={
            isToCredit(refund)
              ? payments.storeCredit.takeBackTitle(formatMoney(amountMinor, order.currency))
              : words.markReturnedTitle(formatMoney(amountMinor, order.currency))
          }
          done={words.markedReturned(number)}
        />
      )}
      {actions.includes('markFailed') && (
        <ReasonForm
          refund={refund}
          order={order}
          form={form}
          endpoint="markRefundFailed"
          open={words.markFailed}
          submit={words.markFailedTitle(number)}
          done={words.markedFailed(number)}
        />
      )}
    </div>
  )
}

interface ReasonFormProps extends Omit<RefundFormProps, 'children'> {
  /** On the button that expands the form. */
  open: string
  submit: string
}

/** Asks for a reason. The button expands the form in place, with or without script. */
function ReasonForm({ open, submit, ...props }: ReasonFormProps) {
  const { actions } = useOrderMessages().orders
  return (
    <details className="refund-reject" open={isReturned(props.form, props.endpoint)}>
      <summary className="btn btn--sm">{open}</summary>
      <RefundForm {...props}>
        <TextField name="reason" label={actions.reason} maxLength={200} />
        <SubmitButton variant="danger" size="sm">
          {submit}
        </SubmitButton>
      </RefundForm>
    </details>
  )
}

const isReturned = (form: FormOutcome | null, endpoint: EndpointName): boolean =>
  form?.endpoint === endpoint && form.problem !== null

interface RefundFormProps extends RefundItemProps {
  endpoint: Extract<
    EndpointName,
    | 'approveRefund'
    | 'withdrawRefund'
    | 'rejectRefund'
    | 'retryRefund'
    | 'markRefundPaid'
    | 'markRefundFailed'
    | 'markRefundReturned'
    | 'payRefundByTransfer'
    | 'creditRefund'
  >
  done: string
  children: ReactNode
}

function RefundForm({ refund, order, form, endpoint, done, children }: RefundFormProps) {
  return (
    <Form
      endpoint={endpoint}
      hiddenValues={{ number: order.number, refund: refund.number }}
      outcome={form}
      className="refund-form"
      onAnswer={() => {
        notify({ kind: 'success', title: done })
        void revalidate()
      }}
      onProblem={() => void revalidate()}
    >
      {children}
    </Form>
  )
}
