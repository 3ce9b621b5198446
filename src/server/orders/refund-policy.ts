import { hasPermission } from '#server/auth/access.ts'
import type { Config } from '#server/config.ts'
import { ConfigError } from '#server/config/config-error.ts'
import type { Book, CurrentUser, Kontor, RequestContext } from '#server/context.ts'
import type { RefundRecord } from '#server/orders/money-store.ts'
import { parseDecimal } from '#shared/money.ts'
import { type ApprovalBlocker, isVoid } from '#shared/orders/refunds.ts'
import { roleHasPermission } from '#shared/permissions.ts'
import { lowestLimit } from '#shared/roles/limits.ts'

/**
 * The amount above which every refund needs two people, in minor units of the book's currency; null without a limit. Throws a `ConfigError`
 * for an amount with decimals that the book's currency does not have.
 */
export function parseRefundLimit({ refundLimit }: Config, { currency }: Book): number | null {
  if (refundLimit === undefined) return null
  const limit = parseDecimal(refundLimit, currency)
  if (limit === undefined || limit < 0)
    throw new ConfigError(`KONTOR_REFUND_LIMIT must be an amount in ${currency} like 500, not "${refundLimit}".`)
  return limit
}

/** The refunds of an order, which count against the limit of their user. */
interface RefundedOrder {
  currency: string
  refunds: readonly Pick<RefundRecord, 'requested_by' | 'decided_by' | 'status' | 'amount_minor'>[]
}

/**
 * How much a user can still refund of an order without another person, in minor units; null is any amount. The lower one of the limits for
 * everyone and for the role counts, less what they have refunded alone, so that several small refunds need another person like a large one.
 * Limits, which are in the currency of the book, allow nothing in others.
 */
export function ownRefundLimit(
  { config, book }: Kontor,
  user: CurrentUser,
  { currency, refunds }: RefundedOrder,
): number | null {
  if (!roleHasPermission(user, 'refunds.approve')) return 0
  const limit = lowestLimit(parseRefundLimit(config, book), user.limits.refundMinor)
  if (limit === null) return null
  if (currency !== book.currency) return 0
  const alone = refunds
    // A refund that failed counts, because it can be tried again.
    .filter(({ status }) => status === 'failed' || !isVoid(status))
    .filter(({ requested_by, decided_by }) => requested_by === user.id && decided_by === user.id)
    .reduce((sum, { amount_minor }) => sum + amount_minor, 0)
  return Math.max(limit - alone, 0)
}

/** A refund that waits for approval, or is about to be requested. */
type RefundSubject = Pick<RefundRecord, 'requested_by' | 'amount_minor'>

/** Whether a user can approve a refund, apart from the permission: their own only up to their limit. */
export function canApproveRefund(
  kontor: Kontor,
  refund: RefundSubject,
  user: CurrentUser,
  order: RefundedOrder,
): boolean {
  if (refund.requested_by !== user.id) return true
  const limit = ownRefundLimit(kontor, user, order)
  return limit === null || refund.amount_minor <= limit
}

/** Why the user of the request cannot approve a refund; null if they can. */
export function findApprovalBlocker(
  context: RequestContext,
  refund: RefundSubject,
  order: RefundedOrder,
): ApprovalBlocker | null {
  const { kontor, session } = context
  if (!session || !hasPermission(context, 'refunds.approve')) return 'permission'
  if (canApproveRefund(kontor, refund, session.user, order)) return null
  return ownRefundLimit(kontor, session.user, order) === 0 ? 'own-refund' : 'above-limit'
}
