import { codeInput } from '#shared/staff/inputs.ts'
import * as z from 'zod/mini'

/** `setupId`: which secret the page showed. */
export const addTotpInput = z.object({
  setupId: z.string().check(z.maxLength(40, 'too-long')),
  code: codeInput.shape.code,
})
