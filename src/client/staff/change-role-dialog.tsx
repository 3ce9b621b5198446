import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { usePageContext, useRoleName } from '#client/app/page-context.tsx'
import { navigate } from '#client/navigation/router.ts'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { DescriptionList } from '#client/ui/description-list.tsx'
import { SelectField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import { findRole, type Permission } from '#shared/permissions.ts'
import type { UserDetail } from '#shared/staff/page-views.ts'
import { useState } from 'react'

interface ChangeRoleDialogProps {
  user: UserDetail
  grantable: readonly string[]
  /** The page without the dialog. */
  closeHref: string
  form: FormOutcome | null
}

/** Gives an account another role, and shows which permissions it gains and loses. */
export function ChangeRoleDialog({ user, grantable, closeHref, form }: ChangeRoleDialogProps) {
  const { common, staff, permissions: permissionNames } = useStaffMessages()
  const { ownRoles } = usePageContext()
  const roleName = useRoleName()
  const choices = grantable.filter((role) => role !== user.role)
  const [role, setRole] = useState(choices.at(-1) ?? '')
  const permissionsOf = (id: string | null): readonly Permission[] => findRole(id, ownRoles)?.permissions ?? []
  const [before, after] = [permissionsOf(user.role), permissionsOf(role)]
  const listMissing = (all: readonly Permission[], others: readonly Permission[]): string => {
    const names = all.filter((each) => !others.includes(each)).map((each) => permissionNames[each])
    return names.length === 0 ? staff.nothing : names.join(common.listSeparator)
  }
  return (
    <Dialog
      open
      onClose={() => navigate(closeHref)}
      closeHref={closeHref}
      title={staff.changeRoleTitle(user.name)}
      description={staff.changeRoleText}
    >
      <Form
        endpoint="changeUserRole"
        hiddenValues={{ id: user.id }}
        outcome={form}
        action={closeHref}
        className="dialog-form"
        onAnswer={() => {
          notify({ title: staff.roleChanged(user.name), kind: 'success' })
          navigate(closeHref)
        }}
      >
        <SelectField
          name="role"
          label={staff.newRole}
          defaultValue={role}
          onValue={setRole}
          options={choices.toReversed().map((id) => ({ value: id, label: roleName(id) }))}
        />
        <div className="needs-script" aria-live="polite">
          <DescriptionList
            items={[
              [staff.gains, listMissing(after, before)],
              [staff.loses, listMissing(before, after)],
            ]}
          />
        </div>
        <DialogButtons closeHref={closeHref}>
          <SubmitButton variant="primary">{staff.changeRoleSubmit}</SubmitButton>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
