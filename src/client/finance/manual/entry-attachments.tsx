import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { revalidate } from '#client/navigation/router.ts'
import { Attachment } from '#client/ui/attachment.tsx'
import { Field } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { PanelSection } from '#client/ui/panel.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { attachmentLimitBytes, maxAttachments } from '#shared/constants.ts'
import type { EntryAttachment } from '#shared/finance/entry-requests.ts'
import type { FormOutcome } from '#shared/page-state.ts'

interface EntryAttachmentsProps {
  /** The entry, the request or the line of a statement that they belong to. */
  owner: { number: number } | { request: string } | { line: string }
  attachments: readonly EntryAttachment[]
  canAttach: boolean
  form: FormOutcome | null
}

/** The files of an entry, and a form that adds one; nothing where there is neither. */
export function EntryAttachments({ owner, attachments, canAttach, form }: EntryAttachmentsProps) {
  const words = useLedgerMessages().ledger.requests.files
  if (attachments.length === 0 && !canAttach) return null
  const endpoint = 'number' in owner ? 'attachToEntry' : 'line' in owner ? 'attachToLine' : 'attachToEntryRequest'
  return (
    <PanelSection title={words.title}>
      {attachments.length > 0 && (
        <ul className="attachments">
          {attachments.map((attachment) => (
            <li key={attachment.id} className="attachment">
              <Attachment
                attachment={attachment}
                url={`/api/finance/attachments/${attachment.id}`}
                showLabel={words.show(attachment.name)}
                zone="book"
              />
            </li>
          ))}
        </ul>
      )}
      {canAttach && attachments.length < maxAttachments && (
        <details
          key={attachments.length}
          className="refund-reject"
          open={form?.endpoint === endpoint && form.problem !== null}
        >
          <summary className="btn btn--sm">
            <Icon name="paperclip" />
            {words.open}
          </summary>
          <Form
            endpoint={endpoint}
            hiddenValues={owner}
            outcome={form}
            encType="multipart/form-data"
            className="refund-form"
            onAnswer={() => {
              notify({ kind: 'success', title: words.attached })
              void revalidate()
            }}
          >
            <Field
              name="file"
              label={words.label}
              hint={words.hint(attachmentLimitBytes / 1024 / 1024, maxAttachments)}
            >
              {(control) => <input {...control} type="file" className="input input--file" />}
            </Field>
            <SubmitButton size="sm">{words.attach}</SubmitButton>
          </Form>
        </details>
      )}
    </PanelSection>
  )
}
