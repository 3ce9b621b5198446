import { ConfigError } from '#server/config/config-error.ts'
import { isDecodable } from '#server/config/is-decodable.ts'
import type { Setting } from '#server/config/settings.ts'

/** How mail is sent: the SMTP server, and the sender as an address or `Name <address>`. */
export interface MailSettings {
  host: string
  port: number
  /** `implicit` from the first byte, `required` after STARTTLS, `optional` when the server offers it. */
  tls: 'implicit' | 'required' | 'optional'
  login: { user: string; password: string } | undefined
  from: string
}

/** What two settings say about mail; `undefined` without a server. Mail to a server on this machine needs no TLS. */
export function parseMailSettings(read: (name: Setting) => string | undefined, origin: URL): MailSettings | undefined {
  const [text, from] = [read('KONTOR_SMTP_URL'), read('KONTOR_MAIL_FROM')]
  if (text === undefined) {
    if (from !== undefined)
      throw new ConfigError('KONTOR_MAIL_FROM is set without KONTOR_SMTP_URL, the server for mail.')
    return undefined
  }
  const url = parseSmtpUrl(text)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isImplicit = url.protocol === 'smtps:'
  const isLocal = host === 'localhost' || /^127\.|^::1$/.test(host)
  return {
    host,
    port: url.port === '' ? (isImplicit ? 465 : 587) : Number(url.port),
    tls: isImplicit ? 'implicit' : isLocal || url.search !== '' ? 'optional' : 'required',
    login:
      url.username === ''
        ? undefined
        : { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) },
    from: parseSender(from ?? `Kontor <kontor@${origin.hostname}>`),
  }
}

function parseSmtpUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '' || !/^\/?$/.test(url.pathname))
    throw new ConfigError('KONTOR_SMTP_URL must be like smtps://user:password@mail.example.com or smtp://localhost:25.')
  if (![url.username, url.password].every(isDecodable))
    throw new ConfigError('KONTOR_SMTP_URL must percent-encode the user and password, for example % as %25.')
  if (!['', '?tls=optional'].includes(url.search) || url.hash !== '')
    throw new ConfigError('KONTOR_SMTP_URL can have no parameter except ?tls=optional.')
  return url
}

function parseSender(text: string): string {
  if (!/^(?:[^<>\p{Cc}]+ <[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/u.test(text))
    throw new ConfigError(`KONTOR_MAIL_FROM must be an address or Name <address>, not "${text}".`)
  return text
}
