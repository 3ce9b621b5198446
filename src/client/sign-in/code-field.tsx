import { useSignInMessages } from '#client/sign-in/use-sign-in-messages.ts'
import { useState } from 'react'
import { useIsHydrated } from '#client/browser/use-is-hydrated.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'

/**
 * The code of an authenticator app, or a recovery code: one field takes both. With script it asks for the one or the other, so that phones
 * show digits for the one that has only digits.
 */
export function CodeField({ name = 'code', size = 'md' }: { name?: string; size?: 'md' | 'lg' }) {
  const { code } = useSignInMessages()
  const [chosen, setKind] = useState<'app' | 'recovery'>('app')
  const kind = useIsHydrated() ? chosen : 'either'
  return (
    <>
      <TextField
        key={kind}
        name={name}
        label={code[kind].label}
        hint={code[kind].hint}
        size={size}
        inputMode={kind === 'app' ? 'numeric' : 'text'}
        autoComplete="one-time-code"
        maxLength={40}
        autoFocus
      />
      {kind !== 'either' && (
        <Button variant="ghost" size="sm" onClick={() => setKind(kind === 'app' ? 'recovery' : 'app')}>
          {code[kind].other}
        </Button>
      )}
    </>
  )
}
