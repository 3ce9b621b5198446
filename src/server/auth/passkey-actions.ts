import { inTransaction } from '#server/auth/access.ts'
import { consumeAddressAttempt, recordLoginFailure } from '#server/auth/attempts.ts'
import type { Credential } from '#server/auth/credential.ts'
import { findCredential, insertCredentials, listCredentials, renameCredential } from '#server/auth/credential-store.ts'
import { addFirstRecoveryCodes, recordFactorEvent, removeFactor } from '#server/auth/factor-actions.ts'
import { requireActive, requirePendingLogin } from '#server/auth/login-actions.ts'
import { countLoginMethods } from '#server/auth/login-methods.ts'
import { openSession } from '#server/auth/open-session.ts'
import {
  createPasskeyCreation,
  createPasskeyRequest,
  hasPasskeys,
  verifyNewPasskey,
  verifyPasskey,
} from '#server/auth/passkeys.ts'
import { toSessionUser } from '#server/auth/sessions.ts'
import * as store from '#server/auth/store.ts'
import type { Action, Kontor } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { ProblemError } from '#shared/problem.ts'

/** Begins a login, its second step, or the confirmation of the user who is logged in. */
export const requestPasskey: Action<'requestPasskey'> = async (context, { login }) => {
  const { kontor, session } = context
  requirePasskeys(kontor)
  if (login !== undefined) {
    const { id } = (await requirePendingLogin(context, login)).account
    return createPasskeyRequest(kontor, { use: 'second-step', userId: id }, await listPasskeys(kontor, id))
  }
  if (!session) return createPasskeyRequest(kontor, { use: 'log-in', userId: null }, [])
  const { id } = session.user
  return createPasskeyRequest(kontor, { use: 'confirm', userId: id }, await listPasskeys(kontor, id))
}

/** Logs in with a passkey alone, which asks for a finger, a face or a PIN and so is two factors, or as the second step after the password. */
export const logInWithPasskey: Action<'logInWithPasskey'> = async (context, { login, passkey }) => {
  const { kontor } = context
  const attempt = await consumeAddressAttempt(context)
  const pending = login === undefined ? undefined : await requirePendingLogin(context, login)
  const expected = pending
    ? ({ use: 'second-step', userId: pending.account.id } as const)
    : ({ use: 'log-in', userId: null } as const)
  try {
    const { userId, prove } = await verifyPasskey(kontor, expected, passkey)
    const account = await store.findAccountById(kontor.database.read, userId)
    if (!account) throw new ProblemError('passkey-invalid')
    const active = await requireActive(context, account, attempt)
    const proves = pending ? [pending.prove, prove] : [prove]
    return { user: toSessionUser((await openSession(context, active, attempt, ...proves)).user) }
  } catch (error) {
    if (pending && error instanceof ProblemError && error.problem === 'passkey-invalid')
      await recordLoginFailure(context, attempt, pending.account, 'passkey')
    throw error
  }
}

/** Begins to add a passkey to the user's account. */
export const startPasskey: Action<'startPasskey'> = async ({ kontor, session }) => {
  requirePasskeys(kontor)
  return createPasskeyCreation(kontor, session.user, await listPasskeys(kontor, session.user.id))
}

/** Adds a passkey; with the first second factor come recovery codes, which are shown once. */
export const addPasskey: Action<'addPasskey'> = async (context, { label, passkey: response }) => {
  const { kontor, session } = context
  const userId = session.user.id
  const { passkey, consumeChallenge } = await verifyNewPasskey(kontor, userId, response)
  const now = kontor.now()
  return inTransaction(context, async (transaction) => {
    await consumeChallenge(transaction)
    if (await findCredential(transaction, 'passkey', passkey.issuer, passkey.subject))
      throw new ProblemError('passkey-invalid')
    const [added] = await insertCredentials(transaction, now, { ...passkey, userId, label })
    if (!added) throw new Error('The credential was not added.')
    await recordFactorEvent(transaction, context, now, 'user.passkey_added', {
      credential: added.id,
      credentialDigest: added.digest,
      counter: passkey.details.counter,
      label,
    })
    return { recoveryCodes: await addFirstRecoveryCodes(transaction, context, now) }
  })
}

export const renamePasskey: Action<'renamePasskey'> = (context, { passkeyId, label }) =>
  inTransaction(context, async (transaction, actor) => {
    const passkey = await requirePasskey(transaction, actor.id, passkeyId)
    if (passkey.label === label) return { label }
    await renameCredential(transaction, passkey.id, label)
    await recordFactorEvent(transaction, context, context.kontor.now(), 'user.passkey_renamed', {
      credential: passkey.id,
      label,
    })
    return { label }
  })

/** Throws `last-login-method` for the only thing that the user can log in with. */
export const removePasskey: Action<'removePasskey'> = (context, { passkeyId }) =>
  inTransaction(context, async (transaction, actor) => {
    const passkey = await requirePasskey(transaction, actor.id, passkeyId)
    if ((await countLoginMethods(transaction, context.kontor, actor.id, passkey.id)) === 0)
      throw new ProblemError('last-login-method')
    await removeFactor(transaction, context, passkey, 'user.passkey_removed')
    return { removed: true as const }
  })

async function requirePasskey(transaction: Transaction, userId: string, id: string): Promise<Credential> {
  const passkeys = await listCredentials(transaction, userId, ['passkey'])
  const passkey = passkeys.find((each) => each.id === id)
  if (!passkey) throw new ProblemError('not-found')
  return passkey
}

const listPasskeys = (kontor: Kontor, userId: string): Promise<Credential[]> =>
  listCredentials(kontor.database.read, userId, ['passkey'])

function requirePasskeys({ config }: Kontor): void {
  if (!hasPasskeys(config.origin)) throw new ProblemError('passkeys-unavailable')
}
