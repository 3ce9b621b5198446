import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { TextField } from '#client/ui/field.tsx'
import { useForm } from '#client/ui/form-state.ts'
import { findSettlementRate } from '#shared/finance/settlement-rate.ts'
import { type ReactNode, useState } from 'react'

/** The names of the fields, for which errors may come. */
export const settlementFields = ['settlementAmount', 'settlementCurrency', 'settlementRate'] as const

interface SettlementFieldsProps {
  /** The currency of the order. */
  currency: string
  /** Whether the fields may stay empty; otherwise the form begins with the amount. */
  optional?: boolean
  /** What was paid, where it is known: then the rate that follows shows as it is typed. */
  paidMinor?: number
  /** Fields that are shown between these and the resulting rate. */
  children?: ReactNode
}

/** The fields for the settlement of a payment in another currency, for a `dialog-form__row`. */
export function SettlementFields({ currency, optional = false, paidMinor = 0, children }: SettlementFieldsProps) {
  const { getValue } = useForm()
  const words = useOrderMessages().payments.settlement
  const number = { inputMode: 'decimal', maxLength: 20 } as const
  const [amount, settledIn, rate] = settlementFields
  const [typed, setTyped] = useState(() => ({
    amount: getValue(amount) ?? '',
    currency: getValue(settledIn) ?? '',
    rate: getValue(rate) ?? '',
  }))
  const found = findSettlementRate({ currency, amountMinor: paidMinor }, typed)
  return (
    <>
      <TextField
        {...number}
        name={amount}
        label={words.amount}
        hint={words.amountHint}
        optional={optional}
        autoFocus={!optional}
        onValue={(value) => setTyped({ ...typed, amount: value })}
      />
      <TextField
        name={settledIn}
        label={words.currency}
        placeholder="EUR"
        maxLength={3}
        optional={optional}
        onValue={(value) => setTyped({ ...typed, currency: value })}
      />
      <TextField
        {...number}
        name={rate}
        label={words.rate}
        hint={words.rateHint(currency)}
        optional
        onValue={(value) => setTyped({ ...typed, rate: value })}
      />
      {children}
      {paidMinor > 0 && (
        <p className="settlement-rate sm" role="status">
          {found && (
            <span className={found.fits ? 'muted' : 'status shape-alert'}>
              {(found.fits ? words.impliedRate : words.otherRate)(
                currency,
                found.rate,
                typed.currency.trim().toUpperCase(),
              )}
            </span>
          )}
        </p>
      )}
    </>
  )
}
