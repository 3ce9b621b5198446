import { secondFactorGraceMs } from '#shared/constants.ts'
import type { AccountView } from '#shared/account/views.ts'
import type { Problem } from '#shared/problem.ts'
import type { RoleView } from '#shared/roles/views.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { addAuthenticator } from '#tests/support/test-factors.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { password, type TestUser } from '#tests/support/test-user.ts'
import { beforeEach, expect, test } from 'bun:test'

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  let owner: TestUser
  let user: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    owner = await kontor.createUser('owner')
    user = await kontor.createUser('finance')
    await requireFactor(owner, true)
  })
  async function requireFactor(client: TestUser, requiresSecondFactor: boolean, role = 'finance'): Promise<RoleView> {
    const { roles } = (await (await client.fetch('/api/roles')).json()) as { roles: RoleView[] }
    const version = roles.find(({ id }) => id === role)?.version ?? 0
    const response = await client.fetch(`/api/roles/${role}`, {
      method: 'PUT',
      json: { requiresSecondFactor, version },
    })
    expect(response.status).toBe(200)
    const changed = (await response.json()) as { roles: RoleView[] }
    return changed.roles.find(({ id }) => id === role) as RoleView
  }
  const problemOf = async (response: Response): Promise<string> =>
    response.ok ? 'none' : ((await response.json()) as Problem).type.slice('/problems/'.length)
  const listOrders = async (client = user): Promise<string> => problemOf(await client.fetch('/api/orders'))
  /** Lets the grace period pass; sessions end meanwhile. */
  async function passGracePeriod(...clients: TestUser[]): Promise<void> {
    kontor.clock.now += secondFactorGraceMs
    for (const client of clients) await client.fetch('/api/auth/login', { json: { email: client.email, password } })
  }

  test('a role that requires one can be used for seven days without, and says so', async () => {
    expect(await listOrders()).toBe('none')
    const account = (await (await user.fetch('/api/account')).json()) as AccountView
    expect(account.login.dueAt).toBe(kontor.clock.now + secondFactorGraceMs)
    expect(await (await user.fetch('/users?me=1')).text()).toContain(
      'Your role needs two-step authentication. Set it up before',
    )
    const notice = 'Your role needs two-step authentication from 22 Mar.'
    for (const path of ['/', '/orders', '/finance', '/users', '/test'])
      expect([path, (await (await user.fetch(path)).text()).includes(notice)]).toEqual([path, true])
    expect(await (await owner.fetch('/')).text()).not.toContain(notice)
    await addAuthenticator(kontor, user)
    expect(await (await user.fetch('/')).text()).not.toContain(notice)
  })

  test('then nothing opens but the own account, until a factor is set up', async () => {
    await passGracePeriod(user, owner)
    expect(await listOrders()).toBe('second-factor-setup-required')
    for (const path of ['/', '/orders', '/finance', '/test', '/orders/_payload.json']) {
      const response = await user.fetch(path)
      expect([path, response.status, response.headers.get('location')]).toEqual([path, 302, '/users?me=1'])
    }
    const page = await (await user.fetch('/users?me=1')).text()
    // Before the profile, which would fill the screen of a phone.
    expect(page).toMatch(/Your role needs two-step authentication[.] Set it up to continue[.].*<h2>Profile/s)
    expect(await listOrders(owner)).toBe('none')
    await addAuthenticator(kontor, user)
    expect(await listOrders()).toBe('none')
    expect((await user.fetch('/')).status).toBe(200)
  })

  test('logging out works, and the role without the requirement does, too', async () => {
    await passGracePeriod(user, owner)
    await requireFactor(owner, false)
    expect(await listOrders()).toBe('none')
    const required = await requireFactor(owner, true)
    expect(required.secondFactorSince).toBe(kontor.clock.now)
    expect((await user.fetch('/api/_auth/session', { method: 'DELETE' })).status).toBe(200)
  })

  test('the seven days of a new account begin when it is approved', async () => {
    kontor.clock.now += secondFactorGraceMs
    const newcomer = await kontor.createUser('finance')
    expect(await listOrders(newcomer)).toBe('none')
  })

  test('admins and owners can be told, too', async () => {
    const admin = await kontor.createUser('admin')
    await requireFactor(owner, true, 'admin')
    await requireFactor(owner, true, 'owner')
    await passGracePeriod(admin, owner)
    for (const client of [admin, owner]) expect(await listOrders(client)).toBe('second-factor-setup-required')
  })
})
