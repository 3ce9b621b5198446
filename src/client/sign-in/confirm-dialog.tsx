import { useSignInMessages } from '#client/sign-in/use-sign-in-messages.ts'
import { useSyncExternalStore } from 'react'
import { usePageContext } from '#client/app/page-context.tsx'
import { call } from '#client/api/call.ts'
import { PasskeyButton } from '#client/sign-in/passkey-button.tsx'
import { loginPrompt } from '#client/session/login-prompt.ts'
import { ConfirmFields } from '#client/sign-in/confirm-fields.tsx'
import { ProviderButton } from '#client/sign-in/provider-button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Form } from '#client/ui/form.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'

/** Opens over the page when a call needs its user to prove again who they are, so that nothing typed there is lost. */
export function ConfirmDialog() {
  const { confirm, passkey, provider } = useSignInMessages()
  const { loginProvider } = usePageContext()
  const factors = useSyncExternalStore(loginPrompt.subscribe, loginPrompt.factors, () => null)
  return (
    <Dialog
      open={factors !== null}
      size="sm"
      title={confirm.title}
      description={confirm.text}
      onClose={loginPrompt.cancel}
    >
      <Form endpoint="confirmIdentity" isDiscardable className="stack" onAnswer={loginPrompt.confirmed}>
        {factors?.some((factor) => factor === 'password' || factor === 'code') && (
          <>
            <ConfirmFields factors={factors} focusInDialog />
            <SubmitButton variant="primary" block>
              {confirm.submit}
            </SubmitButton>
          </>
        )}
        {factors?.includes('passkey') && (
          <PasskeyButton
            onSigned={async (signed) => {
              await call('confirmWithPasskey', { passkey: signed })
              loginPrompt.confirmed()
            }}
          >
            {passkey.use}
          </PasskeyButton>
        )}
        {factors?.includes('provider') && loginProvider !== null && (
          <ProviderButton
            provider={loginProvider}
            use="confirm"
            block
            isPrimary={factors.length === 1}
            onDone={loginPrompt.confirmed}
          >
            {provider.confirm(loginProvider)}
          </ProviderButton>
        )}
      </Form>
    </Dialog>
  )
}
