import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { useRoleName } from '#client/app/page-context.tsx'
import { navigate, revalidate } from '#client/navigation/router.ts'
import { InvitationLink } from '#client/staff/invitation-link.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { SelectField, TextField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import type { OutputOf } from '#shared/routes/endpoints.ts'
import { useState } from 'react'

interface InviteDialogProps {
  grantable: readonly string[]
  /** The page without the dialog. */
  closeHref: string
  form: FormOutcome | null
}

/** Invites someone by email with a role; then shows the link, this once. */
export function InviteDialog({ grantable, closeHref, form }: InviteDialogProps) {
  const { staff } = useStaffMessages()
  const roleName = useRoleName()
  const words = staff.invitations
  const returned = form?.endpoint === 'inviteUser' ? (form.result as OutputOf<'inviteUser'> | null) : null
  const [invited, setInvited] = useState(returned)
  const close = { onClose: () => navigate(closeHref), closeHref }
  const roles = grantable.toReversed()
  if (invited)
    return (
      <Dialog open {...close} title={words.linkTitle(invited.invitation.email)}>
        <InvitationLink url={invited.url} />
        <div className="dialog-form__buttons">
          <Button className="needs-script" onClick={() => setInvited(null)}>
            {words.another}
          </Button>
          <ButtonLink variant="primary" href={closeHref} data-scroll="keep">
            {words.done}
          </ButtonLink>
        </div>
      </Dialog>
    )
  return (
    <Dialog open {...close} title={words.title} description={words.text}>
      <Form
        endpoint="inviteUser"
        outcome={form}
        className="dialog-form"
        onAnswer={(answer) => {
          setInvited(answer)
          void revalidate()
        }}
      >
        <TextField name="email" label={words.email} inputMode="email" autoComplete="off" maxLength={254} autoFocus />
        <SelectField
          name="role"
          label={words.role}
          defaultValue={roles[0]}
          options={roles.map((role) => ({ value: role, label: roleName(role) }))}
        />
        <TextField name="name" label={words.name} autoComplete="off" maxLength={80} />
        <div className="dialog-form__buttons">
          <ButtonLink href={closeHref} data-scroll="keep">
            {words.cancel}
          </ButtonLink>
          <SubmitButton variant="primary">{words.submit}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  )
}
