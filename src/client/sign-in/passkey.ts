import { call } from '#client/api/call.ts'
import type { PasskeyAssertion, PasskeyAttestation } from '#shared/account/passkey-inputs.ts'
import { passkeyChallengeLifetimeMs } from '#shared/constants.ts'
import type { PasskeyCreation, PasskeyRequest } from '#shared/account/passkey-views.ts'

/** Loaded with the first use of a passkey. */
const loadLibrary = () => import('@simplewebauthn/browser')

type RequestOptions = Parameters<Awaited<ReturnType<typeof loadLibrary>>['startAuthentication']>[0]['optionsJSON']
type CreationOptions = Parameters<Awaited<ReturnType<typeof loadLibrary>>['startRegistration']>[0]['optionsJSON']

/**
 * Lets the user choose a passkey and signs with it; with the token of a login, for its second step. Null when they cancel, or have no
 * passkey here. Throws a `CallError`.
 */
export async function signWithPasskey(login?: string): Promise<PasskeyAssertion | null> {
  const optionsJSON = (await call('requestPasskey', { login })) satisfies PasskeyRequest as RequestOptions
  const { startAuthentication } = await loadLibrary()
  return startAuthentication({ optionsJSON }).catch(ignoreCancel) as Promise<PasskeyAssertion | null>
}

/**
 * Offers passkeys in the list of suggestions of the field for the email, where the browser can, and calls `onSigned` when the user chooses one.
 * Asks for a new challenge before the last one expires. Nothing happens while the server cannot be reached. Stops when `signal` aborts.
 */
export async function offerPasskeys(signal: AbortSignal, onSigned: (passkey: PasskeyAssertion) => void): Promise<void> {
  const { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } = await loadLibrary()
  if (signal.aborted || !(await browserSupportsWebAuthnAutofill())) return
  const offer = async (): Promise<void> => {
    const optionsJSON = (await call('requestPasskey', {})) satisfies PasskeyRequest as RequestOptions
    if (signal.aborted) return
    const signed = await startAuthentication({ optionsJSON, useBrowserAutofill: true })
    if (!signal.aborted) onSigned(signed as PasskeyAssertion)
  }
  // What ends an offer is its successor, `signal`, or that no passkey can be used here.
  const renew = (): void => void offer().catch(() => undefined)
  const timer = setInterval(renew, passkeyChallengeLifetimeMs * 0.9)
  signal.addEventListener('abort', () => {
    clearInterval(timer)
    WebAuthnAbortService.cancelCeremony()
  })
  renew()
}

/** Makes a passkey in the browser or on the device that the user chooses. Null when they cancel. Throws a `CallError`. */
export async function createPasskey(): Promise<PasskeyAttestation | null> {
  const optionsJSON = (await call('startPasskey', {})) satisfies PasskeyCreation as unknown as CreationOptions
  const { startRegistration } = await loadLibrary()
  return startRegistration({ optionsJSON }).catch(ignoreCancel) as Promise<PasskeyAttestation | null>
}

/** Browsers do not say whether the user has canceled or has no passkey. Anything but an error of the browser is ours. */
function ignoreCancel(error: unknown): null {
  if (error instanceof Error && error.name !== 'TypeError') return null
  throw error
}
