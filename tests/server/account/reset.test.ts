import { inTransaction } from '#server/auth/access.ts'
import { issueResetLink } from '#server/auth/reset-links.ts'
import { createOperatorContext } from '#server/context.ts'
import { verifyRows } from '#server/self-check/verify.ts'
import { Findings } from '#server/self-check/findings.ts'
import { scheduleDelivery } from '#server/mail/deliver-mails.ts'
import { linkLifetimeMs } from '#shared/constants.ts'
import type { Problem } from '#shared/problem.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { password, type TestUser } from '#tests/support/test-user.ts'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'

const newPassword = 'another long password'

forEachDatabase((_database, open) => {
  let server: MailServer
  let kontor: TestKontor
  let anna: TestUser
  beforeEach(async () => {
    server = await startMailServer()
    const { database, config } = await open()
    kontor = await createTestKontor(
      { database, config: { ...config, mail: server.settings } },
      { isClockRunning: true },
    )
    anna = await kontor.createUser('operations', { name: 'Anna Shen', email: 'anna@shop.example' })
  })
  afterEach(() => server.close())

  const request = (email: string): Promise<Response> => kontor.fetch('/api/auth/reset-links', { json: { email } })
  const deliver = (): Promise<void> => scheduleDelivery(kontor.kontor, 0)
  const requestToken = async (): Promise<string> => {
    await request(anna.email)
    await deliver()
    const mail = server.mails.findLast(({ headers }) => headers['subject'] === 'Reset your Kontor password')
    return /\/login\?reset=([\w-]{43})\s/.exec(mail?.parts[0] ?? '')?.[1] ?? ''
  }
  const reset = (token: string, to = newPassword): Promise<Response> =>
    kontor.fetch('/api/auth/password', { method: 'PUT', json: { reset: token, password: to } })
  const logIn = async (withPassword: string): Promise<number> =>
    (await kontor.fetch('/api/auth/login', { json: { email: anna.email, password: withPassword } })).status
  const getProblemName = async (response: Response): Promise<string> =>
    `${response.status} ${((await response.json()) as Problem).type.slice('/problems/'.length)}`
  const findViolations = async (): Promise<string[]> => {
    const findings = new Findings()
    await kontor.kontor.database.inTransaction((transaction) => verifyRows(transaction, findings))
    return findings.results().flatMap(({ violations }) => violations)
  }

  test('the link in the mail sets a password, once, and ends every session', async () => {
    const token = await requestToken()
    expect(server.mails[0]).toMatchObject({
      to: ['anna@shop.example'],
      headers: { subject: 'Reset your Kontor password' },
    })
    kontor.clock.now += 60_000
    const response = await reset(token)
    expect([response.status, await response.json(), response.headers.getSetCookie()]).toEqual([
      200,
      { reset: true },
      [],
    ])
    expect(await (await anna.fetch('/api/_auth/session')).json()).toEqual({})
    expect([await logIn(password), await logIn(newPassword)]).toEqual([401, 200])
    expect(await getProblemName(await reset(token, 'a third long password'))).toBe('403 reset-link-invalid')
    const told = await server.waitForMails(2)
    expect(told[1]?.headers['subject']).toBe('Your Kontor password was changed')
    expect(await findViolations()).toEqual([])
  })

  test('a used link ends the other links, and so does a changed password', async () => {
    const [first, second] = [await requestToken(), await requestToken()]
    expect((await reset(first)).status).toBe(200)
    expect(await getProblemName(await reset(second, 'a third long password'))).toBe('403 reset-link-invalid')
    const third = await requestToken()
    const client = kontor.createClient()
    await client.fetch('/api/auth/login', { json: { email: anna.email, password: newPassword } })
    await client.fetch('/api/account/password', {
      method: 'PUT',
      json: { currentPassword: newPassword, password: 'a fourth long password' },
    })
    expect(await getProblemName(await reset(third))).toBe('403 reset-link-invalid')
  })

  test('of several at once, one use of a link succeeds', async () => {
    const token = await requestToken()
    const responses = await Promise.all([1, 2, 3, 4].map((n) => reset(token, `a long password ${n}abc`)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403])
    expect(await findViolations()).toEqual([])
  })

  test('a link is valid for half an hour', async () => {
    const token = await requestToken()
    kontor.clock.now += linkLifetimeMs.reset
    expect(await getProblemName(await reset(token))).toBe('403 reset-link-invalid')
    expect(await logIn(password)).toBe(200)
  })

  test('the answer is the same for every email, and only active accounts get a mail', async () => {
    const owner = await kontor.createUser('owner')
    await kontor.fetch('/api/auth/register', { json: { name: 'P', email: 'p@shop.example', password: newPassword } })
    await owner.fetch(`/api/users/${anna.id}/suspension`, { json: {} })
    const answers = [
      await request(anna.email),
      await request('nobody@shop.example'),
      await request('p@shop.example'),
      await request(`  ${owner.email.toUpperCase()} `),
    ]
    const bodies = await Promise.all(answers.map((answer) => answer.text()))
    expect(new Set(bodies)).toEqual(new Set(['{"requested":true}']))
    await deliver()
    expect(server.mails.map(({ to }) => to)).toEqual([[owner.email]])
    const waiting = await kontor.kontor.database.read.selectFrom('outgoing_mails').selectAll().execute()
    expect(waiting).toEqual([])
  })

  test('at most three mails go to one email in a quarter of an hour, with the same answer', async () => {
    for (let count = 0; count < 6; count++) expect((await request(anna.email)).status).toBe(200)
    await deliver()
    expect(server.mails).toHaveLength(3)
    kontor.clock.now += 15 * 60_000
    await request(anna.email)
    expect(await server.waitForMails(4)).toHaveLength(4)
  })

  test('a suspended account cannot use a link that it got before', async () => {
    const token = await requestToken()
    const owner = await kontor.createUser('owner')
    await owner.fetch(`/api/users/${anna.id}/suspension`, { json: {} })
    expect(await getProblemName(await reset(token))).toBe('403 reset-link-invalid')
    await owner.fetch(`/api/users/${anna.id}/suspension`, { method: 'DELETE' })
    expect(await logIn(password)).toBe(200)
  })

  test('a reset ends the block that wrong passwords have caused', async () => {
    for (let attempt = 0; attempt < 5; attempt++) await logIn('wrong password')
    expect(await logIn(password)).toBe(429)
    await reset(await requestToken())
    expect(await logIn(newPassword)).toBe(200)
  })

  test('a rejected password does not use the link up', async () => {
    const token = await requestToken()
    for (const bad of ['short', 'password1234', 'I am Anna Shen.']) expect((await reset(token, bad)).status).toBe(422)
    expect((await reset(token)).status).toBe(200)
  })

  test('no token is stored or logged', async () => {
    const token = await requestToken()
    await kontor.fetch(`/login?reset=${token}`)
    await reset(token)
    const { read } = kontor.kontor.database
    for (const table of ['one_time_links', 'outgoing_mails', 'events'] as const)
      expect(JSON.stringify(await read.selectFrom(table).selectAll().execute())).not.toContain(token)
    expect(JSON.stringify(kontor.log)).not.toContain(token)
  })

  test('a mail about a new device is sent unless the user does not want it', async () => {
    await logIn(password)
    await deliver()
    await anna.fetch('/api/account/profile', { method: 'PUT', json: { name: 'Anna Shen', wantedMails: [] } })
    await logIn(password)
    await deliver()
    expect(server.mails.map(({ headers }) => headers['subject'])).toEqual(['New login to Kontor'])
  })

  describe.each(['x', '../..', "' or 1=1", 'x'.repeat(200)])('the invalid link %p', (token) => {
    test('changes nothing', async () => {
      expect(await getProblemName(await reset(token))).toBe('403 reset-link-invalid')
      expect(await logIn(password)).toBe(200)
    })
  })

  test('an administrator makes a link, for people whom they can manage and who are active', async () => {
    const admin = await kontor.createUser('admin', { name: 'Ben Admin' })
    const owner = await kontor.createUser('owner')
    const create = (client: TestUser, id: string): Promise<Response> =>
      client.fetch(`/api/users/${id}/reset-links`, { json: {} })
    const { url } = (await (await create(admin, anna.id)).json()) as { url: string }
    expect((await reset(new URL(url).searchParams.get('reset') ?? '')).status).toBe(200)
    expect([await logIn(newPassword), (await create(admin, owner.id)).status]).toEqual([200, 403])
    const event = await kontor.kontor.database.read
      .selectFrom('events')
      .select(['actor_name', 'object_label'])
      .where('action', '=', 'user.reset_link_created')
      .executeTakeFirst()
    expect(event).toEqual({ actor_name: 'Ben Admin', object_label: 'Anna Shen' })
    expect(await findViolations()).toEqual([])
  })

  test('a link for one purpose does not serve another', async () => {
    const context = createOperatorContext(kontor.kontor)
    const token = await inTransaction(context, (transaction) => issueResetLink(transaction, context, anna))
    const registration = { name: 'Eve', email: 'eve@shop.example', password: newPassword }
    for (const field of ['setup', 'invitation'])
      expect((await kontor.fetch('/api/auth/register', { json: { ...registration, [field]: token } })).status).toBe(403)
    expect((await reset(token)).status).toBe(200)
  })
})
