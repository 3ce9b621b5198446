import { codeInput } from '#shared/staff/inputs.ts'
import { optionalInput } from '#shared/inputs.ts'
import * as z from 'zod/mini'

/** One of them: the password of the user, a code of their authenticator app, or a recovery code. */
export const confirmIdentityInput = z.object({
  password: optionalInput(z.string().check(z.maxLength(1000, 'too-long'))),
  code: optionalInput(codeInput.shape.code),
})

/** A linked account at the identity provider. */
export const identityParams = z.object({ identityId: z.string().check(z.maxLength(40, 'too-long')) })

/** `setupId`: which secret the page showed. */
export const addTotpInput = z.object({
  setupId: z.string().check(z.maxLength(40, 'too-long')),
  code: codeInput.shape.code,
})
