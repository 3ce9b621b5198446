import * as z from 'zod/mini'

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.string())),
})

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn: what a browser needs to ask for a passkey. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  timeout: z.optional(z.int()),
  rpId: z.optional(z.string()),
  allowCredentials: z.optional(z.array(descriptor)),
  userVerification: z.optional(z.enum(['required', 'preferred', 'discouraged'])),
})
export type PasskeyRequest = z.infer<typeof passkeyRequest>

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn: what a browser needs to make a passkey. */
export const passkeyCreation = z.looseObject({
  rp: z.object({ name: z.string(), id: z.optional(z.string()) }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  excludeCredentials: z.optional(z.array(descriptor)),
})
export type PasskeyCreation = z.infer<typeof passkeyCreation>
