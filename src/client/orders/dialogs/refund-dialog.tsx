import { type OrderMessages, useOrderMessages } from '#client/orders/use-order-messages.ts'
import {
  DestinationField,
  listRefundable,
  PaymentField,
  RefundItems,
  SettlementField,
  ShippingField,
} from '#client/orders/dialogs/refund-fields.tsx'
import { OrderDialog } from '#client/orders/dialogs/order-dialog.tsx'
import type { OrderDialogProps } from '#client/orders/dialogs/order-dialogs.tsx'
import { CheckboxField } from '#client/ui/checkbox-field.tsx'
import { TextField } from '#client/ui/field.tsx'
import { useForm } from '#client/ui/form-state.ts'
import { Icon } from '#client/ui/icon.tsx'
import { Money } from '#client/ui/money.tsx'
import { currencySign, formatMoney, parseDecimal } from '#shared/money.ts'
import { calculateRefund, type RefundRequest } from '#shared/orders/refunds.ts'
import type { NotificationInput } from '#client/ui/notification-store.ts'
import { unrefundedReturns } from '#shared/orders/unrefunded-returns.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { storeCredit } from '#shared/payment-providers.ts'
import { useState } from 'react'

/** What was typed so far; the server computes the same amounts from it. */
interface Typed {
  everything: boolean
  quantities: Readonly<Record<string, number>>
  shipping: string
  amount: string
  payment: string
  destination: string
}

/**
 * Refunds everything that is left, or items, shipping and an amount, with the total as it is typed. Opened for a return, it starts with what
 * arrived of it.
 */
export function RefundDialog(props: OrderDialogProps) {
  const { order, query } = props
  const { orders, payments } = useOrderMessages()
  const words = payments.refund
  const refundable = listRefundable(order)
  const record = order.returns.find(({ number }) => number === query.document)
  const arrived = record ? unrefundedReturns(order, record) : {}
  const [typed, setTyped] = useState<Typed>({
    everything: false,
    quantities: arrived,
    shipping: '',
    amount: '',
    payment: refundable[0]?.number ?? '',
    destination: props.form?.values['destination'] ?? '',
  })
  const change = (values: Partial<Typed>): void => setTyped((before) => ({ ...before, ...values }))
  const refund = assessRefund(order, refundable, typed)
  const { payment, availableMinor, amountMinor } = refund
  const amount = amountMinor > 0 ? formatMoney(amountMinor, order.currency) : ''
  return (
    <OrderDialog
      {...props}
      endpoint="refundOrder"
      title={words.title(order.number)}
      text={words.text(formatMoney(availableMinor, order.currency))}
      submit={refund.needsApproval ? words.request(amount) : words.submit(amount)}
      done={(answer) => toNotification(answer, words)}
    >
      <CheckboxField
        name="everything"
        label={words.everything(formatMoney(availableMinor, order.currency))}
        onValue={(everything) => change({ everything })}
      />
      <fieldset className="refund-parts" disabled={typed.everything}>
        <RefundItems
          order={order}
          suggested={arrived}
          onQuantity={(id, quantity) => change({ quantities: { ...typed.quantities, [id]: quantity } })}
        />
        <div className="dialog-form__row">
          <ShippingField order={order} onValue={(shipping) => change({ shipping })} />
          <TextField
            name="amount"
            label={words.other}
            hint={words.otherHint}
            prefix={currencySign(order.currency)}
            inputMode="decimal"
            maxLength={20}
            optional
            onValue={(value) => change({ amount: value })}
          />
        </div>
      </fieldset>
      {refundable.length > 1 && (
        <PaymentField order={order} refundable={refundable} onValue={(number) => change({ payment: number })} />
      )}
      <TextField
        name="reason"
        label={orders.actions.reason}
        maxLength={200}
        defaultValue={record?.reason}
        autoFocus={record !== undefined}
      />
      {props.storeCreditMinor !== null && !props.isErased && (
        <DestinationField payment={payment} onValue={(destination) => change({ destination })} />
      )}
      {!refund.isCredit && <SettlementField payment={payment} />}
      <RefundTotal order={order} refund={refund} />
    </OrderDialog>
  )
}

/** What a refund comes to, and how it is paid. */
function assessRefund(order: OrderView, refundable: ReturnType<typeof listRefundable>, typed: Typed) {
  const payment = refundable.find(({ number }) => number === typed.payment)
  const availableMinor = payment?.availableMinor ?? 0
  const { amountMinor } = calculateRefund(order, toRequest(typed, order.currency), availableMinor)
  const limit = order.ownRefundLimitMinor
  return {
    payment,
    availableMinor,
    amountMinor,
    isCredit: [typed.destination, payment?.provider].includes(storeCredit),
    needsApproval: limit !== null && (limit === 0 || amountMinor > limit),
  }
}

/** The total, and what happens when the form is sent. */
function RefundTotal({ order, refund }: { order: OrderView; refund: ReturnType<typeof assessRefund> }) {
  const { payments } = useOrderMessages()
  const words = payments.refund
  const { payment, availableMinor, amountMinor, isCredit } = refund
  const limit = order.ownRefundLimitMinor
  return (
    <>
      <dl className="totals refund-total" aria-live="polite">
        <dt className="sum">{words.total}</dt>
        <dd className="sum">
          <Money minor={amountMinor} currency={order.currency} />
        </dd>
      </dl>
      {amountMinor > availableMinor && <TooHigh text={words.text(formatMoney(availableMinor, order.currency))} />}
      {limit !== null && (
        <p className="xs dimmed">
          {limit === 0 ? words.needsApproval : words.needsApprovalAbove(formatMoney(limit, order.currency))}
        </p>
      )}
      {!refund.needsApproval && (
        <p className="xs dimmed">
          {isCredit
            ? payments.storeCredit.atOnce
            : payment?.isRefundedByHand === false
              ? words.byProvider(payments.providerName(payment.provider))
              : words.byHand}
        </p>
      )}
    </>
  )
}

/** Says before the form is sent what its field says when the server has rejected the total. */
function TooHigh({ text }: { text: string }) {
  const { getError } = useForm()
  if (getError('amount')) return null
  return (
    <p className="field__error" role="alert">
      <Icon name="circle-alert" />
      {text}
    </p>
  )
}

/** The status of the new refund. */
function toNotification({ number, refunds }: OrderView, words: OrderMessages['payments']['refund']): NotificationInput {
  const newest = refunds.toSorted((a, b) => (a.requestedAt ?? 0) - (b.requestedAt ?? 0)).at(-1)
  switch (newest?.status) {
    case 'requested':
      return { kind: 'info', title: words.isRequested(newest.number) }
    case 'processing':
      return { kind: 'info', title: words.isProcessing(newest.number) }
    case 'failed':
      return { kind: 'warning', title: words.hasFailed(newest.number), description: newest.statusReason }
    default:
      return { kind: 'success', title: words.done(number) }
  }
}

const toRequest = ({ everything, quantities, shipping, amount }: Typed, currency: string): RefundRequest =>
  everything
    ? 'everything'
    : {
        lines: Object.entries(quantities).map(([id, quantity]) => ({ id, quantity })),
        shippingMinor: Math.max(parseDecimal(shipping, currency) ?? 0, 0),
        otherMinor: Math.max(parseDecimal(amount, currency) ?? 0, 0),
      }
