import { navigate } from '#client/navigation/router.ts'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import type { Problem } from '#shared/problem.ts'
import type { ReactNode } from 'react'

interface FormDialogProps {
  endpoint: 'closePeriod' | 'requestReopening' | 'rejectReopening' | 'assignLine' | 'deferLine' | 'setLineDueDate'
  /** What the form is about. */
  hiddenValues: Record<string, string>
  /** The page without the dialog. */
  closeHref: string
  form: FormOutcome | null
  title: string
  text?: string
  /** The notification after it is done. */
  done: string
  submit: string
  onProblem?: (problem: Problem) => void
  children?: ReactNode
}

/** A dialog with one form, which closes with a notification when its action is done. */
export function FormDialog({ endpoint, hiddenValues, closeHref, form, title, text, ...props }: FormDialogProps) {
  const { done, submit, onProblem, children } = props
  return (
    <Dialog
      open
      onClose={() => navigate(closeHref)}
      closeHref={closeHref}
      title={title}
      {...(text !== undefined && { description: text })}
    >
      <Form
        endpoint={endpoint}
        hiddenValues={hiddenValues}
        outcome={form}
        action={closeHref}
        className="dialog-form"
        {...(onProblem && { onProblem })}
        onAnswer={() => {
          notify({ kind: 'success', title: done })
          navigate(closeHref)
        }}
      >
        {children}
        <DialogButtons closeHref={closeHref}>
          <SubmitButton variant="primary">{submit}</SubmitButton>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
