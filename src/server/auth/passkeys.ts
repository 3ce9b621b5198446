import type { Credential } from '#server/auth/credential.ts'
import { findCredential, touchCredential, insertUsedChallenge } from '#server/auth/credential-store.ts'
import type { Prove } from '#server/auth/proof.ts'
import { openToken, sealToken } from '#server/auth/sealed-token.ts'
import type { Kontor } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import type { PasskeyAssertion, PasskeyAttestation } from '#shared/account/passkey-inputs.ts'
import type { PasskeyCreation, PasskeyRequest } from '#shared/account/passkey-views.ts'
import { passkeyChallengeLifetimeMs } from '#shared/constants.ts'
import { ProblemError } from '#shared/problem.ts'

/**
 * Passkeys (WebAuthn), for the origin of the installation. Challenges are sealed tokens, so that every instance knows them; a challenge that
 * was signed is kept until it expires, so that none is accepted twice.
 */

/** What a passkey signs a challenge for, and whose it must be; `userId` null for a login with nothing but a passkey. */
type Challenge = { use: 'add' | 'confirm' | 'second-step'; userId: string } | { use: 'log-in'; userId: null }

/** Loaded with the first passkey: its parsers take memory that most installations do not need. */
async function loadLibrary() {
  // One of its dependencies needs it, and is evaluated before it in the binary.
  await import('reflect-metadata')
  return import('@simplewebauthn/server')
}

/** Whether browsers make passkeys for this origin: with https or on localhost, and for names, not for addresses. */
export const hasPasskeys = ({ protocol, hostname }: URL): boolean =>
  (protocol === 'https:' || hostname === 'localhost') && !/^[\d.]+$|^\[/.test(hostname)

/** What `navigator.credentials.create` needs to make a passkey for this user, who has these already. */
export async function createPasskeyCreation(
  kontor: Kontor,
  user: { id: string; name: string; email: string },
  passkeys: readonly Credential[],
): Promise<PasskeyCreation> {
  const { generateRegistrationOptions } = await loadLibrary()
  return generateRegistrationOptions({
    rpName: 'Kontor',
    rpID: kontor.config.origin.hostname,
    userName: user.email,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(user.id),
    challenge: sealChallenge(kontor, { use: 'add', userId: user.id }),
    timeout: passkeyChallengeLifetimeMs,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: passkeys.map(describePasskey),
  }) as Promise<PasskeyCreation>
}

/** The options of `navigator.credentials.get` for one of these passkeys, or for any passkey of this origin if there are none. */
export async function createPasskeyRequest(
  kontor: Kontor,
  challenge: Challenge,
  passkeys: readonly Credential[],
): Promise<PasskeyRequest> {
  const { generateAuthenticationOptions } = await loadLibrary()
  return generateAuthenticationOptions({
    rpID: kontor.config.origin.hostname,
    challenge: sealChallenge(kontor, challenge),
    timeout: passkeyChallengeLifetimeMs,
    userVerification: 'required',
    allowCredentials: passkeys.map(describePasskey),
  }) as Promise<PasskeyRequest>
}

const describePasskey = ({ subject, details }: Credential): { id: string; transports?: string[] } => ({
  id: subject ?? '',
  ...(details.transports && { transports: details.transports }),
})

/** A new passkey whose attestation is right; `register` takes its challenge. Throws `passkey-invalid`. */
export async function verifyNewPasskey(kontor: Kontor, userId: string, response: PasskeyAttestation) {
  const { verifyRegistrationResponse } = await loadLibrary()
  const { origin } = kontor.config
  const { challenge, expectedChallenge } = expectChallenge(kontor, { use: 'add', userId })
  const { registrationInfo } = await verifyRegistrationResponse({
    response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge,
    expectedOrigin: origin.origin,
    expectedRPID: origin.hostname,
    requireUserVerification: true,
  }).catch(rejectPasskey)
  if (!registrationInfo) return rejectPasskey()
  const { id, publicKey, counter } = registrationInfo.credential
  return {
    consumeChallenge: (transaction: Transaction) => consumeChallenge(transaction, kontor, challenge()),
    passkey: {
      kind: 'passkey' as const,
      issuer: origin.hostname,
      subject: id,
      secret: Buffer.from(publicKey).toString('base64url'),
      details: { counter, ...(response.response.transports && { transports: response.response.transports }) },
    },
  }
}

/**
 * The user whose passkey has signed a challenge of this use, and the proof for the transaction of their login or confirmation. Throws
 * `passkey-invalid`.
 */
export async function verifyPasskey(
  kontor: Kontor,
  expected: Challenge,
  response: PasskeyAssertion,
): Promise<{ userId: string; prove: Prove }> {
  const { origin } = kontor.config
  const stored = await findCredential(kontor.database.read, 'passkey', origin.hostname, response.id)
  if (!stored || (expected.userId !== null && stored.user_id !== expected.userId)) return rejectPasskey()
  const { verifyAuthenticationResponse } = await loadLibrary()
  const { challenge, expectedChallenge } = expectChallenge(kontor, expected)
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge,
    expectedOrigin: origin.origin,
    expectedRPID: origin.hostname,
    requireUserVerification: true,
    credential: {
      id: stored.subject ?? '',
      publicKey: new Uint8Array(Buffer.from(stored.secret, 'base64url')),
      counter: stored.details.counter ?? 0,
    },
  }).catch(rejectPasskey)
  if (!verified) return rejectPasskey()
  const { newCounter } = authenticationInfo
  return {
    userId: stored.user_id,
    prove: async (transaction, now) => {
      const current = await findCredential(transaction, 'passkey', origin.hostname, response.id)
      // Removed, or used by another login since.
      if (!current || current.user_id !== stored.user_id) return rejectPasskey()
      if (newCounter !== 0 && newCounter <= (current.details.counter ?? 0)) return rejectPasskey()
      await consumeChallenge(transaction, kontor, challenge())
      await touchCredential(transaction, current, now, newCounter)
      return { factor: 'passkey', credential: current.id, counter: newCounter }
    },
  }
}

const sealChallenge = (kontor: Kontor, challenge: Challenge): string =>
  sealToken(kontor, 'passkey challenge', challenge, passkeyChallengeLifetimeMs)

/** For the library: whether a challenge was created for this use and user. `challenge` is the one in the response. */
function expectChallenge(kontor: Kontor, expected: Challenge) {
  let found = ''
  return {
    challenge: () => found,
    expectedChallenge: (encoded: string): boolean => {
      found = Buffer.from(encoded, 'base64url').toString()
      const claims = openToken<Challenge>(kontor, 'passkey challenge', found)
      return claims?.use === expected.use && claims.userId === expected.userId
    },
  }
}

/** Throws `passkey-invalid` if the challenge was used before. */
async function consumeChallenge(transaction: Transaction, kontor: Kontor, challenge: string): Promise<void> {
  const hash = new Bun.CryptoHasher('sha256').update(challenge).digest('hex')
  if (!(await insertUsedChallenge(transaction, hash, kontor.now() + passkeyChallengeLifetimeMs))) rejectPasskey()
}

function rejectPasskey(): never {
  throw new ProblemError('passkey-invalid')
}
