import { formatFileSize } from '#client/ui/file-size.ts'
import { Icon } from '#client/ui/icon.tsx'
import { Time } from '#client/ui/time.tsx'
import { type AttachmentType, isImage, isViewable } from '#shared/orders/attachments.ts'
import { withQuery } from '#shared/routes/with-query.ts'
import type { ComponentProps } from 'react'
import { Parts } from '#client/ui/parts.tsx'

interface AttachmentProps {
  attachment: { name: string; contentType: AttachmentType; sizeBytes: number; author: string; createdAt: number }
  /** Where it is downloaded. */
  url: string
  /** Label of the link that opens an image or a PDF file in a new tab. */
  showLabel: string
  /** What it belongs to. */
  note?: string | undefined
  zone?: ComponentProps<typeof Time>['zone']
}

/** A stored file: a download link, and for images and PDF files also a link that opens them in a new tab. */
export function Attachment({ attachment, url, showLabel, note, zone }: AttachmentProps) {
  const { name, contentType, sizeBytes, author, createdAt } = attachment
  const inlineUrl = withQuery(url, { inline: '1' })
  return (
    <>
      {isViewable(contentType) ? (
        <a className="attachment__picture" href={inlineUrl} target="_blank" rel="noopener" aria-label={showLabel}>
          {isImage(contentType) ? <img src={inlineUrl} alt="" loading="lazy" /> : <Icon name="file-text" />}
        </a>
      ) : (
        <span className="attachment__picture">
          <Icon name="paperclip" />
        </span>
      )}
      <span className="attachment__text">
        <a href={url} download>
          <bdi>{name}</bdi>
        </a>
        <span className="xs dimmed">
          <Parts>
            {note !== undefined && `${note} · `}
            {`${formatFileSize(sizeBytes)} · ${author} · `}
            <Time at={createdAt} {...(zone && { zone })} />
          </Parts>
        </span>
      </span>
    </>
  )
}
