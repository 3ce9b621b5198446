import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { OrderDialog } from '#client/orders/dialogs/order-dialog.tsx'
import { CheckboxField } from '#client/ui/checkbox-field.tsx'
import { formatMoney } from '#shared/money.ts'
import { TextField } from '#client/ui/field.tsx'
import type { OrderDialogProps } from '#client/orders/dialogs/order-dialogs.tsx'

/** Holds an order until a day, or until someone releases it. */
export function HoldDialog(props: OrderDialogProps) {
  const { actions } = useOrderMessages().orders
  return (
    <OrderDialog
      {...props}
      endpoint="holdOrder"
      title={actions.hold.title(props.order.number)}
      text={actions.hold.text}
      submit={actions.hold.submit}
      done={actions.hold.done(props.order.number)}
    >
      <TextField name="reason" label={actions.reason} hint={actions.hold.reasonHint} maxLength={200} autoFocus />
      <TextField name="until" type="date" label={actions.hold.until} hint={actions.hold.untilHint} optional />
    </OrderDialog>
  )
}

/** Discards a draft. */
export function DiscardDialog(props: OrderDialogProps) {
  const { discard } = useOrderMessages().orders.actions
  return (
    <OrderDialog
      {...props}
      endpoint="discardOrder"
      title={discard.title(props.order.number)}
      text={discard.text}
      submit={discard.submit}
      done={discard.done(props.order.number)}
      keep={discard.keep}
      danger
    />
  )
}

/** Cancels an order, and refunds what was paid if asked to. */
export function CancelDialog(props: OrderDialogProps) {
  const { orders, payments } = useOrderMessages()
  const { actions } = orders
  const { capturedMinor, refundedMinor, refundPendingMinor, disputeOpenMinor, disputeLostMinor, currency } = props.order
  const availableMinor = capturedMinor - refundedMinor - refundPendingMinor - disputeOpenMinor - disputeLostMinor
  return (
    <OrderDialog
      {...props}
      endpoint="cancelOrder"
      title={actions.cancel.title(props.order.number)}
      text={actions.cancel.text}
      submit={actions.cancel.submit}
      done={actions.cancel.done(props.order.number)}
      keep={actions.cancel.keep}
      danger
    >
      <TextField name="reason" label={actions.reason} maxLength={200} autoFocus />
      {availableMinor > 0 && (
        <CheckboxField
          name="refund"
          label={payments.cancelWithRefund(formatMoney(availableMinor, currency))}
          hint={payments.cancelWithRefundHint}
        />
      )}
    </OrderDialog>
  )
}
