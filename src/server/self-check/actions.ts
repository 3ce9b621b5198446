import type { Action } from '#server/context.ts'
import { waitForVerification } from '#server/self-check/verification-run.ts'

/** `GET /api/finance/verification`: a request during a verification waits for the same one. */
export const verifyBooks: Action<'verifyBooks'> = ({ kontor }) => waitForVerification(kontor)
