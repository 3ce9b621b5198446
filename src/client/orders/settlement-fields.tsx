import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { TextField } from '#client/ui/field.tsx'

/** The names of the fields, for which errors may come. */
export const settlementFields = ['settlementAmount', 'settlementCurrency', 'settlementRate'] as const

interface SettlementFieldsProps {
  /** That of the order. */
  currency: string
  /** Whether nothing may be said; else the form begins with the amount. */
  optional?: boolean
}

/** What a provider makes of a payment in another currency, for a `dialog-form__row`. */
export function SettlementFields({ currency, optional = false }: SettlementFieldsProps) {
  const words = useOrderMessages().payments.settlement
  const number = { inputMode: 'decimal', maxLength: 20 } as const
  const [amount, settledIn, rate] = settlementFields
  return (
    <>
      <TextField
        {...number}
        name={amount}
        label={words.amount}
        hint={words.amountHint}
        optional={optional}
        autoFocus={!optional}
      />
      <TextField name={settledIn} label={words.currency} placeholder="EUR" maxLength={3} optional={optional} />
      <TextField {...number} name={rate} label={words.rate} hint={words.rateHint(currency)} optional />
    </>
  )
}
