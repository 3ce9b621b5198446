import { useSignInMessages } from '#client/sign-in/use-sign-in-messages.ts'
import { useState } from 'react'
import { useSession } from '#client/app/page-context.tsx'
import { HiddenUsername } from '#client/sign-in/hidden-username.tsx'
import { CodeField } from '#client/sign-in/code-field.tsx'
import { Button } from '#client/ui/button.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import type { Factor } from '#shared/account/factor-views.ts'

/** The fields with which a user proves again who they are: the password, or a code for those who have a second factor. */
export function ConfirmFields({
  factors,
  focusInDialog = false,
}: {
  factors: readonly Factor[]
  focusInDialog?: boolean
}) {
  const { login, confirm } = useSignInMessages()
  const { user } = useSession()
  const [usesCode, setUsesCode] = useState(!factors.includes('password'))
  const hasBoth = factors.includes('password') && factors.includes('code')
  return (
    <>
      {usesCode ? (
        <CodeField />
      ) : (
        <>
          <HiddenUsername email={user?.email ?? ''} />
          <PasswordField
            name="password"
            label={login.password}
            autoComplete="current-password"
            focusInDialog={focusInDialog}
          />
        </>
      )}
      {hasBoth && (
        <Button variant="ghost" size="sm" onClick={() => setUsesCode(!usesCode)}>
          {usesCode ? confirm.usePassword : confirm.useCode}
        </Button>
      )}
    </>
  )
}
