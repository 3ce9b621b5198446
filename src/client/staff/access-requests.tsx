import { useMessages } from '#client/app/page-context.tsx'
import { ApproveForm, RejectForm } from '#client/staff/approve-form.tsx'
import { usersHref } from '#client/staff/users-url.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { CountBadge } from '#client/ui/badge.tsx'
import { useTimeFormat } from '#client/ui/time.tsx'
import { RegistrationHint } from '#client/staff/registration-hint.tsx'
import type { Role } from '#shared/permissions.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import type { UsersQuery } from '#shared/staff/inputs.ts'
import type { UserRow } from '#shared/staff/views.ts'

interface AccessRequestsProps {
  users: readonly UserRow[]
  grantable: readonly Role[]
  form: FormOutcome | null
  query: UsersQuery
}

/** Those who registered and wait: a role and a yes, or a no. When nobody waits it says how somebody comes to. */
export function AccessRequests({ users, grantable, form, query }: AccessRequestsProps) {
  const { staff } = useMessages()
  const time = useTimeFormat()
  if (users.length === 0) return <RegistrationHint />
  return (
    <section className="card pending">
      <header className="card__head">
        <h2>{staff.accessRequests}</h2>
        <CountBadge alert>{users.length}</CountBadge>
        <span className="end xs dimmed hide-sm">{staff.accessRequestsHint}</span>
      </header>
      <ul>
        {users.map((user) => (
          <li className="pending__row" key={user.id}>
            <Avatar name={user.name} size="lg" />
            <div className="grow">
              <p>
                <a className="ref" href={usersHref(query, { user: user.id })}>
                  {user.name}
                </a>
              </p>
              <p className="xs dimmed pending__who">
                {user.email} · {staff.requestedAt(time(user.createdAt))}
              </p>
            </div>
            <div className="pending__acts">
              {user.actions.includes('approve') && <ApproveForm user={user} grantable={grantable} form={form} />}
              {user.actions.includes('reject') && <RejectForm user={user} form={form} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
