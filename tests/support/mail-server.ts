import type { MailSettings } from '#server/config/mail.ts'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  /** The headers by lower-case name, unfolded. */
  headers: Record<string, string>
  /** The parts of the content, decoded: the text first, then the HTML. */
  parts: string[]
}

/** A real SMTP server on this machine that keeps what it receives. */
export interface MailServer {
  settings: MailSettings
  mails: ReceivedMail[]
  /** Resolves with all mails as soon as there are `count`. */
  waitForMails(count: number): Promise<ReceivedMail[]>
  close(): Promise<void>
}

export async function startMailServer(options: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const waiting = new Set<() => void>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const to = rcptTo.map(({ address }) => address)
        mails.push({ from: mailFrom ? mailFrom.address : '', to, ...parseMessage(Buffer.concat(chunks).toString()) })
        for (const check of waiting) check()
        done()
      })
    },
    ...options,
  })
  // A client that refuses the certificate of the server is an error of that connection.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.server.address() as { port: number }
  return {
    settings: {
      host: '127.0.0.1',
      port: address.port,
      tls: 'optional',
      login: undefined,
      from: 'Kontor <kontor@shop.example>',
    },
    mails,
    waitForMails: (count) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (mails.length < count) return
          waiting.delete(check)
          resolve(mails)
        }
        waiting.add(check)
        check()
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function parseMessage(source: string): Pick<ReceivedMail, 'headers' | 'parts'> {
  const { headers, body } = splitHeaders(source)
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1]
  const parts = boundary === undefined ? [] : body.split(`--${boundary}`).slice(1, -1)
  return { headers, parts: parts.map(decodePart) }
}

function decodePart(source: string): string {
  const { headers, body } = splitHeaders(source.trimStart())
  const encoding = headers['content-transfer-encoding']
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(body)
  return body
}

const decodeQuotedPrintable = (text: string): string =>
  Buffer.from(
    text
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([\dA-F]{2})/g, (_escape, hex: string) => String.fromCodePoint(parseInt(hex, 16))),
    'latin1',
  ).toString()

function splitHeaders(source: string): { headers: Record<string, string>; body: string } {
  const [head = '', ...rest] = source.split(/\r?\n\r?\n/)
  const lines = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { headers, body: rest.join('\r\n\r\n') }
}
