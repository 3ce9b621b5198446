import { useSignInMessages } from '#client/sign-in/use-sign-in-messages.ts'
import { usePageContext } from '#client/app/page-context.tsx'
import { call } from '#client/api/call.ts'
import { PasskeyButton } from '#client/sign-in/passkey-button.tsx'
import type { PasskeyAssertion } from '#shared/account/passkey-inputs.ts'
import { CodeField } from '#client/sign-in/code-field.tsx'
import { LoginFields } from '#client/sign-in/login-fields.tsx'
import type { LoginStep } from '#client/sign-in/login-step.ts'
import { ProviderButton } from '#client/sign-in/provider-button.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { Form } from '#client/ui/form.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import type { Problem } from '#shared/problem.ts'
import { pages } from '#shared/routes/pages.ts'
import type { SessionUser } from '#shared/staff/views.ts'

interface LoginFormProps {
  step: LoginStep
  onLogin: (user: SessionUser) => void
  /** Called with what is wrong with a login at the identity provider; by default the step shows it. */
  onProviderProblem?: (problem: Problem | null) => void
  outcome?: FormOutcome | null
  /** The email, if it is known. */
  email?: string
  size?: 'md' | 'lg'
  /** Whether nothing on the page would be lost. */
  canLeave?: boolean
}

/** The form of the current step of a login. */
export function LoginForm(props: LoginFormProps) {
  const { second } = props.step
  return second ? <SecondStep {...props} second={second} /> : <FirstStep {...props} />
}

/** Asks for the password, or logs in with a passkey or at the identity provider. */
function FirstStep({
  step,
  onLogin,
  onProviderProblem = step.onProviderProblem,
  outcome = null,
  email,
  size = 'md',
  canLeave = false,
}: LoginFormProps) {
  const { login, passkey, provider } = useSignInMessages()
  const { loginProvider } = usePageContext()
  const { problem, onProblem } = step
  const logInWithPasskey = async (signed: PasskeyAssertion): Promise<void> =>
    onLogin((await call('logInWithPasskey', { passkey: signed })).user)
  return (
    <Form
      endpoint="login"
      className="stack"
      outcome={outcome}
      onAnswer={({ user }) => onLogin(user)}
      onProblem={onProblem}
    >
      {problem && (
        <Banner kind={problem.type === '/problems/identity-not-linked' ? 'info' : 'error'}>{problem.detail}</Banner>
      )}
      <LoginFields {...(email !== undefined && { email })} />
      <SubmitButton variant="primary" size={size} block>
        {login.submit}
      </SubmitButton>
      <PasskeyButton size={size} onSigned={logInWithPasskey} hasAutofill>
        {passkey.logIn}
      </PasskeyButton>
      {loginProvider !== null && (
        <ProviderButton
          provider={loginProvider}
          use="log-in"
          size={size}
          block
          canLeave={canLeave}
          onDone={(user) => user && onLogin(user)}
          onProblem={onProviderProblem}
        >
          {provider.logIn(loginProvider)}
        </ProviderButton>
      )}
    </Form>
  )
}

/** Asks for the code or the passkey of an account with a second factor. */
function SecondStep({
  step: { onProblem, restart },
  second,
  onLogin,
  outcome = null,
  size = 'md',
}: LoginFormProps & { second: NonNullable<LoginStep['second']> }) {
  const { code, passkey } = useSignInMessages()
  const logInWithPasskey = async (signed: PasskeyAssertion): Promise<void> =>
    onLogin((await call('logInWithPasskey', { passkey: signed, login: second.login })).user)
  return (
    <Form
      endpoint="continueLogin"
      className="stack"
      hiddenValues={{ login: second.login }}
      outcome={outcome}
      onAnswer={({ user }) => onLogin(user)}
      onProblem={onProblem}
    >
      {second.factors.includes('code') && (
        <>
          <CodeField size={size} />
          <SubmitButton variant="primary" size={size} block>
            {code.submit}
          </SubmitButton>
        </>
      )}
      {second.factors.includes('passkey') && (
        <PasskeyButton
          size={size}
          login={second.login}
          variant={second.factors.includes('code') ? 'default' : 'primary'}
          onSigned={logInWithPasskey}
          onProblem={onProblem}
        >
          {passkey.use}
        </PasskeyButton>
      )}
      <ButtonLink
        href={pages.login.path}
        variant="ghost"
        block
        onClick={(event) => {
          event.preventDefault()
          restart()
        }}
      >
        {code.restart}
      </ButtonLink>
    </Form>
  )
}
