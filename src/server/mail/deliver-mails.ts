import { findOpenInvitation } from '#server/auth/accept-invitation.ts'
import { inTransaction } from '#server/auth/access.ts'
import { hashLinkToken, issueLink } from '#server/auth/one-time-links.ts'
import { findResettableAccount, issueResetLink } from '#server/auth/reset-links.ts'
import { createOperatorContext, type Kontor, type RequestContext } from '#server/context.ts'
import { recordEvents } from '#server/events/events.ts'
import { createBackgroundTask } from '#server/db/background-task.ts'
import type { Transaction } from '#server/db/database.ts'
import { type MailParameters, parseMailParameters, renderMail } from '#server/mail/render-mail.ts'
import { createMailer, isRejectedForGood, type Mailer } from '#server/mail/smtp.ts'
import * as store from '#server/mail/store.ts'
import { clockSkewMs } from '#shared/constants.ts'
import { type LinkMail, linkMails } from '#shared/account/mails.ts'

const minuteMs = 60_000
/** How long after each attempt the next one follows; a mail is given up when the last one has failed. Longer than an attempt may take. */
const retryDelaysMs = [1, 2, 5, 15, 30, 60].map((minutes) => minutes * minuteMs)
const pollIntervalMs = 30_000

/** Sends the mails that are due, now and then periodically: those whose attempt failed, and those of a process that was killed. */
export function startDeliveringMails(kontor: Kontor): ReturnType<typeof setInterval> {
  void scheduleDelivery(kontor, 0)
  return setInterval(() => void scheduleDelivery(kontor, 0), pollIntervalMs)
}

/** Makes mails due that failed while the clock was ahead. */
export const rescheduleMails = ({ database, now }: Kontor) =>
  database.inReadCommitted((transaction) =>
    store.rescheduleAfter(transaction, now() + Math.max(...retryDelaysMs) + clockSkewMs, now()),
  )

/** Resolves once each mail that was due has been tried. Several processes can do it at once: each mail is claimed by one of them. */
export const scheduleDelivery = createBackgroundTask<Kontor>(
  (_database, kontor) => deliverMails(kontor),
  'mails not sent',
)

async function deliverMails(kontor: Kontor): Promise<void> {
  const { mail: settings } = kontor.config
  if (!settings) return
  let mailer: Mailer | undefined
  try {
    for (;;) {
      const due = await store.findDueMail(kontor.database.read, kontor.now())
      if (!due) return
      const claimed = await claimMail(kontor, due)
      if (!claimed) continue
      mailer ??= await createMailer(settings)
      // Without a connection the other mails would fail as well.
      if (!(await deliver(kontor, mailer, claimed))) return
    }
  } finally {
    mailer?.close()
  }
}

/** A mail as it is sent now. */
interface ClaimedMail extends store.OutgoingMail {
  /** The token of its link; null for a mail without one. */
  token: string | null
}

/** Counts the attempt and makes the mail's link; `undefined` when another process was faster, or there is no recipient. */
function claimMail(kontor: Kontor, mail: store.OutgoingMail): Promise<ClaimedMail | undefined> {
  const context = createOperatorContext(kontor)
  const delayMs = retryDelaysMs[mail.attempts] ?? minuteMs
  return inTransaction(context, async (transaction) => {
    if (!(await store.claimMail(transaction, mail, kontor.now() + delayMs))) return undefined
    if (mail.kind === 'reset') return prepareReset(transaction, context, mail)
    return mail.kind === 'invitation' ? prepareInvitation(transaction, context, mail) : { ...mail, token: null }
  })
}

/**
 * Addresses the mail to the email of its invitation, creates the link and records the event; deletes the mail if the invitation is not open any
 * more. Links that staff copy are in the events of the invitation.
 */
async function prepareInvitation(
  transaction: Transaction,
  context: RequestContext,
  mail: store.OutgoingMail,
): Promise<ClaimedMail | undefined> {
  const now = context.kontor.now()
  const invitation = await findOpenInvitation(transaction, mail.link_subject_id, now)
  if (!invitation) {
    await store.deleteMail(transaction, mail.id)
    return undefined
  }
  const { id, email } = invitation
  const token = await issueLink(transaction, { kind: 'invitation', subjectId: id, now })
  await recordEvents(transaction, context, {
    action: 'invitation.link_created',
    objectType: 'invitation',
    objectId: id,
    objectLabel: email,
    parameters: { link: hashLinkToken(token) },
    at: now,
  })
  return { ...mail, email, token }
}

/** Addresses the mail to the account of the email that a visitor has typed; deletes it if there is none. */
async function prepareReset(
  transaction: Transaction,
  operator: RequestContext,
  mail: store.OutgoingMail,
): Promise<ClaimedMail | undefined> {
  const account = await findResettableAccount(transaction, mail.email)
  if (!account) {
    await store.deleteMail(transaction, mail.id)
    return undefined
  }
  // The event records where the link was requested.
  const { ip = '' } = parseMailParameters(mail.parameters)
  const token = await issueResetLink(transaction, { ...operator, ip }, account)
  const { name, email, locale } = account
  return { ...mail, email, locale, parameters: JSON.stringify({ name } satisfies MailParameters), token }
}

/** Returns false when the mail server cannot be used at the moment. */
async function deliver(kontor: Kontor, mailer: Mailer, mail: ClaimedMail): Promise<boolean> {
  const counts = (kontor.mails ??= { sent: 0, failed: 0 })
  const { id, kind, attempts, token } = mail
  const remove = () => inTransaction(createOperatorContext(kontor), (transaction) => store.deleteMail(transaction, id))
  try {
    await mailer.send({ id, to: mail.email, ...renderMail(kontor, mail, toLinkUrl(kontor, kind, token)) })
  } catch (error) {
    const rejected = isRejectedForGood(error)
    const fields = { mail: id, kind, attempt: attempts + 1, error: describeError(error) }
    if (rejected || attempts + 1 >= retryDelaysMs.length) {
      await remove()
      counts.failed += 1
      kontor.log.error('mail given up', fields)
    } else kontor.log.warn('mail not sent', fields)
    return rejected
  }
  await remove()
  counts.sent += 1
  kontor.log.info('mail sent', { mail: id, kind })
  return true
}

/** Mail servers repeat the address that they reject; the log keeps only its domain. */
const describeError = (error: unknown): string => String(error).replaceAll(/[^\s<>"',:;]+@/g, '…@')

const linkPaths: Record<LinkMail, string> = { reset: '/login?reset=', invitation: '/register?invitation=' }

/** Where the button of the mail leads. */
function toLinkUrl({ config: { origin } }: Kontor, kind: store.OutgoingMail['kind'], token: string | null): string {
  const linkKind = linkMails.find((each) => each === kind)
  return linkKind && token !== null ? `${origin.origin}${linkPaths[linkKind]}${token}` : `${origin.origin}/users?me`
}
