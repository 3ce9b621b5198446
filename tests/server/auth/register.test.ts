import { issueSetupLink } from '#server/auth/setup.ts'
import { createApp } from '#server/app.ts'
import { linkLifetimeMs } from '#shared/constants.ts'
import type { SessionView } from '#shared/staff/views.ts'
import type { Problem } from '#shared/problem.ts'
import { createAccount } from '#tests/support/test-user.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { createTestClient } from '#tests/support/test-client.ts'
import { beforeEach, describe, expect, test } from 'bun:test'

const credentials = { email: 'anna@example.com', password: 'correct horse battery' }
const anna = { name: 'Anna Shen', ...credentials }

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
  })
  const register = (fields: object): Promise<Response> =>
    kontor.fetch('/api/auth/register', { json: { ...anna, ...fields } })
  const listUsers = () =>
    kontor.kontor.database.read
      .selectFrom('users')
      .select(['name', 'email', 'role', 'status', 'locale'])
      .orderBy('id')
      .execute()
  const getProblemName = async (response: Response): Promise<string> =>
    `${response.status} ${((await response.json()) as Problem).type.slice('/problems/'.length)}`
  const loadState = async (query: string): Promise<unknown> => {
    const payload = (await (await kontor.fetch(`/register/_payload.json${query}`)).json()) as {
      pageState: { data: unknown }
    }
    return payload.pageState.data
  }

  describe('the setup link', () => {
    test('creates the owner account, once', async () => {
      const setup = (await issueSetupLink(kontor.kontor)) ?? ''
      expect(setup).toMatch(/^[\w-]{43}$/)
      expect(await loadState(`?setup=${setup}`)).toEqual({ state: 'setup' })
      const response = await register({ setup })
      expect([response.status, await response.json()]).toEqual([201, { status: 'active' }])
      expect(await listUsers()).toEqual([
        { name: 'Anna Shen', email: 'anna@example.com', role: 'owner', status: 'active', locale: 'en' },
      ])
      expect(await loadState(`?setup=${setup}`)).toEqual({ state: 'expired' })
      expect(await loadState('')).toEqual({ state: 'approval' })
      expect(await getProblemName(await register({ setup, email: 'b@example.com' }))).toBe('403 setup-link-invalid')
      expect(await issueSetupLink(kontor.kontor)).toBeNull()
    })

    test('is valid for half an hour; a restart issues a new one and keeps the links of other instances', async () => {
      const first = await issueSetupLink(kontor.kontor)
      kontor.clock.now += linkLifetimeMs.setup - 1
      const second = await issueSetupLink(kontor.kontor)
      expect(second).not.toBe(first)
      expect(await loadState(`?setup=${first}`)).toEqual({ state: 'setup' })
      kontor.clock.now += 1
      expect(await loadState(`?setup=${first}`)).toEqual({ state: 'expired' })
      expect(await getProblemName(await register({ setup: first }))).toBe('403 setup-link-invalid')
      expect((await register({ setup: second })).status).toBe(201)
    })

    test('logs in the owner, and no one else who registers', async () => {
      const setup = await issueSetupLink(kontor.kontor)
      const owner = kontor.createClient()
      await owner.fetch('/api/auth/register', { json: { ...anna, setup } })
      const session = (await (await owner.fetch('/api/_auth/session')).json()) as SessionView
      expect(session.user).toMatchObject({ name: 'Anna Shen', email: anna.email, role: 'owner' })
      const other = await register({ email: 'b@example.com' })
      expect([other.status, other.headers.getSetCookie()]).toEqual([201, []])
    })

    test('creates one owner when it is used concurrently', async () => {
      const tokens = [await issueSetupLink(kontor.kontor), await issueSetupLink(kontor.kontor)]
      const responses = await Promise.all(
        [0, 0, 1, 1].map((which, index) => register({ setup: tokens[which], email: `${index}@example.com` })),
      )
      expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 403, 403, 403])
      expect(await listUsers()).toHaveLength(1)
    })

    test('is stored only as a hash', async () => {
      const setup = (await issueSetupLink(kontor.kontor)) ?? ''
      const stored = await kontor.kontor.database.read.selectFrom('one_time_links').selectAll().execute()
      expect(stored).toHaveLength(1)
      expect(JSON.stringify(stored)).not.toContain(setup)
    })

    test.each(['x', '../..', "' or 1=1", 'x'.repeat(200)])('is rejected if it is invalid: %p', async (setup) => {
      await issueSetupLink(kontor.kontor)
      expect(await getProblemName(await register({ setup }))).toBe('403 setup-link-invalid')
      expect(await getProblemName(await register({ invitation: setup }))).toBe('403 invitation-invalid')
    })
  })

  test('without an account, registration requires the setup link', async () => {
    expect(await loadState('')).toEqual({ state: 'setup-required' })
    const problem = (await (await register({})).json()) as Problem
    expect([problem.type, problem.detail]).toEqual([
      '/problems/registration-closed',
      'There is no account yet. Create the owner account with the setup link in the server’s output.',
    ])
    for (const path of ['/login', '/register'])
      expect(await (await kontor.fetch(path)).text()).toContain('The setup link is in the server’s output.')
  })

  describe('once there is an owner', () => {
    beforeEach(async () => void (await createAccount(kontor, 'owner')))
    const createClientWithRegistration = (registration: 'closed' | 'open') => {
      const changed = { ...kontor.kontor, config: { ...kontor.kontor.config, registration } }
      return createTestClient({ kontor: changed, app: createApp(changed) })
    }

    test('new accounts wait for approval', async () => {
      expect(await loadState('')).toEqual({ state: 'approval' })
      const response = await kontor.fetch('/api/auth/register', { json: anna, headers: { 'accept-language': 'zh' } })
      expect([response.status, await response.json()]).toEqual([201, { status: 'pending' }])
      expect((await listUsers())[1]).toEqual({
        name: 'Anna Shen',
        email: 'anna@example.com',
        role: null,
        status: 'pending',
        locale: 'zh',
      })
      expect(await getProblemName(await kontor.fetch('/api/auth/login', { json: credentials }))).toBe(
        '403 account-pending',
      )
    })

    test('rejects registrations when registration is closed', async () => {
      expect(
        await getProblemName(await createClientWithRegistration('closed').fetch('/api/auth/register', { json: anna })),
      ).toBe('403 registration-closed')
      expect(await listUsers()).toHaveLength(1)
    })

    test('new accounts are viewers when registration is open', async () => {
      const response = await createClientWithRegistration('open').fetch('/api/auth/register', { json: anna })
      expect([response.status, await response.json()]).toEqual([201, { status: 'active' }])
      expect((await listUsers())[1]).toMatchObject({ role: 'viewer', status: 'active' })
    })

    test('a taken email gets the same answer as a free one and changes nothing', async () => {
      const free = await (await register({})).text()
      const taken = await register({
        name: 'Somebody Else',
        email: 'ANNA@example.com',
        password: 'another long password',
      })
      expect([taken.status, await taken.text()]).toEqual([201, free])
      expect((await listUsers()).map(({ name }) => name)).toEqual(['Test owner', 'Anna Shen'])
      const login = await kontor.fetch('/api/auth/login', {
        json: { email: anna.email, password: 'another long password' },
      })
      expect(login.status).toBe(401)
    })

    test('concurrent registrations with the same email create one account', async () => {
      const responses = await Promise.all(Array.from({ length: 4 }, () => register({})))
      expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201])
      expect(await listUsers()).toHaveLength(2)
    })

    test('names each invalid field and stores nothing', async () => {
      const wrong: [object, string][] = [
        [{ name: '' }, '/name'],
        [{ name: 'x'.repeat(81) }, '/name'],
        [{ name: 'a\nb' }, '/name'],
        [{ name: '\u200b\u200b' }, '/name'],
        [{ name: '\u202eAnna Shen' }, '/name'],
        [{ email: 'a@b' }, '/email'],
        [{ email: 'a b@example.com' }, '/email'],
        [{ password: 'elevenchars' }, '/password'],
        [{ password: '字'.repeat(129) }, '/password'],
        [{ password: 'password1234' }, '/password'],
        [{ password: 'I am Anna Shen.' }, '/password'],
        [{ password: 'anna@example.com' }, '/password'],
      ]
      for (const [fields, pointer] of wrong) {
        const response = await register(fields)
        expect(response.status).toBe(422)
        expect(((await response.json()) as Problem).errors?.map((error) => error.pointer)).toEqual([pointer])
      }
      expect(await listUsers()).toHaveLength(1)
    })

    test.each(['十二个汉字也可以当作密码', '👩‍👩‍👧‍👦🔑🔑🔑🔑🔑🔑', 'blanks    inside   ', `${'é'.repeat(120)}äöüßçñøå`])(
      'a password of any characters logs in: %p',
      async (password) => {
        expect((await register({ password })).status).toBe(201)
        await kontor.kontor.database.inTransaction(async (transaction) => {
          await transaction
            .updateTable('users')
            .set({ status: 'active', role: 'viewer' })
            .where('email', '=', anna.email)
            .execute()
        })
        expect((await kontor.fetch('/api/auth/login', { json: { ...credentials, password } })).status).toBe(200)
      },
    )
  })
})
