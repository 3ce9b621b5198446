/**
 * SHA-256 in hex of a stored credential secret. The event that adds a credential has it, so that the self-check notices a secret that was
 * replaced in the database. The secret is a salted hash itself, so its digest does not help to guess the password.
 */
export const digestCredential = (secret: string): string => new Bun.CryptoHasher('sha256').update(secret).digest('hex')
