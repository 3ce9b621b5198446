import { useSignInMessages } from '#client/sign-in/use-sign-in-messages.ts'
import { AuthCard } from '#client/sign-in/auth-card.tsx'

/** Shown on the login and registration pages while the installation has no account. */
export function SetupRequired() {
  const { register } = useSignInMessages()
  return <AuthCard title={register.setupRequiredTitle} subtitle={register.setupRequiredText} />
}
