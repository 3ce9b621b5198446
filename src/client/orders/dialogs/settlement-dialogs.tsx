import { OrderDialog } from '#client/orders/dialogs/order-dialog.tsx'
import type { OrderDialogProps } from '#client/orders/dialogs/order-dialogs.tsx'
import { SettlementFields } from '#client/orders/dialogs/settlement-fields.tsx'
import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { TextField } from '#client/ui/field.tsx'
import { formatMoney } from '#shared/money.ts'
import type { PaymentView } from '#shared/orders/document-views.ts'

type SettlementDialogProps = OrderDialogProps & { payment: PaymentView }

/** Records the amount that the provider settled in another currency. */
export function SettlePaymentDialog({ payment, ...props }: SettlementDialogProps) {
  const { settlement } = useOrderMessages().payments
  const { currency, number, version } = props.order
  return (
    <OrderDialog
      {...props}
      endpoint="settlePayment"
      hiddenValues={{ number, payment: payment.number, version }}
      title={settlement.title(payment.number)}
      text={settlement.text(formatMoney(payment.capturedMinor, currency))}
      submit={settlement.submit}
      done={settlement.done(payment.number)}
    >
      <div className="dialog-form__row">
        <SettlementFields currency={currency} paidMinor={payment.capturedMinor}>
          <TextField name="settledAt" type="datetime-local" label={settlement.at} hint={settlement.atHint} optional />
        </SettlementFields>
      </div>
    </OrderDialog>
  )
}

/** Takes back that a payment was settled in another currency. */
export function UnsettlePaymentDialog({ payment, ...props }: SettlementDialogProps) {
  const { orders, payments } = useOrderMessages()
  const { undo } = payments.settlement
  const { number, version } = props.order
  return (
    <OrderDialog
      {...props}
      endpoint="unsettlePayment"
      hiddenValues={{ number, payment: payment.number, version }}
      title={undo.title(payment.number)}
      text={undo.text}
      submit={undo.submit}
      done={undo.done(payment.number)}
      danger
    >
      <TextField name="reason" label={orders.actions.reason} maxLength={200} autoFocus />
    </OrderDialog>
  )
}
