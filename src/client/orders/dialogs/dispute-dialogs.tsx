import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { DisputePostings } from '#client/orders/dialogs/dispute-postings.tsx'
import { listRefundable } from '#client/orders/dialogs/refund-fields.tsx'
import { OrderDialog } from '#client/orders/dialogs/order-dialog.tsx'
import type { OrderDialogProps } from '#client/orders/dialogs/order-dialogs.tsx'
import { CheckboxField } from '#client/ui/checkbox-field.tsx'
import { SelectField, TextField } from '#client/ui/field.tsx'
import { disputePostings } from '#shared/finance/dispute-posting.ts'
import { currencySign, formatDecimal, formatMoney, parseDecimal } from '#shared/money.ts'
import type { DisputeView } from '#shared/orders/document-views.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { useState } from 'react'

/** Records that a provider took a payment back, with the entry that follows from what is typed. */
export function RecordDisputeDialog(props: OrderDialogProps) {
  const { order } = props
  const {
    disputes,
    payments: { providerName },
  } = useOrderMessages()
  const words = disputes.record
  const payments = listRefundable(order)
  const [first] = payments
  const initial = first ? formatDecimal(first.availableMinor, order.currency) : ''
  const [typed, setTyped] = useState({ payment: first?.number ?? '', amount: initial, fee: '', settled: '' })
  const payment = payments.find(({ number }) => number === typed.payment)
  const settledIn = payment?.settlement?.currency
  const toMinor = (text: string, currency = order.currency): number => Math.max(parseDecimal(text, currency) ?? 0, 0)
  const amountMinor = toMinor(typed.amount)
  const settledMinor =
    payment?.settlement && amountMinor > 0
      ? toMinor(typed.settled, settledIn) || shareOf(payment.settlement.amountMinor, amountMinor, payment.capturedMinor)
      : 0
  return (
    <OrderDialog
      {...props}
      endpoint="recordDispute"
      title={words.title(order.number)}
      text={words.text}
      submit={words.submit}
      done={words.done(order.number)}
    >
      <SelectField
        name="payment"
        label={words.payment}
        options={payments.map(({ number, provider, availableMinor }) => ({
          value: number,
          label: words.paymentLeft(`${providerName(provider)} ${number}`, formatMoney(availableMinor, order.currency)),
        }))}
        onValue={(number) => setTyped((before) => ({ ...before, payment: number }))}
      />
      <div className="dialog-form__row">
        <TextField
          name="amount"
          label={words.amount}
          prefix={currencySign(order.currency)}
          inputMode="decimal"
          maxLength={20}
          defaultValue={initial}
          onValue={(amount) => setTyped((before) => ({ ...before, amount }))}
          autoFocus
        />
        <TextField
          name="fee"
          label={words.fee}
          prefix={currencySign(settledIn ?? order.currency)}
          inputMode="decimal"
          maxLength={20}
          optional
          onValue={(fee) => setTyped((before) => ({ ...before, fee }))}
        />
      </div>
      {settledIn !== undefined && (
        <SettledField
          currency={settledIn}
          label={words.settled(settledIn)}
          hint={words.settledHint}
          onValue={(settled) => setTyped((before) => ({ ...before, settled }))}
        />
      )}
      <TextField name="reason" label={words.reason} hint={words.reasonHint} maxLength={200} />
      <div className="dialog-form__row">
        <TextField name="reference" label={words.reference} hint={words.referenceHint} maxLength={100} optional />
        <TextField name="respondBy" type="date" label={words.respondBy} hint={words.respondByHint} optional />
      </div>
      <TextField name="openedAt" type="datetime-local" label={words.openedAt} hint={words.openedAtHint} optional />
      <DisputePostings
        lines={disputePostings.opened({ amountMinor, feeMinor: toMinor(typed.fee, settledIn), settledMinor })}
        provider={payment?.provider ?? ''}
        currency={order.currency}
        settledIn={settledIn}
      />
    </OrderDialog>
  )
}

/** What the provider takes or gives back in the currency in which the payment is settled. */
const SettledField = ({
  currency,
  ...props
}: {
  currency: string
  label: string
  hint: string
  onValue: (text: string) => void
}) => (
  <TextField
    {...props}
    name="settlementAmount"
    prefix={currencySign(currency)}
    inputMode="decimal"
    maxLength={20}
    optional
  />
)

/** A part of a payment at its rate, as the server computes it. */
const shareOf = (settlementMinor: number, amountMinor: number, capturedMinor: number): number =>
  Math.max(Number((BigInt(settlementMinor) * BigInt(amountMinor)) / BigInt(capturedMinor || 1)), 1)

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
        <SettledField
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
