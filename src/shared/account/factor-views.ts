import type { Problem } from '#shared/problem.ts'
import * as z from 'zod/mini'

/** What a user can prove their identity with; a code is one of an authenticator app, or a recovery code. */
export type Factor = 'password' | SecondFactor

/** What the second step of a login can be. */
export type SecondFactor = 'code' | 'passkey'

/** New recovery codes; they are shown once. */
export const recoveryCodes = z.array(z.string())

/** Without script: a form that needs its user to prove again who they are. */
export interface Confirmation {
  factors: readonly Factor[]
  /** What was wrong with the proof; null before there was one. */
  problem: Problem | null
  /** What the form had sent, by field name. */
  values: [name: string, value: string][]
}
