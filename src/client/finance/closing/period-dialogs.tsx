import { usePermission } from '#client/app/page-context.tsx'
import { SelfCheckLink } from '#client/finance/closing/checklist.tsx'
import { useClosingMessages } from '#client/finance/closing/use-closing-messages.ts'
import { navigate } from '#client/navigation/router.ts'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Form } from '#client/ui/form.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { FormDialog } from '#client/finance/form-dialog.tsx'
import { TextAreaField } from '#client/ui/field.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import { useState } from 'react'

interface PeriodDialogProps {
  month: string
  /** The page without the dialog. */
  closeHref: string
  form: FormOutcome | null
}

/** What the dialogs of a month have in common. */
const toFormProps = ({ month, closeHref, form }: PeriodDialogProps) => ({ hiddenValues: { month }, closeHref, form })

/** Closes a month; with warnings on its checklist it asks for a reason. */
export function CloseDialog({ needsReason, ...props }: PeriodDialogProps & { needsReason: boolean }) {
  const { closing } = useClosingMessages()
  const canVerify = usePermission('books.verify')
  const [problem, setProblem] = useState(props.form?.problem ?? null)
  const name = closing.monthName(props.month)
  return (
    <FormDialog
      {...toFormProps(props)}
      endpoint="closePeriod"
      onProblem={setProblem}
      title={closing.closeTitle(name)}
      text={closing.closeText}
      done={closing.closed(name)}
      submit={closing.close}
    >
      {canVerify && problem?.type === '/problems/books-not-sound' && <SelfCheckLink />}
      {needsReason && <TextAreaField name="reason" label={closing.closeReason} maxLength={300} autoFocus />}
    </FormDialog>
  )
}

export function ReopenDialog(props: PeriodDialogProps) {
  const { closing } = useClosingMessages()
  return (
    <FormDialog
      {...toFormProps(props)}
      endpoint="requestReopening"
      title={closing.reopenTitle(closing.monthName(props.month))}
      text={closing.reopenText}
      done={closing.asked}
      submit={closing.askToReopen}
    >
      <TextAreaField name="reason" label={closing.reason} maxLength={300} autoFocus />
    </FormDialog>
  )
}

export function RejectDialog(props: PeriodDialogProps) {
  const { closing } = useClosingMessages()
  return (
    <FormDialog
      {...toFormProps(props)}
      endpoint="rejectReopening"
      title={closing.rejectTitle(closing.monthName(props.month))}
      done={closing.rejected}
      submit={closing.reject}
    >
      <TextAreaField name="reason" label={closing.reason} maxLength={300} autoFocus />
    </FormDialog>
  )
}

/** Downloads everything of a month for the accountant. */
export function AccountingPackageDialog({ month, closeHref, form }: PeriodDialogProps) {
  const { closing } = useClosingMessages()
  return (
    <Dialog
      open
      onClose={() => navigate(closeHref)}
      closeHref={closeHref}
      title={closing.accountingPackageTitle(closing.monthName(month))}
      description={closing.accountingPackageText}
    >
      <Form
        endpoint="exportAccountingPackage"
        hiddenValues={{ month }}
        outcome={form}
        target="_blank"
        className="dialog-form"
      >
        <DialogButtons closeHref={closeHref} keep={closing.keep}>
          <SubmitButton variant="primary" icon="download" data-autofocus>
            {closing.download}
          </SubmitButton>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
