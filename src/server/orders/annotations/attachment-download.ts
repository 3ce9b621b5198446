import type { Db } from '#server/db/database.ts'
import type { AttachmentsTable } from '#server/db/schema/orders.ts'
import { toStream } from '#server/files/download.ts'
import { readAttachment } from '#server/orders/annotations/attachment-content.ts'
import { isViewable } from '#shared/orders/attachments.ts'

/** A file as a download, or to be shown in a sandbox if it is an image or PDF file; never something that runs. */
export function toDownload(
  db: Db,
  attachment: Pick<AttachmentsTable, 'id' | 'name' | 'content_type' | 'size_bytes'>,
  inline: boolean,
  content = readAttachment(db, attachment.id),
): Response {
  const { name, content_type, size_bytes } = attachment
  const isShown = inline && isViewable(content_type)
  return new Response(toStream(content), {
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
