import { useSignInMessages } from '#client/sign-in/use-sign-in-messages.ts'
import { useState, type ReactNode } from 'react'
import { AuthCard } from '#client/sign-in/auth-card.tsx'
import { HiddenUsername } from '#client/sign-in/hidden-username.tsx'
import { PasswordRules } from '#client/sign-in/password-rules.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import { href, pages } from '#shared/routes/pages.ts'
import type { LoginView } from '#shared/staff/views.ts'

/** Whether the form of the endpoint was posted without script and succeeded. */
const hasSucceeded = (outcome: FormOutcome | null, endpoint: string): boolean =>
  outcome?.endpoint === endpoint && outcome.problem === null

/** Asks for a reset link by mail; without a mail server it explains whom to ask. */
export function RequestResetPage({ canSendMail, outcome }: { canSendMail: boolean; outcome: FormOutcome | null }) {
  const { login, reset } = useSignInMessages()
  const [isSent, setIsSent] = useState(hasSucceeded(outcome, 'requestReset'))
  if (isSent) return <Result title={reset.sentTitle} text={reset.sentText} />
  if (!canSendMail) return <Result title={reset.title} text={reset.noMailSubtitle} />
  return (
    <AuthCard title={reset.title} subtitle={reset.subtitle} footer={<BackToLogin />}>
      <Form endpoint="requestReset" outcome={outcome} onAnswer={() => setIsSent(true)}>
        <TextField name="email" label={login.email} size="lg" inputMode="email" autoComplete="username" autoFocus />
        <SubmitButton variant="primary" size="lg" block>
          {reset.submit}
        </SubmitButton>
      </Form>
    </AuthCard>
  )
}

interface ResetPasswordPageProps {
  user: LoginView['reset']
  token: string
  outcome: FormOutcome | null
}

/** Sets a new password with a reset link. */
export function ResetPasswordPage({ user, token, outcome }: ResetPasswordPageProps) {
  const { reset } = useSignInMessages()
  const [isDone, setIsDone] = useState(hasSucceeded(outcome, 'resetPassword'))
  const [password, setPassword] = useState('')
  if (isDone) return <Result title={reset.doneTitle} text={reset.doneText} />
  if (user === 'invalid' || user === null)
    return (
      <Result title={reset.invalidTitle} text={reset.invalidText}>
        <ButtonLink variant="primary" size="lg" block href={href('login', { forgot: '1' })}>
          {reset.requestAgain}
        </ButtonLink>
      </Result>
    )
  return (
    <AuthCard title={reset.newTitle} subtitle={reset.newSubtitle(user.name)} footer={<BackToLogin />}>
      <Form endpoint="resetPassword" hiddenValues={{ reset: token }} outcome={outcome} onAnswer={() => setIsDone(true)}>
        <HiddenUsername email={user.email} />
        <PasswordField
          name="password"
          label={reset.newPassword}
          size="lg"
          autoComplete="new-password"
          onValue={setPassword}
          rules={<PasswordRules password={password} person={user} />}
        />
        <SubmitButton variant="primary" size="lg" block>
          {reset.newSubmit}
        </SubmitButton>
      </Form>
    </AuthCard>
  )
}

function Result({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  const { reset } = useSignInMessages()
  return (
    <AuthCard title={title} subtitle={text}>
      <div className="stack">
        {children}
        <ButtonLink size="lg" block href={pages.login.path}>
          {reset.backToLogin}
        </ButtonLink>
      </div>
    </AuthCard>
  )
}

function BackToLogin() {
  const { reset } = useSignInMessages()
  return (
    <a className="link" href={pages.login.path}>
      {reset.backToLogin}
    </a>
  )
}
