import { inTransaction } from '#server/auth/access.ts'
import { hashLinkToken, issueLink } from '#server/auth/one-time-links.ts'
import { createOperatorContext, type Kontor, type RequestContext } from '#server/context.ts'
import { createBackgroundTask } from '#server/db/background-task.ts'
import type { Transaction } from '#server/db/database.ts'
import { recordEvents } from '#server/events/events.ts'
import { parseMailParameters, renderMail } from '#server/mail/render-mail.ts'
import { createMailer, isRejectedForGood, type Mailer } from '#server/mail/smtp.ts'
import * as store from '#server/mail/store.ts'
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
      const mail = await store.findDueMail(kontor.database.read, kontor.now())
      if (!mail) return
      const claim = await claimMail(kontor, mail)
      if (!claim) continue
      mailer ??= await createMailer(settings)
      // Without a connection the other mails would fail as well.
      if (!(await deliver(kontor, mailer, mail, claim.token))) return
    }
  } finally {
    mailer?.close()
  }
}

/** Counts the attempt and makes the mail's link, if it has one; `undefined` when another process was faster. */
async function claimMail(kontor: Kontor, mail: store.OutgoingMail): Promise<{ token: string | null } | undefined> {
  const context = createOperatorContext(kontor)
  return inTransaction(context, async (transaction) => {
    const delayMs = retryDelaysMs[mail.attempts] ?? minuteMs
    if (!(await store.claimMail(transaction, mail, kontor.now() + delayMs))) return undefined
    return { token: await issueMailLink(transaction, context, mail) }
  })
}

async function issueMailLink(
  transaction: Transaction,
  context: RequestContext,
  { kind, link_subject_id: subjectId, parameters }: store.OutgoingMail,
): Promise<string | null> {
  const linkKind = linkMails.find((each) => each === kind)
  if (!linkKind || subjectId === null) return null
  const now = context.kontor.now()
  const token = await issueLink(transaction, { kind: linkKind, subjectId, now })
  if (linkKind === 'reset')
    await recordEvents(transaction, context, {
      action: 'user.reset_link_created',
      objectType: 'user',
      objectId: subjectId,
      objectLabel: parseMailParameters(parameters).name ?? '',
      parameters: { link: hashLinkToken(token) },
      at: now,
    })
  return token
}

/** Returns false when the mail server cannot be used at the moment. */
async function deliver(kontor: Kontor, mailer: Mailer, mail: store.OutgoingMail, token: string | null) {
  const counts = (kontor.mails ??= { sent: 0, failed: 0 })
  const { id, kind, attempts } = mail
  const remove = () => inTransaction(createOperatorContext(kontor), (transaction) => store.deleteMail(transaction, id))
  try {
    await mailer.send({ id, to: mail.email, ...renderMail(kontor, mail, toLinkUrl(kontor, kind, token)) })
  } catch (error) {
    const rejected = isRejectedForGood(error)
    const fields = { mail: id, kind, attempt: attempts + 1, error: String(error) }
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

const linkPaths: Record<LinkMail, string> = { reset: '/login?reset=', invitation: '/register?invitation=' }

/** Where the button of the mail leads. */
function toLinkUrl({ config: { origin } }: Kontor, kind: store.OutgoingMail['kind'], token: string | null): string {
  const linkKind = linkMails.find((each) => each === kind)
  return linkKind && token !== null ? `${origin.origin}${linkPaths[linkKind]}${token}` : `${origin.origin}/users?me`
}
