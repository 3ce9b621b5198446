import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { useRoleName } from '#client/app/page-context.tsx'
import { useUndoReject } from '#client/staff/use-undo-reject.ts'
import type { UserFormProps } from '#client/staff/user-form.ts'
import { SelectField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { notify } from '#client/ui/notifications.tsx'

/** Approves a request with a role. `grantable` starts with the role that has the most permissions, the form with the one that has the fewest. */
export function ApproveForm({ user, grantable, form, onDone }: UserFormProps & { grantable: readonly string[] }) {
  const { staff } = useStaffMessages()
  const roleName = useRoleName()
  const roles = grantable.toReversed()
  const answered = () => {
    notify({ title: staff.approved(user.name), kind: 'success' })
    onDone(user.id)
  }
  return (
    <Form endpoint="approveUser" hiddenValues={{ id: user.id }} outcome={form} onAnswer={answered} className="approve">
      <SelectField
        name="role"
        label={staff.roleFor(user.name)}
        defaultValue={roles[0]}
        options={roles.map((role) => ({ value: role, label: roleName(role) }))}
      />
      <SubmitButton variant="soft" icon="check">
        {staff.approve}
      </SubmitButton>
    </Form>
  )
}

/** Rejects a request: the account is archived and cannot log in. The notification offers to undo it. */
export function RejectForm({ user, form, onDone }: UserFormProps) {
  const { staff } = useStaffMessages()
  const undo = useUndoReject(onDone)
  const answered = () => {
    notify({ title: staff.rejected(user.name), action: { label: staff.undo, run: () => void undo(user) } })
    onDone(user.id)
  }
  return (
    <Form endpoint="rejectUser" hiddenValues={{ id: user.id }} outcome={form} onAnswer={answered}>
      <SubmitButton>{staff.reject}</SubmitButton>
    </Form>
  )
}
