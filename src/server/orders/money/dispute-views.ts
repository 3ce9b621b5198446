import { hasPermission } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { findTaxOfDispute } from '#server/finance/dispute-entries.ts'
import { decideDisputeActions } from '#server/orders/decide-actions.ts'
import { type DisputeRecord, listOpenDisputes as selectOpenDisputes } from '#server/orders/money/dispute-store.ts'
import { sumTakenTax } from '#server/orders/money/disputes.ts'
import type { PaymentRecord } from '#server/orders/money/money-store.ts'
import { leftOf } from '#server/orders/money/left-of-payment.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { countDays, dayOf } from '#shared/time.ts'
import type { DisputeView, OpenDispute } from '#shared/orders/document-views.ts'

/** Disputes of an order as this user sees them; `entries` are the numbers of their ledger entries, if they may see these. */
export async function loadDisputeViews(
  db: Db,
  context: RequestContext,
  order: OrderRecord,
  { disputes, payments }: { disputes: readonly DisputeRecord[]; payments: readonly PaymentRecord[] },
  entries: ReadonlyMap<string, number>,
): Promise<DisputeView[]> {
  const taken = sumTakenTax(disputes)
  return Promise.all(
    disputes.map(async (dispute) => {
      const payment = payments.find(({ id }) => id === dispute.payment_id)
      return toDisputeView(dispute, {
        paymentNumber: payment?.number ?? '',
        lossTaxMinor: dispute.status === 'open' ? await findTaxOfDispute(db, order, dispute.amount_minor, taken) : 0,
        entryNumber: entries.get(dispute.number) ?? null,
        respondInDays: dispute.status === 'open' ? daysUntil(context, dispute.respond_by) : null,
        ...decideDisputeActions(context, order, dispute, payment ? leftOf(payment) : 0),
      })
    }),
  )
}

type Found = Pick<
  DisputeView,
  'respondInDays' | 'paymentNumber' | 'lossTaxMinor' | 'entryNumber' | 'actions' | 'unavailableActions'
>

const toDisputeView = (dispute: DisputeRecord, found: Found): DisputeView => ({
  number: dispute.number,
  provider: dispute.provider,
  status: dispute.status,
  amountMinor: dispute.amount_minor,
  feeMinor: dispute.fee_minor,
  settlement:
    dispute.settlement_currency === ''
      ? null
      : {
          currency: dispute.settlement_currency,
          amountMinor: dispute.settlement_minor,
          returnedMinor: dispute.settlement_returned_minor,
        },
  isFeeReturned: dispute.fee_returned === 1,
  taxMinor: dispute.tax_minor - dispute.offset_tax_minor,
  offsetMinor: dispute.offset_minor,
  reason: dispute.reason,
  reference: dispute.reference,
  openedAt: dispute.opened_at,
  respondBy: dispute.respond_by,
  closedAt: dispute.closed_at,
  cancelReason: dispute.cancel_reason,
  ...found,
})

const maxDisputes = 20

/** The disputes that the user can answer and decide, those that are due first at the beginning, at most 20. */
export async function listOpenDisputes(context: RequestContext): Promise<OpenDispute[]> {
  if (!hasPermission(context, 'refunds.approve')) return []
  const disputes = await selectOpenDisputes(context.kontor.database.read, maxDisputes)
  return disputes.map((dispute) => ({ ...dispute, respondInDays: daysUntil(context, dispute.respondBy) }))
}

/** Days from today to a day; null for none. */
const daysUntil = ({ kontor }: RequestContext, day: string): number | null =>
  day === '' ? null : countDays(dayOf(kontor.now(), kontor.book.timeZone), day)
