import { DisputeSettlementField } from '#client/orders/dialogs/dispute-settlement-field.tsx'
import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { DisputePostings } from '#client/orders/dialogs/dispute-postings.tsx'
import { OrderDialog } from '#client/orders/dialogs/order-dialog.tsx'
import type { OrderDialogProps } from '#client/orders/dialogs/order-dialogs.tsx'
import { CheckboxField } from '#client/ui/checkbox-field.tsx'
import { TextField } from '#client/ui/field.tsx'
import { disputePostings } from '#shared/finance/dispute-posting.ts'
import { formatMoney, parseDecimal } from '#shared/money.ts'
import type { DisputeView } from '#shared/orders/document-views.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { useState } from 'react'

interface DisputeDialogProps extends OrderDialogProps {
  dispute: DisputeView
}

/** Marks a chargeback as won: the provider returned the amount. */
export function WinDisputeDialog({ dispute, ...props }: DisputeDialogProps) {
  const { disputes } = useOrderMessages()
  const words = disputes.win
  const { currency } = props.order
  const { number, amountMinor, feeMinor, provider, settlement } = dispute
  const settledIn = settlement?.currency ?? currency
  const [isFeeReturned, setFeeReturned] = useState(false)
  const [settled, setSettled] = useState('')
  const returnedMinor = settlement && (Math.max(parseDecimal(settled, settledIn) ?? 0, 0) || settlement.amountMinor)
  return (
    <OrderDialog
      {...props}
      endpoint="winDispute"
      isOptional
      hiddenValues={hiddenValuesOf(props.order, dispute)}
      title={words.title(number)}
      text={words.text(formatMoney(amountMinor, currency))}
      submit={words.submit}
      done={words.done(number)}
    >
      {feeMinor > 0 && (
        <CheckboxField
          name="feeReturned"
          label={words.feeReturned(formatMoney(feeMinor, settledIn))}
          onValue={setFeeReturned}
        />
      )}
      {settlement && (
        <DisputeSettlementField
          currency={settledIn}
          label={words.settled(settledIn)}
          hint={words.settledHint(formatMoney(settlement.amountMinor, settledIn))}
          onValue={setSettled}
        />
      )}
      <ClosedAtField />
      <DisputePostings
        lines={disputePostings.won({
          amountMinor,
          feeMinor: isFeeReturned ? feeMinor : 0,
          settledMinor: returnedMinor ?? 0,
        })}
        provider={provider}
        currency={currency}
        settledIn={settledIn}
      />
    </OrderDialog>
  )
}

/** Marks a chargeback as lost: the customer keeps the amount. */
export function LoseDisputeDialog({ dispute, ...props }: DisputeDialogProps) {
  const { disputes } = useOrderMessages()
  const words = disputes.lose
  const { currency } = props.order
  const { number, amountMinor, lossTaxMinor, provider } = dispute
  const [reducesTax, setReducesTax] = useState(false)
  return (
    <OrderDialog
      {...props}
      endpoint="loseDispute"
      isOptional
      hiddenValues={hiddenValuesOf(props.order, dispute)}
      title={words.title(number)}
      text={words.text(formatMoney(amountMinor, currency))}
      submit={words.submit}
      done={words.done(number)}
      danger
    >
      {lossTaxMinor > 0 && (
        <CheckboxField
          name="reducesTax"
          label={words.reducesTax(formatMoney(lossTaxMinor, currency))}
          hint={words.reducesTaxHint}
          onValue={setReducesTax}
        />
      )}
      <ClosedAtField />
      <DisputePostings
        lines={disputePostings.lost({ amountMinor, taxMinor: reducesTax ? lossTaxMinor : 0 })}
        provider={provider}
        currency={currency}
      />
    </OrderDialog>
  )
}

function ClosedAtField() {
  const { disputes } = useOrderMessages()
  return (
    <TextField name="closedAt" type="datetime-local" label={disputes.closedAt} hint={disputes.closedAtHint} optional />
  )
}

/** Takes the decision about a dispute back, or the dispute itself. */
export function CorrectDisputeDialog({
  dispute,
  action,
  ...props
}: DisputeDialogProps & { action: 'reopenDispute' | 'cancelDispute' }) {
  const { orders, disputes } = useOrderMessages()
  const words = action === 'reopenDispute' ? disputes.reopen : disputes.cancel
  return (
    <OrderDialog
      {...props}
      endpoint={action}
      hiddenValues={hiddenValuesOf(props.order, dispute)}
      title={words.title(dispute.number)}
      text={words.text}
      submit={words.submit}
      done={words.done(dispute.number)}
      {...(action === 'cancelDispute' && { keep: disputes.cancel.keep, danger: true })}
    >
      <TextField name="reason" label={orders.actions.reason} maxLength={200} autoFocus />
    </OrderDialog>
  )
}

const hiddenValuesOf = ({ number, version }: OrderView, dispute: DisputeView) => ({
  number,
  dispute: dispute.number,
  version,
})
