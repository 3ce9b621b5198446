import type { MailSettings } from '#server/config/mail.ts'
import type { Transporter } from 'nodemailer'

/** A mail that is ready to be sent. `id` becomes its Message-ID, so that a mail that arrives twice is recognized. */
export interface RenderedMail {
  id: string
  to: string
  subject: string
  text: string
  html: string
}

/** A connection to the mail server. */
export interface Mailer {
  /** Resolves when the server has accepted the mail. */
  send(mail: RenderedMail): Promise<void>
  close(): void
}

/** Together less than the shortest delay before the next attempt. */
const timeouts = { dnsTimeout: 5000, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 10_000 }

/** Its CommonJS build, because the binary loads what an imported one imports, such as `node:http`, at every start. */
const loadNodemailer = (): typeof import('nodemailer') => require('nodemailer')

/** Loads the library with the first mail. It connects when a mail is sent. */
export async function createMailer({ host, port, tls, login, from }: MailSettings): Promise<Mailer> {
  const { createTransport } = loadNodemailer()
  const transport: Transporter = createTransport({
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'required',
    // An attacker who can present another certificate can also suppress STARTTLS, and mail servers on the same machine often have a self-signed one.
    ...(tls === 'optional' && { tls: { rejectUnauthorized: false } }),
    ...(login && { auth: { user: login.user, pass: login.password } }),
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    send: async ({ id, to, subject, text, html }) => {
      await transport.sendMail({
        from,
        // An object, because a text would be parsed as a list of addresses.
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    },
    close: () => transport.close(),
  }
}

/** Whether the server refused the address of the recipient for good, so that trying again is useless. */
export const isRejectedForGood = (error: unknown): boolean => {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return code === 'EENVELOPE' && typeof responseCode === 'number' && responseCode >= 500
}
