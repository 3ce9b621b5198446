import { viewLifetimeMs } from '#shared/constants.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { Problem } from '#shared/problem.ts'
import type { Endpoint } from '#shared/routes/endpoint.ts'
import { endpointNames, endpoints } from '#shared/routes/endpoints.ts'
import type { SessionView } from '#shared/staff/views.ts'
import type { UsersView } from '#shared/staff/page-views.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { createRole } from '#tests/support/create-role.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { password, type TestUser } from '#tests/support/test-user.ts'
import { beforeEach, expect, test } from 'bun:test'

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  let owner: TestUser
  let admin: TestUser
  let clerk: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open(), { isClockRunning: true })
    owner = await kontor.createUser('owner', { name: 'Anna Shen' })
    admin = await kontor.createUser('admin', { name: 'He Jing' })
    clerk = await kontor.createUser('viewer', { name: 'Xu Tian' })
  })
  const viewAs = (actor: TestUser, { id }: { id: string }, reason = 'A question about an order'): Promise<Response> =>
    actor.fetch(`/api/users/${id}/views`, { json: { reason } })
  const endView = (actor: TestUser): Promise<Response> => actor.fetch('/api/account/view', { method: 'DELETE' })
  const readSession = async (actor: TestUser): Promise<SessionView> =>
    (await actor.fetch('/api/_auth/session')).json() as Promise<SessionView>
  const readName = async (actor: TestUser): Promise<string | undefined> => (await readSession(actor)).user?.name
  const problemOf = async (response: Response): Promise<string> =>
    response.ok ? 'none' : ((await response.json()) as Problem).type.slice('/problems/'.length)
  const listEvents = () =>
    kontor.kontor.database.read
      .selectFrom('events')
      .select(['action', 'actor_id', 'actor_name', 'object_id', 'object_label', 'parameters'])
      .where('action', 'in', ['user.view_started', 'user.view_ended', 'user.refused', 'user.logged_in'])
      .orderBy('at')
      .orderBy('id')
      .execute()

  test('shows what the other person sees, for 30 minutes, and the audit log has both names and the reason', async () => {
    const [imported] = await importAsOperator(kontor.kontor, [createDraft(1)])
    const number = imported?.outcome === 'created' ? imported.number : ''
    const readOrder = async (): Promise<OrderView> =>
      (await (await admin.fetch(`/api/orders/${number}`)).json()) as OrderView
    const before = await readOrder()
    expect(await problemOf(await viewAs(admin, clerk))).toBe('none')
    expect(await readSession(admin)).toMatchObject({
      user: { id: clerk.id, role: 'viewer' },
      viewedBy: { name: 'He Jing', until: expect.any(Number) },
    })
    const masked = await readOrder()
    expect(masked.email).not.toBe(before.email)
    expect(await problemOf(await admin.fetch('/api/users'))).toBe('permission-denied')
    expect(await findViolations(kontor)).toEqual([])
    kontor.clock.now += viewLifetimeMs
    expect(await readName(admin)).toBe('He Jing')
    await expectTouched(admin)
    expect((await readOrder()).email).toBe(before.email)
    const events = (await listEvents()).filter(({ action }) => action.startsWith('user.view'))
    expect(events).toMatchObject([
      {
        action: 'user.view_started',
        actor_name: 'He Jing',
        object_label: 'Xu Tian',
        parameters: expect.stringContaining('A question about an order'),
      },
    ])
  })

  test('ends with a click, and then the session is that of the administrator again', async () => {
    await viewAs(owner, admin)
    expect(await readName(owner)).toBe('He Jing')
    expect(await problemOf(await endView(owner))).toBe('none')
    expect(await readName(owner)).toBe('Anna Shen')
    expect(await problemOf(await endView(owner))).toBe('none')
    const ended = (await listEvents()).filter(({ action }) => action === 'user.view_ended')
    expect(ended).toMatchObject([{ actor_id: owner.id, object_id: admin.id }])
    await viewAs(owner, admin)
    const form = new URLSearchParams({ _endpoint: 'endView' })
    const response = await owner.fetch('/orders', { method: 'POST', body: form })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/'])
    expect(await readName(owner)).toBe('Anna Shen')
    expect(await findViolations(kontor)).toEqual([])
  })

  test('is possible only for accounts that one manages, with the permission, with a reason, and not for oneself', async () => {
    for (const subject of [owner, await kontor.createUser('admin')])
      expect(await problemOf(await viewAs(admin, subject))).toBe('above-your-rank')
    expect(await problemOf(await viewAs(admin, admin))).toBe('own-account')
    expect(await problemOf(await viewAs(clerk, clerk))).toBe('permission-denied')
    expect(await problemOf(await viewAs(admin, clerk, ' '))).toBe('invalid-input')
    // A role that may view as others, but lacks a permission that the other person has.
    const role = await createRole(owner, ['users.view', 'users.view_as', 'orders.view', 'audit.view'])
    const auditor = await kontor.createUser(role)
    const finance = await kontor.createUser('finance')
    expect(await problemOf(await viewAs(auditor, finance))).toBe('above-your-rank')
    expect(await problemOf(await viewAs(auditor, clerk))).toBe('none')
    await owner.fetch(`/api/users/${finance.id}/suspension`, { json: {} })
    expect(await problemOf(await viewAs(admin, finance))).toBe('illegal-transition')
    const sessions = await kontor.kontor.database.read
      .selectFrom('sessions')
      .select('user_id')
      .where('viewed_user_id', 'is not', null)
      .execute()
    expect(sessions).toEqual([{ user_id: auditor.id }])
  })

  test('refuses every endpoint that changes something, as a call and as a form, and changes nothing', async () => {
    const other = await kontor.createUser('viewer')
    await viewAs(owner, admin)
    const before = await listTables()
    for (const name of endpointNames) {
      const { method, path, worksInView }: Endpoint = endpoints[name]
      if (method === 'GET' || worksInView) continue
      const target = path.replace(':id', other.id).replaceAll(/:\w+/g, 'SO260301-00001')
      const json = { user: other.id, viewed_user_id: other.id, viewedBy: null, reason: 'x', role: 'owner' }
      const called = await owner.fetch(target, method === 'DELETE' ? { method } : { method, json })
      expect([name, called.status, await problemOf(called)]).toEqual([name, 403, 'viewing-as'])
      const form = new URLSearchParams({ _endpoint: name, id: other.id, reason: 'x', role: 'owner' })
      const page = await owner.fetch('/orders', { method: 'POST', body: form })
      expect([name, page.status]).toEqual([name, 403])
    }
    expect(await listTables()).toEqual(before)
    const refused = (await listEvents()).filter(({ action }) => action === 'user.refused')
    expect(refused[0]).toMatchObject({ actor_id: owner.id, object_id: admin.id })
    expect(await readName(owner)).toBe('He Jing')
  })

  test('shows neither sessions nor how the other person logs in, also in a form that asks for the password', async () => {
    await viewAs(owner, admin)
    expect(await problemOf(await owner.fetch('/api/account'))).toBe('viewing-as')
    const payload = (await (await owner.fetch('/users/_payload.json?me=1')).json()) as {
      pageState: { data: UsersView }
    }
    expect(payload.pageState.data.account).toBe('hidden')
    const form = new URLSearchParams({ _endpoint: 'viewAs', id: clerk.id, reason: 'x', _password: password })
    const response = await owner.fetch('/users', { method: 'POST', body: form })
    expect(response.status).toBe(403)
    expect(await response.text()).not.toContain('name="_password"')
  })

  test('ends when either is suspended, changes the role or logs out', async () => {
    const second = await kontor.createUser('owner')
    const suspend = (id: string) => second.fetch(`/api/users/${id}/suspension`, { json: {} })
    const restore = (id: string) => second.fetch(`/api/users/${id}/suspension`, { method: 'DELETE' })
    const changeRole = (id: string, role: string) =>
      second.fetch(`/api/users/${id}/role`, { method: 'PUT', json: { role } })
    await viewAs(admin, clerk)
    await suspend(clerk.id)
    expect(await readName(admin)).toBe('He Jing')
    await restore(clerk.id)
    expect(await readName(admin)).toBe('He Jing')
    await viewAs(admin, clerk)
    await changeRole(clerk.id, 'operations')
    expect(await readName(admin)).toBe('He Jing')
    await viewAs(admin, clerk)
    await changeRole(admin.id, 'finance')
    expect(await readName(admin)).toBe('He Jing')
    await changeRole(admin.id, 'admin')
    expect(await readName(admin)).toBe('He Jing')
    await viewAs(admin, clerk)
    await suspend(admin.id)
    expect(await readSession(admin)).toEqual({})
    await viewAs(owner, clerk)
    expect(await problemOf(await owner.fetch('/api/_auth/session', { method: 'DELETE' }))).toBe('none')
    expect(await readSession(owner)).toEqual({})
    expect(await findViolations(kontor)).toEqual([])
  })

  test('ends when the role of the administrator may no longer do it, or the other role may do more', async () => {
    const role = await createRole(owner, ['users.view', 'users.view_as', 'orders.view', 'audit.view'])
    const auditor = await kontor.createUser(role)
    const permissions = ['users.view', 'orders.view', 'audit.view']
    await viewAs(auditor, clerk)
    expect(await readName(auditor)).toBe('Xu Tian')
    const changed = await owner.fetch(`/api/roles/${role}`, {
      method: 'PUT',
      json: { roleName: 'Audit', permissions, version: 1 },
    })
    expect(changed.status).toBe(200)
    expect(await readName(auditor)).toBe(auditor.name)
  })

  test('leaves no trace of a visit of the other person', async () => {
    await viewAs(admin, clerk)
    const before = await readUser(clerk)
    kontor.clock.now += 120_000
    await admin.fetch('/api/orders')
    await expectTouched(admin)
    expect(await readUser(clerk)).toEqual(before)
  })

  const readUser = ({ id }: TestUser) =>
    kontor.kontor.database.read.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  /** Waits until the visit after the clock was moved is written. */
  async function expectTouched(user: TestUser): Promise<void> {
    while (((await readUser(user)).last_seen_at ?? 0) < kontor.clock.now - 60_000) await Bun.sleep(1)
  }

  const listTables = () =>
    Promise.all(
      (['users', 'sessions', 'orders', 'roles', 'invitations', 'api_tokens', 'credentials'] as const).map((table) =>
        kontor.kontor.database.read.selectFrom(table).selectAll().orderBy('id').execute(),
      ),
    )
})
