import { hasPermission } from '#server/auth/access.ts'
import type { Config } from '#server/config.ts'
import { ConfigError } from '#server/config/config-error.ts'
import type { Book, CurrentUser, Kontor, RequestContext } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { type RefundRecord, sumOwnRefunds } from '#server/orders/money/money-store.ts'
import { parseDecimal } from '#shared/money.ts'
import { type ApprovalBlocker, isVoid } from '#shared/orders/refunds.ts'
import { roleHasPermission } from '#shared/permissions.ts'
import { lowestLimit } from '#shared/roles/limits.ts'
import { dayOf, startOfDay } from '#shared/time.ts'

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
export interface RefundedOrder {
  currency: string
  /** What the user has refunded alone today, of all orders (`loadRefundedToday`). */
  refundedTodayMinor: number
  refunds: readonly Pick<RefundRecord, 'requested_by' | 'decided_by' | 'status' | 'amount_minor'>[]
}

/**
 * How much a user can still refund of an order without another person, in minor units; null is any amount. The lowest of the limits for
 * everyone, for the role and for the role on one day counts, less what they have refunded alone, so that several small refunds need another person
 * like a large one.
 * Limits, which are in the currency of the book, allow nothing in others.
 */
export function ownRefundLimit(
  { config, book }: Kontor,
  user: CurrentUser,
  { currency, refunds, refundedTodayMinor }: RefundedOrder,
): number | null {
  if (!roleHasPermission(user, 'refunds.approve')) return 0
  const ofOrder = lowestLimit(parseRefundLimit(config, book), user.limits.refundMinor)
  const ofDay = user.limits.dailyRefundMinor
  if (ofOrder === null && ofDay === null) return null
  if (currency !== book.currency) return 0
  const alone = refunds
    // A refund that failed counts, because it can be tried again.
    .filter(({ status }) => status === 'failed' || !isVoid(status))
    .filter(({ requested_by, decided_by }) => requested_by === user.id && decided_by === user.id)
    .reduce((sum, { amount_minor }) => sum + amount_minor, 0)
  return Math.max(Math.min((ofOrder ?? Infinity) - alone, (ofDay ?? Infinity) - refundedTodayMinor), 0)
}

/**
 * What a user has refunded alone today in the currency of the book, for a role with a limit for a day; 0 for others. Two refunds at once
 * cannot both pass the limit: one of their transactions reads what the other one has written, or starts again.
 */
export async function loadRefundedToday(db: Db, { book, now }: Kontor, user: CurrentUser): Promise<number> {
  if (user.limits.dailyRefundMinor === null) return 0
  const since = startOfDay(dayOf(now(), book.timeZone), book.timeZone)
  return sumOwnRefunds(db, user.id, since, book.currency)
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
