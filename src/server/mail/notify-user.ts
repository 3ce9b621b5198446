import type { Kontor } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { canSendMail, queueMail } from '#server/mail/queue-mail.ts'
import type { MailParameters } from '#server/mail/render-mail.ts'
import * as store from '#server/mail/store.ts'
import { isMuted } from '#shared/account/mails.ts'
import type { LinkMail, MailKind } from '#shared/account/mails.ts'

/** Queues a mail to a user in their language, unless they do not want mails of this kind. */
export async function notifyUser(
  transaction: Transaction,
  kontor: Kontor,
  userId: string,
  { kind, ...parameters }: { kind: Exclude<MailKind, LinkMail> } & MailParameters,
): Promise<void> {
  const user = canSendMail(kontor) ? await store.findRecipient(transaction, userId) : undefined
  if (!user || isMuted(kind, user.muted_mails)) return
  const { email, locale, name, time_zone: timeZone } = user
  await queueMail(transaction, kontor, { kind, email, locale, parameters: { timeZone, ...parameters, name } })
}
