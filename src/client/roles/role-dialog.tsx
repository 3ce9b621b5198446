import { usePermission, useRoleName } from '#client/app/page-context.tsx'
import { navigate } from '#client/navigation/router.ts'
import { LimitFields, PermissionFields, PermissionList } from '#client/roles/role-fields.tsx'
import { useRoleMessages } from '#client/roles/use-role-messages.ts'
import { CheckboxField } from '#client/ui/checkbox-field.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import { isBuiltInRole, type Permission } from '#shared/permissions.ts'
import { decidesAboutMoney, type MoneyLimits } from '#shared/roles/limits.ts'
import type { RoleView } from '#shared/roles/views.ts'

interface DialogProps {
  /** The page without the dialog. */
  closeHref: string
  form: FormOutcome | null
}

/** A new role, which starts with what another one allows. */
export function CreateRoleDialog({ base, closeHref, form }: DialogProps & { base: RoleView }) {
  const words = useRoleMessages()
  const roleName = useRoleName()
  return (
    <Dialog
      open
      size="lg"
      onClose={() => navigate(closeHref)}
      closeHref={closeHref}
      title={words.createTitle}
      description={words.createText(roleName(base.id))}
    >
      <Form
        endpoint="createRole"
        outcome={form}
        action={closeHref}
        className="dialog-form"
        onAnswer={({ roles }) => {
          notify({ kind: 'success', title: words.created(newest(roles)) })
          navigate(closeHref)
        }}
      >
        <RoleFields permissions={base.permissions} limits={base.limits} secondFactorSince={base.secondFactorSince} />
        <Buttons closeHref={closeHref} submit={words.create} />
      </Form>
    </Dialog>
  )
}

/** A role: to change, as far as it is the company's and the user may, else to read. */
export function RoleDialog({
  role,
  copyHref,
  closeHref,
  form,
}: DialogProps & { role: RoleView | undefined; copyHref: string }) {
  const words = useRoleMessages()
  const roleName = useRoleName()
  const canManageRoles = usePermission('roles.manage')
  const close = { onClose: () => navigate(closeHref), closeHref }
  if (!role)
    return (
      <Dialog open {...close} title={words.missing}>
        <Empty icon="search" title={words.missing}>
          {words.missingText}
        </Empty>
      </Dialog>
    )
  const { id, permissions, limits, version } = role
  const isOwn = !isBuiltInRole(id)
  const name = roleName(id)
  const canChange = canManageRoles && role.canManage
  const hasLimits = id !== 'admin' && decidesAboutMoney(permissions)
  const saved = () => {
    notify({ kind: 'success', title: words.saved(name) })
    navigate(closeHref)
  }
  return (
    <Dialog
      open
      size="lg"
      {...close}
      title={words.editTitle(name)}
      description={canManageRoles && !role.canManage ? words.lockedText : isOwn ? role.description : words.builtInText}
    >
      {canChange && isOwn ? (
        <>
          <Form
            endpoint="changeRole"
            hiddenValues={{ role: id, version }}
            outcome={form}
            action={closeHref}
            className="dialog-form"
            onAnswer={saved}
          >
            <RoleFields {...role} />
            <Buttons closeHref={closeHref} submit={words.save} copyHref={copyHref} />
          </Form>
          <RemoveRole role={role} closeHref={closeHref} form={form} />
        </>
      ) : (
        <>
          {id === 'admin' && <p className="sm muted">{words.adminLimits}</p>}
          {canChange ? (
            <Form
              endpoint="changeRole"
              hiddenValues={{ role: id, version }}
              outcome={form}
              action={closeHref}
              className="dialog-form"
              onAnswer={saved}
            >
              <SecondFactorField since={role.secondFactorSince} />
              {hasLimits && <LimitFields limits={limits} permissions={permissions} />}
              <PermissionList allowed={permissions} />
              <Buttons closeHref={closeHref} submit={words.save} copyHref={copyHref} />
            </Form>
          ) : (
            <>
              <PermissionList allowed={permissions} />
              <Buttons closeHref={closeHref} {...(canManageRoles && { copyHref })} />
            </>
          )}
        </>
      )}
    </Dialog>
  )
}

interface RoleFieldsProps {
  name?: string
  description?: string
  permissions: readonly Permission[]
  limits: MoneyLimits
  secondFactorSince: number | null
}

function SecondFactorField({ since }: { since: number | null }) {
  const { requiresSecondFactor, requiresSecondFactorHint } = useRoleMessages()
  return (
    <CheckboxField
      name="requiresSecondFactor"
      label={requiresSecondFactor}
      hint={requiresSecondFactorHint}
      defaultChecked={since !== null}
    />
  )
}

function RoleFields({ name = '', description = '', permissions, limits, secondFactorSince }: RoleFieldsProps) {
  const words = useRoleMessages()
  return (
    <>
      <TextField name="roleName" label={words.name} defaultValue={name} maxLength={60} autoComplete="off" autoFocus />
      <TextField
        name="description"
        label={words.description}
        defaultValue={description}
        maxLength={200}
        autoComplete="off"
        optional
      />
      <SecondFactorField since={secondFactorSince} />
      <PermissionFields chosen={permissions} />
      <LimitFields limits={limits} />
    </>
  )
}

function RemoveRole({ role, closeHref, form }: DialogProps & { role: RoleView }) {
  const words = useRoleMessages()
  if (role.userCount > 0) return <p className="xs muted">{words.removeHint(role.userCount)}</p>
  return (
    <Form
      endpoint="removeRole"
      hiddenValues={{ role: role.id }}
      outcome={form}
      action={closeHref}
      onAnswer={() => {
        notify({ kind: 'success', title: words.removed(role.name) })
        navigate(closeHref)
      }}
    >
      <SubmitButton variant="ghost" icon="trash-2">
        {words.remove}
      </SubmitButton>
    </Form>
  )
}

function Buttons({ closeHref, submit, copyHref }: { closeHref: string; submit?: string; copyHref?: string }) {
  const words = useRoleMessages()
  return (
    <div className="dialog-form__buttons">
      {copyHref && (
        <ButtonLink className="start" variant="ghost" icon="copy" href={copyHref} data-scroll="keep">
          {words.copy}
        </ButtonLink>
      )}
      <ButtonLink href={closeHref} data-scroll="keep">
        {submit ? words.cancel : words.close}
      </ButtonLink>
      {submit && <SubmitButton variant="primary">{submit}</SubmitButton>}
    </div>
  )
}

/** The name of the role that was made last: ids are in the order in which they were made. */
const newest = (roles: readonly RoleView[]): string =>
  roles.filter(({ id }) => !isBuiltInRole(id)).reduce((last, role) => (role.id > last.id ? role : last)).name
