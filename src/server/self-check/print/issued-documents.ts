import type { OrderRecord } from '#server/db/schema/orders.ts'
import { parseParameters } from '#server/events/events.ts'

import { hashDocument } from '#server/print/hash-document.ts'
import type { Findings } from '#server/self-check/findings.ts'
import type { RelatedRows } from '#server/self-check/orders/related-rows.ts'
import type { IssuedContent } from '#shared/print/issued-content.ts'

/** Every invoice and credit note of an order is as its event says, and together the credit notes credit no more than was invoiced. */
export function verifyIssuedDocuments(findings: Findings, order: OrderRecord, { issued, events }: RelatedRows): void {
  const recorded = new Map(
    events
      .filter(({ action }) => action === 'order.document_issued')
      .map((event) => [parseParameters(event.parameters).parameters['document'], event]),
  )
  if (issued.length === 0 && recorded.size === 0) return
  let invoiced = 0n
  let credited = 0n
  for (const document of issued) {
    const row = `documents ${document.number}`
    const event = recorded.get(document.number)
    recorded.delete(document.number)
    const { kind, hash } = event ? parseParameters(event.parameters).parameters : {}
    const compare = (column: keyof typeof document, expected: unknown): void =>
      findings.expectEqual('issued-documents', row, column, document[column], expected)
    compare('hash', hash)
    compare('hash', hashDocument(document))
    compare('kind', kind)
    compare('issued_at', event?.at)
    compare('issued_by', event?.actor_id)
    const total = readTotal(document.content)
    if (document.kind === 'credit-note') credited += total
    else invoiced += total
  }
  if (credited > invoiced)
    findings.addViolation('issued-documents', `orders ${order.number}: credited ${credited} > invoiced ${invoiced}`)
  for (const number of recorded.keys()) findings.addViolation('issued-documents', `documents ${number}: missing`)
  findings.examined(issued.length, 'issued-documents')
}

/** 0 if the content cannot be read, which the hash reports. */
function readTotal(content: string): bigint {
  try {
    return BigInt((JSON.parse(content) as IssuedContent).totalMinor)
  } catch {
    return 0n
  }
}
