import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { revalidate } from '#client/navigation/router.ts'
import { TextAreaField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { noteMaxLength } from '#shared/constants.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import type { OrderNote } from '#shared/orders/annotation-views.ts'

interface NoteFormsProps {
  note: OrderNote
  /** The number of the order. */
  number: string
  form: FormOutcome | null
}

/** What the user can do with a note: change or delete it while it is new, strike it through, or restore it. */
export function NoteForms({ note, number, form }: NoteFormsProps) {
  const words = useOrderMessages().orders.notes
  const { id: noteId, text, actions } = note
  const target = { hiddenValues: { number, noteId }, outcome: form }
  const sendThenSay = (title: string) => ({
    ...target,
    onAnswer: () => {
      notify({ kind: 'success', title })
      void revalidate()
    },
  })
  const returned = form?.problem && form.values['noteId'] === noteId && form.endpoint !== 'addNote'
  return (
    <span className="note__forms">
      {actions.includes('edit') && (
        <details className="note__edit" open={Boolean(returned)}>
          <summary className="btn btn--ghost btn--sm">{words.edit}</summary>
          <Form endpoint="editNote" {...sendThenSay(words.saved)} className="dialog-form">
            <TextAreaField name="text" label={words.label} rows={4} defaultValue={text} maxLength={noteMaxLength} />
            <SubmitButton variant="primary" size="sm">
              {words.save}
            </SubmitButton>
          </Form>
          <Form endpoint="deleteNote" {...sendThenSay(words.deleted)}>
            <SubmitButton size="sm" icon="trash-2">
              {words.delete}
            </SubmitButton>
          </Form>
        </details>
      )}
      {actions.includes('strike') && (
        <Form endpoint="strikeNote" {...target}>
          <SubmitButton variant="ghost" size="sm">
            {words.strike}
          </SubmitButton>
        </Form>
      )}
      {actions.includes('restore') && (
        <Form endpoint="restoreNote" {...target}>
          <SubmitButton variant="ghost" size="sm">
            {words.restore}
          </SubmitButton>
        </Form>
      )}
    </span>
  )
}
