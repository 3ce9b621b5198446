import type { Db } from '#server/db/database.ts'
import type { AttachmentsTable, OrderRecord } from '#server/db/schema/orders.ts'
import { parseParameters } from '#server/events/events.ts'

import { readAttachment } from '#server/orders/annotations/attachment-content.ts'
import type { Findings } from '#server/self-check/findings.ts'
import type { RelatedRows } from '#server/self-check/orders/related-rows.ts'
import { detectType, erasedFileName, fileNameField, signatureLength } from '#shared/orders/attachments.ts'

/** The events that added a file, with or without a payment that it proves. */
const attachingActions: readonly string[] = ['order.file_attached', 'payment.recorded', 'payment.captured']

/** Whether an order has or had files, according to its rows and events. */
export const hasFiles = ({ attachments, events }: RelatedRows): boolean =>
  attachments.length > 0 || events.some(({ action }) => attachingActions.includes(action))

/** Every file that was added and not removed exists, is what its event says, and has the content with its hash, size and type. */
export async function verifyAttachments(
  db: Db,
  findings: Findings,
  order: OrderRecord,
  { attachments, events, payments, personalValues }: RelatedRows,
): Promise<void> {
  const valuesByEvent = Map.groupBy(personalValues, ({ event_id }) => event_id)
  const fileEvents = events
    .filter(({ action }) => action === 'order.file_removed' || attachingActions.includes(action))
    .map((event) => {
      const { parameters: values, changes } = parseParameters(event.parameters, valuesByEvent.get(event.id))
      return { ...event, values, changes }
    })
    .filter(({ values }) => values['attachment'] !== undefined)
  const idsOf = (isMeant: (action: string) => boolean) =>
    fileEvents.filter(({ action }) => isMeant(action)).map(({ values }) => String(values['attachment']))
  const removed = new Set(idsOf((action) => action === 'order.file_removed'))
  for (const id of idsOf((action) => attachingActions.includes(action)))
    if (attachments.some((attachment) => attachment.id === id) === removed.has(id))
      findings.addViolation(
        'orders-recorded',
        `attachments ${id}: ${removed.has(id) ? 'was removed' : 'missing'} in ${order.number}`,
      )
  for (const attachment of attachments) {
    const row = `attachments ${attachment.id}`
    const compare = (column: string, actual: unknown, expected: unknown): void =>
      findings.expectEqual('orders-recorded', row, column, actual, expected)
    const event = fileEvents.find(
      ({ action, values }) => attachingActions.includes(action) && values['attachment'] === attachment.id,
    )
    if (!event) {
      findings.addViolation('orders-recorded', `${row}: no event`)
      continue
    }
    const name = event.changes.find(({ field }) => field === fileNameField(attachment.id))
    compare('name', attachment.name, name?.isErased ? erasedFileName(attachment.content_type) : name?.to)
    compare('hash', attachment.hash, event.values['hash'])
    const payment = payments.find(({ id }) => id === attachment.payment_id)
    compare('payment_id', payment?.number ?? attachment.payment_id, event.values['document'] ?? null)
    compare('created_by', attachment.created_by, event.actor_id)
    compare('created_at', attachment.created_at, event.at)
    await compareContent(db, attachment, compare)
  }
}

/** Compares a file with its content: hash, size and type. */
export async function compareContent(
  db: Db,
  { id, hash, size_bytes, content_type }: Pick<AttachmentsTable, 'id' | 'hash' | 'size_bytes' | 'content_type'>,
  compare: (column: string, actual: unknown, expected: unknown) => void,
): Promise<void> {
  const content = await measureContent(readAttachment(db, id))
  compare('content', content.hash, hash)
  compare('size_bytes', size_bytes, content.size)
  compare('content_type', content_type, content.type)
}

/** The hash, size and type of a stored file. If a piece is not Base64, only the content before it counts. */
export async function measureContent(content: AsyncGenerator<Uint8Array>) {
  const hasher = new Bun.CryptoHasher('sha256')
  let size = 0
  let start = new Uint8Array()
  try {
    for await (const bytes of content) {
      if (size === 0) start = bytes.slice(0, signatureLength)
      size += bytes.length
      hasher.update(bytes)
    }
  } catch (error) {
    // Not Base64.
    if (!(error instanceof SyntaxError)) throw error
  }
  return { hash: hasher.digest('hex'), size, type: detectType(start) }
}
