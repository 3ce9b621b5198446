import { revalidate } from '#client/navigation/router.ts'
import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { SendButton } from '#client/staff/approve-form.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { Form } from '#client/ui/form.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { notify } from '#client/ui/notifications.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import type { UserRow } from '#shared/staff/views.ts'
import { type MouseEvent, useRef } from 'react'

interface SuspendFormProps {
  user: UserRow & { sessionCount: number }
  form: FormOutcome | null
}

/** Suspending asks once, with what it brings, in the place where it was asked for: plain `details`, so it asks without script too. */
export function SuspendForm({ user, form }: SuspendFormProps) {
  const { staff } = useMessages()
  const { url } = usePageContext()
  const details = useRef<HTMLDetailsElement>(null)
  const answered = () => {
    notify({ title: staff.suspended(user.name), kind: 'success' })
    void revalidate()
  }
  const keep = (event: MouseEvent) => {
    event.preventDefault()
    if (details.current) details.current.open = false
    details.current?.querySelector('summary')?.focus()
  }
  const refused = form?.endpoint === 'suspendUser' && form.problem !== null
  return (
    <details className="suspend" ref={details} open={refused || undefined}>
      <summary className="btn btn--ghost btn--ghost-danger">
        <Icon name="ban" />
        {staff.suspend}
      </summary>
      <Form endpoint="suspendUser" input={{ id: user.id }} outcome={form} onAnswer={answered}>
        <p className="strong">{staff.suspendTitle(user.name)}</p>
        <p className="sm muted">{staff.suspendConsequence(user.sessionCount)}</p>
        <div className="suspend__acts">
          <ButtonLink href={url} onClick={keep}>
            {staff.keep}
          </ButtonLink>
          <SendButton variant="danger">{staff.suspendConfirm}</SendButton>
        </div>
      </Form>
    </details>
  )
}

/** Gives a suspended account back what it had. */
export function RestoreForm({ user, form }: { user: UserRow; form: FormOutcome | null }) {
  const { common, staff } = useMessages()
  const answered = () => {
    notify({ title: staff.restored(user.name), kind: 'success' })
    void revalidate()
  }
  return (
    <Form endpoint="restoreUser" input={{ id: user.id }} outcome={form} onAnswer={answered} className="restore">
      <p className="xs muted">{user.role ? staff.restoreHint(common.roles[user.role]) : staff.restoreToPending}</p>
      <SendButton variant="primary" icon="rotate-ccw">
        {staff.restore}
      </SendButton>
    </Form>
  )
}
