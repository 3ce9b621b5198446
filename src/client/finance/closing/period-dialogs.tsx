import { useClosingMessages } from '#client/finance/closing/use-closing-messages.ts'
import { navigate } from '#client/navigation/router.ts'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextAreaField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import type { ReactNode } from 'react'

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
  children?: ReactNode
}

/** A dialog with a form that changes the state of a month. */
function PeriodDialog({ endpoint, month, closeHref, form, title, text, done, submit, children }: ReasonFormProps) {
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
  const name = closing.monthName(props.month)
  return (
    <PeriodDialog
      {...props}
      endpoint="closePeriod"
      title={closing.closeTitle(name)}
      text={closing.closeText}
      done={closing.closed(name)}
      submit={closing.close}
    >
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
