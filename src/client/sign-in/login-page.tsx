import { useSignInMessages } from '#client/sign-in/use-sign-in-messages.ts'
import { hardNavigate, revalidate } from '#client/navigation/router.ts'
import type { PageProps } from '#client/pages.ts'
import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { ConfirmPage } from '#client/sign-in/confirm-page.tsx'
import { LoginForm } from '#client/sign-in/login-form.tsx'
import { useLoginStep } from '#client/sign-in/login-step.ts'
import { RequestResetPage, ResetPasswordPage } from '#client/sign-in/reset-password.tsx'
import { SetupRequired } from '#client/sign-in/setup-required.tsx'
import { AuthCard } from '#client/sign-in/auth-card.tsx'
import { providerPaths } from '#shared/routes/provider-paths.ts'
import { href, pages } from '#shared/routes/pages.ts'

/** Logs in with email and password, then opens the page that was requested before. */
export default function LoginPage({ query, data, form }: PageProps<'login'>) {
  const { registration, loginProvider } = usePageContext()
  const { common } = useMessages()
  const { login, code, reset, provider } = useSignInMessages()
  const step = useLoginStep(form, data.problem)
  /** A full load, because the account may have another language. */
  const openRequestedPage = (): void => hardNavigate(data.returnTo)
  if (data.confirmation) return <ConfirmPage confirmation={data.confirmation} />
  if (data.setupRequired) return <SetupRequired />
  if (query.reset !== undefined) return <ResetPasswordPage user={data.reset} token={query.reset} outcome={form} />
  if (query.forgot !== undefined) return <RequestResetPage canSendMail={data.canSendMail} outcome={form} />
  if (step.second)
    return (
      <AuthCard title={code.title} subtitle={code.subtitle}>
        <LoginForm step={step} outcome={form} size="lg" onLogin={openRequestedPage} />
      </AuthCard>
    )
  const footer = (
    <>
      {loginProvider !== null && data.canLogOutOfProvider && (
        <>
          <a className="link" href={providerPaths.logout}>
            {provider.logOut(loginProvider)}
          </a>
          <br />
        </>
      )}
      {reset.forgot}
      {common.sentenceGap}
      <a className="link" href={href('login', { forgot: '1' })}>
        {reset.request}
      </a>
      {registration !== 'closed' && (
        <>
          <br />
          {login.noAccount}{' '}
          <a className="link" href={pages.register.path}>
            {login.register}
          </a>
        </>
      )}
    </>
  )
  return (
    <AuthCard title={login.title} subtitle={login.subtitle} footer={footer}>
      <LoginForm
        step={step}
        outcome={form}
        size="lg"
        canLeave
        onLogin={openRequestedPage}
        onProviderProblem={(problem) => {
          step.onProviderProblem(problem)
          // After the login, the page to link the account may be the next one.
          if (problem) void revalidate()
        }}
      />
    </AuthCard>
  )
}
