import type { EventView } from '#shared/events/views.ts'
import type { Problem } from '#shared/problem.ts'
import type { BuiltInRole } from '#shared/permissions.ts'
import type { BulkResult, SessionRow, UserList, UserRow } from '#shared/staff/views.ts'
import type { StaffTabView, UsersView } from '#shared/staff/page-views.ts'
import { usersList } from '#shared/staff/users-list.ts'
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
    const { rows } = (await (await owner.fetch('/api/users?status=pending')).json()) as UserList
    return rows.find((row) => row.name === name)?.id ?? ''
  }
  const readList = async (query: string): Promise<UserList> => (await owner.fetch(`/api/users?${query}`)).json()
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

    test('can be approved only with a role that the user can manage, but by an owner with any role', async () => {
      const id = await registerUser()
      for (const role of ['owner', 'admin'])
        expect(await readResult(await post(admin, id, 'approval', { role }))).toBe('403 above-your-rank')
      const refused = (await (await post(admin, id, 'approval', { role: 'owner' })).json()) as Problem
      expect(refused.errors).toEqual([
        { pointer: '/role', detail: 'You can only assign roles with fewer permissions than your own.' },
      ])
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

  describe('changing a role', () => {
    const changeRole = async (actor: TestUser, id: string, role: string): Promise<string> =>
      readResult(await actor.fetch(`/api/users/${id}/role`, { method: 'PUT', json: { role } }))

    test('takes effect with the next request of its user, and is recorded', async () => {
      const clerk = await kontor.createUser('operations', { name: 'Zhou Min' })
      expect(await changeRole(admin, clerk.id, 'finance')).toBe('active finance')
      expect((await (await clerk.fetch('/api/_auth/session')).json()).user.role).toBe('finance')
      expect((await clerk.fetch('/api/finance/entries')).status).toBe(200)
      expect(await changeRole(admin, clerk.id, 'finance')).toBe('409 illegal-transition')
      const events = await kontor.kontor.database.read
        .selectFrom('events')
        .select(['actor_name', 'parameters'])
        .where('action', '=', 'user.role_changed')
        .execute()
      expect(events).toEqual([{ actor_name: 'He Jing', parameters: '{"role":"finance","from":"operations"}' }])
    })

    test('never raises oneself, gives a role that is not below the own one, or touches people above', async () => {
      const clerk = await createAccount(kontor, 'operations')
      expect(await changeRole(admin, admin.id, 'viewer')).toBe('409 own-account')
      expect(await changeRole(owner, owner.id, 'viewer')).toBe('409 own-account')
      expect(await changeRole(admin, clerk.id, 'admin')).toBe('403 above-your-rank')
      expect(await changeRole(admin, clerk.id, 'owner')).toBe('403 above-your-rank')
      expect(await changeRole(admin, owner.id, 'viewer')).toBe('403 above-your-rank')
      expect(await changeRole(owner, clerk.id, 'king')).toBe('422 invalid-input')
      expect(await changeRole(await kontor.createUser('operations'), clerk.id, 'viewer')).toBe('403 permission-denied')
      expect(await changeRole(owner, await registerUser(), 'viewer')).toBe('409 illegal-transition')
    })

    test('leaves an owner when two owners demote each other at once', async () => {
      const second = await kontor.createUser('owner')
      const results = await Promise.all([
        changeRole(owner, second.id, 'viewer'),
        changeRole(second, owner.id, 'viewer'),
      ])
      expect(results.toSorted()[1]).toBe('active viewer')
      expect(results.toSorted()[0]).toBeOneOf(['403 permission-denied', '403 above-your-rank', '409 last-owner'])
    })
  })

  test('an account is archived once it is suspended, and comes back suspended', async () => {
    const { id } = await createAccount(kontor, 'viewer', { name: 'Pan Yue' })
    expect(await readResult(await post(admin, id, 'archive'))).toBe('409 illegal-transition')
    await post(admin, id, 'suspension')
    expect(await readResult(await post(admin, id, 'archive'))).toBe('archived viewer')
    expect((await readList('')).rows.map(({ name }) => name)).not.toContain('Pan Yue')
    expect(await readResult(await reopen(admin, id))).toBe('409 illegal-transition')
    expect(await readResult(await post(admin, id, 'unarchive'))).toBe('suspended viewer')
    expect(await readResult(await restore(admin, id))).toBe('active viewer')
  })

  describe('an action on several accounts', () => {
    const change = (actor: TestUser, json: object): Promise<Response> => actor.fetch('/api/users/changes', { json })
    const pointersOf = async (response: Response) =>
      ((await response.json()) as Problem).errors?.map(({ pointer }) => pointer)
    const readProblems = async (response: Response) =>
      ((await response.json()) as BulkResult).results.map(({ problem }) => problem)

    test('is taken on each by itself, with a reason for each that refuses', async () => {
      const viewers = await Promise.all(
        ['Pan Yue', 'Tom Becker'].map((name) => createAccount(kontor, 'viewer', { name })),
      )
      const users = [...viewers.map(({ id }) => id), owner.id, admin.id, 'missing']
      const response = await change(admin, { action: 'suspend', users })
      expect((await response.json()) as BulkResult).toEqual({
        results: [
          { id: viewers[0]?.id ?? '', name: 'Pan Yue', problem: null },
          { id: viewers[1]?.id ?? '', name: 'Tom Becker', problem: null },
          { id: owner.id, name: 'Anna Shen', problem: expect.any(String) },
          { id: admin.id, name: 'He Jing', problem: expect.any(String) },
          { id: 'missing', name: 'missing', problem: expect.any(String) },
        ],
      })
      expect((await readList('status=suspended')).rows.map(({ name }) => name)).toEqual(['Pan Yue', 'Tom Becker'])
      expect(await readProblems(await change(owner, { action: 'archive', users }))).toEqual([
        null,
        null,
        ...Array(3).fill(expect.any(String)),
      ])
      const events = await kontor.kontor.database.read
        .selectFrom('events')
        .select('action')
        .where('action', 'in', ['user.suspended', 'user.archived'])
        .execute()
      expect(events).toHaveLength(4)
    })

    test('gives a role that the actor can give, with the permission of the action', async () => {
      const id = await registerUser()
      expect(await pointersOf(await change(admin, { action: 'approve', users: [id] }))).toEqual(['/role'])
      expect(await readResult(await change(admin, { action: 'approve', users: [id], role: 'owner' }))).toBe(
        '403 above-your-rank',
      )
      expect(await pointersOf(await change(admin, { action: 'approve', users: [] }))).toEqual(['/users'])
      expect(await readResult(await change(admin, { action: 'delete', users: [id] }))).toBe('422 invalid-input')
      expect(await readProblems(await change(admin, { action: 'approve', users: [id], role: 'viewer' }))).toEqual([
        null,
      ])
      expect(
        await readResult(await change(await kontor.createUser('finance'), { action: 'suspend', users: [id] })),
      ).toBe('403 permission-denied')
    })

    test('works as a form without script, which then says what was refused', async () => {
      const { id } = await createAccount(kontor, 'viewer', { name: 'Pan Yue' })
      const body = new URLSearchParams([
        ['_endpoint', 'changeUsers'],
        ['action', 'suspend'],
        ['role', 'viewer'],
        ['users', id],
        ['users', owner.id],
      ])
      const html = await (await admin.fetch('/users', { method: 'POST', body })).text()
      expect(html).toContain('1 account changed.')
      expect(html).toContain('Anna Shen: ')
      expect((await readList('status=suspended')).rows.map(({ name }) => name)).toEqual(['Pan Yue'])
    })
  })

  test('the export has all accounts, runs no formula of a hostile name, and is recorded', async () => {
    await createAccount(kontor, 'viewer', { name: '=cmd|"/c calc"!A1' })
    await registerUser('Xu Tian')
    const response = await owner.fetch('/api/users/exports', { json: {} })
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="staff.csv"')
    const lines = (await response.text()).split('\r\n')
    expect(lines[0]).toContain('"Name","Email","Role"')
    expect(lines).toHaveLength(6)
    expect(lines.find((line) => line.includes('calc'))).toStartWith(`"'=cmd|""/c calc""!A1",`)
    expect(lines.find((line) => line.includes('Xu Tian'))).toContain('"","Pending","Off",""')
    const events = await kontor.kontor.database.read
      .selectFrom('events')
      .select(['actor_name', 'parameters'])
      .where('action', '=', 'users.exported')
      .execute()
    expect(events).toEqual([{ actor_name: 'Anna Shen', parameters: '{"count":4}' }])
    expect((await (await kontor.createUser('finance')).fetch('/api/users/exports', { json: {} })).status).toBe(403)
  })

  describe('sessions', () => {
    const listSessions = async (actor: TestUser, query = ''): Promise<SessionRow[]> =>
      (await (await actor.fetch(`/api/sessions${query}`)).json()).rows
    const end = async (actor: TestUser, sessions: string[]) =>
      ((await (await actor.fetch('/api/sessions/ends', { json: { sessions } })).json()) as BulkResult).results

    test('of everyone are listed, the one used last first, and found by their user', async () => {
      kontor.clock.now += 120_000
      const clerk = await kontor.createUser('operations', { name: '王芳' })
      const rows = await listSessions(owner)
      expect(rows.map(({ userName }) => userName).toSorted()).toEqual(['Anna Shen', 'He Jing', '王芳'])
      expect(rows.map(({ lastSeenAt }) => lastSeenAt)).toEqual(
        rows.map(({ lastSeenAt }) => lastSeenAt).toSorted((a, b) => b - a),
      )
      expect((await listSessions(owner)).find(({ isCurrent }) => isCurrent)?.userId).toBe(owner.id)
      expect((await listSessions(admin, '?q=wang')).map(({ userId }) => userId)).toEqual([clerk.id])
      expect((await clerk.fetch('/api/sessions')).status).toBe(403)
    })

    test('are ended one by one or all at once, but not those of people above', async () => {
      const clerk = await kontor.createUser('operations', { name: 'Zhou Min' })
      const client = kontor.createClient()
      await client.fetch('/api/auth/login', { json: { email: clerk.email, password } })
      const [first] = await listSessions(admin, '?q=zhou')
      const [ofOwner] = await listSessions(admin, '?q=anna')
      expect(await end(admin, [first?.id ?? '', ofOwner?.id ?? '', 'unknown'])).toEqual([
        { id: first?.id ?? '', name: 'Zhou Min', problem: null },
        { id: ofOwner?.id ?? '', name: 'Anna Shen', problem: expect.any(String) },
        { id: 'unknown', name: 'unknown', problem: expect.any(String) },
      ])
      expect(await listSessions(admin, '?q=zhou')).toHaveLength(1)
      const endAll = (actor: TestUser, id: string) => actor.fetch(`/api/users/${id}/sessions`, { method: 'DELETE' })
      expect(await (await endAll(admin, clerk.id)).json()).toEqual({ ended: 1 })
      expect(await isLoggedIn(clerk)).toBe(false)
      expect(await readResult(await endAll(admin, owner.id))).toBe('403 above-your-rank')
      expect((await end(admin, [first?.id ?? '']))[0]?.problem).not.toBeNull()
      const events = await kontor.kontor.database.read
        .selectFrom('events')
        .select(['actor_name', 'object_label'])
        .where('action', '=', 'user.sessions_ended')
        .execute()
      expect(events).toEqual(Array(2).fill({ actor_name: 'He Jing', object_label: 'Zhou Min' }))
    })
  })

  test('the list has all accounts with their allowed actions, and no secrets', async () => {
    const id = await registerUser()
    const { rows } = (await (await admin.fetch('/api/users?status=active&status=pending')).json()) as UserList
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
      hasSecondFactor: false,
      actions: ['approve', 'reject'],
    })
  })

  test('the list is sorted by name, with Chinese names by pinyin', async () => {
    const names = ['王芳', 'wang Er', 'Zoë', '曾国藩', 'Óscar', '单田芳', '李娜', 'Li Na', 'Shane']
    for (const name of names) await createAccount(kontor, 'viewer', { name })
    const { rows } = (await (await owner.fetch('/api/users')).json()) as UserList
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
      const { rows } = (await (await owner.fetch(`/api/users?${query}`)).json()) as UserList
      return rows.map(({ name }) => name)
    }
    expect(await names('q=JING')).toEqual(['He Jing'])
    expect(await names('role=owner')).toEqual(['Anna Shen'])
    expect(await names('role=OWNER')).toEqual(['Anna Shen'])
    expect(await names('role=owner&q=jing')).toEqual([])
    expect(await names('status=active')).toEqual(['Anna Shen', 'He Jing'])
    for (const query of ['role=king', 'status=king'])
      expect((await owner.fetch(`/api/users?${query}`)).status).toBe(422)
  })

  test('the list finds people by a part of the name, in pinyin too, or of the email', async () => {
    for (const name of ['王芳', 'Óscar 100%', 'Li_Na']) await createAccount(kontor, 'viewer', { name })
    const search = async (q: string): Promise<string[]> => {
      const { rows, count } = await readList(`q=${encodeURIComponent(q)}`)
      expect(count).toEqual({ exact: rows.length })
      return rows.map(({ name }) => name)
    }
    for (const q of ['王', '王芳', 'wang', 'Wang Fang', 'wangfang', 'FANG', 'wf'])
      expect(await search(q)).toEqual(['王芳'])
    expect(await search('oscar')).toEqual(['Óscar 100%'])
    expect(await search('fw')).toEqual([])
    expect(await search('0%')).toEqual(['Óscar 100%'])
    expect(await search(owner.email.toUpperCase())).toEqual(['Anna Shen'])
    for (const q of ['%', '_', "'", '\\', '芳芳'])
      expect(await search(q)).toEqual(q === '%' ? ['Óscar 100%'] : q === '_' ? ['Li_Na'] : [])
  })

  test('the list finds names whatever their accents, and Greek ones by a part in capitals', async () => {
    for (const name of ['Frédérique', 'Müller', 'Παπασόγλου', 'Γιώργος', 'Strauß', 'Søren Łuk', 'Ёлкин', 'a\u0301gi'])
      await createAccount(kontor, 'viewer', { name })
    const search = async (q: string): Promise<string[]> =>
      (await readList(`q=${encodeURIComponent(q)}`)).rows.map(({ name }) => name)
    const expected = {
      'Frédérique': ['frederique', 'FRÉDÉRIQUE', 'fré', 'DERI'],
      'Müller': ['muller', 'müller', 'MÜLLER', 'mu\u0308ll', 'ＭＵＬＬ'],
      'Παπασόγλου': ['ΠΑΠΑΣ', 'παπας', 'παπασ', 'ΠΑΠΑΣΌΓ', 'σογλου'],
      'Γιώργος': ['ΓΙΩΡΓΟΣ', 'γιωργος', 'ΓΙΏΡΓΟσ'],
      'Strauß': ['strauss', 'STRAUSS', 'strauß', 'STRAUẞ'],
      'Søren Łuk': ['soren', 'SØREN', 'luk', 'łuk'],
      'Ёлкин': ['елкин', 'ЁЛКИН'],
      'a\u0301gi': ['ági', 'AGI'],
    }
    for (const [name, texts] of Object.entries(expected))
      for (const text of texts) expect([text, await search(text)]).toEqual([text, [name]])
  })

  test('the list leaves out archived accounts and access requests unless asked for, and filters by activity', async () => {
    const id = await registerUser()
    await post(owner, id, 'rejection')
    await registerUser('Daniel Ortiz')
    const names = async (query: string): Promise<string[]> => (await readList(query)).rows.map(({ name }) => name)
    expect(await names('')).toEqual(['Anna Shen', 'He Jing'])
    expect(await names('status=archived')).toEqual(['Xu Tian'])
    expect(await names('status=pending')).toEqual(['Daniel Ortiz'])
    expect(await names('factor=on')).toEqual([])
    expect(await names('factor=off')).toEqual(['Anna Shen', 'He Jing'])
    expect(await names('seen=inactive')).toEqual([])
    kontor.clock.now += 31 * 86_400_000
    const returned = await kontor.createUser('owner', { name: 'Back Again' })
    expect((await (await returned.fetch('/api/users?seen=inactive')).json()).rows).toHaveLength(2)
    expect((await post(returned, admin.id, 'suspension')).status).toBe(200)
    const page = await (await returned.fetch('/users')).text()
    const [, link = '', count] = /<a href="([^"]*)">(\d+) inactive/.exec(page) ?? []
    const { search } = new URL(link.replaceAll('&amp;', '&'), 'http://x')
    expect(count).toBe('1')
    expect((await (await returned.fetch(`/api/users${search}`)).json()).rows).toHaveLength(1)
  })

  test('the list is sorted and paged: every account appears once, forwards and backwards', async () => {
    for (let number = 0; number < 130; number++) {
      kontor.clock.now += 1000 * (number % 3)
      await createAccount(kontor, 'viewer', { name: `Person ${number % 40}` })
    }
    const read = async (query: string) =>
      (await (await admin.fetch(`/users/_payload.json?${query}`)).json()).pageState.data.content as StaffTabView
    for (const sort of usersList.sorts) {
      const pages: string[][] = []
      let page = await read(`sort=${sort}`)
      expect(page.count).toEqual({ exact: 132 })
      const keys: unknown[] = []
      for (;;) {
        pages.push(page.rows.map(({ id }) => id))
        keys.push(...page.rows.map((row) => (sort.endsWith('since') ? row.createdAt : (row.lastSeenAt ?? 0))))
        if (page.next === null) break
        page = await read(`sort=${sort}&cursor=${page.next}`)
      }
      expect(new Set(pages.flat()).size).toBe(132)
      if (!sort.endsWith('name')) {
        const sorted = keys.toSorted((a, b) => Number(a) - Number(b))
        expect(keys).toEqual(sort.startsWith('-') ? sorted.toReversed() : sorted)
      }
      const before = await read(`sort=${sort}&cursor=${page.previous}`)
      expect(before.rows.map(({ id }) => id)).toEqual(pages.at(-2) ?? [])
    }
    expect((await admin.fetch('/api/users?cursor=abc')).status).toBe(422)
    expect((await admin.fetch('/users?cursor=abc')).status).toBe(404)
    expect((await admin.fetch('/users?tab=nothing')).status).toBe(404)
  })

  describe('the page', () => {
    const loadView = async (actor: TestUser, query = ''): Promise<UsersView> =>
      ((await (await actor.fetch(`/users/_payload.json${query}`)).json()) as { pageState: { data: UsersView } })
        .pageState.data
    const loadTab = async (actor: TestUser, query = ''): Promise<StaffTabView> => {
      const { content } = await loadView(actor, query)
      if (content.missingPermission !== null || content.tab !== 'staff') throw new Error('The permission is missing.')
      return content
    }

    test('names the missing permission', async () => {
      for (const role of ['finance', 'operations', 'viewer'] satisfies BuiltInRole[])
        expect(await loadView(await kontor.createUser(role))).toEqual({
          tabs: [],
          content: { tab: 'staff', missingPermission: 'users.view' },
          user: null,
          account: null,
          grantable: expect.any(Array),
        })
    })

    test('lists access requests separately from the filtered accounts, with the roles that can be assigned', async () => {
      await registerUser()
      const names = async (query: string): Promise<string[]> =>
        (await loadTab(admin, query)).rows.map(({ name }) => name)
      expect((await loadTab(admin)).requests.rows.map(({ name }) => name)).toEqual(['Xu Tian'])
      expect(await names('')).toEqual(['Anna Shen', 'He Jing'])
      expect(await names('?q=ANNA')).toEqual(['Anna Shen'])
      expect(await names('?q=admin.')).toEqual(['He Jing'])
      expect(await names('?role=owner')).toEqual(['Anna Shen'])
      expect(await names('?status=suspended')).toEqual([])
      // Whichever of the two has more permissions is first.
      expect((await loadView(admin)).grantable.toSorted()).toEqual(['finance', 'operations', 'viewer'])
      expect((await loadView(owner)).grantable.slice(0, 2)).toEqual(['owner', 'admin'])
    })

    test('opens one user with sessions and events', async () => {
      const finance = await kontor.createUser('finance', { name: 'Li Wei' })
      await post(admin, finance.id, 'suspension')
      await restore(admin, finance.id)
      await finance.fetch('/api/auth/login', { json: { email: finance.email, password } })
      const { user } = await loadView(admin, `?user=${finance.id}`)
      expect(user).toMatchObject({
        id: finance.id,
        role: 'finance',
        status: 'active',
        sessionCount: 1,
        canReset: true,
        actions: ['suspend', 'changeRole', 'viewAs'],
      })
      expect(user && 'events' in user && user.events.map(({ action, actor }) => [action, actor])).toEqual([
        ['user.logged_in', 'Li Wei'],
        ['user.restored', 'He Jing'],
        ['user.suspended', 'He Jing'],
        ['user.logged_in', 'Li Wei'],
        ['user.added', null],
      ])
      expect((await loadView(admin, '?user=nobody')).user).toEqual({ missing: 'nobody' })
    })
  })
})
