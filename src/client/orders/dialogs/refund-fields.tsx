import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { Field, SelectField, TextField } from '#client/ui/field.tsx'
import { useForm } from '#client/ui/form-state.ts'
import { currencySign, formatMoney } from '#shared/money.ts'
import { refundableParts } from '#shared/orders/refunds.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { storeCredit } from '#shared/payment-providers.ts'

/** The payments of which something is left, most first. */
export const listRefundable = ({
  payments,
}: OrderView): (OrderView['payments'][number] & { availableMinor: number })[] =>
  payments
    .map((payment) => ({
      ...payment,
      availableMinor:
        payment.capturedMinor - payment.refundedMinor - payment.refundPendingMinor - payment.disputedMinor,
    }))
    .filter(({ availableMinor }) => availableMinor > 0)
    .toSorted((a, b) => b.availableMinor - a.availableMinor)

interface RefundItemsProps {
  order: OrderView
  /** Quantities by line to start with. */
  suggested: Readonly<Record<string, number>>
  onQuantity: (id: string, quantity: number) => void
}

/** How many of each item are refunded. */
export function RefundItems({ order, suggested, onQuantity }: RefundItemsProps) {
  const words = useOrderMessages().payments.refund
  const { getValue } = useForm()
  const left = refundableParts(order).lines
  const items = order.lines.flatMap((line, index) => {
    const part = left[index]
    return part && part.quantity > 0 ? [{ ...line, leftQuantity: part.quantity, leftMinor: part.amountMinor }] : []
  })
  if (items.length === 0) return null
  return (
    <ul className="refund-items" aria-label={words.items}>
      {items.map(({ id, name, leftQuantity, leftMinor }, index) => {
        const field = `lines[${index}][quantity]`
        return (
          <li key={id}>
            <input type="hidden" name={`lines[${index}][id]`} value={id} />
            <Field
              name={field}
              label={name}
              aside={
                <span className="dimmed num">{words.upTo(leftQuantity, formatMoney(leftMinor, order.currency))}</span>
              }
            >
              {(control) => (
                <input
                  {...control}
                  aria-required={undefined}
                  className="input"
                  type="number"
                  inputMode="numeric"
                  min={0}
                  max={leftQuantity}
                  defaultValue={getValue(field) ?? String(suggested[id] ?? 0)}
                  onFocus={({ target }) => target.select()}
                  onChange={({ target }) =>
                    onQuantity(id, Math.min(Math.max(Math.trunc(Number(target.value)) || 0, 0), leftQuantity))
                  }
                />
              )}
            </Field>
          </li>
        )
      })}
    </ul>
  )
}

/** How much of the shipping is refunded; nothing if none of it is left. */
export function ShippingField({ order, onValue }: { order: OrderView; onValue: (value: string) => void }) {
  const words = useOrderMessages().payments.refund
  const { shippingMinor } = refundableParts(order)
  if (shippingMinor === 0) return null
  return (
    <TextField
      name="shipping"
      label={words.shipping}
      hint={words.shippingLeft(formatMoney(shippingMinor, order.currency))}
      prefix={currencySign(order.currency)}
      inputMode="decimal"
      maxLength={20}
      optional
      onValue={onValue}
    />
  )
}

/** What the provider takes back of a payment that it settled in another currency; nothing for others. */
export function SettlementField({ payment }: { payment: OrderView['payments'][number] | undefined }) {
  const words = useOrderMessages().payments.settlement
  if (!payment?.settlement) return null
  const { currency } = payment.settlement
  return (
    <TextField
      name="settlementAmount"
      label={words.refund(currency)}
      hint={words.refundHint}
      prefix={currencySign(currency)}
      inputMode="decimal"
      maxLength={20}
      optional
    />
  )
}

interface DestinationFieldProps {
  /** What the refund is paid from; its provider can pay it back. */
  payment: OrderView['payments'][number] | undefined
  onValue: (destination: string) => void
}

/** Whether a refund goes back the way it was paid or becomes store credit; nothing for what was paid with store credit. */
export function DestinationField({ payment, onValue }: DestinationFieldProps) {
  const { payments } = useOrderMessages()
  if (!payment || payment.provider === storeCredit) return null
  return (
    <SelectField
      name="destination"
      label={payments.storeCredit.destination}
      options={[
        { value: 'payment', label: payments.storeCredit.back(payments.providerName(payment.provider)) },
        { value: storeCredit, label: payments.storeCredit.toCredit },
      ]}
      onValue={onValue}
    />
  )
}

interface PaymentFieldProps {
  order: OrderView
  refundable: ReturnType<typeof listRefundable>
  onValue: (number: string) => void
}

/** The payment that is refunded. */
export function PaymentField({ order, refundable, onValue }: PaymentFieldProps) {
  const { payments } = useOrderMessages()
  return (
    <SelectField
      name="payment"
      label={payments.refund.payment}
      options={refundable.map(({ number, provider, availableMinor }) => ({
        value: number,
        label: payments.refund.paymentLeft(
          `${payments.providerName(provider)} ${number}`,
          formatMoney(availableMinor, order.currency),
        ),
      }))}
      onValue={onValue}
    />
  )
}
