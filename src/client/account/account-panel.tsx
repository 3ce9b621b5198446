import { useState } from 'react'
import { AccountSessions } from '#client/account/account-sessions.tsx'
import { HelpSection } from '#client/account/help-section.tsx'
import { LoginSection } from '#client/account/login-section.tsx'
import { PasswordSection } from '#client/account/password-section.tsx'
import { ProviderSection } from '#client/account/provider-section.tsx'
import { ProfileForm } from '#client/account/profile-form.tsx'
import { useAccountMessages } from '#client/account/use-account-messages.ts'
import { LanguageSwitch } from '#client/app/language-switch.tsx'
import { useMessages, usePageContext, useRoleName, useSession } from '#client/app/page-context.tsx'
import { UserActivity } from '#client/staff/user-activity.tsx'
import { usersHref } from '#client/staff/users-url.ts'
import { ColorModeSwitch } from '#client/theme/color-mode-switch.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Panel, PanelColumns, PanelSection, PanelTitle } from '#client/ui/panel.tsx'
import type { AccountView } from '#shared/account/views.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { pages } from '#shared/routes/pages.ts'
import type { UsersQuery } from '#shared/staff/inputs.ts'

interface AccountPanelProps {
  account: AccountView
  /** Whether it fills the page, because the user sees nothing else there. */
  isFull: boolean
  query: UsersQuery
  form: FormOutcome | null
}

/** The account of the current user: profile, password, sessions, recent activity. */
export function AccountPanel({ account, isFull, query, form }: AccountPanelProps) {
  const { common } = useMessages()
  const texts = useAccountMessages()
  const { user } = useSession()
  const roleName = useRoleName()
  const { now } = usePageContext()
  const { dueAt } = account.login
  // Decided once, so that the new recovery codes stay where they appear.
  const [startsWithLogin] = useState(dueAt !== null && dueAt <= now)
  const login = <LoginSection methods={account.login} query={query} form={form} />
  return (
    <Panel
      record="account"
      title={texts.title}
      closeHref={isFull ? pages.index.path : usersHref(query, { me: undefined })}
      backLabel={isFull ? common.pages.index : common.pages.users}
      isFull={isFull}
    >
      <header className="panel__head">
        <div className="row user__who">
          <Avatar name={account.name} size="lg" isCurrentUser />
          <div className="grow">
            <PanelTitle>{account.name}</PanelTitle>
            <p className="sm muted num--wrap">{account.email}</p>
          </div>
        </div>
        {user && (
          <div className="row">
            <Badge>{roleName(user.role)}</Badge>
          </div>
        )}
      </header>
      <PanelColumns
        main={
          <>
            {startsWithLogin && login}
            <PanelSection title={texts.profile}>
              <ProfileForm account={account} form={form} />
            </PanelSection>
            <PanelSection title={texts.appearance}>
              <Appearance />
            </PanelSection>
            <PasswordSection account={account} query={query} form={form} />
            <ProviderSection methods={account.login} form={form} />
            {!startsWithLogin && login}
          </>
        }
        side={
          <>
            <AccountSessions sessions={account.sessions} form={form} />
            <HelpSection helpers={account.helpers} />
            <UserActivity userId={user?.id ?? ''} events={account.events} />
          </>
        }
      />
    </Panel>
  )
}

function Appearance() {
  return (
    <div className="account-row">
      <LanguageSwitch />
      <span className="needs-script">
        <ColorModeSwitch />
      </span>
    </div>
  )
}
