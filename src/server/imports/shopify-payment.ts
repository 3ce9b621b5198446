import type { ImportMessages, Row } from '#server/imports/row.ts'
import { maxLengths } from '#server/imports/import-limits.ts'
import { formatDecimal } from '#shared/money.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import { toShopProvider } from '#shared/payment-providers.ts'

const financialStatuses = [
  'paid',
  'partially_paid',
  'partially_refunded',
  'refunded',
  'voided',
  'pending',
  'authorized',
  'expired',
  'unpaid',
] as const
type FinancialStatus = (typeof financialStatuses)[number]

/** The authorized, captured and refunded amounts of an order. */
interface OrderPayment extends Pick<OrderDraft, 'payment' | 'refund' | 'authorizedMinor'> {
  voided: boolean
}

/** Reads `Financial Status` and checks it against the amounts; `latest` is the latest time in the order's rows, used for the refund. */
export function readPayment(
  row: Row,
  totalMinor: number,
  currency: string,
  latest: number,
  messages: ImportMessages,
): OrderPayment {
  const status = row.choice('Financial Status', financialStatuses)
  const format = (minor: number): string => formatDecimal(minor, currency)
  const capturedMinor = readCaptured(row, status, totalMinor, currency, messages)
  const refundedMinor = row.amount('Refunded Amount', currency)
  if (refundedMinor > capturedMinor)
    throw row.error(messages.refused.refundAbove(format(refundedMinor), format(capturedMinor)))
  const matchesStatus: Partial<Record<FinancialStatus, boolean>> = {
    partially_refunded: refundedMinor > 0 && refundedMinor < capturedMinor,
    refunded: refundedMinor === capturedMinor,
  }
  if (!(matchesStatus[status] ?? refundedMinor === 0))
    throw row.error(messages.refused.refundContradicts(status, format(refundedMinor), format(capturedMinor)))
  return {
    voided: status === 'voided',
    authorizedMinor: status === 'authorized' ? totalMinor : 0,
    payment:
      capturedMinor === 0
        ? null
        : { ...readProvider(row), capturedMinor, capturedAt: readPaidAt(row, status, messages) },
    refund: refundedMinor === 0 ? null : { amountMinor: refundedMinor, refundedAt: latest },
  }
}

function readCaptured(
  row: Row,
  status: FinancialStatus,
  totalMinor: number,
  currency: string,
  messages: ImportMessages,
): number {
  const hasOutstanding = row.raw('Outstanding Balance') !== ''
  const outstandingMinor = row.amount('Outstanding Balance', currency)
  const outstandingError = (): Error =>
    row.error(
      messages.refused.outstanding(
        status,
        formatDecimal(outstandingMinor, currency),
        formatDecimal(totalMinor, currency),
      ),
    )
  switch (status) {
    case 'paid':
    case 'partially_refunded':
    case 'refunded':
      // After a refund the meaning of the outstanding balance differs between shops, so only check it for `paid`.
      if (status === 'paid' && outstandingMinor !== 0) throw outstandingError()
      return totalMinor
    case 'partially_paid':
      if (!hasOutstanding) throw row.error(messages.refused.outstandingMissing)
      if (outstandingMinor === 0 || outstandingMinor >= totalMinor) throw outstandingError()
      return totalMinor - outstandingMinor
    default:
      return 0
  }
}

/** The export has no time for a partial payment, so assume that it was made when the order was placed. */
function readPaidAt(row: Row, status: FinancialStatus, messages: ImportMessages): number {
  const paidAt = row.time('Paid at')
  if (paidAt !== null) return paidAt
  if (status !== 'partially_paid') throw row.error(messages.refused.paidAtMissing(status))
  return row.requiredTime('Created at')
}

/** The ledger needs a provider for every payment: without a payment method it is `manual`. */
const readProvider = (row: Row): { provider: string; reference: string } => ({
  provider: toShopProvider(row.text('Payment Method', maxLengths.place)) || 'manual',
  reference: row.number('Payment Reference', maxLengths.street),
})
