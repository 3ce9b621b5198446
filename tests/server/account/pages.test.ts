import { inTransaction } from '#server/auth/access.ts'
import { issueResetLink } from '#server/auth/reset-links.ts'
import { createApp } from '#server/app.ts'
import { createOperatorContext } from '#server/context.ts'
import { onSqlite } from '#tests/support/databases.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { createTestClient } from '#tests/support/test-client.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { password, type TestUser } from '#tests/support/test-user.ts'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'

const newPassword = 'another long password'

// What the pages show and what their forms do without script.
onSqlite((open) => {
  let server: MailServer
  let kontor: TestKontor
  let anna: TestUser
  beforeEach(async () => {
    server = await startMailServer()
    const { database, config } = await open()
    kontor = await createTestKontor({ database, config: { ...config, mail: server.settings } })
    anna = await kontor.createUser('viewer', { name: 'Anna Shen' })
  })
  afterEach(() => server.close())

  const post = (client: Pick<TestUser, 'fetch'>, path: string, fields: Record<string, string>): Promise<Response> =>
    client.fetch(path, { method: 'POST', body: new URLSearchParams(fields) })
  const createLink = (): Promise<string> => {
    const context = createOperatorContext(kontor.kontor)
    return inTransaction(context, (transaction) => issueResetLink(transaction, context, anna))
  }

  describe('the login page', () => {
    test('leads to a form that asks for a reset link by mail', async () => {
      expect(await (await kontor.fetch('/login')).text()).toContain('href="/login?forgot=1"')
      expect(await (await kontor.fetch('/login?forgot')).text()).toContain('name="email"')
      const answer = await post(kontor.createClient(), '/login?forgot=1', {
        _endpoint: 'requestReset',
        email: anna.email,
      })
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Check your email')])
      await server.waitForMails(1)
    })

    test('says whom to ask when no mail can be sent', async () => {
      const silent = { ...kontor.kontor, config: { ...kontor.kontor.config, mail: undefined } }
      const guest = createTestClient({ kontor: silent, app: createApp(silent) })
      const text = await (await guest.fetch('/login?forgot=1')).text()
      expect(text).toContain('Ask an administrator for a link to reset your password.')
      expect(text).not.toContain('name="email"')
    })

    test('sets a password with a link, and says so when the link is not valid', async () => {
      const token = await createLink()
      const page = `/login?reset=${token}`
      expect(await (await kontor.fetch(page)).text()).toContain('For the account of Anna Shen.')
      const guest = kontor.createClient()
      const refused = await post(guest, page, { _endpoint: 'resetPassword', reset: token, password: 'short' })
      expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('12 characters')])
      const answer = await post(guest, page, { _endpoint: 'resetPassword', reset: token, password: newPassword })
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Your password is set')])
      expect(await (await kontor.fetch(page)).text()).toContain('This link is no longer valid')
    })

    test('keeps the token of a link out of the Referer and of caches', async () => {
      const response = await kontor.fetch(`/login?reset=${await createLink()}`)
      expect(response.headers.get('referrer-policy')).toBe('strict-origin')
      expect(response.headers.get('cache-control')).toBe('no-store')
    })
  })

  describe('the panel of the own account', () => {
    test('opens for every role, from the account menu, and shows the sessions', async () => {
      const text = await (await anna.fetch('/users?me')).text()
      for (const part of ['Anna Shen', anna.email, 'This session', 'Change password…', 'Log out everywhere'])
        expect(text).toContain(part)
      expect(await (await anna.fetch('/')).text()).toContain('href="/users?me=1"')
      expect(await (await anna.fetch('/users')).text()).not.toContain('Log out everywhere')
    })

    test('changes the password without script, and shows no password again', async () => {
      const page = '/users?me=password'
      expect(await (await anna.fetch(page)).text()).toContain('name="currentPassword"')
      const fields = { _endpoint: 'changePassword', currentPassword: 'a wrong one', password: newPassword }
      const refused = await (await post(anna, page, fields)).text()
      expect(refused).toContain('This password is incorrect.')
      expect(refused).not.toContain(newPassword)
      const answer = await post(anna, page, { ...fields, currentPassword: password })
      expect([answer.status, await answer.text()]).toEqual([
        200,
        expect.stringContaining('Password changed. Your other sessions were ended.'),
      ])
    })

    test('changes the profile and ends sessions without script', async () => {
      const profile = { _endpoint: 'updateProfile', name: 'Anna Song' }
      expect((await post(anna, '/users?me=1', profile)).status).toBe(303)
      expect(await (await anna.fetch('/users?me=1')).text()).toContain('Anna Song')
      const other = kontor.createClient()
      await other.fetch('/api/auth/login', { json: { email: anna.email, password } })
      expect((await post(anna, '/users?me=1', { _endpoint: 'endOwnSessions' })).status).toBe(303)
      expect(await (await other.fetch('/api/_auth/session')).json()).toEqual({})
      await post(anna, '/users?me=1', { _endpoint: 'endOwnSessions', all: '1' })
      expect(await (await anna.fetch('/api/_auth/session')).json()).toEqual({})
    })
  })

  test('the panel of an account makes a reset link without script, and shows it once', async () => {
    const owner = await kontor.createUser('owner')
    const page = `/users?user=${anna.id}`
    expect(await (await owner.fetch(page)).text()).toContain('Create reset link')
    const answer = await (await post(owner, page, { _endpoint: 'createResetLink', id: anna.id })).text()
    expect(answer).toMatch(/value="http:\/\/localhost:3000\/login\?reset=[\w-]{43}"/)
    expect(await (await owner.fetch(page)).text()).not.toContain('/login?reset=')
    expect(await (await owner.fetch(`/users?user=${owner.id}`)).text()).not.toContain('Create reset link')
  })

  test('an answer contains the account of no one else but of those who can help', async () => {
    const other = await kontor.createUser('finance', { email: 'finance@shop.example' })
    expect(await (await anna.fetch('/users/_payload.json?me=1')).text()).not.toContain(other.email)
  })
})
