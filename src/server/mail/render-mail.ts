import type { Kontor } from '#server/context.ts'
import type { OutgoingMail } from '#server/mail/store.ts'
import { getMessages } from '#server/messages.ts'
import type { Locale } from '#shared/locales.ts'
import type { MailValues } from '#shared/messages/en/mails.ts'
import { isTimeZone } from '#shared/time.ts'
import { html } from 'hono/html'

/** What a mail tells: names, a device and an address as text, `at` in epoch milliseconds, shown in `timeZone` (the book's by default). */
export interface MailParameters extends Partial<Record<'name' | 'by' | 'device' | 'ip' | 'timeZone', string>> {
  at?: number
}

/** The parameters of a stored mail. */
export const parseMailParameters = (text: string): MailParameters => JSON.parse(text) as MailParameters

/** A mail's subject, and its content as text and as HTML, which is styled by attributes: mail programs ignore stylesheets. */
export function renderMail(
  { book }: Pick<Kontor, 'book'>,
  { kind, locale, parameters }: OutgoingMail,
  url: string,
): { subject: string; text: string; html: string } {
  const { texts, linkHint } = getMessages(locale).mails
  const { subject, paragraphs, button, closing } = texts[kind]
  const values = toValues(parseMailParameters(parameters), locale, book.timeZone)
  const lines = paragraphs(values)
  return {
    subject: subject(values),
    text: [...lines, `${button}:\n${url}`, closing].join('\n\n') + '\n',
    html: String(
      html`<!doctype html>
        <html lang="${locale === 'zh' ? 'zh-CN' : 'en'}">
          <body style="margin:0;padding:24px;background:#f8fafc;color:#0f172a;font:16px/1.5 system-ui,sans-serif">
            <div
              style="max-width:480px;margin:0 auto;padding:32px;background:#fff;border:1px solid #e2e8f0;border-radius:12px"
            >
              <p style="margin:0 0 24px;font-weight:600">Kontor</p>
              ${lines.map((line) => html`<p style="margin:0 0 16px">${line}</p>`)}
              <p style="margin:24px 0">
                <a
                  href="${url}"
                  style="display:inline-block;padding:10px 18px;background:#15803d;color:#fff;border-radius:8px;font-weight:600;text-decoration:none"
                  >${button}</a
                >
              </p>
              <p style="margin:0 0 16px;font-size:14px;color:#475569">${closing}</p>
              <p style="margin:0;font-size:13px;color:#475569">
                ${linkHint}<br /><span style="word-break:break-all">${url}</span>
              </p>
            </div>
          </body>
        </html>`,
    ),
  }
}

function toValues(
  { name = '', by = '', device = '', ip = '', at, timeZone = '' }: MailParameters,
  locale: Locale,
  bookTimeZone: string,
): MailValues {
  const zone = timeZone !== '' && isTimeZone(timeZone) ? timeZone : bookTimeZone
  return { name, by, device, ip, time: at === undefined ? '' : formatTime(at, locale, zone) }
}

const formatTime = (at: number, locale: Locale, timeZone: string): string =>
  new Intl.DateTimeFormat(locale === 'zh' ? 'zh-CN' : 'en-US', {
    timeZone,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).format(at)
