import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { usePageContext, useRoleName } from '#client/app/page-context.tsx'
import type { UserFormProps } from '#client/staff/user-form.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Form } from '#client/ui/form.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { notify } from '#client/ui/notifications.tsx'
import type { UserRow } from '#shared/staff/views.ts'
import { type MouseEvent, useRef } from 'react'

/** Suspends an account after a confirmation with the consequences, in a `details` element so that it works without script. */
export function SuspendForm({ user, form, onDone }: UserFormProps<UserRow & { sessionCount: number }>) {
  const { staff } = useStaffMessages()
  const { url } = usePageContext()
  const details = useRef<HTMLDetailsElement>(null)
  const answered = () => {
    notify({ title: staff.suspended(user.name), kind: 'success' })
    onDone(user.id)
  }
  const keep = (event: MouseEvent) => {
    event.preventDefault()
    if (details.current) details.current.open = false
    details.current?.querySelector('summary')?.focus()
  }
  const isRejected = form?.endpoint === 'suspendUser' && form.problem !== null
  return (
    <details className="suspend" ref={details} open={isRejected || undefined}>
      <summary className="btn btn--ghost btn--ghost-danger">
        <Icon name="ban" />
        {staff.suspend}
      </summary>
      <Form endpoint="suspendUser" hiddenValues={{ id: user.id }} outcome={form} onAnswer={answered}>
        <p className="strong">{staff.suspendTitle(user.name)}</p>
        <p className="sm muted">{staff.suspendConsequence(user.sessionCount)}</p>
        <div className="suspend__acts">
          <ButtonLink href={url} onClick={keep}>
            {staff.keep}
          </ButtonLink>
          <SubmitButton variant="danger">{staff.suspendConfirm}</SubmitButton>
        </div>
      </Form>
    </details>
  )
}

/** Makes a suspended account active again, with the role it had. */
export function RestoreForm({ user, form, onDone }: UserFormProps) {
  const { staff } = useStaffMessages()
  const roleName = useRoleName()
  const answered = () => {
    notify({ title: staff.restored(user.name), kind: 'success' })
    onDone(user.id)
  }
  return (
    <Form endpoint="restoreUser" hiddenValues={{ id: user.id }} outcome={form} onAnswer={answered} className="restore">
      {user.role && <p className="xs muted">{staff.restoreHint(roleName(user.role))}</p>}
      <SubmitButton variant="primary" icon="rotate-ccw">
        {staff.restore}
      </SubmitButton>
    </Form>
  )
}
