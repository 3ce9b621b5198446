import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'

/** Writes a month `2026-03` as the reader does. */
export function useMonthFormat(): (month: string) => string {
  const { units } = useLedgerMessages().ledger.groups
  return (month) => units.month(Number(month.slice(0, 4)), Number(month.slice(5)))
}
