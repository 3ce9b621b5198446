import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import type { UserFormProps } from '#client/staff/user-form.ts'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'

/** Takes a suspended account out of the list. */
export function ArchiveForm({ user, form, onDone }: UserFormProps) {
  const { staff } = useStaffMessages()
  const answered = () => {
    notify({ title: staff.archived(user.name), kind: 'success' })
    onDone(user.id)
  }
  return (
    <Form endpoint="archiveUser" hiddenValues={{ id: user.id }} outcome={form} onAnswer={answered}>
      <SubmitButton variant="ghost">{staff.archive}</SubmitButton>
    </Form>
  )
}

/** Unarchives an account; it stays suspended. */
export function UnarchiveForm({ user, form, onDone }: UserFormProps) {
  const { staff } = useStaffMessages()
  const answered = () => {
    notify({ title: staff.unarchived(user.name), kind: 'success' })
    onDone(user.id)
  }
  return (
    <Form
      endpoint="unarchiveUser"
      hiddenValues={{ id: user.id }}
      outcome={form}
      onAnswer={answered}
      className="restore"
    >
      <p className="xs muted">{staff.unarchiveHint}</p>
      <SubmitButton variant="primary" icon="rotate-ccw">
        {staff.unarchive}
      </SubmitButton>
    </Form>
  )
}
