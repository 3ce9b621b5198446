import { createTokenText, isTokenText } from '#server/tokens/token-text.ts'
import type { ServerHandle } from '#server/http/app-context.ts'
import { endpointNames, endpoints } from '#shared/routes/endpoints.ts'
import { acceptsTokens, type Endpoint, needsSession } from '#shared/routes/endpoint.ts'
import { type Permission, permissions } from '#shared/permissions.ts'
import { tokenPermissions } from '#shared/tokens/token-permissions.ts'
import { type ApiToken, maxTokens } from '#shared/tokens/tokens.ts'
import type { TokensTabView } from '#shared/staff/page-views.ts'
import { pageSize } from '#shared/constants.ts'
import { createRole } from '#tests/support/create-role.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeAll, describe, expect, test } from 'bun:test'

test('a token can be allowed what it can call, or what it sees more of, and not what needs a person', () => {
  const all: Endpoint[] = endpointNames.map((name) => endpoints[name])
  const expected = permissions.filter((permission) => {
    const guarded = all.filter(({ access }) => access === permission)
    // One without an endpoint adds to what others answer, except that of the page of backups.
    const isUseful =
      guarded.length === 0 ? permission !== 'backups.view' : guarded.some(({ reentry }) => reentry !== true)
    return isUseful && !permission.startsWith('tokens.')
  })
  expect(tokenPermissions as readonly Permission[]).toEqual(expected)
})

