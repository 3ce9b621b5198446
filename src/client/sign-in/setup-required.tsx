import { useMessages } from '#client/app/page-context.tsx'
import { AuthCard } from '#client/sign-in/auth-card.tsx'

/** Shown on the login and registration pages while the installation has no account. */
export function SetupRequired() {
  const { register } = useMessages().signIn
  return <AuthCard title={register.setupRequiredTitle} subtitle={register.setupRequiredText} />
}
