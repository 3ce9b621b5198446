import { useSignInMessages } from '#client/sign-in/use-sign-in-messages.ts'
import { useSyncExternalStore } from 'react'
import { loginPrompt } from '#client/session/login-prompt.ts'
import { LoginForm } from '#client/sign-in/login-form.tsx'
import { useLoginStep } from '#client/sign-in/login-step.ts'
import { Dialog } from '#client/ui/dialog.tsx'

/** Opens over the page when the session has expired, so that nothing typed there is lost. */
export function LoginDialog() {
  const { loginAgain } = useSignInMessages()
  const user = useSyncExternalStore(loginPrompt.subscribe, loginPrompt.user, () => null)
  return (
    <Dialog
      open={user !== null}
      size="sm"
      title={loginAgain.title}
      description={loginAgain.text}
      onClose={loginPrompt.cancel}
    >
      <LoginSteps email={user?.email ?? ''} />
    </Dialog>
  )
}

function LoginSteps({ email }: { email: string }) {
  const step = useLoginStep(null)
  return <LoginForm step={step} email={email} onLogin={(user) => void loginPrompt.complete(user)} />
}
