import { useSignInMessages } from '#client/sign-in/use-sign-in-messages.ts'
import { TextField } from '#client/ui/field.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'

/** The fields of a login form. In a dialog the email is known, and the focus goes to the password. */
export function LoginFields({ email }: { email?: string }) {
  const { login } = useSignInMessages()
  const hasEmail = email !== undefined
  return (
    <>
      <TextField
        name="email"
        label={login.email}
        size="lg"
        inputMode="email"
        autoComplete="username webauthn"
        defaultValue={email}
        autoFocus={!hasEmail}
      />
      <PasswordField
        name="password"
        label={login.password}
        size="lg"
        autoComplete="current-password"
        focusInDialog={hasEmail}
      />
    </>
  )
}
