import { useSignInMessages } from '#client/sign-in/use-sign-in-messages.ts'
import { usePageContext, useSession } from '#client/app/page-context.tsx'
import { AuthCard } from '#client/sign-in/auth-card.tsx'
import { HiddenUsername } from '#client/sign-in/hidden-username.tsx'
import { CodeField } from '#client/sign-in/code-field.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { confirmationFields } from '#shared/constants.ts'
import { providerPaths } from '#shared/routes/provider-paths.ts'
import type { Confirmation } from '#shared/account/factor-views.ts'

/**
 * Without script: asks users to confirm their identity after they submitted a form that needs it. What they typed is in hidden fields and is
 * sent again together with the proof.
 */
export function ConfirmPage({ confirmation: { factors, problem, values } }: { confirmation: Confirmation }) {
  const { login, confirm, provider } = useSignInMessages()
  const { loginProvider } = usePageContext()
  const { user } = useSession()
  return (
    <AuthCard title={confirm.title} subtitle={confirm.text}>
      <form method="post" className="stack">
        {values.map(([name, value], index) => (
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        {problem && <Banner kind="error">{problem.detail}</Banner>}
        {factors.includes('password') && (
          <>
            <HiddenUsername email={user?.email ?? ''} />
            <PasswordField name={confirmationFields.password} label={login.password} autoComplete="current-password" />
          </>
        )}
        {factors.includes('code') && <CodeField name={confirmationFields.code} />}
        {factors.includes('provider') && loginProvider !== null && (
          <>
            <ButtonLink href={`${providerPaths.login}?use=confirm`} target="_blank" size="lg" block>
              {provider.confirm(loginProvider)}
            </ButtonLink>
            <p className="sm muted">{provider.confirmHint}</p>
          </>
        )}
        <SubmitButton variant="primary" size="lg" block>
          {confirm.submit}
        </SubmitButton>
      </form>
    </AuthCard>
  )
}
