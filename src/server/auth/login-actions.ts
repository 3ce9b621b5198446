import { normalizeEmail } from '#server/auth/normalize-email.ts'
import { inTransaction } from '#server/auth/access.ts'
import {
  type Attempt,
  consumeCodeAttempt,
  consumeLoginAttempt,
  forgiveAttempt,
  recordLoginFailure,
  takeBackAttempt,
} from '#server/auth/attempts.ts'
import { digestCredential } from '#server/auth/credential-digest.ts'
import { findKnownDevice } from '#server/auth/known-devices.ts'
import { openSession } from '#server/auth/open-session.ts'
import { hashInTurn, verifyPassword } from '#server/auth/password.ts'
import { proveCode, provePassword } from '#server/auth/proof.ts'
import { openToken, sealToken } from '#server/auth/sealed-token.ts'
import { listSecondFactors } from '#server/auth/second-factors.ts'
import { toSessionUser } from '#server/auth/sessions.ts'
import * as store from '#server/auth/store.ts'
import type { Action, RequestContext } from '#server/context.ts'
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
  if (code !== undefined) return { user: await logInWithCode(context, active, attempt, code) }
  await inTransaction(context, (transaction) => takeBackAttempt(transaction, attempt))
  const claims: PendingLogin = { userId: account.id, password: digestCredential(account.password_hash ?? '') }
  const token = sealToken(kontor, 'login', claims, pendingLoginLifetimeMs)
  throw new ProblemError('second-factor-required', {}, [], { login: token, factors })
}

/** The second step of a login: the code of an authenticator app or a recovery code. */
export const continueLogin: Action<'continueLogin'> = async (context, { login: token, code }) => {
  const account = await requirePendingAccount(context, token)
  const attempt = await consumeLoginAttempt(
    context,
    normalizeEmail(account.email),
    findKnownDevice(context.knownDevices, account),
  )
  const active = await requireActive(context, account, attempt)
  return { user: await logInWithCode(context, active, attempt, code) }
}

/** A login with the right password that waits for the second factor. */
interface PendingLogin {
  userId: string
  /** The digest of the stored hash of the password: the login ends with the password. */
  password: string
}

/** The account whose password was right; throws `login-expired` for an invalid token, and when the password was changed since. */
export async function requirePendingAccount({ kontor }: RequestContext, token: string): Promise<store.Account> {
  const pending = openToken<PendingLogin>(kontor, 'login', token)
  const account = pending && (await store.findAccountById(kontor.database.read, pending.userId))
  if (!account?.password_hash || digestCredential(account.password_hash) !== pending?.password)
    throw new ProblemError('login-expired')
  return account
}

/** Throws `account-pending` or `account-suspended`, after it has forgiven the attempt, unless the account is active. */
export async function requireActive(
  context: RequestContext,
  account: store.Account,
  attempt: Attempt,
): Promise<ActiveAccount> {
  const { status, role } = account
  if (status === 'active' && role !== null) return { ...account, role }
  await inTransaction(context, (transaction) => forgiveAttempt(transaction, attempt))
  throw new ProblemError(status === 'pending' ? 'account-pending' : 'account-suspended')
}

async function logInWithCode(
  context: RequestContext,
  account: ActiveAccount,
  attempt: Attempt,
  code: string,
): Promise<SessionUser> {
  const { id, email } = account
  const device = findKnownDevice(context.knownDevices, account)
  const codeAttempt = await consumeCodeAttempt(context, normalizeEmail(email), device)
  const proves = [provePassword(id), proveCode(context, id, code)]
  try {
    return toSessionUser((await openSession(context, account, [...attempt, ...codeAttempt], ...proves)).user)
  } catch (error) {
    if (error instanceof ProblemError && error.problem === 'invalid-code')
      await recordLoginFailure(context, attempt, account, 'code')
    throw error
  }
}
