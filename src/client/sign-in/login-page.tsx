import { hardNavigate } from '#client/navigation/router.ts'
import type { PageProps } from '#client/pages.ts'
import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { LoginFields } from '#client/sign-in/login-fields.tsx'
import { SetupRequired } from '#client/sign-in/setup-required.tsx'
import { AuthCard } from '#client/sign-in/auth-card.tsx'
import { Form } from '#client/ui/form.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { pages } from '#shared/routes/pages.ts'

/** Logs in with email and password, then opens the page that was requested before. */
export default function LoginPage({ data, form }: PageProps<'login'>) {
  const { registration } = usePageContext()
  const { login } = useMessages().signIn
  if (data.setupRequired) return <SetupRequired />
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
      {/* A full load, because the account may have another language. */}
      <Form endpoint="login" outcome={form} onAnswer={() => hardNavigate(data.returnTo)}>
        <LoginFields />
        <SubmitButton variant="primary" size="lg" block>
          {login.submit}
        </SubmitButton>
      </Form>
    </AuthCard>
  )
}
