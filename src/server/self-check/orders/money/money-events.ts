import { toPaymentFields, toRefundFields } from '#server/orders/recorded-documents.ts'
import type { Findings } from '#server/self-check/findings.ts'
import type { FoldedChange } from '#server/self-check/orders/document-changes.ts'
import { isShopUpdate } from '#server/self-check/orders/intake/shop-updates.ts'
import type { OrderEvent } from '#server/self-check/orders/order-events.ts'
import type { RelatedRows } from '#server/self-check/orders/related-rows.ts'
import { diffFields, type Fields, type FieldValue } from '#shared/orders/fields.ts'

/**
 * Every payment and refund that was recorded here is what the events say, and all were recorded and decided by the users of these events. What
 * became of those that came with the order is compared with what was received (`verifyReceivedOrders`). Returns the numbers of those recorded here.
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
  for (const [document, fields] of recorded) {
    if (!isRecordedHere(document)) continue
    for (const { field, from, to } of diffFields(fields, toFields(document)))
      findings.expectEqual('orders-recorded', document.replace('.', ' '), field, to, from)
  }

  const actorOf = (field: string): string | null => {
    const event = events.findLast(({ changes: each }) => each.some((change) => change.field === field))
    return event === undefined || isShopUpdate(event) ? null : event.actor_id
  }
  const expectActor = (table: string, number: string, column: string, actual: string | null, field: string): void =>
    findings.expectEqual(
      'orders-recorded',
      `${table} ${number}`,
      column,
      actual,
      actorOf(`${table}.${number}.${field}`),
    )
  for (const { number, created_by } of payments) expectActor('payments', number, 'created_by', created_by, 'recordedAt')
  for (const { id, number, requested_by, decided_by } of refunds) {
    expectActor('refunds', number, 'requested_by', requested_by, 'recordedAt')
    expectActor('refunds', number, 'decided_by', decided_by, 'decidedAt')
    if (!isRecordedHere(`refunds.${number}`) && linesOf(id).length > 0)
      findings.addViolation('orders-recorded', `refunds ${number}: lines of an imported refund`)
  }
  return [...recorded.keys()].filter(isRecordedHere).map((document) => document.slice(document.indexOf('.') + 1))
}
