import { inTransaction } from '#server/auth/access.ts'
import { digestRecoveryCodes } from '#server/auth/credential-digest.ts'
import type { Credential } from '#server/auth/credential.ts'
import { deleteCredentials, insertCredentials, listCredentials } from '#server/auth/credential-store.ts'
import { totpEncryption } from '#server/auth/proof.ts'
import { requireSecrets } from '#server/auth/secret.ts'
import { createRecoveryCodes as createCodes, hashRecoveryCode } from '#server/auth/recovery-codes.ts'
import { deriveTotpSecret, findTotpStep, isTotpSetupOpen } from '#server/auth/totp.ts'
import type { Action, AuthenticatedContext, RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { notifyUser } from '#server/mail/notify-user.ts'
import { recordEvents } from '#server/events/events.ts'
import type { EventAction } from '#shared/events/event-actions.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'

/**
 * Adds the authenticator app that has the secret of this set-up, which the code proves. With the first second factor come recovery codes,
 * which are shown once.
 */
export const addTotp: Action<'addTotp'> = async (context, { setupId, code }) => {
  const { kontor, session } = context
  const userId = session.user.id
  const now = kontor.now()
  if (!isTotpSetupOpen(setupId, now)) throw invalidInput({ pointer: '/code', reason: 'totp-setup-expired' })
  const secret = deriveTotpSecret(requireSecrets(kontor)[0], { sessionId: session.id, userId }, setupId)
  const counter = findTotpStep(secret, code.replaceAll(/\s/g, ''), now, 0)
  if (counter === undefined) throw new ProblemError('invalid-code', {}, [{ pointer: '/code', reason: 'code-wrong' }])
  return inTransaction(context, async (transaction) => {
    if ((await listCredentials(transaction, userId, ['totp'])).length > 0) throw new ProblemError('illegal-transition')
    const encrypted = totpEncryption(kontor).encrypt(secret, userId)
    const [added] = await insertCredentials(transaction, now, {
      userId,
      kind: 'totp',
      secret: encrypted,
      details: { counter },
    })
    if (!added) throw new Error('The credential was not added.')
    await recordFactorEvent(transaction, context, now, 'user.totp_added', {
      credential: added.id,
      credentialDigest: added.digest,
      counter,
    })
    return { recoveryCodes: await addFirstRecoveryCodes(transaction, context, now) }
  })
}

export const removeTotp: Action<'removeTotp'> = (context) =>
  inTransaction(context, async (transaction, actor) => {
    const [totp] = await listCredentials(transaction, actor.id, ['totp'])
    if (!totp) throw new ProblemError('not-found')
    await removeFactor(transaction, context, totp, 'user.totp_removed')
    return { removed: true as const }
  })

/** Replaces the recovery codes; throws `illegal-transition` without a second factor. */
export const createRecoveryCodes: Action<'createRecoveryCodes'> = (context) =>
  inTransaction(context, async (transaction, actor) => {
    if ((await listCredentials(transaction, actor.id, ['totp', 'passkey'])).length === 0)
      throw new ProblemError('illegal-transition')
    return { recoveryCodes: await replaceRecoveryCodes(transaction, context, context.kontor.now()) }
  })

/** The recovery codes that come with the first second factor; null when there are some already. */
export async function addFirstRecoveryCodes(
  transaction: Transaction,
  context: AuthenticatedContext,
  now: number,
): Promise<string[] | null> {
  const codes = await listCredentials(transaction, context.session.user.id, ['recovery'])
  return codes.length > 0 ? null : replaceRecoveryCodes(transaction, context, now)
}

async function replaceRecoveryCodes(
  transaction: Transaction,
  context: AuthenticatedContext,
  now: number,
): Promise<string[]> {
  const userId = context.session.user.id
  await deleteRecoveryCodes(transaction, userId)
  const codes = createCodes()
  const rows = codes.map((code) => ({ userId, kind: 'recovery' as const, secret: hashRecoveryCode(code) }))
  await insertCredentials(transaction, now, ...rows)
  const added = await listCredentials(transaction, userId, ['recovery'])
  await recordFactorEvent(transaction, context, now, 'user.recovery_codes_created', {
    credentials: added.map(({ id }) => id).join(' '),
    credentialDigest: digestRecoveryCodes(added),
  })
  return codes
}

/** Removes a second factor, and the recovery codes with the last one. */
export async function removeFactor(
  transaction: Transaction,
  context: AuthenticatedContext,
  { id, user_id: userId, label }: Credential,
  action: 'user.totp_removed' | 'user.passkey_removed',
): Promise<void> {
  await deleteCredentials(transaction, [id])
  if ((await listCredentials(transaction, userId, ['totp', 'passkey'])).length === 0)
    await deleteRecoveryCodes(transaction, userId)
  await recordFactorEvent(transaction, context, context.kontor.now(), action, {
    credential: id,
    ...(label !== '' && { label }),
  })
}

/**
 * Removes all second factors and recovery codes of another user, who keeps the password. Passkeys go, too, because one may be on the device
 * that was lost. Returns false, and removes nothing, if the user has none.
 */
export async function removeAllFactors(
  transaction: Transaction,
  context: RequestContext,
  { id, name }: { id: string; name: string },
): Promise<boolean> {
  const factors = await listCredentials(transaction, id, ['totp', 'passkey', 'recovery'])
  if (factors.length === 0) return false
  await deleteCredentials(
    transaction,
    factors.map((factor) => factor.id),
  )
  const at = context.kontor.now()
  const event = { action: 'user.factors_removed', objectType: 'user', objectId: id, objectLabel: name } as const
  await recordEvents(transaction, context, { ...event, at })
  await notifyUser(transaction, context.kontor, id, { kind: 'factors-changed', at, ip: context.ip })
  return true
}

async function deleteRecoveryCodes(transaction: Transaction, userId: string): Promise<void> {
  const codes = await listCredentials(transaction, userId, ['recovery'])
  await deleteCredentials(
    transaction,
    codes.map(({ id }) => id),
  )
}

/** Records a change of the user's own second factors, and tells them. `at` is the time that the credentials have, too. */
export async function recordFactorEvent(
  transaction: Transaction,
  context: AuthenticatedContext,
  at: number,
  action: EventAction,
  parameters: Record<string, string | number>,
): Promise<void> {
  const { id, name } = context.session.user
  await recordEvents(transaction, context, {
    action,
    objectType: 'user',
    objectId: id,
    objectLabel: name,
    parameters,
    at,
  })
  await notifyUser(transaction, context.kontor, id, { kind: 'factors-changed', at, ip: context.ip })
}
