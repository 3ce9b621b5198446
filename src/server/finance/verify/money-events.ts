import type { FoldedChange } from '#server/finance/verify/document-changes.ts'
import type { Findings } from '#server/finance/verify/findings.ts'
import type { OrderEvent } from '#server/finance/verify/order-events.ts'
import { isShopUpdate } from '#server/finance/verify/shop-updates.ts'
import type { RelatedRows } from '#server/finance/verify/related-rows.ts'
import { toPaymentFields, toRefundFields } from '#server/orders/recorded-documents.ts'
import { diffFields, type Fields, type FieldValue } from '#shared/orders/fields.ts'

/**
 * Every payment and refund is what the events recorded of it, by the users who did it; those that were imported with the order have nothing
 * that only users enter. Returns the numbers of those that were recorded here.
 */
export function verifyMoneyEvents(
  findings: Findings,
  { payments, refunds, refundLines }: RelatedRows,
  events: readonly OrderEvent[],
  changes: ReadonlyMap<string, FoldedChange>,
): string[] {
  const recorded = new Map<string, Map<string, FieldValue>>()
  for (const [field, { last }] of changes) {
    const [, document] = /^((?:payments|refunds)\.[^.]+)\./.exec(field) ?? []
    if (document && last !== null) recorded.getOrInsertComputed(document, () => new Map()).set(field, last)
  }
  const linesOf = (id: string): RelatedRows['refundLines'] => refundLines.filter(({ refund_id }) => refund_id === id)
  const toFields = (document: string): Fields => {
    const number = document.slice(document.indexOf('.') + 1)
    const payment = payments.find((each) => each.number === number)
    const refund = refunds.find((each) => each.number === number)
    return payment ? toPaymentFields(payment) : refund ? toRefundFields(refund, linesOf(refund.id)) : new Map()
  }
  const isRecordedHere = (document: string): boolean => recorded.get(document)?.has(`${document}.recordedAt`) ?? false
  for (const [document, fields] of recorded)
    for (const { field, from, to } of diffFields(fields, toFields(document)))
      if (isRecordedHere(document) || isSettlement(field))
        findings.expectEqual('orders-recorded', document.replace('.', ' '), field, to, from)

  const actorOf = (field: string): string | null => {
    const event = events.findLast(({ changes: each }) => each.some((change) => change.field === field))
    return event === undefined || isShopUpdate(event) ? null : event.actor_id
  }
  for (const { number, created_by, note } of payments) {
    const isRecorded = isRecordedHere(`payments.${number}`)
    findings.expectEqual(
      'orders-recorded',
      `payments ${number}`,
      'created_by',
      created_by,
      actorOf(`payments.${number}.recordedAt`),
    )
    if (!isRecorded) findings.expectEqual('orders-recorded', `payments ${number}`, 'note', note, '')
  }
  for (const refund of refunds) {
    const row = `refunds ${refund.number}`
    const expect = (column: string, actual: unknown, expected: unknown): void =>
      findings.expectEqual('orders-recorded', row, column, actual, expected)
    expect('requested_by', refund.requested_by, actorOf(`refunds.${refund.number}.recordedAt`))
    expect('decided_by', refund.decided_by, actorOf(`refunds.${refund.number}.decidedAt`))
    if (isRecordedHere(`refunds.${refund.number}`)) continue
    const { shipping_minor, reason, decided_at, status_reason, reference, attempts, started_at } = refund
    const { returned_at, paid_through } = refund
    const entered = {
      shipping_minor,
      reason,
      decided_at,
      status_reason,
      reference,
      attempts,
      started_at,
      returned_at,
      paid_through,
    }
    for (const [column, value] of Object.entries(entered))
      if (value) findings.addViolation('orders-recorded', `${row}: ${column} ${value} of an imported refund`)
    if (linesOf(refund.id).length > 0) findings.addViolation('orders-recorded', `${row}: lines of an imported refund`)
  }
  return [...recorded.keys()].filter(isRecordedHere).map((document) => document.slice(document.indexOf('.') + 1))
}

/** What events record of imported documents, too: what their provider made of them in another currency. */
const isSettlement = (field: string): boolean => /\.settlement[A-Z]\w*$/.test(field)
