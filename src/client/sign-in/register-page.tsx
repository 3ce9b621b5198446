import { useSignInMessages } from '#client/sign-in/use-sign-in-messages.ts'
import { useState } from 'react'
import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { hardNavigate } from '#client/navigation/router.ts'
import type { PageProps } from '#client/pages.ts'
import { ProviderButton } from '#client/sign-in/provider-button.tsx'
import { PasswordRules } from '#client/sign-in/password-rules.tsx'
import { SetupRequired } from '#client/sign-in/setup-required.tsx'
import { AuthCard } from '#client/sign-in/auth-card.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { pages, type DataOf } from '#shared/routes/pages.ts'
import type { OutputOf } from '#shared/routes/endpoints.ts'

type State = DataOf<'register'>['state']

/** Registers the owner with the setup link, or an account that awaits approval; or explains why registration is not possible. */
export default function RegisterPage({ query, data, form }: PageProps<'register'>) {
  const { register } = useSignInMessages()
  const returned = form?.endpoint === 'register' ? (form.result as OutputOf<'register'> | null) : null
  const [answer, setAnswer] = useState(returned)
  if (answer?.status === 'pending')
    return <RegistrationResult title={register.pendingTitle} text={register.pendingText} />
  if (answer) return <RegistrationResult title={register.activeTitle} text={register.activeText} />
  if (data.state === 'closed') return <RegistrationResult title={register.closedTitle} text={register.closedText} />
  if (data.state === 'setup-required') return <SetupRequired />
  if (data.state === 'expired') return <RegistrationResult title={register.expiredTitle} text={register.expiredText} />
  if (data.state === 'invitation-invalid')
    return <RegistrationResult title={register.invitationInvalidTitle} text={register.invitationInvalidText} />
  const link = pickLink(data.state, query)
  return (
    <RegisterForm
      state={data.state}
      link={link}
      invitation={data.state === 'invitation' ? data.invitation : undefined}
      outcome={form}
      // A link logs in; a full load fetches the session.
      onAnswer={link ? () => hardNavigate(pages.index.path) : setAnswer}
    />
  )
}

/** The hidden field of the link that the page was opened with, if it is valid. */
function pickLink(state: State, { setup = '', invitation = '' }: PageProps<'register'>['query']) {
  if (state === 'setup') return { setup }
  return state === 'invitation' ? { invitation } : undefined
}

interface RegisterFormProps {
  state: Exclude<State, 'closed' | 'expired' | 'setup-required' | 'invitation-invalid'>
  link: Record<string, string> | undefined
  /** Fixes the email. */
  invitation: { email: string; name: string } | undefined
  outcome: PageProps<'register'>['form']
  onAnswer: (answer: OutputOf<'register'>) => void
}

function RegisterForm({ state, link, invitation, outcome, onAnswer }: RegisterFormProps) {
  const { register, provider } = useSignInMessages()
  const { loginProvider } = usePageContext()
  const values = outcome?.values ?? {}
  const [person, setPerson] = useState({
    name: values['name'] ?? invitation?.name ?? '',
    email: invitation?.email ?? values['email'] ?? '',
  })
  const [password, setPassword] = useState('')
  const titles: Partial<Record<State, string>> = { setup: register.setupTitle, invitation: register.invitationTitle }
  return (
    <AuthCard
      title={titles[state] ?? register.title}
      subtitle={register.subtitle[state]}
      footer={link ? undefined : <HaveAccount />}
    >
      <Form endpoint="register" hiddenValues={link ?? {}} outcome={outcome} onAnswer={onAnswer}>
        <TextField
          name="name"
          label={register.name}
          size="lg"
          autoComplete="name"
          maxLength={80}
          defaultValue={invitation?.name}
          autoFocus
          onValue={(name) => setPerson({ ...person, name })}
        />
        <TextField
          name="email"
          label={register.email}
          size="lg"
          inputMode="email"
          autoComplete="username"
          defaultValue={invitation?.email}
          readOnly={invitation !== undefined}
          hint={invitation && register.invitedEmailHint}
          onValue={(email) => setPerson({ ...person, email })}
        />
        <PasswordField
          name="password"
          label={register.password}
          size="lg"
          autoComplete="new-password"
          onValue={setPassword}
          rules={<PasswordRules password={password} person={person} />}
        />
        <SubmitButton variant="primary" size="lg" block>
          {link ? register.setupSubmit : register.submit}
        </SubmitButton>
        {invitation && loginProvider !== null && (
          <ProviderButton
            provider={loginProvider}
            use="log-in"
            {...link}
            size="lg"
            block
            canLeave
            onDone={(user) => user && hardNavigate(pages.index.path)}
          >
            {provider.register(loginProvider)}
          </ProviderButton>
        )}
      </Form>
    </AuthCard>
  )
}

/** The result of the registration, or why it is not possible, and the next step. */
function RegistrationResult({ title, text }: { title: string; text: string }) {
  const { register } = useSignInMessages()
  return (
    <AuthCard title={title} subtitle={text}>
      <div className="stack">
        <ButtonLink size="lg" block href={pages.login.path}>
          {register.login}
        </ButtonLink>
      </div>
    </AuthCard>
  )
}

function HaveAccount() {
  const { common } = useMessages()
  const { register } = useSignInMessages()
  return (
    <>
      {register.haveAccount}
      {common.sentenceGap}
      <a className="link" href={pages.login.path}>
        {register.login}
      </a>
    </>
  )
}
