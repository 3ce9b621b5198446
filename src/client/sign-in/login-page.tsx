import { hardNavigate } from '#client/navigation/router.ts'
import type { PageProps } from '#client/pages.ts'
import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { AuthCard } from '#client/sign-in/auth-card.tsx'
import { Form } from '#client/ui/form.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { pages } from '#shared/routes/pages.ts'

/** Log in with e-mail and password; leads to where the visitor wanted to go. */
export default function LoginPage({ data, form }: PageProps<'login'>) {
  const { registration } = usePageContext()
  const { login } = useMessages().signIn
  const footer = registration !== 'closed' && (
    <>
      {login.noAccount}{' '}
      <a className="link" href={pages.register.path}>
        {login.register}
      </a>
    </>
  )
  return (
    <AuthCard title={login.title} subtitle={login.subtitle} footer={footer}>
      {/* A whole load: the account may speak another language, and what a visitor was shown is of no use any more. */}
      <Form endpoint="login" outcome={form} onAnswer={() => hardNavigate(data.returnTo)}>
        <TextField name="email" label={login.email} size="lg" inputMode="email" autoComplete="username" autoFocus />
        <PasswordField name="password" label={login.password} size="lg" autoComplete="current-password" />
        <SubmitButton variant="primary" size="lg" block>
          {login.submit}
        </SubmitButton>
      </Form>
    </AuthCard>
  )
}
