import type { Action } from '#server/context.ts'
import { annotateOrder } from '#server/orders/annotations/annotate-order.ts'
import { toDownload } from '#server/orders/annotations/attachment-download.ts'
import * as store from '#server/orders/annotations/attachment-store.ts'
import { insertUpload, removedFile, withStoredUpload } from '#server/orders/annotations/stored-upload.ts'
import { ProblemError } from '#shared/problem.ts'

/** `POST /api/orders/:number/attachments`. */
export const attachFile: Action<'attachFile'> = (context, { number, file }) =>
  withStoredUpload(context, { number, file, pointer: '/file' }, (upload) =>
    annotateOrder(context, number, async (transaction, order, actor) => {
      const at = context.kontor.now()
      const attached = await insertUpload(transaction, upload, { orderId: order.id, paymentId: null, actor, at })
      return { action: 'order.file_attached', ...attached, at }
    }),
  )

/** `GET /api/orders/:number/attachments/:attachmentId`: a download, or an image or PDF file to show in a sandbox; never something that runs. */
export const getAttachment: Action<'getAttachment'> = async ({ kontor }, { number, attachmentId, inline }) => {
  const attachment = await store.findAttachment(kontor.database.read, number, attachmentId)
  if (!attachment) throw new ProblemError('not-found')
  return toDownload(kontor.database.read, attachment, inline === '1')
}

/** `DELETE /api/orders/:number/attachments/:attachmentId`. */
export const removeAttachment: Action<'removeAttachment'> = (context, { number, attachmentId }) =>
  annotateOrder(context, number, async (transaction) => {
    const attachment = await store.findAttachment(transaction, number, attachmentId)
    if (!attachment) throw new ProblemError('not-found')
    await store.deleteAttachment(transaction, attachmentId)
    return { action: 'order.file_removed', ...removedFile(attachment) }
  })
