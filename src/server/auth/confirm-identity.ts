import { inTransaction } from '#server/auth/access.ts'
import {
  type Attempt,
  consumeCodeAttempt,
  consumeLoginAttempt,
  consumeAddressAttempt,
  resetFailures,
  recordLoginFailure,
} from '#server/auth/attempts.ts'
import { normalizeEmail } from '#server/auth/normalize-email.ts'
import { findKnownDevice } from '#server/auth/known-devices.ts'
import { hashInTurn, verifyPassword } from '#server/auth/password.ts'
import { verifyPasskey } from '#server/auth/passkeys.ts'
import type { Transaction } from '#server/db/database.ts'
import { proveCode, provePassword, type Prove } from '#server/auth/proof.ts'
import { listFactors } from '#server/auth/second-factors.ts'
import * as store from '#server/auth/store.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import { recordEvents } from '#server/events/events.ts'
import { reentryIntervalMs } from '#shared/constants.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'

/**
 * For the dispatcher: throws `confirm-identity` unless the user of the session confirmed their identity within the last 15 minutes, and
 * `token-not-accepted` for an API token, which proves nothing about a user.
 */
export async function requireRecentProof({ kontor, session }: AuthenticatedContext): Promise<void> {
  if (session.token) throw new ProblemError('token-not-accepted')
  if (kontor.now() - session.verifiedAt < reentryIntervalMs) return
  throw new ProblemError('confirm-identity', {}, [], {
    factors: await listFactors(kontor, session.user.id),
  })
}

/**
 * Proves again who the user of the session is, with their password or a code. Counted like logins, so that someone who found an open
 * browser cannot guess. Throws `invalid-credentials` and `invalid-code`.
 */
export const confirmIdentity: Action<'confirmIdentity'> = async (context, { password, code }) => {
  const { kontor, session } = context
  const { id } = session.user
  const account = await store.findAccountById(kontor.database.read, id)
  if (!account) throw new Error('The account of the session is gone.')
  const emailKey = normalizeEmail(account.email)
  const device = findKnownDevice(context.knownDevices, account)
  const loginAttempt = await consumeLoginAttempt(context, emailKey, device)
  const codeAttempt = code === undefined ? [] : await consumeCodeAttempt(context, emailKey, device)
  const attempt = [...loginAttempt, ...codeAttempt]
  const prove = await chooseProof()
  try {
    await confirmSession(context, prove, attempt)
  } catch (error) {
    if (error instanceof ProblemError && error.problem === 'invalid-code')
      await recordLoginFailure(context, attempt, account, 'code')
    throw error
  }
  return { confirmed: true as const }

  async function chooseProof(): Promise<Prove> {
    if (code !== undefined) return proveCode(context, id, code)
    if (password === undefined) throw invalidInput({ pointer: '/password', reason: 'required' })
    const verify = (): Promise<boolean> => verifyPassword(password, account?.password_hash)
    if (await (device ? verify() : hashInTurn(verify))) return provePassword(id)
    await recordLoginFailure(context, attempt, account)
    throw new ProblemError('invalid-credentials', {}, [{ pointer: '/password', reason: 'password-wrong' }])
  }
}

/** The same with a passkey. Throws `passkey-invalid`. */
export const confirmWithPasskey: Action<'confirmWithPasskey'> = async (context, { passkey }) => {
  const { kontor, session } = context
  const attempt = await consumeAddressAttempt(context)
  const { prove } = await verifyPasskey(kontor, { use: 'confirm', userId: session.user.id }, passkey)
  await confirmSession(context, prove, attempt)
  return { confirmed: true as const }
}

/** Confirms the identity of the session's user with `prove`, resets the failures of the attempt and records an event. Throws what `prove` throws. */
export async function confirmSession(context: AuthenticatedContext, prove: Prove, attempt: Attempt): Promise<void> {
  const { kontor, session } = context
  await inTransaction(context, async (transaction) => {
    await resetFailures(transaction, attempt)
    await confirm(transaction, context, prove)
  })
  context.session = { ...session, verifiedAt: kontor.now() }
}

/** Proves and records it. */
async function confirm(transaction: Transaction, context: AuthenticatedContext, prove: Prove): Promise<void> {
  const { kontor, session } = context
  const { id, name } = session.user
  const at = kontor.now()
  const proof = await prove(transaction, at)
  await store.setVerifiedAt(transaction, session.id, at)
  const event = { action: 'user.identity_confirmed', objectType: 'user', objectId: id, objectLabel: name } as const
  await recordEvents(transaction, context, { ...event, parameters: { ...proof }, at })
}
