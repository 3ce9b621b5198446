import { usePermission } from '#client/app/page-context.tsx'
import { SelfCheckLink } from '#client/finance/closing/checklist.tsx'
import { useClosingMessages } from '#client/finance/closing/use-closing-messages.ts'
import { navigate } from '#client/navigation/router.ts'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextAreaField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import type { Problem } from '#shared/problem.ts'
import { type ReactNode, useState } from 'react'

interface PeriodDialogProps {
  month: string
  /** The page without the dialog. */
  closeHref: string
  form: FormOutcome | null
}

interface ReasonFormProps extends PeriodDialogProps {
  endpoint: 'closePeriod' | 'requestReopening' | 'rejectReopening'
  title: string
  text?: string
  /** What a notification says when it is done. */
  done: string
  submit: string
  onProblem?: (problem: Problem) => void
  children?: ReactNode
}

/** A dialog with a form that changes the state of a month. */
function PeriodDialog({ title, text, done, submit, children, ...props }: ReasonFormProps) {
  const { endpoint, month, closeHref, form, onProblem } = props
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
        hiddenValues={{ month }}
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

/** Closes a month; with warnings on its checklist it asks for a reason. */
export function CloseDialog({ needsReason, ...props }: PeriodDialogProps & { needsReason: boolean }) {
  const { closing } = useClosingMessages()
  const canVerify = usePermission('books.verify')
  const [problem, setProblem] = useState(props.form?.problem ?? null)
  const name = closing.monthName(props.month)
  return (
    <PeriodDialog
      {...props}
      endpoint="closePeriod"
      onProblem={setProblem}
      title={closing.closeTitle(name)}
      text={closing.closeText}
      done={closing.closed(name)}
      submit={closing.close}
    >
      {canVerify && problem?.type === '/problems/books-not-sound' && <SelfCheckLink />}
      {needsReason && <TextAreaField name="reason" label={closing.closeReason} maxLength={300} autoFocus />}
    </PeriodDialog>
  )
}

export function ReopenDialog(props: PeriodDialogProps) {
  const { closing } = useClosingMessages()
  return (
    <PeriodDialog
      {...props}
      endpoint="requestReopening"
      title={closing.reopenTitle(closing.monthName(props.month))}
      text={closing.reopenText}
      done={closing.asked}
      submit={closing.askToReopen}
    >
      <TextAreaField name="reason" label={closing.reason} maxLength={300} autoFocus />
    </PeriodDialog>
  )
}

export function RejectDialog(props: PeriodDialogProps) {
  const { closing } = useClosingMessages()
  return (
    <PeriodDialog
      {...props}
      endpoint="rejectReopening"
      title={closing.rejectTitle(closing.monthName(props.month))}
      done={closing.rejected}
      submit={closing.reject}
    >
      <TextAreaField name="reason" label={closing.reason} maxLength={300} autoFocus />
    </PeriodDialog>
  )
}

/** Downloads everything of a month for the accountant. */
export function HandOverDialog({ month, closeHref, form }: PeriodDialogProps) {
  const { closing } = useClosingMessages()
  return (
    <Dialog
      open
      onClose={() => navigate(closeHref)}
      closeHref={closeHref}
      title={closing.handOverTitle(closing.monthName(month))}
      description={closing.handOverText}
    >
      <Form endpoint="exportHandOver" hiddenValues={{ month }} outcome={form} target="_blank" className="dialog-form">
        <DialogButtons closeHref={closeHref} keep={closing.keep}>
          <SubmitButton variant="primary" icon="download">
            {closing.download}
          </SubmitButton>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
