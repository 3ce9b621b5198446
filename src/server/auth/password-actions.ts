import { inTransaction } from '#server/auth/access.ts'
import { normalizeEmail } from '#server/auth/normalize-email.ts'
import {
  consumeLoginAttempt,
  consumeResetAttempt,
  resetAccountFailures,
  resetFailures,
  recordLoginFailure,
} from '#server/auth/attempts.ts'
import { findKnownDevice, rememberDevice } from '#server/auth/known-devices.ts'
import { consumeLink, findLink, hashLinkToken } from '#server/auth/one-time-links.ts'
import * as store from '#server/auth/store.ts'
import { hashInTurn, hashPassword, validatePassword, verifyPassword } from '#server/auth/password.ts'
import { setPassword } from '#server/auth/set-password.ts'
import type { Action } from '#server/context.ts'
import { canSendMail, queueMail } from '#server/mail/queue-mail.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'

/** Asks for the current password, counted like a login. The other sessions of the user end. */
export const changePassword: Action<'changePassword'> = async (context, { currentPassword, password }) => {
  const { kontor, session } = context
  const { id, email } = session.user
  const account = await store.findAccountById(kontor.database.read, id)
  if (!account) throw new Error('The account is gone.')
  const device = findKnownDevice(context.knownDevices, account)
  const attempt = await consumeLoginAttempt(context, normalizeEmail(email), device)
  if (!(await verifyPassword(currentPassword, account.password_hash))) {
    await recordLoginFailure(context, attempt, account)
    throw invalidInput({ pointer: '/currentPassword', reason: 'password-wrong' })
  }
  const errors = await validatePassword(kontor, password, account)
  if (errors.length > 0) throw invalidInput(...errors)
  if (await verifyPassword(password, account.password_hash))
    throw invalidInput({ pointer: '/password', reason: 'password-unchanged' })
  const hash = await hashPassword(password)
  await inTransaction(context, async (transaction, user) => {
    const current = await store.findAccountById(transaction, id)
    // Another request has changed it in the meantime.
    if (current?.password_hash !== account.password_hash)
      throw invalidInput({ pointer: '/currentPassword', reason: 'password-wrong' })
    await resetFailures(transaction, attempt)
    await setPassword(transaction, context, {
      user,
      hash,
      now: context.kontor.now(),
      action: 'user.password_changed',
      keptSession: session.id,
    })
  })
  context.knownDevices = rememberDevice(context.knownDevices, { ...account, password_hash: hash })
  return { changed: true }
}

/** Gives the same answer after the same work whether or not the email has an account: the mail finds out when it is sent. */
export const requestReset: Action<'requestReset'> = async (context, { email }) => {
  const { kontor, ip, locale } = context
  if (!canSendMail(kontor)) throw new ProblemError('mail-not-configured')
  const emailKey = normalizeEmail(email)
  if (await consumeResetAttempt(context, emailKey))
    await inTransaction(context, (transaction) =>
      queueMail(transaction, kontor, { kind: 'reset', email: emailKey, locale, parameters: { ip } }),
    )
  return { requested: true }
}

/** Sets the password of the user whom the link is for. All their sessions end; they log in with the new password. */
export const resetPassword: Action<'resetPassword'> = async (context, { reset, password }) => {
  const { kontor } = context
  const link = await findLink(kontor.database.read, 'reset', reset, kontor.now())
  const account = link?.subjectId ? await store.findAccountById(kontor.database.read, link.subjectId) : undefined
  if (account?.status !== 'active') throw new ProblemError('reset-link-invalid')
  const errors = await validatePassword(kontor, password, account)
  if (errors.length > 0) throw invalidInput(...errors)
  const hash = await hashInTurn(() => hashPassword(password))
  await inTransaction(context, async (transaction) => {
    const now = kontor.now()
    const used = await consumeLink(transaction, 'reset', reset, now)
    const user = used?.subjectId ? await store.findAccountById(transaction, used.subjectId) : undefined
    if (user?.status !== 'active') throw new ProblemError('reset-link-invalid')
    const { id, name } = user
    await setPassword(transaction, context, {
      user,
      hash,
      now,
      action: 'user.password_reset',
      link: hashLinkToken(reset),
      actor: { id, name },
    })
    await resetAccountFailures(transaction, normalizeEmail(user.email))
  })
  return { reset: true }
}
