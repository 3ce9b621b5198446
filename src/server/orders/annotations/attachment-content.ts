import type { Db, Database } from '#server/db/database.ts'
import { type ChunkStore, readContent, writeContent } from '#server/files/file-content.ts'
import * as store from '#server/orders/annotations/attachment-store.ts'
import { type AttachmentType, detectType, signatureLength } from '#shared/orders/attachments.ts'

const attachmentChunks: ChunkStore = {
  insert: (transaction, { id, ...chunk }) => store.insertChunk(transaction, { attachment_id: id, ...chunk }),
  find: store.findChunk,
}

/** Stores the content of an attachment; returns its SHA-256 and its type by its first bytes. */
export async function writeAttachment(
  database: Database,
  id: string,
  file: Blob,
): Promise<{ hash: string; contentType: AttachmentType }> {
  const hash = await writeContent(database, id, file, attachmentChunks)
  return { hash, contentType: detectType(await file.slice(0, signatureLength).bytes()) }
}

/** The content of an attachment, a piece at a time. */
export const readAttachment = (db: Db, id: string): AsyncGenerator<Uint8Array<ArrayBuffer>> =>
  readContent(db, id, attachmentChunks)
