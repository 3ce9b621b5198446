import { useMessages } from '#client/screen.tsx'
import { ApproveForm, RejectForm } from '#client/staff/approve-form.tsx'
import { usersHref } from '#client/staff/users-address.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { CountBadge } from '#client/ui/badge.tsx'
import { useTimeFormat } from '#client/ui/time.tsx'
import { RegistrationHint } from '#client/staff/registration-hint.tsx'
import type { Role } from '#shared/permissions.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import type { UsersQuery } from '#shared/staff/inputs.ts'
import type { UserRow } from '#shared/staff/views.ts'

interface PendingPeopleProps {
  people: readonly UserRow[]
  grantable: readonly Role[]
  form: FormOutcome | null
  query: UsersQuery
}

/** Those who registered and wait: a role and a yes, or a no. When nobody waits it says how somebody comes to. */
export function PendingPeople({ people, grantable, form, query }: PendingPeopleProps) {
  const { staff } = useMessages()
  const time = useTimeFormat()
  if (people.length === 0) return <RegistrationHint />
  return (
    <section className="card pending">
      <header className="card__head">
        <h2>{staff.waiting}</h2>
        <CountBadge alert>{people.length}</CountBadge>
        <span className="end xs dimmed hide-sm">{staff.waitingHint}</span>
      </header>
      <ul>
        {people.map((person) => (
          <li className="pending__row" key={person.id}>
            <Avatar name={person.name} size="lg" />
            <div className="grow">
              <p>
                <a className="ref" href={usersHref(query, { user: person.id })}>
                  {person.name}
                </a>
              </p>
              <p className="xs dimmed pending__who">
                {person.email} · {staff.asked(time(person.createdAt))}
              </p>
            </div>
            <div className="pending__acts">
              {person.actions.includes('approve') && <ApproveForm user={person} grantable={grantable} form={form} />}
              {person.actions.includes('reject') && <RejectForm user={person} form={form} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
