import { optionalInput, singleLine } from '#shared/inputs.ts'
import { continueLoginInput } from '#shared/staff/inputs.ts'
import * as z from 'zod/mini'

/** Bytes in base64url, as browsers send them. */
const bytes = z.string().check(z.maxLength(20_000, 'too-long'), z.regex(/^[\w-]*$/, 'invalid'))
const credential = {
  id: z.string().check(z.maxLength(1400, 'too-long'), z.regex(/^[\w-]+$/, 'invalid')),
  rawId: bytes,
  type: z.literal('public-key'),
}
// Browsers add fields to these objects that the server does not need.
const noExtensions = z._default(z.looseObject({}), {})

/** What a passkey has signed: `AuthenticationResponseJSON` of WebAuthn. */
const passkeyAssertion = z.looseObject({
  ...credential,
  response: z.looseObject({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: z.optional(bytes),
  }),
  clientExtensionResults: noExtensions,
})
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>

/** A new passkey: `RegistrationResponseJSON` of WebAuthn. */
const passkeyAttestation = z.looseObject({
  ...credential,
  response: z.looseObject({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.optional(
      z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/, 'invalid'))).check(z.maxLength(10, 'too-long')),
    ),
  }),
  clientExtensionResults: noExtensions,
})
export type PasskeyAttestation = z.infer<typeof passkeyAttestation>

/** `login`: the token of a login whose second step the passkey is. */
export const passkeyRequestInput = z.object({ login: optionalInput(continueLoginInput.shape.login) })
export const passkeyLoginInput = z.object({ ...passkeyRequestInput.shape, passkey: passkeyAssertion })
export const confirmPasskeyInput = z.object({ passkey: passkeyAssertion })

export const addPasskeyInput = z.object({ label: singleLine(60), passkey: passkeyAttestation })
export const renamePasskeyInput = z.object({ label: singleLine(60) })
export const passkeyParams = z.object({ passkeyId: z.string().check(z.maxLength(40, 'too-long')) })
