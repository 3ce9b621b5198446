import { useSignInMessages } from '#client/sign-in/use-sign-in-messages.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { CallError } from '#client/api/call.ts'
import { describeProblem } from '#client/api/describe-problem.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { useIsHydrated } from '#client/browser/use-is-hydrated.ts'
import { offerPasskeys, signWithPasskey } from '#client/sign-in/passkey.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import type { PasskeyAssertion } from '#shared/account/passkey-inputs.ts'
import type { Problem } from '#shared/problem.ts'

interface PasskeyButtonProps {
  children: string
  /** The token of the login whose second step it is. */
  login?: string
  size?: 'md' | 'lg'
  variant?: 'primary' | 'default'
  /** Sends what the passkey has signed; its `CallError` is shown. */
  onSigned: (passkey: PasskeyAssertion) => Promise<void>
  onProblem?: (problem: Problem) => void
  /** Also offers passkeys in the suggestions of the field whose `autocomplete` has `webauthn`. */
  hasAutofill?: boolean
}

/** A button that signs with a passkey; only in browsers that have passkeys. */
export function PasskeyButton({
  children,
  login,
  size = 'md',
  variant = 'default',
  onSigned,
  onProblem,
  hasAutofill = false,
}: PasskeyButtonProps) {
  const { common } = useMessages()
  const { passkey: texts } = useSignInMessages()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isAvailable = useIsHydrated() && 'PublicKeyCredential' in window
  const sendOffered = useEffectEvent((signed: PasskeyAssertion) => void send(() => Promise.resolve(signed)))
  useEffect(() => {
    // Pages have one ceremony at a time: an offer that begins, or is renewed, while the button's is open would cancel it.
    if (!hasAutofill || !isAvailable || busy) return undefined
    const offer = new AbortController()
    void offerPasskeys(offer.signal, sendOffered)
    return () => offer.abort()
  }, [hasAutofill, isAvailable, busy])
  if (!isAvailable) return null

  async function send(sign: () => Promise<PasskeyAssertion | null>): Promise<void> {
    setBusy(true)
    setProblem(null)
    try {
      const signed = await sign()
      if (signed) await onSigned(signed)
      else setProblem(texts.notUsed)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(describeProblem(error.problem, common).description)
      onProblem?.(error.problem)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      {problem && <Banner kind="error">{problem}</Banner>}
      <Button variant={variant} size={size} block busy={busy} onClick={() => void send(() => signWithPasskey(login))}>
        {children}
      </Button>
    </>
  )
}
