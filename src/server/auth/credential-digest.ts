import type { Credential } from '#server/auth/credential.ts'

/**
 * SHA-256 in hex of a stored credential secret. The event that adds a credential has it, so that the self-check notices a secret that was
 * replaced in the database. The secret is a salted hash itself, so its digest does not help to guess the password.
 */
export const digestCredential = (secret: string): string => new Bun.CryptoHasher('sha256').update(secret).digest('hex')

/** The same of the email address of an account, which cannot be compared with that of another one. */
export const digestEmail = (userId: string, email: string): string => digestCredential(`${userId} ${email}`)

/** The same of everything that never changes in a second factor. */
export const digestFactor = ({
  kind,
  issuer,
  subject,
  secret,
  details: { transports = [] },
}: Pick<Credential, 'kind' | 'issuer' | 'subject' | 'secret' | 'details'>): string =>
  digestCredential(JSON.stringify([kind, issuer, subject, secret, transports]))

/** One digest of all recovery codes of a user. */
export const digestRecoveryCodes = (codes: readonly Credential[]): string =>
  digestCredential(
    codes
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(digestFactor)
      .join(),
  )
