import { useAccountMessages } from '#client/account/use-account-messages.ts'
import { navigate } from '#client/navigation/router.ts'
import { HiddenUsername } from '#client/sign-in/hidden-username.tsx'
import { PasswordRules } from '#client/sign-in/password-rules.tsx'
import { usersHref } from '#client/staff/users-url.ts'
import { Banner } from '#client/ui/banner.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { PanelSection } from '#client/ui/panel.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { AccountView } from '#shared/account/views.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import type { UsersQuery } from '#shared/staff/inputs.ts'
import { useState } from 'react'

interface PasswordSectionProps {
  account: AccountView
  query: UsersQuery
  form: FormOutcome | null
}

/** Changes the password: `?me=password` opens the form. */
export function PasswordSection({ account, query, form }: PasswordSectionProps) {
  const texts = useAccountMessages()
  const [password, setPassword] = useState('')
  const closedHref = usersHref(query, { me: '1' })
  const hasChanged = form?.endpoint === 'changePassword' && form.problem === null
  if (!account.login.hasPassword)
    return (
      <PanelSection title={texts.password}>
        <p className="sm muted">{texts.noPassword}</p>
      </PanelSection>
    )
  if (query.me !== 'password' || hasChanged)
    return (
      <PanelSection title={texts.password}>
        {hasChanged && <Banner kind="success">{texts.passwordChanged}</Banner>}
        <ButtonLink icon="lock" href={usersHref(query, { me: 'password' })} data-scroll="keep">
          {texts.changePassword}
        </ButtonLink>
      </PanelSection>
    )
  return (
    <PanelSection title={texts.password}>
      <Form
        endpoint="changePassword"
        outcome={form}
        className="stack"
        onAnswer={() => {
          notify({ title: texts.passwordChanged, kind: 'success' })
          navigate(closedHref)
        }}
      >
        <HiddenUsername email={account.email} />
        <PasswordField
          name="currentPassword"
          label={texts.currentPassword}
          autoComplete="current-password"
          hint={texts.forgot}
          autoFocus
        />
        <PasswordField
          name="password"
          label={texts.newPassword}
          autoComplete="new-password"
          hint={texts.passwordHint}
          onValue={setPassword}
          rules={<PasswordRules password={password} person={account} />}
        />
        <div className="row">
          <SubmitButton variant="primary">{texts.setPassword}</SubmitButton>
          <ButtonLink variant="ghost" href={closedHref} data-scroll="keep">
            {texts.cancel}
          </ButtonLink>
        </div>
      </Form>
    </PanelSection>
  )
}