describe('the text of a token', () => {
  test('has a prefix and a checksum, so that a typo is noticed without a query', () => {
    const text = createTokenText()
    expect(text).toMatch(/^kontor_[0-9A-Za-z]{42}$/)
    expect(isTokenText(text)).toBe(true)
    for (let position = 'kontor_'.length; position < text.length; position++) {
      const other = text[position] === 'x' ? 'y' : 'x'
      expect(isTokenText(text.slice(0, position) + other + text.slice(position + 1))).toBe(false)
    }
    for (const wrong of ['', 'kontor_', text.slice(0, -1), `${text}0`, text.toUpperCase(), ` ${text}`])
      expect(isTokenText(wrong)).toBe(false)
  })
})

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  let owner: TestUser
  beforeAll(async () => {
    const { database, config } = await open()
    kontor = await createTestKontor({ database, config: { ...config, trustedProxies: ['192.0.2.1'] } })
    owner = await kontor.createUser('owner')
  })

  test('a user has at most 20 tokens, and one more says so', async () => {
    const user = await kontor.createUser('owner')
    const create = () => user.fetch('/api/tokens', { json: { tokenName: 'Shop', permissions: ['orders.view'] } })
    for (let count = 0; count < maxTokens; count++) expect((await create()).status).toBe(201)
    expect(await (await create()).json()).toMatchObject({
      errors: [{ pointer: '/tokenName', detail: 'The maximum of 20 is reached.' }],
    })
    // One that was revoked, and one that has expired, make place for another.
    const change = (changes: { revoked_at: number } | { expires_at: number }) =>
      kontor.kontor.database.inTransaction(async (transaction) => {
        const tokens = transaction.selectFrom('api_tokens').select('id').where('user_id', '=', user.id)
        const { id } = await tokens.where('revoked_at', 'is', null).executeTakeFirstOrThrow()
        await transaction.updateTable('api_tokens').set(changes).where('id', '=', id).execute()
      })
    for (const changes of [{ revoked_at: kontor.clock.now }, { expires_at: kontor.clock.now }]) {
      await change(changes)
      expect((await create()).status).toBe(201)
      expect((await create()).status).toBe(422)
    }
  })

  const bearer = (secret: string): { authorization: string } => ({ authorization: `Bearer ${secret}` })
  const create = async (user: TestUser, input: object = {}): Promise<{ secret: string; token: ApiToken }> => {
    const json = { tokenName: 'Shop', permissions: ['orders.view', 'users.view'], ...input }
    const response = await user.fetch('/api/tokens', { json })
    expect(response.status).toBe(201)
    return response.json()
  }
  /** The status and the problem of a call with a token and without cookies. */
  const call = async (secret: string, path = '/api/orders', init: RequestInit = {}): Promise<[number, string?]> => {
    const response = await kontor.fetch(path, { ...init, headers: { ...bearer(secret), ...init.headers } })
    expect(response.headers.getSetCookie()).toEqual([])
    if (response.ok) return [response.status]
    return [response.status, (await response.json()).type.slice('/problems/'.length)]
  }
  const list = async (user: TestUser, query = ''): Promise<ApiToken[]> => {
    const response = await user.fetch(`/api/tokens?${query}`)
    expect([query, response.status]).toEqual([query, 200])
    return ((await response.json()) as { rows: ApiToken[] }).rows
  }
  const invalid: [number, string] = [401, 'invalid-token']

  test('a missing or wrong token is answered with the scheme of the token', async () => {
    for (const headers of [{}, bearer('kontor_wrong'), { authorization: 'Basic YTpi' }]) {
      const response = await kontor.fetch('/api/orders', { headers })
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    }
  })

  test('allows what it was made for, and no more', async () => {
    const { secret, token } = await create(owner)
    expect(secret).toStartWith(token.prefix)
    expect(await call(secret)).toEqual([200])
    expect(await call(secret, '/api/users')).toEqual([200])
    expect(await call(secret, endpoints.listEntries.path)).toEqual([403, 'permission-denied'])
    const refused = await kontor.fetch(endpoints.listEntries.path, { headers: bearer(secret) })
    expect((await refused.json()).detail).toStartWith('The API token “Shop” or its owner does not have')
    expect(await call(secret, '/api/tokens')).toEqual([403, 'token-not-accepted'])
    expect(await call(secret, '/api/missing')).toEqual([404, 'not-found'])
    const rows = await list(owner)
    expect(rows.find(({ id }) => id === token.id)).toMatchObject({ state: 'active', user: { id: owner.id } })
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(
      JSON.stringify(await kontor.kontor.database.read.selectFrom('api_tokens').selectAll().execute()),
    ).not.toContain(secret)
  })

  test('works with no endpoint that needs a person, whatever it allows', async () => {
    const { secret } = await create(owner, { permissions: tokenPermissions })
    for (const name of endpointNames) {
      const endpoint: Endpoint = endpoints[name]
      if (acceptsTokens(endpoint)) continue
      const path = endpoint.path.replaceAll(/:\w+/g, 'x')
      expect([name, ...(await call(secret, path, { method: endpoint.method }))]).toEqual([
        name,
        403,
        'token-not-accepted',
      ])
    }
  })

  test('with the smallest scope, is refused by every endpoint with another permission', async () => {
    const { secret } = await create(owner, { permissions: ['books.verify'] })
    for (const name of endpointNames) {
      const endpoint: Endpoint = endpoints[name]
      if (!acceptsTokens(endpoint) || !needsSession(endpoint.access) || endpoint.access === 'books.verify') continue
      const path = endpoint.path.replaceAll(/:\w+/g, 'x')
      expect([name, ...(await call(secret, path, { method: endpoint.method }))]).toEqual([
        name,
        403,
        'permission-denied',
      ])
    }
  })

  test('is refused when truncated, mistyped, unknown, in the query, or sent with a cookie', async () => {
    const { secret } = await create(owner)
    const last = secret.endsWith('0') ? '1' : '0'
    for (const wrong of ['', 'x', secret.slice(0, -1), secret.slice(0, -1) + last, createTokenText(), `${secret} x`])
      expect(await call(wrong)).toEqual(invalid)
    expect(await call(secret, '/api/orders', { headers: { cookie: `kontor=${owner.cookies.get('kontor')}` } })).toEqual(
      invalid,
    )
    const inQuery = await kontor.fetch(`/api/orders?access_token=${secret}&token=${secret}`)
    expect(inQuery.status).toBe(401)
    const page = await kontor.fetch('/orders', { headers: bearer(secret) })
    expect([page.status, page.headers.get('location')]).toEqual([302, '/login'])
  })

  test('changes something, and the event names its owner and the token', async () => {
    const { secret } = await create(owner, { tokenName: 'Carrier sync', permissions: ['carriers.manage'] })
    const headers = { 'content-type': 'application/json', 'origin': 'https://other.example' }
    const body = JSON.stringify({ carrierName: 'Blue Van', trackingUrl: 'https://example.com/{number}' })
    expect((await call(secret, '/api/carriers', { method: 'POST', headers, body }))[0]).toBeLessThan(300)
    const event = await kontor.kontor.database.read
      .selectFrom('events')
      .select(['actor_type', 'actor_id', 'actor_name'])
      .where('action', '=', 'carrier.added')
      .where('object_label', '=', 'Blue Van')
      .executeTakeFirstOrThrow()
    expect(event).toEqual({ actor_type: 'token', actor_id: owner.id, actor_name: `${owner.name} (Carrier sync)` })
  })

  test('ends when it expires, is revoked, or its owner is suspended', async () => {
    const { secret, token } = await create(owner)
    expect((await owner.fetch(`/api/tokens/${token.id}`, { method: 'DELETE' })).status).toBe(200)
    expect(await call(secret)).toEqual(invalid)
    expect((await owner.fetch(`/api/tokens/${token.id}`, { method: 'DELETE' })).status).toBe(200)

    const admin = await kontor.createUser('admin')
    const ofAdmin = await create(admin)
    expect(await call(ofAdmin.secret)).toEqual([200])
    expect((await owner.fetch(`/api/users/${admin.id}/suspension`, { json: {} })).status).toBe(200)
    expect(await call(ofAdmin.secret)).toEqual(invalid)

    const short = await create(owner, { lifetimeDays: '7' })
    const { now } = kontor.clock
    kontor.clock.now = short.token.expiresAt - 1
    expect(await call(short.secret)).toEqual([200])
    kontor.clock.now = short.token.expiresAt
    expect(await call(short.secret)).toEqual(invalid)
    kontor.clock.now = now
  })

  test('loses what its owner loses', async () => {
    const admin = await kontor.createUser('admin')
    const { secret } = await create(admin)
    const role = { role: 'viewer' }
    expect((await owner.fetch(`/api/users/${admin.id}/role`, { method: 'PUT', json: role })).status).toBe(200)
    expect(await call(secret)).toEqual([200])
    expect(await call(secret, '/api/users')).toEqual([403, 'permission-denied'])
  })

  test('cannot be made for more than its owner may do', async () => {
    const admin = await kontor.createUser('admin')
    const viewer = await kontor.createUser('viewer')
    const role = await kontor.createUser(await createRole(owner, ['orders.view', 'tokens.create']))
    const tryWith = async (user: TestUser, input: object): Promise<unknown> => {
      const response = await user.fetch('/api/tokens', { json: { tokenName: 'Shop', ...input } })
      return [response.status, (await response.json()).errors?.[0]?.pointer]
    }
    expect(await tryWith(viewer, { permissions: ['orders.view'] })).toEqual([403, undefined])
    expect(await tryWith(owner, { permissions: ['orders.view', 'backups.view'] })).toEqual([422, '/permissions/1'])
    expect(await tryWith(role, { permissions: ['orders.hold', 'orders.view'] })).toEqual([422, '/permissions'])
    expect(await tryWith(admin, { permissions: ['tokens.create'] })).toEqual([422, '/permissions/0'])
    const refused = await admin.fetch('/api/tokens', { json: { tokenName: 'Shop', permissions: ['tokens.create'] } })
    expect((await refused.json()).errors).toMatchObject([{ detail: 'A token cannot have this permission.' }])
    expect(await tryWith(admin, { permissions: ['orders.hold'] })).toEqual([422, '/permissions'])
    expect(await tryWith(admin, { permissions: [] })).toEqual([422, '/permissions'])
    expect(await tryWith(admin, { permissions: ['orders.view'], addresses: '10.0.0.0/33' })).toEqual([
      422,
      '/addresses',
    ])
    expect(await tryWith(role, { permissions: ['orders.view'], userId: owner.id })).toEqual([422, '/userId'])
    expect((await create(role, { permissions: ['orders.view'] })).token.user.id).toBe(role.id)
  })

  test('of someone else is neither seen nor revoked without the permission', async () => {
    const admin = await kontor.createUser('admin')
    const ofOwner = await create(owner)
    const ofAdmin = await create(admin)
    const role = await kontor.createUser(await createRole(owner, ['orders.view', 'tokens.create']))
    expect(await list(role)).toEqual([])
    const revoke = async (user: TestUser, { token }: { token: ApiToken }): Promise<number> =>
      (await user.fetch(`/api/tokens/${token.id}`, { method: 'DELETE' })).status
    expect(await revoke(role, ofAdmin)).toBe(404)
    expect(await revoke(admin, ofOwner)).toBe(403)
    expect(await revoke(owner, ofAdmin)).toBe(200)
    expect(await call(ofOwner.secret)).toEqual([200])
    // The event says whose token someone else has revoked.
    expect(await revoke(owner, ofOwner)).toBe(200)
    const findRevocation = async ({ token }: { token: ApiToken }): Promise<string | undefined> => {
      const events = kontor.kontor.database.read
        .selectFrom('events')
        .select('parameters')
        .where('object_id', '=', token.id)
      return (await events.where('action', '=', 'token.revoked').executeTakeFirst())?.parameters
    }
    expect(await findRevocation(ofAdmin)).toContain(JSON.stringify({ owner: admin.name }).slice(1, -1))
    expect(await findRevocation(ofOwner)).not.toContain('"owner"')
  })

  test('is made, listed and revoked on the page without script; its text is shown once', async () => {
    const admin = await kontor.createUser('admin')
    const page = '/users?tab=tokens&newToken=1'
    const body = new URLSearchParams({ _endpoint: 'createToken', tokenName: 'Night job', permissions: 'orders.view' })
    const shown = await (await admin.fetch(page, { method: 'POST', body })).text()
    const secret = /kontor_[0-9A-Za-z]{42}/.exec(shown)?.[0] ?? ''
    expect(await call(secret)).toEqual([200])
    const listed = await (await admin.fetch('/users?tab=tokens')).text()
    expect(listed).toContain('Night job')
    expect(listed).not.toContain(secret)
    const [{ id: token } = { id: '' }] = await list(admin, 'q=night job')
    const revocation = new URLSearchParams({ _endpoint: 'revokeToken', token })
    await admin.fetch(`/users?tab=tokens&openToken=${token}`, { method: 'POST', body: revocation })
    expect(await call(secret)).toEqual(invalid)
  })

  test('the list finds names of tokens whatever their accents, and those of their owners', async () => {
    const user = await kontor.createUser('owner', { name: 'Γιάννης Παπασόγλου' })
    const names = ['Entrepôt Frédérique', 'Müller', 'Straße', 'Παπασόγλου']
    for (const tokenName of names) await create(user, { tokenName })
    const find = async (text: string) =>
      (await list(owner, new URLSearchParams({ q: text }).toString())).map(({ name }) => name).toSorted()
    const expected = {
      'Entrepôt Frédérique': ['frederique', 'FRÉDÉRIQUE', 'entrepot', 'FREDE'],
      'Müller': ['muller', 'müller', 'MÜLLER', 'mu\u0308ll'],
      'Straße': ['strasse', 'STRAẞE'],
    }
    for (const [name, texts] of Object.entries(expected))
      for (const text of texts) expect([text, await find(text)]).toEqual([text, [name]])
    for (const text of ['ΠΑΠΑΣ', 'παπασογ', 'γιαννης']) expect([text, await find(text)]).toEqual([text, names])
    expect(await find('´')).toEqual([])
  })

  /** The status of a call with a token from an address. */
  const callFrom = async (secret: string, peer: string, forwardedFor?: string): Promise<number> => {
    const server: ServerHandle = { requestIP: () => ({ address: peer }), timeout: () => undefined }
    const headers = { ...bearer(secret), host: kontor.kontor.config.origin.host }
    const request = new Request(`${kontor.kontor.config.origin.origin}/api/orders`, {
      headers: forwardedFor === undefined ? headers : { ...headers, 'x-forwarded-for': forwardedFor },
    })
    return (await kontor.app.fetch(request, server)).status
  }

  test('works only from its addresses, also behind a trusted proxy', async () => {
    const { secret, token } = await create(owner, { addresses: '203.0.113.0/24, 2001:db8::/32' })
    const from = (peer: string, forwardedFor?: string) => callFrom(secret, peer, forwardedFor)
    expect(await from('203.0.113.9')).toBe(200)
    expect(await from('::ffff:203.0.113.9')).toBe(200)
    expect(await from('2001:db8::7')).toBe(200)
    expect(await from('198.51.100.1')).toBe(401)
    expect(await from('198.51.100.1', '203.0.113.9')).toBe(401)
    expect(await from('192.0.2.1', '203.0.113.9')).toBe(200)
    expect(await from('192.0.2.1', '203.0.113.9, 198.51.100.1')).toBe(401)
    const stored = kontor.kontor.database.read.selectFrom('api_tokens').selectAll().where('id', '=', token.id)
    expect((await stored.executeTakeFirstOrThrow()).addresses).toBe('["203.0.113.0/24","2001:db8::/32"]')
    const single = await create(owner, { addresses: '203.0.113.9' })
    expect(await callFrom(single.secret, '203.0.113.9')).toBe(200)
    expect(await callFrom(single.secret, '203.0.113.8')).toBe(401)
  })

  test('shows when and from where it was used, at most once a minute', async () => {
    const { secret, token } = await create(owner)
    const findUse = async (): Promise<[number | null, string]> => {
      const found = (await list(owner)).find(({ id }) => id === token.id)
      return [found?.lastUsedAt ?? null, found?.lastIp ?? '']
    }
    /** The use is written in the background. */
    const waitForUse = async (at: number): Promise<[number | null, string]> => {
      for (;;) {
        const use = await findUse()
        if (use[0] === at) return use
        await Bun.sleep(1)
      }
    }
    expect(await findUse()).toEqual([null, ''])
    const { now } = kontor.clock
    expect(await callFrom(secret, '203.0.113.1')).toBe(200)
    expect(await waitForUse(now)).toEqual([now, '203.0.113.1'])
    kontor.clock.now = now + 59_999
    expect(await callFrom(secret, '203.0.113.2')).toBe(200)
    // A write after which it would be there.
    await create(owner)
    expect(await findUse()).toEqual([now, '203.0.113.1'])
    kontor.clock.now = now + 60_000
    expect(await callFrom(secret, '203.0.113.3')).toBe(200)
    expect(await waitForUse(now + 60_000)).toEqual([now + 60_000, '203.0.113.3'])
    kontor.clock.now = now
  })

  test('is found by its name, its beginning, its owner, its state and its permissions, a page at a time', async () => {
    const admin = await kontor.createUser('admin', { name: '王芳' })
    await create(admin, { tokenName: 'Söder 100%_off', permissions: ['finance.view'] })
    const second = await create(admin, { tokenName: 'Carrier', permissions: ['orders.view'] })
    expect((await admin.fetch(`/api/tokens/${second.token.id}`, { method: 'DELETE' })).status).toBe(200)
    const find = async (query: Record<string, string>): Promise<string[]> =>
      (await list(owner, new URLSearchParams({ owner: admin.id, ...query }).toString())).map(({ name }) => name)
    expect(await find({})).toEqual(['Carrier', 'Söder 100%_off'])
    expect(await find({ q: '100%_' })).toEqual(['Söder 100%_off'])
    expect(await find({ q: '100__' })).toEqual([])
    expect(await find({ q: second.token.prefix })).toEqual(['Carrier'])
    expect(await find({ q: 'wang fang' })).toEqual(['Carrier', 'Söder 100%_off'])
    expect(await find({ state: 'active' })).toEqual(['Söder 100%_off'])
    expect(await find({ state: 'revoked' })).toEqual(['Carrier'])
    expect(await find({ state: 'expired' })).toEqual([])
    expect(await find({ permission: 'finance.view' })).toEqual(['Söder 100%_off'])
    expect(await find({ permission: '%' })).toEqual([])
    expect((await admin.fetch('/api/tokens?state=gone')).status).toBe(422)
    expect((await admin.fetch('/api/tokens?cursor=x')).status).toBe(422)

    const rows = Array.from({ length: pageSize + 5 }, (_, index) => ({
      id: `page-${String(index).padStart(4, '0')}`,
      user_id: admin.id,
      name: `Page ${index}`,
      prefix: 'kontor_paging',
      token_hash: `hash ${index}`,
      permissions: '[]',
      addresses: '[]',
      created_at: 1000 + index,
      expires_at: 2000,
      revoked_at: null,
      last_used_at: null,
      last_ip: '',
    }))
    await kontor.kontor.database.inTransaction(async (transaction) => {
      await transaction.insertInto('api_tokens').values(rows).execute()
    })
    const read = async (query: string): Promise<{ rows: ApiToken[]; next: string | null; count: unknown }> =>
      (await owner.fetch(`/api/tokens?q=kontor_paging${query}`)).json()
    const page = await read('')
    expect(page.count).toEqual({ exact: pageSize + 5 })
    const rest = await read(`&cursor=${page.next}`)
    expect([...page.rows, ...rest.rows].map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toReversed())
    expect(rest.next).toBeNull()
    expect((await read('&state=expired')).count).toEqual(page.count)
    await kontor.kontor.database.inTransaction(async (transaction) => {
      const update = (id: string) => transaction.updateTable('api_tokens').where('id', '=', id)
      await update('page-0000').set({ revoked_at: 1500 }).execute()
      await update('page-0001').set({ expires_at: kontor.clock.now }).execute()
    })
    expect((await read('&state=expired')).count).toEqual({ exact: pageSize + 4 })
    expect((await list(owner, 'q=kontor_paging&state=revoked')).map(({ id }) => id)).toEqual(['page-0000'])
    expect(await list(owner, 'q=kontor_paging&state=active')).toEqual([])
    await kontor.kontor.database.inTransaction(async (transaction) => {
      await transaction.deleteFrom('api_tokens').where('prefix', '=', 'kontor_paging').execute()
    })
  })

  test('is filtered by owners, which only those see who see the tokens of everyone', async () => {
    const second = await kontor.createUser('admin', { name: 'Östman' })
    const first = await kontor.createUser('admin', { name: 'Ola' })
    const last = await kontor.createUser('admin', { name: 'Otto' })
    await create(first)
    await create(last)
    await create(second)
    const stranger = await kontor.createUser(await createRole(owner, ['orders.view', 'tokens.create']))
    await create(stranger, { permissions: ['orders.view'] })
    const readOwners = async (user: TestUser): Promise<string[]> => {
      const response = await user.fetch('/users/_payload.json?tab=tokens')
      const { owners } = (await response.json()).pageState.data.content as TokensTabView
      return owners.map(({ id }) => id)
    }
    const owners = await readOwners(owner)
    const names = [first.id, second.id, last.id]
    expect(owners.filter((id) => names.includes(id))).toEqual(names)
    const withoutTokens = await kontor.createUser('admin', { name: 'Olga' })
    expect(await readOwners(owner)).not.toContain(withoutTokens.id)
    expect(await readOwners(stranger)).toEqual([])
  })

  test('shows in the panel what it did, to its owner and to those who see the audit log', async () => {
    const admin = await kontor.createUser('admin')
    const manager = await kontor.createUser(await createRole(owner, ['tokens.create', 'tokens.manage']))
    const stranger = await kontor.createUser(await createRole(owner, ['tokens.create']))
    const { secret, token } = await create(admin, { permissions: ['carriers.manage'] })
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ carrierName: 'Red Van', trackingUrl: 'https://example.com/{number}' })
    expect((await call(secret, '/api/carriers', { method: 'POST', headers, body }))[0]).toBeLessThan(300)
    const readPanel = async (user: TestUser): Promise<TokensTabView['token']> => {
      const response = await user.fetch(`/users/_payload.json?tab=tokens&openToken=${token.id}`)
      return (await response.json()).pageState.data.content.token
    }
    for (const user of [admin, owner])
      expect(await readPanel(user)).toMatchObject({
        canRevoke: true,
        events: [{ action: 'carrier.added', objectLabel: 'Red Van' }],
      })
    expect(await readPanel(manager)).toMatchObject({ canRevoke: false, events: null })
    expect(await readPanel(stranger)).toEqual({ missing: token.id })
  })

  test('sends as many requests in a minute as the operator allows, each token by itself', async () => {
    const { database, config } = await open()
    const limited = await createTestKontor({ database, config: { ...config, tokenRequestsPerMinute: 2 } })
    const user = await limited.createUser('owner')
    const first = await create(user)
    const second = await create(user, { tokenName: 'Other' })
    const { clock } = limited
    clock.now = Math.ceil(clock.now / 60_000) * 60_000 + 12_000
    const send = async (secret: string, path = '/api/orders'): Promise<unknown[]> => {
      const response = await limited.fetch(path, { headers: bearer(secret) })
      const { headers, status } = response
      return [status, headers.get('ratelimit'), headers.get('retry-after')]
    }
    expect(await send(first.secret)).toEqual([200, '"token";r=1;t=48', null])
    // What is refused counts, too.
    expect(await send(first.secret, '/api/missing')).toEqual([404, '"token";r=0;t=48', null])
    expect(await send(first.secret)).toEqual([429, null, '48'])
    const refused = await limited.fetch('/api/orders', { headers: bearer(first.secret) })
    expect((await refused.json()).type).toBe('/problems/too-many-requests')
    expect(await send(second.secret)).toEqual([200, '"token";r=1;t=48', null])
    clock.now += 48_000
    expect(await send(first.secret)).toEqual([200, '"token";r=1;t=60', null])
  })
})
