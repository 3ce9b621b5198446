import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { useRoleName, useSession } from '#client/app/page-context.tsx'
import { ApproveForm, RejectForm } from '#client/staff/approve-form.tsx'
import { revalidate } from '#client/navigation/router.ts'
import { ReopenForm } from '#client/staff/reopen-form.tsx'
import { ArchiveForm, UnarchiveForm } from '#client/staff/archive-forms.tsx'
import { ChangeRoleDialog } from '#client/staff/change-role-dialog.tsx'
import { RestoreForm, SuspendForm } from '#client/staff/suspend-form.tsx'
import { usersHref } from '#client/staff/users-url.ts'
import { RemoveFactorsForm } from '#client/staff/remove-factors-form.tsx'
import { ViewAsDialog } from '#client/staff/view-as-dialog.tsx'
import { ResetLinkForm } from '#client/staff/reset-link-form.tsx'
import { UserActivity } from '#client/staff/user-activity.tsx'
import { UserSessions } from '#client/staff/user-sessions.tsx'
import { UserPermissions } from '#client/staff/user-permissions.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { MissingPanel } from '#client/ui/missing-panel.tsx'
import { PreviousNext } from '#client/ui/previous-next.tsx'
import { Panel, PanelSection, PanelTitle } from '#client/ui/panel.tsx'
import { Status } from '#client/ui/status.tsx'
import { useTimeFormat } from '#client/ui/time.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import type { UsersQuery } from '#shared/staff/inputs.ts'
import type { UserRow } from '#shared/staff/views.ts'
import type { UserDetail, UsersView } from '#shared/staff/page-views.ts'
import { useRef } from 'react'

interface UserPanelProps {
  user: NonNullable<UsersView['user']>
  grantable: readonly string[]
  form: FormOutcome | null
  query: UsersQuery
  /** The rows of the list, for the previous and next links. */
  rows: readonly UserRow[]
}

/** The open account: name, permissions of its role, sessions, recent activity, and the actions the user can take on it. */
export function UserPanel({ user, grantable, form, query, rows }: UserPanelProps) {
  const { common, staff } = useStaffMessages()
  const panelProps = { closeHref: usersHref(query, { user: undefined }), backLabel: common.pages.users }
  if ('missing' in user)
    return (
      <MissingPanel {...panelProps} title={staff.userMissing}>
        {staff.userMissingHint}
      </MissingPanel>
    )
  return (
    <Panel
      {...panelProps}
      record={user.id}
      title={user.name}
      position={
        <PreviousNext
          keys={rows.map(({ id }) => id)}
          current={user.id}
          hrefOf={(id) => usersHref(query, { user: id })}
        />
      }
      actions={user.actions.length > 0 && <Actions user={user} grantable={grantable} form={form} query={query} />}
    >
      <UserHead user={user} />
      {user.denial && (
        <p className="panel__note sm muted">
          <Icon name="info" /> {staff.denials[user.denial]}
        </p>
      )}
      {query.action === 'viewAs' && user.actions.includes('viewAs') && (
        <ViewAsDialog user={user} closeHref={usersHref(query, { action: undefined })} form={form} />
      )}
      {query.action === 'changeRole' && user.actions.includes('changeRole') && (
        <ChangeRoleDialog
          user={user}
          grantable={grantable}
          closeHref={usersHref(query, { action: undefined })}
          form={form}
        />
      )}
      {user.role && <UserPermissions roleId={user.role} />}
      {user.status !== 'pending' && <UserSessions user={user} form={form} />}
      {user.canRemoveFactors && (
        <PanelSection title={staff.factors.title}>
          <RemoveFactorsForm userId={user.id} form={form} />
        </PanelSection>
      )}
      {user.canReset && (
        <PanelSection title={staff.resetLink.title}>
          <ResetLinkForm userId={user.id} form={form} />
        </PanelSection>
      )}
      <UserActivity userId={user.id} events={user.events} />
    </Panel>
  )
}

function UserHead({ user }: { user: UserDetail }) {
  const { staff } = useStaffMessages()
  const roleName = useRoleName()
  const time = useTimeFormat()
  const isCurrentUser = useSession().user?.id === user.id
  return (
    <header className="panel__head">
      <div className="row user__who">
        <Avatar name={user.name} size="lg" isCurrentUser={isCurrentUser} />
        <div className="grow">
          <PanelTitle>{user.name}</PanelTitle>
          <p className="sm muted num--wrap">
            {user.email} ·{' '}
            {user.status === 'pending'
              ? staff.requestedAt(time(user.createdAt))
              : staff.since(time(user.createdAt, 'date'))}
          </p>
        </div>
      </div>
      <div className="row">
        <Status kind="user" value={user.status} badge />
        {user.role && <Badge>{roleName(user.role)}</Badge>}
        {isCurrentUser && <Badge>{staff.you}</Badge>}
      </div>
    </header>
  )
}

function Actions({ user, grantable, form, query }: Omit<UserPanelProps, 'rows' | 'user'> & { user: UserDetail }) {
  const { staff } = useStaffMessages()
  const { actions } = user
  const container = useRef<HTMLDivElement>(null)
  // The pressed button has disappeared, so move the focus to the panel, which shows the result.
  const done = async () => {
    const panel = container.current?.closest<HTMLElement>('.panel')
    await revalidate()
    panel?.focus({ preventScroll: true })
  }
  const props = { user, form, onDone: () => void done() }
  return (
    <div className="user__actions" ref={container}>
      {actions.includes('suspend') && <SuspendForm {...props} />}
      {actions.includes('restore') && <RestoreForm {...props} />}
      {actions.includes('changeRole') && (
        <ButtonLink href={usersHref(query, { action: 'changeRole' })} data-scroll="keep">
          {staff.changeRole}
        </ButtonLink>
      )}
      {actions.includes('viewAs') && (
        <ButtonLink icon="eye" href={usersHref(query, { action: 'viewAs' })} data-scroll="keep">
          {staff.viewAs}
        </ButtonLink>
      )}
      {actions.includes('archive') && <ArchiveForm {...props} />}
      {actions.includes('unarchive') && <UnarchiveForm {...props} />}
      {actions.includes('reopen') && <ReopenForm {...props} />}
      {actions.includes('reject') && <RejectForm {...props} />}
      {actions.includes('approve') && <ApproveForm {...props} grantable={grantable} />}
    </div>
  )
}
