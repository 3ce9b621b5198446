import { reentryIntervalMs } from '#shared/constants.ts'
import type { Problem } from '#shared/problem.ts'
import { endpointNames, endpoints } from '#shared/routes/endpoints.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { addAuthenticator } from '#tests/support/test-factors.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { createAccount, password, type TestUser } from '#tests/support/test-user.ts'
import { beforeEach, expect, test } from 'bun:test'

test('money that goes out, permissions and what proves an identity need a recent proof', () => {
  const names: string[] = endpointNames.filter((name) => endpoints[name].reentry)
  for (const name of [
    'refundOrder',
    'approveRefund',
    'writeOffBalance',
    'approveUser',
    'addTotp',
    'removeTotp',
    'cancelOrder',
  ])
    expect(names).toContain(name)
})

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  let owner: TestUser
  let pending: string
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    owner = await kontor.createUser('owner')
    pending = (await createAccount(kontor, 'viewer')).id
    await kontor.kontor.database.inTransaction(async (transaction) => {
      await transaction.updateTable('users').set({ status: 'pending', role: null }).where('id', '=', pending).execute()
    })
  })
  const approve = (client: Pick<TestUser, 'fetch'> = owner): Promise<Response> =>
    client.fetch(`/api/users/${pending}/approval`, { json: { role: 'viewer' } })
  const confirm = (json: object, client: Pick<TestUser, 'fetch'> = owner): Promise<Response> =>
    client.fetch('/api/account/confirmation', { json })
  const problemOf = async (response: Response): Promise<string> =>
    response.ok ? 'none' : ((await response.json()) as Problem).type.slice('/problems/'.length)
  const readStatus = async (): Promise<string | undefined> =>
    (
      await kontor.kontor.database.read
        .selectFrom('users')
        .select('status')
        .where('id', '=', pending)
        .executeTakeFirst()
    )?.status

  test('a login counts for 15 minutes; then the answer says what the user can prove it with, and nothing was done', async () => {
    kontor.clock.now += reentryIntervalMs - 1
    const early = await owner.fetch('/api/account/recovery-codes', { json: {} })
    expect(await problemOf(early)).toBe('illegal-transition')
    kontor.clock.now += 1
    const response = await approve()
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ type: '/problems/confirm-identity', factors: ['password'] })
    expect(await readStatus()).toBe('pending')
    expect(await problemOf(await confirm({ password }))).toBe('none')
    expect(await problemOf(await approve())).toBe('none')
  })

  test('a code of the app counts too, once; so does a recovery code', async () => {
    const { code, recoveryCodes } = await addAuthenticator(kontor, owner)
    kontor.clock.now += reentryIntervalMs
    expect(await problemOf(await confirm({ code: code() }))).toBe('none')
    expect(await problemOf(await confirm({ code: code() }))).toBe('invalid-code')
    kontor.clock.now += reentryIntervalMs
    expect(await (await approve()).json()).toMatchObject({ factors: ['password', 'code'] })
    expect(await problemOf(await confirm({ code: recoveryCodes[0] }))).toBe('none')
    expect(await problemOf(await approve())).toBe('none')
  })

  test('counts for one session only', async () => {
    const other = { ...owner, ...kontor.createClient() }
    await other.fetch('/api/auth/login', { json: { email: owner.email, password } })
    kontor.clock.now += reentryIntervalMs
    await confirm({ password })
    expect(await problemOf(await approve(other))).toBe('confirm-identity')
    expect(await problemOf(await approve())).toBe('none')
  })

  test('guesses are counted like logins until one is right, and recorded', async () => {
    const guess = async (times: number): Promise<void> => {
      for (let time = 0; time < times; time++)
        expect(await problemOf(await confirm({ password: 'a wrong password' }))).toBe('invalid-credentials')
    }
    await guess(4)
    expect(await problemOf(await confirm({ password }))).toBe('none')
    await guess(5)
    expect(await problemOf(await confirm({ password }))).toBe('too-many-attempts')
    const failures = await kontor.kontor.database.read
      .selectFrom('events')
      .select('parameters')
      .where('action', '=', 'user.login_failed')
      .execute()
    expect(failures).toHaveLength(9)
    expect(await problemOf(await confirm({}, await kontor.createUser('viewer')))).toBe('invalid-input')
  })

  test('without script, a page asks for the proof and keeps what was typed', async () => {
    const post = (fields: Record<string, string>): Promise<Response> =>
      owner.fetch(`/users?user=${pending}`, { method: 'POST', body: new URLSearchParams(fields) })
    kontor.clock.now += reentryIntervalMs
    const form = { _endpoint: 'approveUser', id: pending, role: 'finance', _user: owner.id }
    const asked = await post(form)
    const page = await asked.text()
    expect(asked.status).toBe(403)
    for (const [name, value] of Object.entries(form)) expect(page).toContain(`name="${name}" value="${value}"`)
    const wrong = await post({ ...form, _password: 'a wrong password' })
    expect([wrong.status, (await wrong.text()).includes('name="role" value="finance"')]).toEqual([403, true])
    expect(await readStatus()).toBe('pending')
    const done = await post({ ...form, _password: password })
    expect([done.status, await readStatus()]).toEqual([303, 'active'])
  })
})
