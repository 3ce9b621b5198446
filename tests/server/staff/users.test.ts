import type { EventView } from '#shared/events/views.ts'
import type { Problem } from '#shared/problem.ts'
import type { Role } from '#shared/permissions.ts'
import type { UserRow, UsersView } from '#shared/staff/views.ts'
import { type TestUser, createAccount, password } from '#tests/support/test-user.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { beforeEach, describe, expect, test } from 'bun:test'

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  let owner: TestUser
  let admin: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    owner = await kontor.createUser('owner', { name: 'Anna Shen' })
    admin = await kontor.createUser('admin', { name: 'He Jing' })
  })

  const post = (actor: TestUser, id: string, what: string, json: object = {}): Promise<Response> =>
    actor.fetch(`/api/users/${id}/${what}`, { json })
  const restore = (actor: TestUser, id: string): Promise<Response> =>
    actor.fetch(`/api/users/${id}/suspension`, { method: 'DELETE' })
  const reopen = (actor: TestUser, id: string): Promise<Response> =>
    actor.fetch(`/api/users/${id}/rejection`, { method: 'DELETE' })
  const readResult = async (response: Response): Promise<string> => {
    const body = (await response.json()) as UserRow | Problem
    return 'type' in body ? `${response.status} ${body.type.slice('/problems/'.length)}` : `${body.status} ${body.role}`
  }
  async function registerUser(name = 'Xu Tian'): Promise<string> {
    const email = `${name.replace(' ', '.')}@example.com`
    await kontor.fetch('/api/auth/register', { json: { name, email, password: 'correct horse battery' } })
    const { rows } = (await (await owner.fetch('/api/users')).json()) as { rows: UserRow[] }
    return rows.find((row) => row.name === name)?.id ?? ''
  }
  const isLoggedIn = async (actor: TestUser): Promise<boolean> =>
    'user' in (await (await actor.fetch('/api/_auth/session')).json())

  describe('an access request', () => {
    test('is approved with a role, which the user then has after login', async () => {
      const id = await registerUser()
      expect(await readResult(await post(admin, id, 'approval', { role: 'operations' }))).toBe('active operations')
      const login = await kontor.fetch('/api/auth/login', {
        json: { email: 'Xu.Tian@example.com', password: 'correct horse battery' },
      })
      expect(await login.json()).toMatchObject({ user: { name: 'Xu Tian', role: 'operations' } })
      expect(await readResult(await post(admin, id, 'approval', { role: 'viewer' }))).toBe('409 illegal-transition')
    })

    test('can be approved only with a lower role, but by an owner with any role', async () => {
      const id = await registerUser()
      for (const role of ['owner', 'admin'])
        expect(await readResult(await post(admin, id, 'approval', { role }))).toBe('403 above-your-rank')
      const refused = (await (await post(admin, id, 'approval', { role: 'owner' })).json()) as Problem
      expect(refused.errors).toEqual([{ pointer: '/role', detail: 'You can only assign roles below your own.' }])
      expect(await readResult(await post(owner, id, 'approval', { role: 'owner' }))).toBe('active owner')
    })

    test('can be rejected and reopened, and both are recorded', async () => {
      const id = await registerUser()
      expect(await readResult(await reopen(owner, id))).toBe('409 illegal-transition')
      expect(await readResult(await post(owner, id, 'rejection'))).toBe('archived null')
      expect(await readResult(await post(owner, id, 'approval', { role: 'viewer' }))).toBe('409 illegal-transition')
      expect(await readResult(await restore(owner, id))).toBe('409 illegal-transition')
      expect(await readResult(await reopen(admin, id))).toBe('pending null')
      const viewer = await kontor.createUser('operations')
      expect(await readResult(await reopen(viewer, id))).toBe('403 permission-denied')
      const { user } = (await (await owner.fetch(`/users/_payload.json?user=${id}`)).json()).pageState.data
      expect(user.events.map((event: EventView) => [event.action, event.actor, event.parameters])).toEqual([
        ['user.reopened', 'He Jing', {}],
        ['user.rejected', 'Anna Shen', {}],
        // Not the digest of the password, which only the self-check reads.
        ['user.registered', 'Xu Tian', {}],
      ])
      expect(await readResult(await post(owner, id, 'approval', { role: 'viewer' }))).toBe('active viewer')
    })

    test('requires an existing role', async () => {
      const id = await registerUser()
      for (const json of [{}, { role: 'king' }, { role: '' }, { role: null }])
        expect(await readResult(await post(owner, id, 'approval', json))).toBe('422 invalid-input')
    })
  })

  describe('suspending', () => {
    test('ends every session at once and prevents logins', async () => {
      const finance = await kontor.createUser('finance')
      await finance.fetch('/api/auth/login', { json: { email: finance.email, password } })
      expect(await isLoggedIn(finance)).toBe(true)
      expect(await readResult(await post(admin, finance.id, 'suspension'))).toBe('suspended finance')
      expect(await isLoggedIn(finance)).toBe(false)
      expect((await finance.fetch('/finance')).headers.get('location')).toBe('/login')
      const login = await finance.fetch('/api/auth/login', { json: { email: finance.email, password } })
      expect(await readResult(login)).toBe('403 account-suspended')
      expect(await readResult(await restore(admin, finance.id))).toBe('active finance')
      expect(await isLoggedIn(finance)).toBe(false)
    })

    test('is rejected for the own account, for higher ranks, and the second time', async () => {
      const viewer = await createAccount(kontor, 'viewer')
      expect(await readResult(await post(admin, admin.id, 'suspension'))).toBe('409 own-account')
      expect(await readResult(await post(owner, owner.id, 'suspension'))).toBe('409 own-account')
      expect(await readResult(await post(admin, owner.id, 'suspension'))).toBe('403 above-your-rank')
      const other = await createAccount(kontor, 'admin')
      expect(await readResult(await post(admin, other.id, 'suspension'))).toBe('403 above-your-rank')
      expect(await readResult(await post(admin, viewer.id, 'suspension'))).toBe('suspended viewer')
      expect(await readResult(await post(admin, viewer.id, 'suspension'))).toBe('409 illegal-transition')
      expect(await readResult(await post(admin, 'nobody', 'suspension'))).toBe('404 not-found')
    })

    test('leaves at least one owner, even when two suspend each other concurrently', async () => {
      const second = await kontor.createUser('owner')
      const results = await Promise.all([
        post(owner, second.id, 'suspension').then(readResult),
        post(second, owner.id, 'suspension').then(readResult),
      ])
      expect(results.toSorted()[1]).toBe('suspended owner')
      expect(results.toSorted()[0]).toBeOneOf(['409 last-owner', '401 not-logged-in'])
      expect([await isLoggedIn(owner), await isLoggedIn(second)].toSorted()).toEqual([false, true])
    })

    test('succeeds for only one of two users who suspend each other', async () => {
      const [one, other] = [await kontor.createUser('owner'), await kontor.createUser('owner')]
      const results = await Promise.all([
        post(one, other.id, 'suspension').then(readResult),
        post(other, one.id, 'suspension').then(readResult),
      ])
      expect(results.toSorted()).toEqual(['401 not-logged-in', 'suspended owner'])
      expect([await isLoggedIn(one), await isLoggedIn(other)].toSorted()).toEqual([false, true])
    })
  })

  test('the list has all accounts with their allowed actions, and no secrets', async () => {
    const id = await registerUser()
    const { rows } = (await (await admin.fetch('/api/users')).json()) as { rows: UserRow[] }
    expect(rows.map(({ name, actions }) => [name, actions])).toEqual([
      ['Anna Shen', []],
      ['He Jing', []],
      ['Xu Tian', ['approve', 'reject']],
    ])
    expect(rows.find((row) => row.id === id)).toEqual({
      id,
      name: 'Xu Tian',
      email: 'Xu.Tian@example.com',
      role: null,
      status: 'pending',
      createdAt: kontor.clock.now,
      lastSeenAt: null,
      actions: ['approve', 'reject'],
    })
  })

  test('the list is sorted by name, with Chinese names by pinyin', async () => {
    const names = ['王芳', 'wang Er', 'Zoë', '曾国藩', 'Óscar', '单田芳', '李娜', 'Li Na', 'Shane']
    for (const name of names) await createAccount(kontor, 'viewer', { name })
    const { rows } = (await (await owner.fetch('/api/users')).json()) as { rows: UserRow[] }
    expect(rows.map(({ name }) => name)).toEqual([
      'Anna Shen',
      'He Jing',
      'Li Na',
      '李娜',
      'Óscar',
      '单田芳',
      'Shane',
      'wang Er',
      '王芳',
      '曾国藩',
      'Zoë',
    ])
  })

  test('the list is filtered by a word, a role and a status, each refused if it cannot be', async () => {
    const names = async (query: string): Promise<string[]> => {
      const { rows } = (await (await owner.fetch(`/api/users?${query}`)).json()) as { rows: UserRow[] }
      return rows.map(({ name }) => name)
    }
    expect(await names('q=JING')).toEqual(['He Jing'])
    expect(await names('role=owner')).toEqual(['Anna Shen'])
    expect(await names('role=owner&q=jing')).toEqual([])
    expect(await names('status=active')).toEqual(['Anna Shen', 'He Jing'])
    expect((await owner.fetch('/api/users?role=king')).status).toBe(422)
  })

  describe('the page', () => {
    const loadView = async (actor: TestUser, query = ''): Promise<UsersView> =>
      ((await (await actor.fetch(`/users/_payload.json${query}`)).json()) as { pageState: { data: UsersView } })
        .pageState.data
    const loadVisibleView = async (
      actor: TestUser,
      query = '',
    ): Promise<Exclude<UsersView, { missingPermission: 'users.view' }>> => {
      const view = await loadView(actor, query)
      if (view.missingPermission !== null) throw new Error('The permission is missing.')
      return view
    }

    test('names the missing permission', async () => {
      for (const role of ['finance', 'operations', 'viewer'] satisfies Role[])
        expect(await loadView(await kontor.createUser(role))).toEqual({ missingPermission: 'users.view' })
    })

    test('lists access requests separately from the filtered accounts, with the roles that can be assigned', async () => {
      await registerUser()
      const names = async (query: string): Promise<string[]> =>
        (await loadVisibleView(admin, query)).rows.map(({ name }) => name)
      expect((await loadVisibleView(admin)).pending.map(({ name }) => name)).toEqual(['Xu Tian'])
      expect(await names('')).toEqual(['Anna Shen', 'He Jing'])
      expect(await names('?q=ANNA')).toEqual(['Anna Shen'])
      expect(await names('?q=admin.')).toEqual(['He Jing'])
      expect(await names('?role=owner')).toEqual(['Anna Shen'])
      expect(await names('?status=suspended')).toEqual([])
      expect((await loadVisibleView(admin)).grantable).toEqual(['finance', 'operations', 'viewer'])
      expect((await loadVisibleView(owner)).grantable).toEqual(['owner', 'admin', 'finance', 'operations', 'viewer'])
    })

    test('opens one user with sessions and events', async () => {
      const finance = await kontor.createUser('finance', { name: 'Li Wei' })
      await post(admin, finance.id, 'suspension')
      await restore(admin, finance.id)
      await finance.fetch('/api/auth/login', { json: { email: finance.email, password } })
      const { user } = await loadVisibleView(admin, `?user=${finance.id}`)
      expect(user).toMatchObject({
        id: finance.id,
        role: 'finance',
        status: 'active',
        sessionCount: 1,
        actions: ['suspend'],
      })
      expect(user && 'events' in user && user.events.map(({ action, actor }) => [action, actor])).toEqual([
        ['user.logged_in', 'Li Wei'],
        ['user.restored', 'He Jing'],
        ['user.suspended', 'He Jing'],
        ['user.logged_in', 'Li Wei'],
        ['user.added', null],
      ])
      expect((await loadVisibleView(admin, '?user=nobody')).user).toEqual({ missing: 'nobody' })
    })
  })
})
