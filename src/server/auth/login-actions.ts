import { normalizeEmail } from '#server/auth/normalize-email.ts'
import { inTransaction } from '#server/auth/access.ts'
import {
  type Attempt,
  consumeCodeAttempt,
  consumeLoginAttempt,
  resetFailures,
  recordLoginFailure,
  releaseAttempt,
} from '#server/auth/attempts.ts'
import { digestCredential } from '#server/auth/credential-digest.ts'
import { findKnownDevice } from '#server/auth/known-devices.ts'
import { openSession } from '#server/auth/open-session.ts'
import { hashInTurn, verifyPassword } from '#server/auth/password.ts'
import { proveCode, proveIdentity, provePassword, type Prove } from '#server/auth/proof.ts'
import { openToken, sealToken } from '#server/auth/sealed-token.ts'
import { listSecondFactors } from '#server/auth/second-factors.ts'
import { toSessionUser } from '#server/auth/sessions.ts'
import * as store from '#server/auth/store.ts'
import type { Action, Kontor, RequestContext } from '#server/context.ts'
import { pendingLoginLifetimeMs } from '#shared/constants.ts'
import { ProblemError } from '#shared/problem.ts'
import type { SessionUser } from '#shared/staff/views.ts'

/** An account that can be logged in to. */
type ActiveAccount = store.Account & { role: string }

/**
 * Reveals that an account is pending or suspended, or that it has a second factor, only after the correct password. Without the code of
 * the second factor, the problem has a token that says for five minutes that the password was right: `continueLogin` takes it.
 */
export const login: Action<'login'> = async (context, { email, password, code }) => {
  const { kontor } = context
  const key = normalizeEmail(email)
  const account = await store.findAccount(kontor.database.read, key)
  const device = findKnownDevice(context.knownDevices, account)
  const attempt = await consumeLoginAttempt(context, key, device)
  const verify = (): Promise<boolean> => verifyPassword(password, account?.password_hash)
  if (!(await (device ? verify() : hashInTurn(verify))) || !account) {
    await recordLoginFailure(context, attempt, account)
    throw new ProblemError('invalid-credentials')
  }
  const active = await requireActive(context, account, attempt)
  const factors = await listSecondFactors(kontor.database.read, account.id)
  if (factors.length === 0) {
    const { user } = await openSession(context, active, attempt, provePassword(account.id))
    return { user: toSessionUser(user) }
  }
  if (code !== undefined)
    return { user: await logInWithCode(context, active, attempt, provePassword(account.id), code) }
  await inTransaction(context, (transaction) => releaseAttempt(transaction, attempt))
  const passwordDigest = digestCredential(account.password_hash ?? '')
  const token = sealPendingLogin(kontor, { userId: account.id, password: passwordDigest })
  throw new ProblemError('second-factor-required', {}, [], { login: token, factors })
}

/** The second step of a login: the code of an authenticator app or a recovery code. */
export const continueLogin: Action<'continueLogin'> = async (context, { login: token, code }) => {
  const { account, prove } = await requirePendingLogin(context, token)
  const attempt = await consumeLoginAttempt(
    context,
    normalizeEmail(account.email),
    findKnownDevice(context.knownDevices, account),
  )
  const active = await requireActive(context, account, attempt)
  return { user: await logInWithCode(context, active, attempt, prove, code) }
}

/**
 * A login that waits for the second factor: the password was right, or the identity provider has logged in the person. `password` is the digest
 * of the stored hash, so that the login ends with the password; `identity` is the id of the credential.
 */
type PendingLogin = { userId: string } & ({ password: string } | { identity: string })

/** A token that continues the login with the second step, for five minutes. */
export const sealPendingLogin = (kontor: Kontor, pending: PendingLogin): string =>
  sealToken(kontor, 'login', pending, pendingLoginLifetimeMs)

/**
 * The account of a login that waits for the second factor, and the proof of its first step. Throws `login-expired` for an invalid token, and
 * when the password was changed since.
 */
export async function requirePendingLogin(
  { kontor }: RequestContext,
  token: string,
): Promise<{ account: store.Account; prove: Prove }> {
  const pending = openToken<PendingLogin>(kontor, 'login', token)
  const account = pending && (await store.findAccountById(kontor.database.read, pending.userId))
  if (!account) throw new ProblemError('login-expired')
  if ('identity' in pending) return { account, prove: proveIdentity({ id: pending.identity, user_id: account.id }) }
  if (account.password_hash === null || digestCredential(account.password_hash) !== pending.password)
    throw new ProblemError('login-expired')
  return { account, prove: provePassword(account.id) }
}

/** Throws `account-pending` or `account-suspended`, after resetting the failures of the attempt, unless the account is active. */
export async function requireActive(
  context: RequestContext,
  account: store.Account,
  attempt: Attempt,
): Promise<ActiveAccount> {
  const { status, role } = account
  if (status === 'active' && role !== null) return { ...account, role }
  await inTransaction(context, (transaction) => resetFailures(transaction, attempt))
  throw new ProblemError(status === 'pending' ? 'account-pending' : 'account-suspended')
}

async function logInWithCode(
  context: RequestContext,
  account: ActiveAccount,
  attempt: Attempt,
  proveFirst: Prove,
  code: string,
): Promise<SessionUser> {
  const { id, email } = account
  const device = findKnownDevice(context.knownDevices, account)
  const codeAttempt = await consumeCodeAttempt(context, normalizeEmail(email), device)
  const proves = [proveFirst, proveCode(context, id, code)]
  try {
    return toSessionUser((await openSession(context, account, [...attempt, ...codeAttempt], ...proves)).user)
  } catch (error) {
    if (error instanceof ProblemError && error.problem === 'invalid-code')
      await recordLoginFailure(context, attempt, account, 'code')
    throw error
  }
}
