import type { PasskeyCreation, PasskeyRequest } from '#shared/account/passkey-views.ts'
import { passkeyChallengeLifetimeMs, reentryIntervalMs } from '#shared/constants.ts'
import type { Problem } from '#shared/problem.ts'
import { createApp } from '#server/app.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestClient, type TestClient } from '#tests/support/test-client.ts'
import { addPasskey, createPasskey } from '#tests/support/test-factors.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { PasskeyOptions } from '#tests/support/test-passkey.ts'
import { password, type TestUser } from '#tests/support/test-user.ts'
import { beforeEach, expect, test } from 'bun:test'

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  let user: TestUser
  let passkey: ReturnType<typeof createPasskey>
  beforeEach(async () => {
    kontor = await createTestKontor(await open(), { isClockRunning: true })
    user = await kontor.createUser('finance', { name: 'Anna Shen' })
    passkey = await addPasskey(kontor, user)
  })
  const problemOf = async (response: Response): Promise<string> =>
    response.ok ? 'none' : ((await response.json()) as Problem).type.slice('/problems/'.length)
  const request = async (client: Pick<TestClient, 'fetch'>, login?: string): Promise<PasskeyRequest> =>
    (await client.fetch('/api/auth/passkey-request', { json: { login } })).json() as Promise<PasskeyRequest>
  const send = (client: Pick<TestClient, 'fetch'>, json: object): Promise<Response> =>
    client.fetch('/api/auth/passkey', { json })
  const logIn = async (options: PasskeyOptions = {}, client = kontor.createClient()): Promise<string> =>
    problemOf(await send(client, { passkey: passkey.sign(await request(client), options) }))
  const startLogin = async (): Promise<string> => {
    const response = await kontor.fetch('/api/auth/login', { json: { email: user.email, password } })
    return ((await response.json()) as Problem).login ?? ''
  }

  test('a passkey alone logs in, through any instance', async () => {
    const challenge = await request(createTestClient({ ...kontor, app: createApp(kontor.kontor) }))
    expect(challenge).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
    const client = kontor.createClient()
    const response = await send(client, { passkey: passkey.sign(challenge) })
    expect(await response.json()).toMatchObject({ user: { id: user.id, name: 'Anna Shen' } })
    expect(await (await client.fetch('/api/_auth/session')).json()).toMatchObject({ user: { id: user.id } })
  })

  test('a password alone does not, but with the passkey as its second step', async () => {
    const login = await startLogin()
    const challenge = await request(kontor, login)
    expect(challenge.allowCredentials).toEqual([{ id: passkey.id, type: 'public-key', transports: ['internal'] }])
    expect(await problemOf(await send(kontor, { passkey: passkey.sign(challenge) }))).toBe('passkey-invalid')
    expect(await problemOf(await send(kontor, { login, passkey: passkey.sign(challenge) }))).toBe('none')
  })

  test('refuses signatures of other sites, without a verified user, and with a counter that goes back', async () => {
    expect(await logIn({ origin: 'https://evil.example' })).toBe('passkey-invalid')
    expect(await logIn({ rpId: 'evil.example' })).toBe('passkey-invalid')
    expect(await logIn({ isUserVerified: false })).toBe('passkey-invalid')
    expect(await logIn({ counter: 7 })).toBe('none')
    for (const counter of [7, 6, 0]) expect(await logIn({ counter })).toBe('passkey-invalid')
    expect(await logIn({ counter: 8 })).toBe('none')
  })

  test('accepts no challenge twice, also of two logins at once, and none that is old, forged or for something else', async () => {
    const challenge = await request(kontor)
    const signed = { passkey: passkey.sign(challenge) }
    const both = await Promise.all([send(kontor.createClient(), signed), send(kontor.createClient(), signed)])
    expect((await Promise.all(both.map(problemOf))).toSorted()).toEqual(['none', 'passkey-invalid'])
    expect(await problemOf(await send(kontor, signed))).toBe('passkey-invalid')
    for (const forged of [{ challenge: 'eA' }, await request(user), { challenge: `${challenge.challenge}A` }])
      expect(await problemOf(await send(kontor, { passkey: passkey.sign(forged) }))).toBe('passkey-invalid')
    const old = await request(kontor)
    kontor.clock.now += passkeyChallengeLifetimeMs
    expect(await problemOf(await send(kontor, { passkey: passkey.sign(old) }))).toBe('passkey-invalid')
  })

  test('refuses the passkey of another user as a second step and as a confirmation', async () => {
    const other = await kontor.createUser('finance')
    const others = await addPasskey(kontor, other)
    const login = await startLogin()
    const challenge = await request(kontor, login)
    expect(await problemOf(await send(kontor, { login, passkey: others.sign(challenge) }))).toBe('passkey-invalid')
    const confirm = { passkey: others.sign(await request(user)) }
    expect(await problemOf(await user.fetch('/api/account/passkey-confirmation', { json: confirm }))).toBe(
      'passkey-invalid',
    )
    const unknown = createPasskey(kontor)
    expect(await problemOf(await send(kontor, { passkey: unknown.sign(await request(kontor)) }))).toBe(
      'passkey-invalid',
    )
  })

  test('confirms an identity', async () => {
    kontor.clock.now += reentryIntervalMs
    expect(await problemOf(await user.fetch('/api/account/recovery-codes', { json: {} }))).toBe('confirm-identity')
    const confirm = { passkey: passkey.sign(await request(user)) }
    expect(await problemOf(await user.fetch('/api/account/passkey-confirmation', { json: confirm }))).toBe('none')
    expect(await problemOf(await user.fetch('/api/account/recovery-codes', { json: {} }))).toBe('none')
    expect(await problemOf(await user.fetch('/api/account/passkey-confirmation', { json: confirm }))).toBe(
      'passkey-invalid',
    )
  })

  test('cannot be added for another site, twice, or with the challenge of another user', async () => {
    const start = async (client: Pick<TestClient, 'fetch'>): Promise<PasskeyCreation> =>
      (await client.fetch('/api/account/passkey-creation', { json: {} })).json() as Promise<PasskeyCreation>
    const add = async (attestation: object): Promise<string> =>
      problemOf(await user.fetch('/api/account/passkeys', { json: { label: 'Phone', passkey: attestation } }))
    const other = await kontor.createUser('viewer')
    expect(await add(createPasskey(kontor).create(await start(other)))).toBe('passkey-invalid')
    expect(await add(createPasskey(kontor).create(await start(user), { origin: 'https://evil.example' }))).toBe(
      'passkey-invalid',
    )
    expect(await add(passkey.create(await start(user)))).toBe('passkey-invalid')
    const attestation = createPasskey(kontor).create(await start(user))
    expect([await add(attestation), await add(attestation)]).toEqual(['none', 'passkey-invalid'])
  })

  test('can be renamed and removed by its owner, but not as the only way to log in', async () => {
    const { read } = kontor.kontor.database
    const row = await read
      .selectFrom('credentials')
      .select('id')
      .where('kind', '=', 'passkey')
      .executeTakeFirstOrThrow()
    const path = `/api/account/passkeys/${row.id}`
    const other = await kontor.createUser('owner')
    expect(await problemOf(await other.fetch(path, { method: 'DELETE' }))).toBe('not-found')
    expect(await problemOf(await other.fetch(path, { method: 'PUT', json: { label: 'Mine' } }))).toBe('not-found')
    expect(await problemOf(await user.fetch(path, { method: 'PUT', json: { label: 'Work laptop' } }))).toBe('none')
    await kontor.kontor.database.inTransaction(async (transaction) => {
      await transaction.deleteFrom('credentials').where('kind', '=', 'password').execute()
    })
    expect(await problemOf(await user.fetch(path, { method: 'DELETE' }))).toBe('last-login-method')
    await addPasskey(kontor, user, 'Phone')
    expect(await problemOf(await user.fetch(path, { method: 'DELETE' }))).toBe('none')
    expect(await logIn()).toBe('passkey-invalid')
  })

  test('reveals that an account is suspended only to its passkey', async () => {
    await kontor.kontor.database.inTransaction(async (transaction) => {
      await transaction.updateTable('users').set({ status: 'suspended' }).where('id', '=', user.id).execute()
    })
    expect(await logIn()).toBe('account-suspended')
    expect(await logIn({ origin: 'https://evil.example' })).toBe('passkey-invalid')
  })

  test('the self-check finds the time of every event in the passkey', async () => {
    expect(await logIn()).toBe('none')
    expect(await findViolations(kontor)).toEqual([])
  })
})
