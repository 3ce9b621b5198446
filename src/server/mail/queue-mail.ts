import type { Kontor } from '#server/context.ts'
import { afterCommit } from '#server/db/after-commit.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { scheduleDelivery } from '#server/mail/deliver-mails.ts'
import type { MailParameters } from '#server/mail/render-mail.ts'
import * as store from '#server/mail/store.ts'
import type { MailKind } from '#shared/account/mails.ts'
import type { Locale } from '#shared/locales.ts'

interface MailBase {
  email: string
  locale: Locale
  parameters: MailParameters
}

/**
 * An invitation says which one it is; whether the email of a reset has an account is found out when it is sent, so that asking takes the same
 * time for every email. Never put a link or token in the parameters.
 */
export type MailDraft = MailBase &
  ({ kind: 'invitation'; linkSubjectId: string } | { kind: Exclude<MailKind, 'invitation'>; linkSubjectId?: undefined })

/** Whether the operator has configured a mail server. */
export const canSendMail = ({ config }: Kontor): boolean => config.mail !== undefined

/** Stores a mail that is sent after the commit, and tried again later if that fails. Does nothing without a mail server. */
export async function queueMail(
  transaction: Transaction,
  kontor: Kontor,
  { kind, email, locale, linkSubjectId, parameters }: MailDraft,
): Promise<void> {
  if (!canSendMail(kontor)) return
  const now = kontor.now()
  await store.insertMail(transaction, {
    id: newId(),
    kind,
    email,
    locale,
    link_subject_id: linkSubjectId ?? null,
    parameters: JSON.stringify(parameters),
    created_at: now,
    next_attempt_at: now,
  })
  afterCommit(transaction, () => void scheduleDelivery(kontor, 0))
}
