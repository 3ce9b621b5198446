import type { ImportMessages, Row } from '#server/imports/row.ts'
import { maxLengths } from '#server/imports/import-limits.ts'
import { toExcerpt } from '#server/imports/excerpt.ts'
import type { TableDefinition, TableStatus } from '#server/imports/table-format.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import { ownValue } from '#shared/own-value.ts'
import { toShopProvider } from '#shared/payment-providers.ts'
import { add, formatDecimal } from '#shared/money.ts'

/** The status of the order; without a column for it, a time of payment or shipping says what happened. */
export function readTableStatus(
  row: Row,
  { statuses, assumedStatus = 'unpaid' }: Pick<TableDefinition, 'statuses' | 'assumedStatus'>,
  messages: ImportMessages,
): TableStatus {
  if (!row.has('status'))
    return row.raw('shippedAt') !== '' ? 'shipped' : row.raw('paidAt') !== '' ? 'paid' : assumedStatus
  const text = row.raw('status')
  if (text === '') throw row.error(messages.refused.empty(row.label('status')))
  const key = text.toLowerCase().replace(/^wc-/, '')
  const status = ownValue(statuses, key)
  if (status === undefined)
    throw row.error(
      messages.refused.choice(row.label('status'), toExcerpt(text), [...new Set(Object.keys(statuses))].join(', ')),
    )
  if (status === 'draft') throw row.error(messages.refused.isDraft(row.label('status'), toExcerpt(text)))
  return status
}

interface TableAmounts {
  totalMinor: number
  currency: string
  placedAt: number
  /** The latest time in the order's rows: tables have none of refunds. */
  latest: number
}

/** What was captured and refunded. A cancelled order was paid if it has a time of payment or a refund. */
export function readTablePayment(
  rows: readonly Row[],
  status: TableStatus,
  { totalMinor, currency, placedAt, latest }: TableAmounts,
  messages: ImportMessages,
): Pick<OrderDraft, 'payment' | 'refund'> {
  const [row] = rows
  if (!row) throw new Error('An order has a row')
  const given = readRefunded(rows, currency)
  const paidAt = row.localTime('paidAt')
  const isPaid = status === 'cancelled' ? paidAt !== null || given > 0 : status !== 'unpaid'
  const capturedMinor = isPaid ? totalMinor : 0
  const refundedMinor = status === 'refunded' && given === 0 ? capturedMinor : given
  if (refundedMinor > capturedMinor)
    throw row.error(
      messages.refused.refundedAbove(formatDecimal(refundedMinor, currency), formatDecimal(capturedMinor, currency)),
    )
  const subsidyMinor = row.has('subsidy') ? Math.abs(row.signedAmount('subsidy', currency)) : 0
  if (subsidyMinor > capturedMinor)
    throw row.error(
      messages.refused.subsidyAbove(formatDecimal(subsidyMinor, currency), formatDecimal(capturedMinor, currency)),
    )
  return {
    payment:
      capturedMinor === 0
        ? null
        : {
            // The ledger needs a provider for every payment.
            provider: toShopProvider(row.text('paymentMethod', maxLengths.place)) || 'manual',
            reference: row.number('paymentReference', maxLengths.street),
            capturedMinor,
            ...(subsidyMinor !== 0 && { subsidyMinor }),
            capturedAt: paidAt ?? placedAt,
          },
    refund: refundedMinor === 0 ? null : { amountMinor: refundedMinor, refundedAt: latest },
  }
}

/** Shops write refunds with and without a sign. */
const readRefunded = (rows: readonly Row[], currency: string): number =>
  rows[0]?.has('refunded')
    ? Math.abs(rows[0].signedAmount('refunded', currency))
    : add(...rows.map((row) => Math.abs(row.signedAmount('itemRefunded', currency))))
