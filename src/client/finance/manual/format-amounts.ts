import { formatMoneyInline } from '#shared/money.ts'

/** Amounts in several currencies on one line. */
export const formatAmounts = (
  amounts: readonly { currency: string; amountMinor: number }[],
  separator: string,
): string => amounts.map(({ amountMinor, currency }) => formatMoneyInline(amountMinor, currency)).join(separator)
