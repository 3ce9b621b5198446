import { type Permission, permissions } from '#shared/permissions.ts'
import type { Problem } from '#shared/problem.ts'
import type { RoleView } from '#shared/roles/views.ts'
import { checkRows } from '#tests/support/find-violations.ts'
import { createRole, setLimits } from '#tests/support/create-role.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeEach, describe, expect, test } from 'bun:test'

forEachDatabase((_, open) => {
  let kontor: TestKontor
  let owner: TestUser
  let admin: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    owner = await kontor.createUser('owner', { name: 'Anna Shen' })
    admin = await kontor.createUser('admin')
  })

  const list = async (user: TestUser = owner): Promise<RoleView[]> =>
    ((await (await user.fetch('/api/roles')).json()) as { roles: RoleView[] }).roles
  const find = async (id: string): Promise<RoleView | undefined> => (await list()).find((role) => role.id === id)
  const create = (user: TestUser, input: object) => user.fetch('/api/roles', { json: input })
  const change = (user: TestUser, id: string, input: object) =>
    user.fetch(`/api/roles/${id}`, { method: 'PUT', json: input })
  const remove = (user: TestUser, id: string) => user.fetch(`/api/roles/${id}/removal`, { method: 'POST' })
  const readResult = async (response: Response): Promise<string> => {
    if (response.ok) return String(response.status)
    const { type, errors = [] } = (await response.json()) as Problem
    return [response.status, type.slice('/problems/'.length), ...errors.map(({ pointer }) => pointer)].join(' ')
  }
  const expectVerified = async (): Promise<void> => {
    const checks = await checkRows(kontor.kontor)
    expect(checks.flatMap(({ violations }) => violations)).toEqual([])
  }

  describe('a role of the company', () => {
    test('has the permissions and limits that it was given, and is recorded with each change', async () => {
      const id = await createRole(owner, ['refunds.approve', 'orders.view'], { refundLimit: '500', writeOffLimit: '9' })
      expect(await find(id)).toMatchObject({
        permissions: ['orders.view', 'refunds.approve'],
        // Without the permission to write off, that limit means nothing.
        limits: { refundMinor: 50_000, dailyRefundMinor: null, writeOffMinor: null },
        userCount: 0,
        version: 1,
        canManage: true,
      })
      const input = { roleName: 'Team lead', description: 'Weekends', permissions: ['orders.view', 'orders.hold'] }
      expect(await readResult(await change(owner, id, { ...input, version: 1 }))).toBe('200')
      expect(await find(id)).toMatchObject({ name: 'Team lead', description: 'Weekends', version: 2 })
      expect(await readResult(await change(owner, id, { ...input, version: 1 }))).toBe('409 changed-meanwhile')
      expect(await readResult(await change(owner, id, { ...input, version: 2 }))).toBe('200')
      expect(await find(id)).toMatchObject({ version: 2 })
      await expectVerified()
      expect(await readResult(await remove(owner, id))).toBe('200')
      expect(await find(id)).toBeUndefined()
      await expectVerified()
      const events = await kontor.kontor.database.read
        .selectFrom('events')
        .select(['action', 'object_label', 'parameters'])
        .where('object_type', '=', 'role')
        .orderBy('id')
        .execute()
      expect(events.map(({ action }) => action)).toEqual(['role.created', 'role.changed', 'role.removed'])
      expect(JSON.parse(events[1]?.parameters ?? '')).toMatchObject({
        added: 'orders.hold',
        removed: 'refunds.approve',
        changes: expect.arrayContaining([
          { field: 'refundMinor', from: 50_000, to: null },
          { field: 'description', from: '', to: 'Weekends' },
        ]),
      })
    })

    test('allows with the next request what it allows now', async () => {
      const id = await createRole(owner, ['orders.view'])
      const user = await kontor.createUser(id)
      const allowed = async (): Promise<number> => (await user.fetch('/api/finance/entries')).status
      expect(await allowed()).toBe(403)
      const input = { roleName: 'Bookkeeping', permissions: ['orders.view', 'finance.view'] }
      await change(owner, id, { ...input, version: 1 })
      expect(await allowed()).toBe(200)
      await change(owner, id, { ...input, permissions: ['orders.view'], version: 2 })
      expect(await allowed()).toBe(403)
      const page = await (await user.fetch('/finance', { headers: { accept: 'text/html' } })).text()
      expect(page).toContain('Bookkeeping')
      await expectVerified()
    })

    test('needs a name that no other role has, and a permission', async () => {
      const id = await createRole(owner, ['orders.view'])
      const { name } = (await find(id)) ?? {}
      const results = [
        { roleName: ` ${name?.toUpperCase()} `, permissions: ['orders.view'] },
        { roleName: 'Ｏｗｎｅｒ', permissions: ['orders.view'] },
        { roleName: 'Empty', permissions: [] },
        { roleName: 'Unknown', permissions: ['orders.destroy'] },
        { roleName: 'Amount', permissions: ['orders.view', 'refunds.approve'], refundLimit: '-1' },
        { roleName: '‮evil', permissions: ['orders.view'] },
        // An edit by someone who sees masked values would save these.
        { roleName: 'Edits', permissions: ['orders.view', 'orders.edit'] },
        { roleName: 'Refunds', permissions: ['refunds.approve'] },
      ].map(async (input) => readResult(await create(owner, input)))
      expect(await Promise.all(results)).toEqual([
        '422 invalid-input /roleName',
        '422 invalid-input /roleName',
        '422 invalid-input /permissions',
        '422 invalid-input /permissions/0',
        '422 invalid-input /refundLimit',
        '422 invalid-input /roleName',
        '422 invalid-input /permissions',
        '422 invalid-input /permissions',
      ])
      expect(await list()).toHaveLength(6)
    })

    test('stays while an account or an open invitation has it', async () => {
      const id = await createRole(owner, ['orders.view'])
      await kontor.createUser(id)
      expect(await readResult(await remove(owner, id))).toBe('409 role-in-use')
      const invited = await createRole(owner, ['orders.view'])
      const response = await owner.fetch('/api/invitations', { json: { email: 'new@example.com', role: invited } })
      expect(await readResult(await remove(owner, invited))).toBe('409 role-in-use')
      await owner.fetch(`/api/invitations/${(await response.json()).invitation.id}`, { method: 'DELETE' })
      expect(await readResult(await remove(owner, invited))).toBe('200')
      const other = await createRole(owner, ['orders.view'])
      const pending = await register()
      const approval = () => owner.fetch(`/api/users/${pending}/approval`, { json: { role: other } })
      const results = await Promise.all([approval(), remove(owner, other)].map(async (each) => readResult(await each)))
      expect(['200,409 role-in-use', '422 invalid-input /role,200']).toContain(String(results))
      await expectVerified()
    })
  })

  describe('nobody gives what they do not have', () => {
    test('neither by making a role, nor by changing one, their own included', async () => {
      const everything = { roleName: 'Everything', permissions }
      const limits = { refundLimit: '0', dailyRefundLimit: '0', writeOffLimit: '0' }
      expect(await readResult(await create(admin, { ...everything, ...limits }))).toBe(
        '403 above-your-rank /permissions',
      )
      const withoutBackups = permissions.filter((permission) => permission !== 'backups.view')
      expect(await readResult(await create(admin, { ...everything, ...limits, permissions: withoutBackups }))).toBe(
        '403 above-your-rank /permissions',
      )
      const manager = await createRole(owner, ['orders.view', 'users.view', 'users.approve', 'roles.manage'])
      const user = await kontor.createUser(manager)
      const granted: Permission[] = ['orders.view', 'users.view']
      expect(await readResult(await create(user, { roleName: 'Less', permissions: granted }))).toBe('201')
      const own = await find(manager)
      for (const input of [{ permissions }, { permissions: granted }])
        expect(await readResult(await change(user, manager, { roleName: own?.name, ...input, version: 1 }))).toBe(
          '403 above-your-rank /permissions',
        )
      const less = (await list()).find(({ name }) => name === 'Less')
      const raised = { roleName: 'Less', permissions: ['orders.view', 'orders.hold', 'users.view'], version: 1 }
      expect(await readResult(await change(user, less?.id ?? '', raised))).toBe('403 above-your-rank /permissions')
      const pending = await register()
      const approve = (role: string) => user.fetch(`/api/users/${pending}/approval`, { json: { role } })
      for (const role of ['owner', 'admin', 'operations', manager])
        expect(await readResult(await approve(role))).toBe('403 above-your-rank /role')
      expect(await readResult(await approve('nothing'))).toBe('422 invalid-input /role')
      expect(await readResult(await approve(less?.id ?? ''))).toBe('200')
      await expectVerified()
    })

    test('nor more money than they decide about themselves', async () => {
      const input = { roleName: 'Refunds', permissions: ['orders.view', 'refunds.approve'] }
      expect(await readResult(await create(admin, input))).toBe('422 invalid-input /refundLimit /dailyRefundLimit')
      const zero = { refundLimit: '0', dailyRefundLimit: '0' }
      expect(await readResult(await create(admin, { ...input, ...zero }))).toBe('201')
      await setLimits(owner, 'finance', { refundLimit: '500' })
      const ofFinance = async (user: TestUser, limits: object) =>
        readResult(await change(user, 'finance', { ...limits, version: (await find('finance'))?.version }))
      expect(await ofFinance(admin, { refundLimit: '501' })).toBe('422 invalid-input /refundLimit')
      expect(await ofFinance(admin, {})).toBe('422 invalid-input /refundLimit')
      expect(await ofFinance(admin, { refundLimit: '400' })).toBe('200')
      expect(await find('finance')).toMatchObject({ limits: { refundMinor: 40_000 } })
      expect(await ofFinance(owner, {})).toBe('200')
      expect(await find('finance')).toMatchObject({ limits: { refundMinor: null } })
      await expectVerified()
    })
  })

  test('of a built-in role only the limits change, and those of admins are 0', async () => {
    const all = { roleName: 'Money', permissions: ['orders.view'], refundLimit: '5', version: 0 }
    expect(await readResult(await change(owner, 'finance', all))).toBe('200')
    expect(await find('finance')).toMatchObject({ name: '', limits: { refundMinor: 500 }, version: 1 })
    expect((await find('finance'))?.permissions).toContain('finance.view')
    expect(await readResult(await change(owner, 'admin', { ...all, version: 0 }))).toBe('409 built-in-role')
    expect(await find('admin')).toMatchObject({ limits: { refundMinor: 0, dailyRefundMinor: 0, writeOffMinor: 0 } })
    expect(await readResult(await remove(owner, 'finance'))).toBe('409 built-in-role')
    expect(await readResult(await change(admin, 'owner', all))).toBe('403 above-your-rank /permissions')
    expect(await readResult(await change(owner, 'nothing', all))).toBe('404 not-found')
    await expectVerified()
  })

  describe('the page', () => {
    test('makes a role without script, and shows the form again with what was chosen', async () => {
      const post = (fields: [string, string][]) =>
        owner.fetch('/users?tab=roles', {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept': 'text/html' },
          body: new URLSearchParams([['_endpoint', 'createRole'], ...fields]).toString(),
        })
      const chosen: [string, string][] = [
        ['permissions', 'orders.view'],
        ['permissions', 'refunds.approve'],
      ]
      const returned = await (await post([['roleName', ''], ...chosen])).text()
      for (const [permission, isChecked] of [
        ['orders.view', true],
        ['refunds.approve', true],
        ['orders.edit', false],
      ] as const)
        expect(new RegExp(`<input[^>]*value="${permission}"[^>]*>`).exec(returned)?.[0].includes('checked')).toBe(
          isChecked,
        )
      const created = await post([['roleName', 'Night shift'], ...chosen])
      expect([created.status, created.headers.get('location')]).toEqual([303, '/users?tab=roles'])
      expect((await list()).find(({ name }) => name === 'Night shift')?.permissions).toEqual([
        'orders.view',
        'refunds.approve',
      ])
    })

    test('counts the people of a role and links to all of them, also those who were archived', async () => {
      const people = await Promise.all([1, 2, 3].map(() => kontor.createUser('viewer')))
      await owner.fetch(`/api/users/${people[0]?.id}/suspension`, { json: {} })
      expect((await owner.fetch(`/api/users/${people[0]?.id}/archive`, { json: {} })).status).toBe(200)
      const page = await (await owner.fetch('/users?tab=roles')).text()
      const [, link = ''] = /<a href="([^"]*)">3 people</.exec(page) ?? []
      const { search } = new URL(link.replaceAll('&amp;', '&'), 'http://x')
      expect(await (await owner.fetch(`/api/users${search}`)).json()).toMatchObject({ count: { exact: 3 } })
    })

    test('lets others read roles that they cannot change', async () => {
      const reader = await kontor.createUser(await createRole(owner, ['users.view']))
      const page = await (await reader.fetch('/users?tab=roles&openRole=finance')).text()
      expect(page).toContain('Finance role')
      for (const text of ['Save role', 'Create role', 'name="permissions"']) expect(page).not.toContain(text)
      const viewer = await kontor.createUser('viewer')
      const payload = await (await viewer.fetch('/users/_payload.json?tab=roles')).text()
      expect(payload).toContain('"missingPermission":"users.view"')
    })
  })

  async function register(): Promise<string> {
    const email = `${crypto.randomUUID()}@example.com`
    const input = { name: 'Hanna', email, password: 'a long enough passphrase' }
    await kontor.createClient().fetch('/api/auth/register', { json: input })
    const { read } = kontor.kontor.database
    return (await read.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
  }
})
