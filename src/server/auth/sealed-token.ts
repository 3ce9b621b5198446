import { createEncryption } from '#server/auth/encryption.ts'
import { requireSecrets } from '#server/auth/secret.ts'
import type { Kontor } from '#server/context.ts'

/** Text that only this installation can make and read, for a short time: what one request leaves to the next one of the same browser. */
type Purpose = 'login' | 'passkey challenge' | 'identity provider'

/** A token with these claims that is valid for `lifetimeMs`, in base64url. */
export const sealToken = (kontor: Kontor, purpose: Purpose, claims: object, lifetimeMs: number): string =>
  encryptionFor(kontor).encrypt(JSON.stringify({ ...claims, expiresAt: kontor.now() + lifetimeMs }), purpose)

/** The claims of a token that was sealed for this purpose and has not expired; `undefined` for any other text. */
export function openToken<Claims extends object>(kontor: Kontor, purpose: Purpose, token: string): Claims | undefined {
  const text = encryptionFor(kontor).decrypt(token, purpose)
  if (text === undefined) return undefined
  const claims = JSON.parse(text) as Claims & { expiresAt: number }
  return claims.expiresAt > kontor.now() ? claims : undefined
}

const encryptionFor = (kontor: Kontor) => createEncryption(requireSecrets(kontor), 'kontor sealed tokens')
