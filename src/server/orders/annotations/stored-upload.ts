import type { CurrentUser, RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { writeAttachment } from '#server/orders/annotations/attachment-content.ts'
import * as store from '#server/orders/annotations/attachment-store.ts'
import { findOrder } from '#server/orders/find-order.ts'
import { attachmentLimitBytes, maxAttachments } from '#shared/constants.ts'
import type { FieldChange } from '#shared/events/views.ts'
import { type AttachmentType, cleanFileName, fileNameField } from '#shared/orders/attachments.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'

/** Longer than any upload takes. */
const abandonedAfterMs = 3_600_000

/** A file whose content is stored and belongs to no attachment yet. */
export interface StoredUpload {
  id: string
  name: string
  sizeBytes: number
  hash: string
  contentType: AttachmentType
  /** The field that it was sent in. */
  pointer: string
}

/**
 * Stores the content of a file for an order, and then runs `attach`, which inserts its attachment. The content is removed when that fails, or
 * with a later upload if the process ended in between. Throws `not-found`, `invalid-input` at `pointer`, and what `attach` throws.
 */
export async function withStoredUpload<Result>(
  context: RequestContext,
  { number, ...sent }: { number: string; file: File; pointer: string },
  attach: (upload: StoredUpload) => Promise<Result>,
): Promise<Result> {
  const { read } = context.kontor.database
  return storeUpload(context, sent, attach, async () => {
    const order = await findOrder(read, number)
    if (!order) throw new ProblemError('not-found', { number })
    requireRoomForFile(await store.countAttachments(read, order.id), sent.pointer)
  })
}

/** Throws `invalid-input` at `pointer` for one file too many. */
export function requireRoomForFile(count: number, pointer: string): void {
  if (count >= maxAttachments)
    throw invalidInput({ pointer, reason: 'too-many-files', parameters: { maximum: maxAttachments } })
}

/** Stores the content of a file that `requireAllowed` does not refuse, and then runs `attach`, which inserts its attachment. */
export async function storeUpload<Result>(
  { kontor: { database } }: RequestContext,
  { file, pointer }: { file: File; pointer: string },
  attach: (upload: StoredUpload) => Promise<Result>,
  requireAllowed: () => Promise<void>,
): Promise<Result> {
  if (file.size === 0) throw invalidInput({ pointer, reason: 'file-empty' })
  if (file.size > attachmentLimitBytes) {
    const parameters = { limit: attachmentLimitBytes / 1024 / 1024 }
    throw invalidInput({ pointer, reason: 'file-too-large', parameters })
  }
  await requireAllowed()
  const id = newId()
  const beforeId = Bun.randomUUIDv7('hex', Date.now() - abandonedAfterMs)
  const end = (uploadId: string): Promise<void> =>
    database.inReadCommitted((transaction) => store.endUpload(transaction, uploadId))
  for (const abandoned of await store.listUnfinishedUploads(database.read, beforeId)) await end(abandoned)
  await database.inReadCommitted((transaction) => store.beginUpload(transaction, id))
  try {
    const content = await writeAttachment(database, id, file)
    return await attach({ id, name: cleanFileName(file.name), sizeBytes: file.size, ...content, pointer })
  } finally {
    // If this fails, a later upload does it.
    await end(id).catch(() => {})
  }
}

interface AttachedFile {
  parameters: { attachment: string; hash: string }
  changes: FieldChange[]
}

/** Inserts the attachment of an upload; returns what the event that records it has of it. Throws `invalid-input` if there are too many. */
export async function insertUpload(
  transaction: Transaction,
  { id, name, sizeBytes, hash, contentType, pointer }: StoredUpload,
  { orderId, paymentId, actor, at }: { orderId: string; paymentId: string | null; actor: CurrentUser; at: number },
): Promise<AttachedFile> {
  requireRoomForFile(await store.countAttachments(transaction, orderId), pointer)
  await store.insertAttachment(transaction, {
    id,
    order_id: orderId,
    payment_id: paymentId,
    name,
    content_type: contentType,
    size_bytes: sizeBytes,
    hash,
    created_by: actor.id,
    created_at: at,
  })
  return {
    parameters: { attachment: id, hash },
    changes: [{ field: fileNameField(id), from: null, to: name }],
  }
}

/** What the event of a file that is removed has of it. */
export const removedFile = ({ id, name }: { id: string; name: string }) => ({
  parameters: { attachment: id },
  changes: [{ field: fileNameField(id), from: name, to: null }],
})
