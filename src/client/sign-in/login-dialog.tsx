import { useSyncExternalStore } from 'react'
import { useMessages } from '#client/app/page-context.tsx'
import { loginPrompt } from '#client/session/login-prompt.ts'
import { LoginFields } from '#client/sign-in/login-fields.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Form } from '#client/ui/form.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'

/** Opens over the page when the session has expired, so that nothing typed there is lost. */
export function LoginDialog() {
  const { login, loginAgain } = useMessages().signIn
  const user = useSyncExternalStore(loginPrompt.subscribe, loginPrompt.user, () => null)
  return (
    <Dialog
      open={user !== null}
      size="sm"
      title={loginAgain.title}
      description={loginAgain.text}
      onClose={loginPrompt.cancel}
    >
      <Form endpoint="login" className="stack" onAnswer={(answer) => void loginPrompt.complete(answer.user)}>
        <LoginFields email={user?.email ?? ''} />
        <SubmitButton variant="primary" block>
          {login.submit}
        </SubmitButton>
      </Form>
    </Dialog>
  )
}
