import { inTransaction } from '#server/auth/access.ts'
import { createOperatorContext } from '#server/context.ts'
import { rescheduleMails, scheduleDelivery } from '#server/mail/deliver-mails.ts'
import { type MailDraft, queueMail } from '#server/mail/queue-mail.ts'
import type { InvitationRow } from '#shared/staff/views.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'

const minuteMs = 60_000
const metricsToken = 'a token of metrics'
const passwordChanged: MailDraft = {
  kind: 'password-changed',
  email: 'anna@shop.example',
  locale: 'en',
  parameters: { name: 'Anna Shen', at: Date.parse('2026-03-15T02:00:00Z'), ip: '203.0.113.9' },
}

forEachDatabase((_database, open) => {
  let server: MailServer
  let kontor: TestKontor
  beforeEach(async () => {
    server = await startMailServer()
    const { database, config } = await open()
    kontor = await createTestKontor({ database, config: { ...config, mail: server.settings, metricsToken } })
  })
  afterEach(() => server.close())

  const queue = (draft: MailDraft, to = kontor.kontor): Promise<void> =>
    inTransaction(createOperatorContext(to), (transaction) => queueMail(transaction, to, draft))
  const deliver = (): Promise<void> => scheduleDelivery(kontor.kontor, 0)
  const readMetrics = async (): Promise<string> =>
    (await kontor.fetch('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })).text()
  const listWaiting = () =>
    kontor.kontor.database.read.selectFrom('outgoing_mails').select(['kind', 'attempts']).execute()

  test('a mail is sent after its transaction, as text and HTML, and is then forgotten', async () => {
    await queue(passwordChanged)
    const [mail] = await server.waitForMails(1)
    expect(mail).toMatchObject({
      from: 'kontor@shop.example',
      to: ['anna@shop.example'],
      headers: {
        'from': 'Kontor <kontor@shop.example>',
        'subject': 'Your Kontor password was changed',
        'auto-submitted': 'auto-generated',
      },
    })
    const [text, html] = mail?.parts ?? []
    expect(text).toContain('was changed on March 15, 2026 at 10:00 GMT+8 from 203.0.113.9.')
    expect(text).toContain('http://localhost:3000/users?me')
    expect(html).toContain('<p style="margin:0 0 16px">Hi Anna Shen,</p>')
    await deliver()
    expect(await listWaiting()).toEqual([])
    expect(server.mails).toHaveLength(1)
    expect(await readMetrics()).toContain('kontor_mails_sent_total 1\n')
  })

  test('a mail of a transaction that fails is not sent', async () => {
    const failed = inTransaction(createOperatorContext(kontor.kontor), async (transaction) => {
      await queueMail(transaction, kontor.kontor, passwordChanged)
      throw new Error('rolled back')
    })
    expect(await failed.catch(String)).toBe('Error: rolled back')
    await deliver()
    expect(server.mails).toEqual([])
  })

  test('speaks the language of its reader', async () => {
    await queue({ ...passwordChanged, locale: 'zh', parameters: { ...passwordChanged.parameters, name: '沈安娜' } })
    const [mail] = await server.waitForMails(1)
    expect(mail?.headers['subject']).toMatch(/^=\?UTF-8\?/)
    expect(mail?.parts[0]).toContain('沈安娜，您好：')
  })

  test.each(['Anna\r\nBcc: eve@evil.example', 'Anna <b>&"', 'a@b.example, eve@evil.example', '"><script>'])(
    'a hostile name adds no header, recipient or markup: %p',
    async (name) => {
      await queue({ ...passwordChanged, parameters: { ...passwordChanged.parameters, name } })
      const [mail] = await server.waitForMails(1)
      expect(mail?.to).toEqual(['anna@shop.example'])
      expect(mail?.headers['to']).toBe('anna@shop.example')
      expect(Object.keys(mail?.headers ?? {})).not.toContain('bcc')
      expect(mail?.parts[1]).not.toContain(name.includes('<') ? '<script>' : '<b>')
    },
  )

  test('an invitation is sent to the email that it is for, and only while it is open', async () => {
    const owner = await kontor.createUser('owner')
    const json = { email: 'min@shop.example', role: 'viewer' }
    const invited = await owner.fetch('/api/invitations', { json })
    const { invitation } = (await invited.json()) as { invitation: InvitationRow }
    await server.waitForMails(1)
    const draft: MailDraft = {
      ...{ kind: 'invitation', linkSubjectId: invitation.id, locale: 'en', parameters: { by: 'Anna Shen' } },
      email: 'eve@evil.example',
    }
    await queue(draft)
    const [, forged] = await server.waitForMails(2)
    expect(forged?.to).toEqual(['min@shop.example'])
    await owner.fetch(`/api/invitations/${invitation.id}`, { method: 'DELETE', json: {} })
    await queue(draft)
    await deliver()
    expect(await listWaiting()).toEqual([])
    expect(server.mails).toHaveLength(2)
  })

  test('an address that would be a list is one recipient', async () => {
    await queue({ ...passwordChanged, email: 'anna@shop.example,eve@evil.example' })
    await deliver()
    expect(server.mails.flatMap(({ to }) => to)).not.toContain('eve@evil.example')
  })

  test('without a mail server nothing is stored', async () => {
    await queue(passwordChanged, { ...kontor.kontor, config: { ...kontor.kontor.config, mail: undefined } })
    expect(await listWaiting()).toEqual([])
  })

  describe('when the mail server', () => {
    test('is down, the mail waits, is tried again later and then arrives once', async () => {
      await server.close()
      await queue(passwordChanged)
      await deliver()
      expect(await listWaiting()).toEqual([{ kind: 'password-changed', attempts: 1 }])
      expect(kontor.log.filter(({ event }) => event === 'mail not sent')).toMatchObject([{ level: 'warn', attempt: 1 }])
      server = await startMailServer({}, server.settings.port)
      await deliver()
      expect(server.mails).toEqual([])
      kontor.clock.now += minuteMs
      await deliver()
      expect(server.mails).toHaveLength(1)
      expect(await listWaiting()).toEqual([])
    })

    test('is down while the clock is ahead, the mail arrives once the clock is right', async () => {
      await server.close()
      kontor.clock.now += 24 * 60 * minuteMs
      await queue(passwordChanged)
      await deliver()
      kontor.clock.now -= 24 * 60 * minuteMs
      server = await startMailServer({}, server.settings.port)
      await rescheduleMails(kontor.kontor)
      await deliver()
      expect(server.mails).toHaveLength(1)
    })

    test('stays down, the mail is given up, which the operator sees', async () => {
      await server.close()
      await queue(passwordChanged)
      await deliver()
      for (let attempt = 1; attempt < 6; attempt++) {
        kontor.clock.now += 60 * minuteMs
        await deliver()
      }
      expect(await listWaiting()).toEqual([])
      expect(kontor.log.filter(({ event }) => event === 'mail given up')).toMatchObject([
        { level: 'error', attempt: 6 },
      ])
      expect(await readMetrics()).toContain('kontor_mails_failed_total 1\n')
      server = await startMailServer()
    })

    test('does not know the address, the mail is given up at once and the others are sent', async () => {
      await server.close()
      server = await startMailServer(
        {
          onRcptTo: ({ address }, _session, done) =>
            done(
              address.startsWith('anna')
                ? Object.assign(new Error(`<${address}>: unknown user`), { responseCode: 550 })
                : null,
            ),
        },
        server.settings.port,
      )
      await queue(passwordChanged)
      await queue({ ...passwordChanged, email: 'ben@shop.example' })
      await server.waitForMails(1)
      await deliver()
      expect(server.mails.map(({ to }) => to)).toEqual([['ben@shop.example']])
      expect(await listWaiting()).toEqual([])
      expect(kontor.log.filter(({ event }) => event === 'mail given up')).toMatchObject([
        { error: expect.stringMatching(/ <…@[\w.]+>: unknown user$/) },
      ])
    })

    test('has a certificate that is not trusted, nothing is sent and no password is revealed', async () => {
      await server.close()
      const logins: unknown[] = []
      server = await startMailServer(
        {
          disabledCommands: [],
          onAuth: (auth, _session, done) => {
            logins.push(auth.username)
            done(null, { user: auth.username })
          },
        },
        server.settings.port,
      )
      const login = { user: 'shop', password: 'secret of the shop' }
      const mail = { ...server.settings, tls: 'required' as const, login }
      await queue(passwordChanged, { ...kontor.kontor, config: { ...kontor.kontor.config, mail } })
      await deliver()
      expect([server.mails, logins]).toEqual([[], []])
      expect(JSON.stringify(kontor.log)).not.toContain(login.password)
    })

    test('has a certificate that is not trusted, the mail is sent where plain text would be, too', async () => {
      await server.close()
      server = await startMailServer({ disabledCommands: [] }, server.settings.port)
      await queue(passwordChanged)
      await deliver()
      expect(kontor.log.filter(({ event }) => event === 'mail not sent')).toEqual([])
      expect(server.mails).toHaveLength(1)
    })
  })

  test('several processes send each mail once', async () => {
    for (let index = 0; index < 5; index++) await queue({ ...passwordChanged, email: `${index}@shop.example` })
    const other = { ...kontor.kontor, database: { ...kontor.kontor.database } }
    await Promise.all([deliver(), scheduleDelivery(other, 0), deliver()])
    await server.waitForMails(5)
    await deliver()
    expect(server.mails.flatMap(({ to }) => to).toSorted()).toEqual([0, 1, 2, 3, 4].map((n) => `${n}@shop.example`))
  })
})
