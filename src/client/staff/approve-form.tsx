import { revalidate } from '#client/navigation/router.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { Button } from '#client/ui/button.tsx'
import { SelectField } from '#client/ui/field.tsx'
import { useForm } from '#client/ui/form-state.ts'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import type { Role } from '#shared/permissions.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import type { UserRow } from '#shared/staff/views.ts'

interface ApproveFormProps {
  user: UserRow
  grantable: readonly Role[]
  form: FormOutcome | null
}

/** A role and a yes. The role that may least stands first: giving more is a decision. */
export function ApproveForm({ user, grantable, form }: ApproveFormProps) {
  const { common, staff } = useMessages()
  const roles = grantable.toReversed()
  const answered = () => {
    notify({ title: staff.approved(user.name), kind: 'success' })
    void revalidate()
  }
  return (
    <Form endpoint="approveUser" input={{ id: user.id }} outcome={form} onAnswer={answered} className="approve">
      <SelectField
        name="role"
        label={staff.roleFor(user.name)}
        defaultValue={roles[0]}
        options={roles.map((role) => ({ value: role, label: common.roles[role] }))}
      />
      <SendButton variant="soft" icon="check">
        {staff.approve}
      </SendButton>
    </Form>
  )
}

/** A no. The account stays on record as archived and can never log in. */
export function RejectForm({ user, form }: { user: UserRow; form: FormOutcome | null }) {
  const { staff } = useMessages()
  const answered = () => {
    notify({ title: staff.rejected(user.name) })
    void revalidate()
  }
  return (
    <Form endpoint="rejectUser" input={{ id: user.id }} outcome={form} onAnswer={answered}>
      <SendButton>{staff.reject}</SendButton>
    </Form>
  )
}

/** Sends the form around it, and shows that it is under way. */
export function SendButton(props: Omit<Parameters<typeof Button>[0], 'type' | 'busy'>) {
  return <Button {...props} type="submit" busy={useForm().busy} />
}
