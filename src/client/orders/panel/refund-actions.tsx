import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { revalidate } from '#client/navigation/router.ts'
import { SettlementField } from '#client/orders/dialogs/refund-fields.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { formatMoney } from '#shared/money.ts'
import type { EndpointName } from '#shared/routes/endpoints.ts'
import type { ReactNode } from 'react'
import type { RefundItemProps } from '#client/orders/panel/refund-item.tsx'
import { findPayment, isToCredit } from '#client/orders/panel/refund-payment.ts'

/** What the user can do with a refund. */
export function RefundActions(props: RefundItemProps) {
  const { refund, order } = props
  const { payments } = useOrderMessages()
  const { storeCredit, refund: words } = payments
  const { number, status, actions } = refund
  const amount = formatMoney(refund.amountMinor, order.currency)
  const settlementField = <SettlementField payment={findPayment(order, refund)} />
  const isRequested = status === 'requested'
  const isCredit = isToCredit(refund)
  if (actions.length === 0) return null
  return (
    <div className="item-actions">
      {actions.includes('approve') && (
        <RefundForm {...props} endpoint="approveRefund" done={words.approved(number)}>
          {settlementField}
          <SubmitButton variant="soft" size="sm">
            {words.approve(amount)}
          </SubmitButton>
        </RefundForm>
      )}
      {actions.includes('retry') && (
        <RefundForm {...props} endpoint="retryRefund" done={words.retried(number)}>
          <SubmitButton size="sm">{words.retry}</SubmitButton>
        </RefundForm>
      )}
      {actions.includes('withdraw') && (
        <RefundForm {...props} endpoint="withdrawRefund" done={words.withdrawn(number)}>
          <SubmitButton size="sm">{words.withdraw}</SubmitButton>
        </RefundForm>
      )}
      {actions.includes('reject') && (
        <ReasonForm
          {...props}
          endpoint="rejectRefund"
          open={isRequested ? words.reject : words.giveUp}
          submit={isRequested ? words.rejectTitle(number) : words.giveUpTitle(number)}
          done={isRequested ? words.rejected(number) : words.givenUp(number)}
        />
      )}
      {actions.includes('markPaid') && <p className="xs muted">{words.providerMissing}</p>}
      {actions.includes('markPaid') && (
        <ExpandableForm {...props} endpoint="markRefundPaid" open={words.markPaid} done={words.markedPaid(number)}>
          <TextField name="reference" label={words.payoutReference} maxLength={100} optional />
          {settlementField}
          <SubmitButton variant="primary" size="sm">
            {words.markPaidTitle(amount)}
          </SubmitButton>
        </ExpandableForm>
      )}
      {actions.includes('payByTransfer') && (
        <ExpandableForm
          {...props}
          endpoint="payRefundByTransfer"
          open={words.payByTransfer}
          done={words.paidByTransfer(number)}
        >
          <p className="xs muted">{words.payByTransferText}</p>
          <TextField name="reference" label={words.payoutReference} maxLength={100} optional />
          <SubmitButton variant="primary" size="sm">
            {words.payByTransferTitle(amount)}
          </SubmitButton>
        </ExpandableForm>
      )}
      {actions.includes('payToCredit') && (
        <RefundForm {...props} endpoint="creditRefund" done={storeCredit.credited(number)}>
          <SubmitButton size="sm">{storeCredit.give}</SubmitButton>
        </RefundForm>
      )}
      {actions.includes('markReturned') && (
        <ReasonForm
          {...props}
          endpoint="markRefundReturned"
          open={isCredit ? storeCredit.takeBack : words.markReturned}
          submit={isCredit ? storeCredit.takeBackTitle(amount) : words.markReturnedTitle(amount)}
          done={words.markedReturned(number)}
        />
      )}
      {actions.includes('markFailed') && (
        <ReasonForm
          {...props}
          endpoint="markRefundFailed"
          open={words.markFailed}
          submit={words.markFailedTitle(number)}
          done={words.markedFailed(number)}
        />
      )}
    </div>
  )
}

interface ReasonFormProps extends Omit<ExpandableFormProps, 'children'> {
  submit: string
}

/** Asks for a reason. */
function ReasonForm({ submit, ...props }: ReasonFormProps) {
  const { actions } = useOrderMessages().orders
  return (
    <ExpandableForm {...props}>
      <TextField name="reason" label={actions.reason} maxLength={200} />
      <SubmitButton variant="danger" size="sm">
        {submit}
      </SubmitButton>
    </ExpandableForm>
  )
}

interface ExpandableFormProps extends RefundFormProps {
  /** On the button that expands the form. */
  open: string
}

/** The button expands the form in place, with or without script. */
function ExpandableForm({ open, ...props }: ExpandableFormProps) {
  return (
    <details className="refund-reject" open={props.form?.endpoint === props.endpoint && props.form.problem !== null}>
      <summary className="btn btn--sm">{open}</summary>
      <RefundForm {...props} />
    </details>
  )
}

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
