import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { useRoleName } from '#client/app/page-context.tsx'
import { SecretDialog } from '#client/staff/secret-dialog.tsx'
import { SelectField, TextField } from '#client/ui/field.tsx'
import type { FormOutcome } from '#shared/page-state.ts'

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
  const roles = grantable.toReversed()
  return (
    <SecretDialog
      endpoint="inviteUser"
      outcome={form}
      closeHref={closeHref}
      title={words.title}
      description={words.text}
      words={words}
      toSecret={({ invitation, url }) => ({
        title: words.linkTitle(invitation.email),
        url,
        text: words.linkText,
        label: words.link,
        copyLabel: words.copyLink,
      })}
    >
      <TextField name="email" label={words.email} inputMode="email" autoComplete="off" maxLength={254} autoFocus />
      <SelectField
        name="role"
        label={words.role}
        defaultValue={roles[0]}
        options={roles.map((role) => ({ value: role, label: roleName(role) }))}
      />
      <TextField name="name" label={words.name} optional autoComplete="off" maxLength={80} />
    </SecretDialog>
  )
}
