import { type Config, ConfigError } from '#server/config.ts'
import type { Book, Kontor } from '#server/context.ts'
import { parseDecimal } from '#shared/money.ts'
import { roleHasPermission, type Role } from '#shared/permissions.ts'

/** The amount above which a refund needs two people, in minor units of the book's currency; `undefined` without a limit. */
export function parseRefundLimit({ refundLimit }: Config, { currency }: Book): number | undefined {
  if (refundLimit === undefined) return undefined
  const limit = parseDecimal(refundLimit, currency)
  if (limit === undefined || limit < 0)
    throw new ConfigError(`KONTOR_REFUND_LIMIT must be an amount in ${currency} like 500, not "${refundLimit}".`)
  return limit
}

/**
 * Up to which amount a user can refund without another person, in minor units; null is any amount. Admins never approve their own refunds, and
 * the limit, which is in the currency of the book, allows nothing in other currencies.
 */
export function ownRefundLimit({ config, book }: Kontor, role: Role, currency: string): number | null {
  if (!roleHasPermission(role, 'refunds.approve') || role === 'admin') return 0
  const limit = parseRefundLimit(config, book)
  if (limit === undefined) return null
  return currency === book.currency ? limit : 0
}

/** Whether a user can approve a refund, apart from the permission: their own only up to their limit. */
export function canApproveRefund(
  kontor: Kontor,
  refund: { requestedBy: string | null; amountMinor: number; currency: string },
  user: { id: string; role: Role },
): boolean {
  if (refund.requestedBy !== user.id) return true
  const limit = ownRefundLimit(kontor, user.role, refund.currency)
  return limit === null || refund.amountMinor <= limit
}
