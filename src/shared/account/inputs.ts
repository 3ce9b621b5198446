import { optionalMails } from '#shared/account/mails.ts'
import { flag, optionalInput, singleLine, valueList } from '#shared/inputs.ts'
import { registerInput } from '#shared/staff/inputs.ts'
import * as z from 'zod/mini'

const { email, password } = registerInput.shape
const currentPassword = z.string().check(z.minLength(1, 'required'), z.maxLength(1000, 'too-long'))

/** The mails are those that the user wants. An empty time zone is that of the books; without one it stays. */
export const profileInput = z.object({
  name: singleLine(80),
  timeZone: z.optional(z.string().check(z.trim(), z.maxLength(60, 'too-long'))),
  wantedMails: valueList(z.enum(optionalMails)),
})
export const changePasswordInput = z.object({ currentPassword, password })
export const ownSessionParams = z.object({ session: z.string().check(z.maxLength(40, 'too-long')) })
/** All but the session of the request; `all` includes it. */
export const endOwnSessionsQuery = z.object({ all: flag })
export const requestResetInput = z.object({ email })
/** `/login`: `forgot` opens the form that asks for a reset link, `reset` is the token of such a link. */
export const loginQuery = z.object({
  forgot: z.optional(z.string().check(z.maxLength(10, 'too-long'))),
  reset: optionalInput(z.string().check(z.maxLength(200, 'too-long'))),
})
/** `reset` is the token of the link. */
export const resetPasswordInput = z.object({
  reset: z.string().check(z.minLength(1, 'required'), z.maxLength(200, 'too-long')),
  password,
})
