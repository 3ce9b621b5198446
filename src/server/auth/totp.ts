import { createHmac } from 'node:crypto'
import { deriveKey } from '#server/auth/encryption.ts'
import { timeOfId } from '#server/db/id.ts'
import { Secret, TOTP } from 'otpauth'

/** Time-based one-time passwords (RFC 6238) as all authenticator apps make them: SHA-1, six digits, a new one every 30 seconds. */

const stepMs = 30_000
/** A code of the step before or after is accepted, too: clocks differ, and typing takes time. */
const toleratedSteps = 1
const secretLength = 20

/**
 * The step whose code this is, or `undefined` for a wrong code and for one of a step up to `lastStep`: no code is accepted twice.
 * `secret` in base32.
 */
export function findTotpStep(secret: string, code: string, now: number, lastStep: number): number | undefined {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: now, window: toleratedSteps })
  if (delta === null) return undefined
  const step = Math.floor(now / stepMs) + delta
  return step > lastStep ? step : undefined
}

/**
 * The base32 secret of one set-up. It follows from the session and the id of the set-up, so that nothing is stored before the first code
 * proves that the app has it, and every instance finds the same one.
 */
export function deriveTotpSecret(installationSecret: string, owner: { sessionId: string; userId: string }, id: string) {
  const hash = createHmac('sha256', deriveKey(installationSecret, 'kontor totp set-up'))
    .update(JSON.stringify([owner.userId, owner.sessionId, id]))
    .digest()
  return new Secret({ buffer: new Uint8Array(hash.subarray(0, secretLength)).buffer }).base32
}

/** The URI that an authenticator app reads from a QR code. */
export const createTotpUri = (secret: string, email: string, host: string): string =>
  new TOTP({ issuer: `Kontor ${host}`, label: email, secret: Secret.fromBase32(secret) }).toString()

/** How long the page of a set-up can be open. */
const setupLifetimeMs = 30 * 60_000

/** Whether this is the id of a set-up that began less than half an hour ago. */
export function isTotpSetupOpen(id: string, now: number): boolean {
  const startedAt = timeOfId(id)
  return startedAt !== undefined && startedAt <= now && now - startedAt < setupLifetimeMs
}
