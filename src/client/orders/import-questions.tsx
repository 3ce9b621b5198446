import { useImportMessages } from '#client/orders/use-import-messages.ts'
import { TextField } from '#client/ui/field.tsx'
import type { Problem } from '#shared/problem.ts'

/** Whether the file does not say in which currency its amounts are. */
export const asksForCurrency = (problem: Problem | null | undefined): boolean =>
  problem?.errors?.some(({ pointer }) => pointer === '/currency') ?? false

/** Asks for the currency of a file that does not say it. */
export const CurrencyField = () => (
  <TextField name="currency" label={useImportMessages().currency} placeholder="CNY" maxLength={3} />
)
