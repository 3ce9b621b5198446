import type { Action } from '#server/context.ts'
import { toStream } from '#server/download.ts'
import { annotateOrder } from '#server/orders/annotate-order.ts'
import { readContent } from '#server/orders/attachment-content.ts'
import * as store from '#server/orders/attachment-store.ts'
import { insertUpload, removedFile, withStoredUpload } from '#server/orders/stored-upload.ts'
import { isViewable } from '#shared/orders/attachments.ts'
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
  const { name, content_type, size_bytes } = attachment
  const isShown = inline === '1' && isViewable(content_type)
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
    return { action: 'order.file_removed', ...removedFile(attachment) }
  })
