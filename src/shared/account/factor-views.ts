import type { Problem } from '#shared/problem.ts'
import * as z from 'zod/mini'

/** What a user can prove their identity with; a code is one of an authenticator app, or a recovery code; `provider` is a login at the identity provider. */
export type Factor = 'password' | SecondFactor | 'provider'

/** What the second step of a login can be. */
export type SecondFactor = 'code' | 'passkey'

/** New recovery codes; they are shown once. */
export const recoveryCodes = z.array(z.string())

/** Without script: a form that needs its user to prove again who they are. */
export interface Confirmation {
  factors: readonly Factor[]
  /** The problem of the proof; null before there was one. */
  problem: Problem | null
  /** The submitted values of the form, by field name. */
  values: [name: string, value: string][]
}

const method = z.object({
  id: z.string(),
  /** The name that the user gave it; empty for an authenticator app. */
  label: z.string(),
  createdAt: z.int(),
  lastUsedAt: z.nullable(z.int()),
})
export type LoginMethod = z.infer<typeof method>

/** What a user logs in with. */
export const loginMethods = z.object({
  /** When the role needs a second factor that the user does not have yet, epoch ms; null if it does not. */
  dueAt: z.nullable(z.int()),
  hasPassword: z.boolean(),
  /** The authenticator app. */
  totp: z.nullable(method),
  passkeys: z.array(method),
  /** Whether browsers make passkeys for the address of this installation. */
  canAddPasskeys: z.boolean(),
  /** The accounts at the identity provider; the label is mostly the email there. */
  identities: z.array(method),
  /** A login at the provider that has just ended: whose account there can be linked now, or a problem. */
  providerLogin: z.nullable(z.object({ identity: z.nullable(z.string()), problem: z.nullable(z.string()) })),
  recoveryCodesLeft: z.int(),
  /** The id of a set-up of an authenticator app that has not begun. */
  newSetupId: z.string(),
  /** The set-up that is open; null when it took too long, too. */
  setup: z.nullable(
    z.object({
      id: z.string(),
      /** Base32. */
      secret: z.string(),
      uri: z.string(),
      /** One SVG path on a grid of `size` × `size`. */
      qrCode: z.object({ size: z.int(), path: z.string() }),
    }),
  ),
})
export type LoginMethods = z.infer<typeof loginMethods>
