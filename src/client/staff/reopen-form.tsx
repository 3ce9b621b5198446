import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import type { UserFormProps } from '#client/staff/user-form.ts'
import { Form } from '#client/ui/form.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { notify } from '#client/ui/notifications.tsx'

/** Returns a rejected account to the access requests. */
export function ReopenForm({ user, form, onDone }: UserFormProps) {
  const { staff } = useStaffMessages()
  const answered = () => {
    notify({ title: staff.reopened(user.name), kind: 'success' })
    onDone(user.id)
  }
  return (
    <Form endpoint="reopenUser" hiddenValues={{ id: user.id }} outcome={form} onAnswer={answered} className="restore">
      <p className="xs muted">{staff.reopenHint}</p>
      <SubmitButton variant="primary" icon="rotate-ccw">
        {staff.reopen}
      </SubmitButton>
    </Form>
  )
}
