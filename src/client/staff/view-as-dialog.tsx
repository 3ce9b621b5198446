import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { hardNavigate, navigate } from '#client/navigation/router.ts'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import { pages } from '#shared/routes/pages.ts'
import type { UserDetail } from '#shared/staff/page-views.ts'

interface ViewAsDialogProps {
  user: UserDetail
  /** The page without the dialog. */
  closeHref: string
  form: FormOutcome | null
}

/** Asks why an administrator wants to view the program as someone else, and starts it with the home page. */
export function ViewAsDialog({ user, closeHref, form }: ViewAsDialogProps) {
  const { staff } = useStaffMessages()
  return (
    <Dialog
      open
      onClose={() => navigate(closeHref)}
      closeHref={closeHref}
      title={staff.viewAsTitle(user.name)}
      description={staff.viewAsText}
    >
      <Form
        endpoint="viewAs"
        hiddenValues={{ id: user.id }}
        outcome={form}
        className="dialog-form"
        onAnswer={() => hardNavigate(pages.index.path)}
      >
        <TextField
          name="reason"
          label={staff.viewAsReason}
          hint={staff.viewAsReasonHint}
          maxLength={200}
          autoComplete="off"
          autoFocus
        />
        <DialogButtons closeHref={closeHref}>
          <SubmitButton variant="primary">{staff.viewAsSubmit}</SubmitButton>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
