import type { Db, Transaction } from '#server/db/database.ts'
import type { EntryAttachmentsTable } from '#server/db/schema/entry-requests.ts'
import type { EntryAttachment } from '#shared/finance/entry-requests.ts'

/** What a file belongs to: an entry, the request for one, or a line of a statement. */
export type AttachmentOwner = Pick<EntryAttachmentsTable, 'entry_seq' | 'request_id' | 'line_id'>

export async function insertAttachment(transaction: Transaction, attachment: EntryAttachmentsTable): Promise<void> {
  await transaction.insertInto('entry_attachments').values(attachment).execute()
}

export const findAttachment = (db: Db, id: string): Promise<EntryAttachmentsTable | undefined> =>
  db.selectFrom('entry_attachments').selectAll().where('id', '=', id).executeTakeFirst()

/** The files of an entry, with those of the request that it was posted for, or the files of a request or of a line; the oldest first. */
export async function listAttachments(
  db: Db,
  { entry_seq, request_id, line_id }: AttachmentOwner,
): Promise<EntryAttachment[]> {
  const rows = await db
    .selectFrom('entry_attachments as attachment')
    .innerJoin('users as author', 'author.id', 'attachment.created_by')
    .selectAll('attachment')
    .select('author.name as author_name')
    .where((eb) =>
      entry_seq === null
        ? eb(request_id === null ? 'attachment.line_id' : 'request_id', '=', request_id ?? line_id)
        : eb.or([
            eb('attachment.entry_seq', '=', entry_seq),
            eb('request_id', 'in', eb.selectFrom('entry_requests').select('id').where('entry_seq', '=', entry_seq)),
          ]),
    )
    .orderBy('attachment.created_at')
    .orderBy('attachment.id')
    .execute()
  return rows.map(({ id, name, content_type, size_bytes, author_name, created_at }) => ({
    id,
    name,
    contentType: content_type,
    sizeBytes: size_bytes,
    author: author_name,
    createdAt: created_at,
  }))
}

export const countAttachments = async (db: Db, owner: AttachmentOwner): Promise<number> =>
  (await listAttachments(db, owner)).length
