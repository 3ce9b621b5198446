import type { Action, RequestContext } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import { annotateOrder } from '#server/orders/annotate-order.ts'
import { readContent, writeContent } from '#server/orders/attachment-content.ts'
import * as store from '#server/orders/attachment-store.ts'
import { findOrder } from '#server/orders/store.ts'
import { attachmentLimitBytes, maxAttachments } from '#shared/constants.ts'
import { cleanFileName, isImage } from '#shared/orders/attachments.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'

/** Longer than any upload takes. */
const abandonedAfterMs = 3_600_000

/**
 * `POST /api/orders/:number/attachments`: writes the content, and then the attachment with its event. What was written of the content is
 * removed when that fails, or with a later upload if the process ended in between.
 */
export const attachFile: Action<'attachFile'> = async (context, { number, file }) => {
  const { database, now } = context.kontor
  if (file.size === 0) throw invalidInput({ pointer: '/file', reason: 'file-empty' })
  if (file.size > attachmentLimitBytes) {
    const parameters = { limit: attachmentLimitBytes / 1024 / 1024 }
    throw invalidInput({ pointer: '/file', reason: 'file-too-large', parameters })
  }
  const order = await findOrder(database.read, number)
  if (!order) throw new ProblemError('not-found', { number })
  if ((await store.countAttachments(database.read, order.id)) >= maxAttachments) throw tooManyFiles()
  const id = newId()
  const beforeId = Bun.randomUUIDv7('hex', Date.now() - abandonedAfterMs)
  await database.inReadCommitted((transaction) => store.deleteAbandonedChunks(transaction, beforeId))
  try {
    const content = await writeContent(database, id, file)
    return await annotateOrder(context, number, async (transaction, { id: orderId }, actor) => {
      if ((await store.countAttachments(transaction, orderId)) >= maxAttachments) throw tooManyFiles()
      const at = now()
      const attachment = {
        id,
        order_id: orderId,
        name: cleanFileName(file.name),
        content_type: content.contentType,
        size_bytes: file.size,
        hash: content.hash,
        created_by: actor.id,
        created_at: at,
      }
      await store.insertAttachment(transaction, attachment)
      const parameters = { attachment: id, file: attachment.name, hash: content.hash }
      return { action: 'order.file_attached', parameters, at }
    })
  } catch (error) {
    // If this fails, too, a later upload removes them.
    await removeContent(context, id).catch(() => {})
    throw error
  }
}

/** Removes what was written of an attachment that does not exist. */
const removeContent = ({ kontor }: RequestContext, id: string): Promise<void> =>
  kontor.database.inReadCommitted(async (transaction) => {
    if (!(await store.hasAttachment(transaction, id))) await store.deleteChunks(transaction, id)
  })

const tooManyFiles = (): ProblemError =>
  invalidInput({ pointer: '/file', reason: 'too-many-files', parameters: { maximum: maxAttachments } })

/** `GET /api/orders/:number/attachments/:attachmentId`: a download, or an image to show on a page; never something that runs. */
export const getAttachment: Action<'getAttachment'> = async ({ kontor }, { number, attachmentId, inline }) => {
  const attachment = await store.findAttachment(kontor.database.read, number, attachmentId)
  if (!attachment) throw new ProblemError('not-found')
  const { name, content_type, size_bytes } = attachment
  const isShown = inline === '1' && isImage(content_type)
  return new Response(toStream(readContent(kontor.database.read, attachmentId)), {
    headers: {
      'Content-Type': content_type,
      'Content-Length': String(size_bytes),
      'Content-Disposition': `${isShown ? 'inline' : 'attachment'}; ${toFileNameParameters(name)}`,
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  })
}

const toStream = (chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => void (await chunks.return(undefined)),
  })

/** The name in plain letters for old browsers, and in full (RFC 6266). */
function toFileNameParameters(name: string): string {
  const plain = name.replaceAll(/[^\w .()-]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** `DELETE /api/orders/:number/attachments/:attachmentId`. */
export const removeAttachment: Action<'removeAttachment'> = (context, { number, attachmentId }) =>
  annotateOrder(context, number, async (transaction) => {
    const attachment = await store.findAttachment(transaction, number, attachmentId)
    if (!attachment) throw new ProblemError('not-found')
    await store.deleteAttachment(transaction, attachmentId)
    return { action: 'order.file_removed', parameters: { attachment: attachmentId, file: attachment.name } }
  })
