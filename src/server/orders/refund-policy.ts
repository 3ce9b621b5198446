import { hasPermission } from '#server/auth/access.ts'
import { type Config, ConfigError } from '#server/config.ts'
import type { Book, Kontor, RequestContext } from '#server/context.ts'
import { parseDecimal } from '#shared/money.ts'
import type { ApprovalBlocker } from '#shared/orders/refunds.ts'
import { roleHasPermission, type Role } from '#shared/permissions.ts'

/** Amounts above which a refund needs two people, in minor units of the book's currency: for everyone, and for single roles. */
interface RefundLimits {
  everyone: number | undefined
  roles: Partial<Record<Role, number>>
}

/** Reads the limits from the configuration; throws a `ConfigError` for an amount with decimals that the book's currency does not have. */
export function parseRefundLimits({ refundLimit, refundLimits }: Config, { currency }: Book): RefundLimits {
  const parse = (setting: string, text: string): number => {
    const limit = parseDecimal(text, currency)
    if (limit === undefined || limit < 0)
      throw new ConfigError(`${setting} must have amounts in ${currency} like 500, not "${text}".`)
    return limit
  }
  return {
    everyone: refundLimit === undefined ? undefined : parse('KONTOR_REFUND_LIMIT', refundLimit),
    roles: Object.fromEntries(
      Object.entries(refundLimits).map(([role, text]) => [role, parse('KONTOR_REFUND_LIMITS', text)]),
    ),
  }
}

/**
 * Up to which amount a user can refund without another person, in minor units; null is any amount. The lower one of the limits for everyone
 * and for the role counts. Admins never approve their own refunds, and limits, which are in the currency of the book, allow nothing in others.
 */
export function ownRefundLimit({ config, book }: Kontor, role: Role, currency: string): number | null {
  if (!roleHasPermission(role, 'refunds.approve') || role === 'admin') return 0
  const { everyone, roles } = parseRefundLimits(config, book)
  const limits = [everyone, roles[role]].filter((limit) => limit !== undefined)
  if (limits.length === 0) return null
  return currency === book.currency ? Math.min(...limits) : 0
}

/** A refund that waits for approval, or is about to be requested. */
interface RefundSubject {
  requestedBy: string | null
  amountMinor: number
  currency: string
}

/** Whether a user can approve a refund, apart from the permission: their own only up to their limit. */
export function canApproveRefund(kontor: Kontor, refund: RefundSubject, user: { id: string; role: Role }): boolean {
  if (refund.requestedBy !== user.id) return true
  const limit = ownRefundLimit(kontor, user.role, refund.currency)
  return limit === null || refund.amountMinor <= limit
}

/** Why the user of the request cannot approve a refund; null if they can. */
export function findApprovalBlocker(context: RequestContext, refund: RefundSubject): ApprovalBlocker | null {
  const { kontor, session } = context
  if (!session || !hasPermission(context, 'refunds.approve')) return 'permission'
  if (canApproveRefund(kontor, refund, session.user)) return null
  return ownRefundLimit(kontor, session.user.role, refund.currency) === 0 ? 'own-refund' : 'above-limit'
}
