import type { Db } from '#server/db/database.ts'
import type { EntryAttachmentsTable } from '#server/db/schema/entry-requests.ts'
import { parseParameters } from '#server/events/events.ts'
import * as store from '#server/self-check/finance/manual/entry-requests-store.ts'
import type { Findings } from '#server/self-check/findings.ts'
import { compareContent } from '#server/self-check/orders/annotations/attachments.ts'

const check = 'entry-attachments'

/** Every file that was attached to an entry, a request or a line of a statement is there, as its event says, with its content. */
export async function verifyEntryAttachments(db: Db, findings: Findings): Promise<void> {
  const attachments = new Map((await store.listAttachments(db)).map((attachment) => [attachment.id, attachment]))
  for (const event of await store.listAttachmentEvents(db)) {
    const { parameters } = parseParameters(event.parameters)
    const id = String(parameters['attachment'])
    const row = `entry_attachments ${id}`
    const attachment = attachments.get(id)
    attachments.delete(id)
    if (!attachment) {
      findings.addViolation(check, `${row}: missing`)
      continue
    }
    const compare = (column: string, actual: unknown, expected: unknown): void =>
      findings.expectEqual(check, row, column, actual, expected)
    compare('owner', listOwners(attachment).join(', '), `${event.object_type} ${event.object_id}`)
    compare('name', attachment.name, parameters['file'])
    compare('hash', attachment.hash, parameters['hash'])
    compare('created_by', attachment.created_by, event.actor_id)
    compare('created_at', attachment.created_at, event.at)
    await compareContent(db, attachment, compare)
    findings.examined(1, check)
  }
  for (const id of attachments.keys()) findings.addViolation(check, `entry_attachments ${id}: no event`)
}

/** What a file belongs to: one of the three. */
const listOwners = ({
  line_id,
  request_id,
  entry_seq,
}: Pick<EntryAttachmentsTable, 'line_id' | 'request_id' | 'entry_seq'>): string[] => [
  ...(line_id === null ? [] : [`statement_line ${line_id}`]),
  ...(request_id === null ? [] : [`entry_request ${request_id}`]),
  ...(entry_seq === null ? [] : [`entry ${entry_seq}`]),
]
