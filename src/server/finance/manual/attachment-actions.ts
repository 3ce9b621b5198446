import { inTransaction } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { recordEvents } from '#server/events/events.ts'
import { describeLine } from '#server/finance/matching/line-views.ts'
import { findAccount, findLine } from '#server/finance/matching/match-store.ts'
import * as store from '#server/finance/manual/attachment-store.ts'
import { findRequest } from '#server/finance/manual/request-store.ts'
import { findEntry } from '#server/finance/store.ts'
import { toDownload } from '#server/orders/annotations/attachment-download.ts'
import { requireRoomForFile, storeUpload } from '#server/orders/annotations/stored-upload.ts'
import type { EntryAttachment } from '#shared/finance/entry-requests.ts'
import { ProblemError } from '#shared/problem.ts'

/** `POST /api/finance/entries/:number/attachments`. Like the entry, it lasts. */
export const attachToEntry: Action<'attachToEntry'> = (context, { number, file }) =>
  attach(context, { entry_seq: number, request_id: null, line_id: null }, file, async (db) =>
    (await findEntry(db, number)) ? String(number) : undefined,
  )

/** `POST /api/finance/entry-requests/:request/attachments`. The entry that is posted has it, too. */
export const attachToEntryRequest: Action<'attachToEntryRequest'> = (context, { request, file }) =>
  attach(
    context,
    { entry_seq: null, request_id: request, line_id: null },
    file,
    async (db) => (await findRequest(db, request))?.memo,
  )

/** `POST /api/finance/match-lines/:line/attachments`. */
export const attachToLine: Action<'attachToLine'> = (context, { line: id, file }) =>
  attach(context, { entry_seq: null, request_id: null, line_id: id }, file, async (db) => {
    const [statementId = '', lineNumber] = id.split(':')
    const line = await findLine(db, statementId, Number(lineNumber))
    return line && describeLine(line, await findAccount(db, line.account_id))
  })

/** `GET /api/finance/attachments/:attachmentId`: a download, or an image or PDF file to show in a sandbox. */
export const getEntryAttachment: Action<'getEntryAttachment'> = async ({ kontor }, { attachmentId, inline }) => {
  const attachment = await store.findAttachment(kontor.database.read, attachmentId)
  if (!attachment) throw new ProblemError('not-found')
  return toDownload(kontor.database.read, attachment, inline === '1')
}

/** `findLabel` gives the label of the events of the owner; undefined without the owner. */
async function attach(
  context: AuthenticatedContext,
  owner: store.AttachmentOwner,
  file: File,
  findLabel: (db: Db) => Promise<string | undefined>,
): Promise<{ attachments: EntryAttachment[] }> {
  const { read } = context.kontor.database
  const requireAllowed = async (db: Db): Promise<string> => {
    const label = await findLabel(db)
    if (label === undefined) throw new ProblemError('not-found')
    requireRoomForFile(await store.countAttachments(db, owner), '/file')
    return label
  }
  await storeUpload(
    context,
    { file, pointer: '/file' },
    ({ id, name, contentType, sizeBytes, hash }) =>
      inTransaction(context, async (transaction, actor) => {
        const label = await requireAllowed(transaction)
        const at = context.kontor.now()
        const attachment = { id, ...owner, name, content_type: contentType, size_bytes: sizeBytes, hash }
        await store.insertAttachment(transaction, { ...attachment, created_by: actor.id, created_at: at })
        await recordEvents(transaction, context, {
          action: owner.line_id === null ? 'entry.file_attached' : 'line.file_attached',
          objectType: owner.line_id !== null ? 'statement_line' : owner.request_id === null ? 'entry' : 'entry_request',
          objectId: owner.line_id ?? owner.request_id ?? String(owner.entry_seq),
          objectLabel: label,
          parameters: {
            attachment: id,
            hash,
            file: name,
            ...(owner.request_id !== null && { request: owner.request_id }),
          },
          at,
        })
      }),
    async () => void (await requireAllowed(read)),
  )
  return { attachments: await store.listAttachments(read, owner) }
}
