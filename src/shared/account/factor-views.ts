import * as z from 'zod/mini'

/** What the second step of a login can be: a code (of an authenticator app, or a recovery code) or a passkey. */
export type SecondFactor = 'code' | 'passkey'

/** New recovery codes; they are shown once. */
export const recoveryCodes = z.array(z.string())
