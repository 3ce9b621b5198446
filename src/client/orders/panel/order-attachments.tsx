import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { useAnnotations } from '#client/orders/panel/use-annotations.ts'
import { Attachment } from '#client/ui/attachment.tsx'
import { Form } from '#client/ui/form.tsx'
import { PanelSection } from '#client/ui/panel.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import type { OrderView } from '#shared/orders/views.ts'

interface OrderAttachmentsProps {
  order: Pick<OrderView, 'number' | 'attachments'>
  form: FormOutcome | null
}

/** The files of an order: all as downloads, images and PDF files also as links that open them in a new tab. */
export function OrderAttachments({ order: { number, attachments }, form }: OrderAttachmentsProps) {
  const { attachments: words, payments } = useOrderMessages()
  const canRemove = useAnnotations().includes('attach')
  if (attachments.length === 0) return null
  return (
    <PanelSection title={words.title}>
      <ul className="attachments">
        {attachments.map((attachment) => (
          <li key={attachment.id} className="attachment">
            <Attachment
              attachment={attachment}
              url={attachmentUrl(number, attachment.id)}
              showLabel={words.open(attachment.name)}
              note={attachment.paymentNumber === null ? undefined : payments.evidenceOf(attachment.paymentNumber)}
            />
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
