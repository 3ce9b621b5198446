import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { OrderDialog } from '#client/orders/dialogs/order-dialog.tsx'
import type { OrderDialogProps } from '#client/orders/dialogs/order-dialogs.tsx'
import { SettlementFields, settlementFields } from '#client/orders/dialogs/settlement-fields.tsx'
import { Field, SelectField, TextField } from '#client/ui/field.tsx'
import { useForm } from '#client/ui/form-state.ts'
import { attachmentLimitBytes } from '#shared/constants.ts'
import { currencySign, formatDecimal, formatMoney } from '#shared/money.ts'
import { paymentMethods, storeCredit } from '#shared/payment-providers.ts'
import { useState } from 'react'

/** Records a payment that did not arrive through the shop; suggests what the customer still owes. */
export function RecordPaymentDialog(props: OrderDialogProps) {
  const { payments } = useOrderMessages()
  const { number, balanceMinor, currency } = props.order
  const creditMinor = Math.min(props.storeCreditMinor ?? 0, Math.max(balanceMinor, 0))
  return (
    <OrderDialog
      {...props}
      endpoint="recordPayment"
      encType="multipart/form-data"
      title={payments.record.title(number)}
      text={payments.record.text}
      submit={payments.record.submit}
      done={payments.record.done(number)}
    >
      <PaymentFields
        amountMinor={Math.max(balanceMinor, 0)}
        creditMinor={creditMinor}
        usesCredit={props.query.focus === 'credit' && creditMinor > 0}
        currency={currency}
      />
    </OrderDialog>
  )
}

/** Records that all or a part of the authorized amount was captured. */
export function CaptureDialog(props: OrderDialogProps) {
  const { payments } = useOrderMessages()
  const { number, authorizedMinor, currency } = props.order
  return (
    <OrderDialog
      {...props}
      endpoint="captureAuthorization"
      encType="multipart/form-data"
      title={payments.capture.title(number)}
      text={payments.capture.text(formatMoney(authorizedMinor, currency))}
      submit={payments.capture.submit}
      done={payments.capture.done(number)}
    >
      <PaymentFields amountMinor={authorizedMinor} creditMinor={0} currency={currency} />
    </OrderDialog>
  )
}

interface PaymentFieldsProps {
  amountMinor: number
  /** How much of it can be paid with the store credit of the customer. */
  creditMinor: number
  /** Whether the form begins with store credit. */
  usesCredit?: boolean
  currency: string
}

function PaymentFields({ amountMinor, creditMinor, usesCredit = false, currency }: PaymentFieldsProps) {
  const { payments } = useOrderMessages()
  const { getValue } = useForm()
  const [chosen, setChosen] = useState<string>()
  const first = usesCredit ? storeCredit : undefined
  const isCredit = (chosen ?? getValue('method') ?? first) === storeCredit
  const suggestedMinor = isCredit ? creditMinor : amountMinor
  const credit = { value: storeCredit, label: payments.storeCredit.upTo(formatMoney(creditMinor, currency)) }
  return (
    <>
      <div className="dialog-form__row">
        <TextField
          key={String(isCredit)}
          name="amount"
          label={payments.amount}
          prefix={currencySign(currency)}
          inputMode="decimal"
          maxLength={20}
          autoFocus={chosen === undefined}
          defaultValue={suggestedMinor === 0 ? undefined : formatDecimal(suggestedMinor, currency)}
        />
        <SelectField
          name="method"
          label={payments.method}
          hint={isCredit ? payments.storeCredit.useHint : undefined}
          defaultValue={first}
          options={[
            ...paymentMethods.map((value) => ({ value, label: payments.providerName(value) })),
            ...(creditMinor > 0 ? [credit] : []),
          ]}
          onValue={setChosen}
        />
      </div>
      {isCredit ? (
        <TextField name="note" label={payments.note} maxLength={500} optional />
      ) : (
        <ReceivedFields currency={currency} />
      )}
    </>
  )
}

/** Reference, time and evidence of a payment. */
function ReceivedFields({ currency }: { currency: string }) {
  const { payments } = useOrderMessages()
  return (
    <>
      <div className="dialog-form__row">
        <TextField name="reference" label={payments.reference} hint={payments.referenceHint} maxLength={100} optional />
        <TextField name="paidAt" type="datetime-local" label={payments.paidAt} hint={payments.paidAtHint} optional />
      </div>
      <TextField
        name="subsidy"
        label={payments.subsidy}
        hint={payments.subsidyHint}
        prefix={currencySign(currency)}
        inputMode="decimal"
        maxLength={20}
        optional
      />
      <MoreSettlementFields currency={currency} />
      <TextField name="note" label={payments.note} hint={payments.noteHint} maxLength={500} optional />
      <Field
        name="evidence"
        label={payments.evidence}
        hint={payments.evidenceHint(attachmentLimitBytes / 1024 / 1024)}
        optional
      >
        {(control) => <input {...control} type="file" className="input input--file" />}
      </Field>
    </>
  )
}

/** The settlement in another currency, which few payments need. */
function MoreSettlementFields({ currency }: { currency: string }) {
  const words = useOrderMessages().payments.settlement
  const { getValue, getError } = useForm()
  return (
    <details className="dialog-form__more" open={settlementFields.some((name) => getValue(name) || getError(name))}>
      <summary>{words.open}</summary>
      <div className="dialog-form__row">
        <SettlementFields currency={currency} optional />
      </div>
    </details>
  )
}

export function VoidDialog(props: OrderDialogProps) {
  const { payments } = useOrderMessages()
  const { number, authorizedMinor, currency } = props.order
  return (
    <OrderDialog
      {...props}
      endpoint="voidAuthorization"
      title={payments.void.title(number)}
      text={payments.void.text(formatMoney(authorizedMinor, currency))}
      submit={payments.void.submit}
      done={payments.void.done(number)}
      keep={payments.void.keep}
      danger
    />
  )
}

export function WriteOffDialog(props: OrderDialogProps) {
  const { orders, payments } = useOrderMessages()
  const { number, balanceMinor, currency } = props.order
  return (
    <OrderDialog
      {...props}
      endpoint="writeOffBalance"
      title={payments.writeOff.title(number)}
      text={payments.writeOff.text(formatMoney(balanceMinor, currency))}
      submit={payments.writeOff.submit}
      done={payments.writeOff.done(number)}
      danger
    >
      <TextField name="reason" label={orders.actions.reason} maxLength={200} autoFocus />
    </OrderDialog>
  )
}
