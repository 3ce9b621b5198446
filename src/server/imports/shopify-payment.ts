import { type ImportMessages, maxLengths, type Row } from '#server/imports/row.ts'
import { formatDecimal } from '#shared/money.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'

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

/** What was promised, taken and given back of an order. */
interface OrderPayment extends Pick<OrderDraft, 'payment' | 'refund' | 'authorizedMinor'> {
  voided: boolean
}

/** Reads what `Financial Status` says and proves it by the amounts; `latest` is the latest time that the file names for the order. */
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
      // After a refund shops differ in what they call outstanding.
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

/** A part payment has no time of its own in the export: it was made with the order. */
function readPaidAt(row: Row, status: FinancialStatus, messages: ImportMessages): number {
  const paidAt = row.time('Paid at')
  if (paidAt !== null) return paidAt
  if (status !== 'partially_paid') throw row.error(messages.refused.paidAtMissing(status))
  return row.requiredTime('Created at')
}

/** Money has to lie somewhere: without a name it was taken by hand. */
const readProvider = (row: Row): { provider: string; reference: string } => ({
  provider: row.text('Payment Method', maxLengths.place) || 'manual',
  reference: row.text('Payment Reference', maxLengths.street),
})
