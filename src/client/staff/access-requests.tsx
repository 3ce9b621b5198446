import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { revalidate } from '#client/navigation/router.ts'
import { ApproveForm, RejectForm } from '#client/staff/approve-form.tsx'
import { RegistrationHint } from '#client/staff/registration-hint.tsx'
import { usersHref } from '#client/staff/users-url.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { CountBadge } from '#client/ui/badge.tsx'
import { Parts } from '#client/ui/parts.tsx'
import { useTimeFormat } from '#client/ui/time.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import type { UsersQuery } from '#shared/staff/inputs.ts'
import type { StaffTabView } from '#shared/staff/page-views.ts'
import { filterHref } from '#shared/list/url.ts'
import { usersList } from '#shared/staff/users-list.ts'
import { useRef } from 'react'

interface AccessRequestsProps {
  requests: StaffTabView['requests']
  grantable: readonly string[]
  form: FormOutcome | null
  query: UsersQuery
}

/** The accounts that wait for approval, or how colleagues can register when there are none. */
export function AccessRequests({ requests, grantable, form, query }: AccessRequestsProps) {
  const { common, staff } = useStaffMessages()
  const time = useTimeFormat()
  const { rows: users, count } = requests
  const isComplete = 'exact' in count && count.exact === users.length
  const section = useRef<HTMLElement>(null)
  const decided = async (id: string) => {
    const index = users.findIndex((user) => user.id === id)
    await revalidate()
    focusRequest(section.current, id, index)
  }
  return (
    <section
      className={users.length === 0 ? undefined : 'card pending'}
      ref={section}
      tabIndex={-1}
      aria-label={staff.accessRequests}
    >
      {users.length === 0 ? (
        <RegistrationHint />
      ) : (
        <>
          <header className="card__head">
            <h2>{staff.accessRequests}</h2>
            <CountBadge alert>{common.count(count)}</CountBadge>
            <span className="end xs dimmed hide-sm">{staff.accessRequestsHint}</span>
          </header>
          <ul>
            {users.map((user) => (
              <li className="pending__row" key={user.id} data-user={user.id}>
                <Avatar name={user.name} size="lg" />
                <div className="grow">
                  <p>
                    <a className="ref ref--name" href={usersHref(query, { user: user.id })}>
                      {user.name}
                    </a>
                  </p>
                  <p className="xs dimmed">
                    <Parts>{`${user.email} · ${staff.requestedAt(time(user.createdAt))}`}</Parts>
                  </p>
                </div>
                <div className="pending__acts">
                  {user.actions.includes('approve') && (
                    <ApproveForm user={user} grantable={grantable} form={form} onDone={(id) => void decided(id)} />
                  )}
                  {user.actions.includes('reject') && (
                    <RejectForm user={user} form={form} onDone={(id) => void decided(id)} />
                  )}
                </div>
              </li>
            ))}
          </ul>
          {!isComplete && (
            <p className="card__foot">
              <a href={filterHref(usersList, {}, { status: ['pending'], sort: 'since' })}>
                {staff.allRequests(common.count(count))}
              </a>
            </p>
          )}
        </>
      )}
    </section>
  )
}

/** Focuses the request of a user, else the request now at its position, else the section. */
function focusRequest(section: HTMLElement | null, userId: string, index: number): void {
  const rows = [...(section?.querySelectorAll<HTMLElement>('[data-user]') ?? [])]
  const row = rows.find((one) => one.dataset['user'] === userId) ?? rows[Math.min(index, rows.length - 1)]
  ;(row?.querySelector('a') ?? section)?.focus()
}
