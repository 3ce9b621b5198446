import { cachedLookup, cachedQuery } from '#server/db/cached-query.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import type { AttachmentChunksTable, AttachmentsTable } from '#server/db/schema/orders.ts'

export async function insertChunk(transaction: Transaction, chunk: AttachmentChunksTable): Promise<void> {
  await transaction.insertInto('attachment_chunks').values(chunk).execute()
}

export async function insertAttachment(transaction: Transaction, attachment: AttachmentsTable): Promise<void> {
  await transaction.insertInto('attachments').values(attachment).execute()
}

/** A piece of a file, in Base64; `undefined` after the last one. */
export async function findChunk(db: Db, attachmentId: string, position: number): Promise<string | undefined> {
  const [chunk] = await selectChunk(db, [attachmentId, position])
  return chunk?.content
}

const selectChunk = cachedQuery((db) =>
  db
    .selectFrom('attachment_chunks')
    .select('content')
    .where('attachment_id', '=', '')
    .where('position', '=', 0)
    .compile(),
)

/** A file of the order with this number. */
export const findAttachment = (db: Db, orderNumber: string, id: string): Promise<AttachmentsTable | undefined> =>
  db
    .selectFrom('attachments')
    .innerJoin('orders', 'orders.id', 'attachments.order_id')
    .selectAll('attachments')
    .where('attachments.id', '=', id)
    .where('orders.number', '=', orderNumber)
    .executeTakeFirst()

async function hasAttachment(db: Db, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('attachments')
    .select('id')
    .where('id', '=', id)
    .unionAll(db.selectFrom('entry_attachments').select('id').where('id', '=', id))
    .executeTakeFirst()
  return found !== undefined
}

export async function countAttachments(db: Db, orderId: string): Promise<number> {
  const { count } = await db
    .selectFrom('attachments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return count
}

export async function deleteAttachment(transaction: Transaction, id: string): Promise<void> {
  await transaction.deleteFrom('attachments').where('id', '=', id).execute()
  await deleteChunks(transaction, id)
}

async function deleteChunks(transaction: Transaction, attachmentId: string): Promise<void> {
  await transaction.deleteFrom('attachment_chunks').where('attachment_id', '=', attachmentId).execute()
}

export async function beginUpload(transaction: Transaction, id: string): Promise<void> {
  await transaction.insertInto('unfinished_uploads').values({ attachment_id: id }).execute()
}

/** Ends an upload: without an attachment its pieces are deleted. */
export async function endUpload(transaction: Transaction, id: string): Promise<void> {
  if (!(await hasAttachment(transaction, id))) await deleteChunks(transaction, id)
  await transaction.deleteFrom('unfinished_uploads').where('attachment_id', '=', id).execute()
}

/** The uploads that have not ended, with an id below `beforeId`. */
export async function listUnfinishedUploads(db: Db, beforeId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('unfinished_uploads')
    .select('attachment_id')
    .where('attachment_id', '<', beforeId)
    .execute()
  return rows.map(({ attachment_id }) => attachment_id)
}

/** The files of an order with the names of those who added them, the oldest first. */
export const listAttachments = (db: Db, orderId: string) => selectAttachments(db, [orderId])

const selectAttachments = cachedLookup((db) =>
  db
    .selectFrom('attachments as attachment')
    .innerJoin('users as author', 'author.id', 'attachment.created_by')
    .selectAll('attachment')
    .select('author.name as author_name')
    .where('order_id', '=', '')
    .orderBy('attachment.created_at')
    .orderBy('attachment.id')
    .compile(),
)
