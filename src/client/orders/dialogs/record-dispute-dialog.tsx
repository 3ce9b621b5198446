import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { DisputePostings } from '#client/orders/dialogs/dispute-postings.tsx'
import { listRefundable } from '#client/orders/dialogs/refund-fields.tsx'
import { OrderDialog } from '#client/orders/dialogs/order-dialog.tsx'
import type { OrderDialogProps } from '#client/orders/dialogs/order-dialogs.tsx'
import { SelectField, TextField } from '#client/ui/field.tsx'
import { disputePostings } from '#shared/finance/dispute-posting.ts'
import { currencySign, formatDecimal, formatMoney, parseDecimal } from '#shared/money.ts'
import { useState } from 'react'
import { DisputeSettlementField } from '#client/orders/dialogs/dispute-settlement-field.tsx'

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
        <DisputeSettlementField
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

/** A part of a payment at its rate, as the server computes it. */
const shareOf = (settlementMinor: number, amountMinor: number, capturedMinor: number): number =>
  Math.max(Number((BigInt(settlementMinor) * BigInt(amountMinor)) / BigInt(capturedMinor || 1)), 1)
