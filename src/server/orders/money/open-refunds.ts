import { hasPermission } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import * as store from '#server/orders/money/money-store.ts'
import type { OpenRefund } from '#shared/orders/document-views.ts'

/** A refund that a provider has been paying for longer is open work. */
const stuckAfterMs = 15 * 60_000
const maxRefunds = 20

/**
 * The refunds that the user can do something about, oldest first, at most 20: those that others requested, and those that failed or that
 * the provider has been paying for more than 15 minutes.
 */
export async function listOpenRefunds(context: RequestContext): Promise<OpenRefund[]> {
  const { kontor, session } = context
  if (!session || !hasPermission(context, 'refunds.approve')) return []
  const stuckBefore = kontor.now() - stuckAfterMs
  const refunds = await store.listOpenRefunds(kontor.database.read, session.user.id, stuckBefore, maxRefunds)
  return refunds.map((refund) => ({
    number: refund.number,
    orderNumber: refund.order_number,
    status: refund.status,
    amountMinor: refund.amount_minor,
    currency: refund.currency,
    at: refund.started_at ?? refund.recorded_at,
    requestedBy: refund.requester_name,
  }))
}
