import { deriveTotpSecret } from '#server/auth/totp.ts'
import { newIdAt } from '#server/db/id.ts'
import type { PasskeyCreation } from '#shared/account/passkey-views.ts'
import { createTestPasskey } from '#tests/support/test-passkey.ts'
import type { SessionView } from '#shared/staff/views.ts'
import type { TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { Secret, TOTP } from 'otpauth'

/** An authenticator app that has the secret of a user. */
export interface TestAuthenticator {
  recoveryCodes: string[]
  /** The code that it shows now, or this many steps of 30 seconds later. */
  code(steps?: number): string
}

/** What `addTotp` takes of this user now. */
export async function startTotpSetup(
  { kontor, clock }: TestKontor,
  user: Pick<TestUser, 'fetch'>,
): Promise<{ input: { setupId: string; code: string }; code: TestAuthenticator['code'] }> {
  const session = (await (await user.fetch('/api/_auth/session')).json()) as SessionView
  const setupId = newIdAt(clock.now)
  const owner = { sessionId: session.id ?? '', userId: session.user?.id ?? '' }
  const totp = new TOTP({ secret: Secret.fromBase32(deriveTotpSecret(kontor.config.secret ?? '', owner, setupId)) })
  const code = (steps = 0): string => totp.generate({ timestamp: clock.now + steps * 30_000 })
  return { input: { setupId, code: code() }, code }
}

/** Sets up an authenticator app for a user, and waits until its next code. */
export async function addAuthenticator(
  testKontor: TestKontor,
  user: Pick<TestUser, 'fetch'>,
): Promise<TestAuthenticator> {
  const { input, code } = await startTotpSetup(testKontor, user)
  const response = await user.fetch('/api/account/totp', { json: input })
  if (response.status !== 201) throw new Error(`set-up: ${response.status} ${await response.text()}`)
  const { recoveryCodes } = (await response.json()) as { recoveryCodes: string[] | null }
  testKontor.clock.now += 30_000
  return { recoveryCodes: recoveryCodes ?? [], code }
}

/** A new authenticator for passkeys of this installation. */
export const createPasskey = ({ kontor }: TestKontor) =>
  createTestPasskey({ origin: kontor.config.origin.origin, rpId: kontor.config.origin.hostname })

/** Adds a new passkey to the account of a user. */
export async function addPasskey(testKontor: TestKontor, user: Pick<TestUser, 'fetch'>, label = 'Laptop') {
  const passkey = createPasskey(testKontor)
  const creation = (await (
    await user.fetch('/api/account/passkey-creation', { method: 'POST', json: {} })
  ).json()) as PasskeyCreation
  const response = await user.fetch('/api/account/passkeys', { json: { label, passkey: passkey.create(creation) } })
  if (response.status !== 201) throw new Error(`passkey: ${response.status} ${await response.text()}`)
  return passkey
}
