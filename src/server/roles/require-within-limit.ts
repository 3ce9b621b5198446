import { formatMoney } from '#shared/money.ts'
import { ProblemError } from '#shared/problem.ts'
import { isWithinLimit } from '#shared/roles/limits.ts'

/** Throws `above-limit` unless the limit of the user's role allows the amount. */
export function requireWithinLimit(
  book: { currency: string },
  limitMinor: number | null,
  money: { amountMinor: number; currency: string },
): void {
  if (!isWithinLimit(limitMinor, money, book))
    throw new ProblemError('above-limit', { limit: formatMoney(limitMinor ?? 0, book.currency) })
}
