import type { OrderRecord } from '#server/db/schema/orders.ts'
import type { Findings } from '#server/self-check/findings.ts'
import type { RelatedRows } from '#server/self-check/orders/related-rows.ts'
import type { LinkType } from '#shared/finance/ledger.ts'

/** The entries of an order name it and its documents with their numbers. */
export function verifyLinkedDocuments(
  findings: Findings,
  order: OrderRecord,
  { entries, payments, refunds, disputes }: RelatedRows,
): void {
  const compare = (seq: number, type: LinkType, number: string, document: { number: string } | undefined): void => {
    if (!document)
      findings.addViolation('entries-have-documents', `ledger_links ${seq} ${type}: no ${type} ${number} of its order`)
    else if (number !== document.number)
      findings.addViolation(
        'entries-have-documents',
        `ledger_links ${seq} ${type}: number ${number} ≠ ${document.number}`,
      )
  }
  for (const entry of entries) {
    const { seq, order_number, payment_id, payment_number, refund_id, refund_number, dispute_id, dispute_number } =
      entry
    compare(seq, 'order', order_number, order)
    if (payment_number !== null)
      compare(
        seq,
        'payment',
        payment_number,
        payments.find(({ id }) => id === payment_id),
      )
    if (refund_number !== null)
      compare(
        seq,
        'refund',
        refund_number,
        refunds.find(({ id }) => id === refund_id),
      )
    if (dispute_number !== null)
      compare(
        seq,
        'dispute',
        dispute_number,
        disputes.find(({ id, payment_id: paymentId }) => id === dispute_id && paymentId === payment_id),
      )
  }
}
