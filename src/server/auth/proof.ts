import type { Credential } from '#server/auth/credential.ts'
import { listCredentials, touchCredential, touchPassword } from '#server/auth/credential-store.ts'
import { createEncryption } from '#server/auth/encryption.ts'
import { hashRecoveryCode } from '#server/auth/recovery-codes.ts'
import { requireSecrets } from '#server/auth/secret.ts'
import { findTotpStep } from '#server/auth/totp.ts'
import type { Kontor, RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { ProblemError } from '#shared/problem.ts'

/** What proved who a user is, as events record it. */
export interface Proof {
  factor: 'password' | 'totp' | 'recovery' | 'passkey' | 'oidc'
  /** The id of the credential; none for a password. */
  credential?: string
  /** The id of the credential of the identity provider, which may come before a second factor. */
  identity?: string
  /** The new counter of the credential, if it has one. */
  counter?: number
}

/** Decides in the transaction of a login or confirmation whether a user has proved their identity, and records that the credential was used at `now`, the time of the event that records it. */
export type Prove = (transaction: Transaction, now: number) => Promise<Proof>

/** For a password that was verified before the transaction. */
export const provePassword =
  (userId: string): Prove =>
  async (transaction, now) => {
    await touchPassword(transaction, userId, now)
    return { factor: 'password' }
  }

/** The proof of a login at the identity provider. Throws `login-expired` if it was unlinked since. */
export const proveIdentity =
  ({ id, user_id: userId }: Pick<Credential, 'id' | 'user_id'>): Prove =>
  async (transaction, now) => {
    const identities = await listCredentials(transaction, userId, ['oidc'])
    const identity = identities.find((each) => each.id === id)
    if (!identity) throw new ProblemError('login-expired')
    await touchCredential(transaction, identity, now)
    return { factor: 'oidc', identity: id }
  }

/** Proves with a code of the user's authenticator app, or with one of their recovery codes. Throws `invalid-code`. */
export const proveCode =
  ({ kontor }: RequestContext, userId: string, code: string): Prove =>
  async (transaction, now) => {
    const digits = code.replaceAll(/\s/g, '')
    const isTotp = /^\d{6}$/.test(digits)
    const credentials = await listCredentials(transaction, userId, [isTotp ? 'totp' : 'recovery'])
    const hash = hashRecoveryCode(code)
    for (const credential of credentials) {
      const { id, secret, details, last_used_at: usedAt } = credential
      if (isTotp) {
        const decrypted = totpEncryption(kontor).decrypt(secret, userId)
        const counter = decrypted && findTotpStep(decrypted, digits, now, details.counter ?? 0)
        if (!counter) continue
        await touchCredential(transaction, credential, now, counter)
        return { factor: 'totp', credential: id, counter }
      }
      if (secret !== hash || usedAt !== null) continue
      await touchCredential(transaction, credential, now)
      return { factor: 'recovery', credential: id }
    }
    throw new ProblemError('invalid-code', {}, [{ pointer: '/code', reason: 'code-wrong' }])
  }

/** Encrypts the secrets of authenticator apps. */
export const totpEncryption = (kontor: Kontor) => createEncryption(requireSecrets(kontor), 'kontor totp')
