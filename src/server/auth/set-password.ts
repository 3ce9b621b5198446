import { digestCredential } from '#server/auth/credential-digest.ts'
import { replacePassword } from '#server/auth/credential-store.ts'
import { revokeLinks } from '#server/auth/one-time-links.ts'
import { endSessions } from '#server/auth/sessions.ts'
import type { RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { type EventDraft, recordEvents } from '#server/events/events.ts'
import { notifyUser } from '#server/mail/notify-user.ts'

interface NewPassword {
  user: { id: string; name: string }
  hash: string
  /** The time that a link which was used has, too. */
  now: number
  /** Changed by the user, with the old password; or reset, with a link or by the operator. */
  action: 'user.password_changed' | 'user.password_reset'
  /** The session that stays; all others of the user end. */
  keptSession?: string
  /** The hash of the link that was used. */
  link?: string
  /** The user, when a link proves who acts. */
  actor?: EventDraft['actor']
}

/** Gives a user another password: ends sessions and reset links, records the event and tells the user by mail. */
export async function setPassword(
  transaction: Transaction,
  context: RequestContext,
  { user, hash, now, action, keptSession, link, actor }: NewPassword,
): Promise<void> {
  await replacePassword(transaction, { userId: user.id, hash, now })
  await endSessions(transaction, { userId: user.id, reason: 'password-changed', now, exceptId: keptSession })
  await revokeLinks(transaction, 'reset', user.id, now)
  await recordEvents(transaction, context, {
    ...(actor && { actor }),
    action,
    objectType: 'user',
    objectId: user.id,
    objectLabel: user.name,
    parameters: {
      credentialDigest: digestCredential(hash),
      ...(keptSession !== undefined && { keptSession }),
      ...(link !== undefined && { link }),
    },
    at: now,
  })
  await notifyUser(transaction, context.kontor, user.id, { kind: 'password-changed', at: now, ip: context.ip })
}
