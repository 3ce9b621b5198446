import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { formatFileSize } from '#client/orders/import-file.ts'
import { useAnnotations } from '#client/orders/use-annotations.ts'
import { Form } from '#client/ui/form.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { PanelSection } from '#client/ui/panel.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { Time } from '#client/ui/time.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import { isImage, isViewable } from '#shared/orders/attachments.ts'
import type { AttachmentView } from '#shared/orders/annotation-views.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { withQuery } from '#shared/routes/with-query.ts'

interface OrderAttachmentsProps {
  order: Pick<OrderView, 'number' | 'attachments'>
  form: FormOutcome | null
}

/** The files of an order: everything as a download, images and PDF files also to look at in a new tab. */
export function OrderAttachments({ order: { number, attachments }, form }: OrderAttachmentsProps) {
  const words = useOrderMessages().attachments
  const canRemove = useAnnotations().includes('attach')
  if (attachments.length === 0) return null
  return (
    <PanelSection title={words.title}>
      <ul className="attachments">
        {attachments.map((attachment) => (
          <li key={attachment.id} className="attachment">
            <Attachment attachment={attachment} url={attachmentUrl(number, attachment.id)} />
            {canRemove && (
              <details className="attachment__remove">
                <summary className="btn btn--ghost btn--sm" aria-label={words.removeFile(attachment.name)}>
                  {words.remove}
                </summary>
                <Form endpoint="removeAttachment" hiddenValues={{ number, attachmentId: attachment.id }} outcome={form}>
                  <SubmitButton variant="danger" size="sm" icon="trash-2">
                    {words.confirmRemove}
                  </SubmitButton>
                </Form>
              </details>
            )}
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}

/** Where a file of an order is downloaded. */
export const attachmentUrl = (orderNumber: string, id: string): string => `/api/orders/${orderNumber}/attachments/${id}`

function Attachment({ attachment, url }: { attachment: AttachmentView; url: string }) {
  const { attachments, payments } = useOrderMessages()
  const { name, contentType, sizeBytes, paymentNumber, author, createdAt } = attachment
  return (
    <>
      {isViewable(contentType) ? (
        <a
          className="attachment__picture"
          href={withQuery(url, { inline: '1' })}
          target="_blank"
          rel="noopener"
          aria-label={attachments.open(name)}
        >
          {isImage(contentType) ? (
            <img src={withQuery(url, { inline: '1' })} alt="" loading="lazy" />
          ) : (
            <Icon name="file-text" />
          )}
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
          {paymentNumber !== null && `${payments.evidenceOf(paymentNumber)} · `}
          {formatFileSize(sizeBytes)} · {author} · <Time at={createdAt} />
        </span>
      </span>
    </>
  )
}
