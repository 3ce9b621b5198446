import { TextField } from '#client/ui/field.tsx'
import { currencySign } from '#shared/money.ts'

/** What the provider takes or gives back in the currency in which the payment is settled. */
export const DisputeSettlementField = ({
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
