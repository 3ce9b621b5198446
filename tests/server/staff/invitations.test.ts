import type { Problem } from '#shared/problem.ts'
import type { InvitationRow } from '#shared/staff/views.ts'
import type { InvitationsTabView } from '#shared/staff/page-views.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { createTestClient } from '#tests/support/test-client.ts'
import { type TestUser, createAccount, password } from '#tests/support/test-user.ts'
import { beforeEach, expect, test } from 'bun:test'

const dayMs = 86_400_000

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  let owner: TestUser
  let admin: TestUser
  beforeEach(async () => {
    const { database, config } = await open()
    kontor = await createTestKontor({ database, config: { ...config, registration: 'closed' } })
    owner = await kontor.createUser('owner', { name: 'Anna Shen' })
    admin = await kontor.createUser('admin', { name: 'He Jing' })
  })

  interface Invited {
    invitation: InvitationRow
    url: string
  }
  const invite = (actor: TestUser, input: object = {}): Promise<Response> =>
    actor.fetch('/api/invitations', { json: { email: 'min@example.com', role: 'operations', ...input } })
  const inviteOrThrow = async (input: object = {}): Promise<Invited> => (await invite(owner, input)).json()
  const tokenOf = (url: string): string => new URL(url).searchParams.get('invitation') ?? ''
  const register = (url: string, input: object = {}): Promise<Response> =>
    kontor.fetch('/api/auth/register', {
      json: { name: 'Zhou Min', email: 'min@example.com', password, invitation: tokenOf(url), ...input },
    })
  const readResult = async (response: Response): Promise<string> => {
    const { type, errors = [] } = (await response.json()) as Problem
    return [response.status, type?.slice('/problems/'.length), ...errors.map(({ pointer }) => pointer)].join(' ').trim()
  }
  const list = async (query = ''): Promise<InvitationRow[]> =>
    (await (await owner.fetch(`/api/invitations${query}`)).json()).rows
  const loadRegister = async (url: string): Promise<unknown> => {
    const { pathname, search } = new URL(url)
    return (await (await kontor.fetch(`${pathname}/_payload.json${search}`)).json()).pageState.data
  }

  test('the list finds names in any case and script, and signs as they are written', async () => {
    await inviteOrThrow({ name: 'Änne Öztürk', email: 'anne@example.com' })
    await inviteOrThrow({ name: '周敏（财务）', email: 'zhou@example.com' })
    const find = async (text: string) => (await list(`?q=${encodeURIComponent(text)}`)).map(({ email }) => email)
    for (const text of ['Änne', 'änne', 'ÖZTÜRK', 'öztürk', 'ANNE@'])
      expect([text, await find(text)]).toEqual([text, ['anne@example.com']])
    for (const text of ['（财务）', '周敏（']) expect([text, await find(text)]).toEqual([text, ['zhou@example.com']])
  })

  test('the list finds names whatever their accents, and Greek ones by a part in capitals', async () => {
    const names = ['Frédérique', 'Müller', 'Παπασόγλου', 'Γιώργος', 'Strauß', 'Ёлкин', 'a\u0301gi']
    for (const [index, name] of names.entries()) await inviteOrThrow({ name, email: `${index}@example.com` })
    const find = async (text: string) => (await list(`?q=${encodeURIComponent(text)}`)).map(({ name }) => name)
    const expected = {
      'Frédérique': ['frederique', 'FRÉDÉRIQUE', 'fré', 'DERI'],
      'Müller': ['muller', 'müller', 'MÜLLER', 'mu\u0308ll', 'ＭＵＬＬ'],
      'Παπασόγλου': ['ΠΑΠΑΣ', 'παπας', 'ΠΑΠΑΣΌΓ'],
      'Γιώργος': ['ΓΙΩΡΓΟΣ', 'γιωργος', 'ΓΙΏΡΓΟσ'],
      'Strauß': ['strauss', 'STRAUSS', 'STRAUẞ'],
      'Ёлкин': ['елкин', 'ЁЛКИН'],
      'a\u0301gi': ['ági', 'AGI'],
    }
    for (const [name, texts] of Object.entries(expected))
      for (const text of texts) expect([text, await find(text)]).toEqual([text, [name]])
    for (const sign of ['´', '%', '_']) expect(await find(sign)).toEqual([])
  })

  test('a link creates an active account with the role and email of the invitation, also when registration is closed, and logs in', async () => {
    const { invitation, url } = await inviteOrThrow({ name: 'Zhou' })
    expect(invitation).toMatchObject({ email: 'min@example.com', role: 'operations', status: 'open', name: 'Zhou' })
    expect(await loadRegister(url)).toEqual({
      state: 'invitation',
      invitation: { email: 'min@example.com', name: 'Zhou', role: 'operations' },
    })
    const guest = createTestClient(kontor)
    const response = await guest.fetch('/api/auth/register', {
      json: { name: 'Zhou Min', email: 'MIN@example.com', password, invitation: tokenOf(url) },
    })
    expect([response.status, await response.json()]).toEqual([201, { status: 'active' }])
    const session = await (await guest.fetch('/api/_auth/session')).json()
    expect(session).toMatchObject({ user: { name: 'Zhou Min', role: 'operations' } })
    const [row] = await list()
    expect(row).toMatchObject({ status: 'accepted', userId: session.user.id, actions: [] })
  })

  test('a link works once, also for two at once', async () => {
    const { url } = await inviteOrThrow()
    const results = await Promise.all([register(url), register(url)].map(async (response) => (await response).status))
    expect(results.toSorted()[0]).toBe(201)
    expect(results.toSorted()[1]).toBeOneOf([403, 422])
    expect(await readResult(await register(url))).toBe('403 invitation-invalid')
    expect(await loadRegister(url)).toEqual({ state: 'invitation-invalid' })
  })

  test('a link cannot be used for another email, and a refused registration does not use it up', async () => {
    const { url } = await inviteOrThrow()
    expect(await readResult(await register(url, { email: 'other@example.com' }))).toBe('422 invalid-input /email')
    expect(await readResult(await register(url, { password: 'short' }))).toBe('422 invalid-input /password')
    expect((await register(url)).status).toBe(201)
  })

  test('a link expires after 7 days, and a new one ends the old one', async () => {
    const { invitation, url } = await inviteOrThrow()
    kontor.clock.now += 7 * dayMs
    const returned = await kontor.createUser('owner')
    const { rows } = await (await returned.fetch('/api/invitations')).json()
    expect(rows[0]).toMatchObject({ status: 'expired', actions: ['resend', 'revoke'] })
    expect(await readResult(await register(url))).toBe('403 invitation-invalid')
    const resent = (await (
      await returned.fetch(`/api/invitations/${invitation.id}/links`, { json: {} })
    ).json()) as Invited
    expect(resent.invitation.status).toBe('open')
    const again = (await (
      await returned.fetch(`/api/invitations/${invitation.id}/links`, { json: {} })
    ).json()) as Invited
    expect(await readResult(await register(resent.url))).toBe('403 invitation-invalid')
    kontor.clock.now += 7 * dayMs - 1
    expect((await register(again.url)).status).toBe(201)
  })

  test('a revoked invitation cannot be accepted or sent again', async () => {
    const { invitation, url } = await inviteOrThrow()
    const revoked = await owner.fetch(`/api/invitations/${invitation.id}`, { method: 'DELETE' })
    expect(await revoked.json()).toMatchObject({ status: 'revoked', actions: [] })
    expect(await readResult(await register(url))).toBe('403 invitation-invalid')
    const resent = await owner.fetch(`/api/invitations/${invitation.id}/links`, { json: {} })
    expect(await readResult(resent)).toBe('409 illegal-transition')
    expect((await invite(owner)).status).toBe(201)
  })

  test('an invitation ends when its inviter is suspended', async () => {
    const { url } = (await (await invite(admin)).json()) as Invited
    await owner.fetch(`/api/users/${admin.id}/suspension`, { json: {} })
    expect(await readResult(await register(url))).toBe('403 invitation-invalid')
    await owner.fetch(`/api/users/${admin.id}/suspension`, { method: 'DELETE' })
    expect((await register(url)).status).toBe(201)
  })

  test('nobody invites to a role that is not below their own, or someone who has an account or an invitation', async () => {
    expect(await readResult(await invite(admin, { role: 'admin' }))).toBe('403 above-your-rank /role')
    expect(await readResult(await invite(admin, { role: 'owner' }))).toBe('403 above-your-rank /role')
    expect(await readResult(await invite(owner, { role: 'king' }))).toBe('422 invalid-input /role')
    const { email } = await createAccount(kontor, 'viewer')
    expect(await readResult(await invite(owner, { email: email.toUpperCase() }))).toBe('422 invalid-input /email')
    const results = await Promise.all([invite(owner), invite(admin)].map(async (response) => (await response).status))
    expect(results.toSorted()).toEqual([201, 422])
    const { invitation } = await inviteOrThrow({ email: 'boss@example.com', role: 'owner' })
    const revoke = await admin.fetch(`/api/invitations/${invitation.id}`, { method: 'DELETE' })
    expect(await readResult(revoke)).toBe('403 above-your-rank')
    for (const role of ['finance', 'operations', 'viewer'] as const)
      expect((await invite(await kontor.createUser(role))).status).toBe(403)
  })

  test('tokens are stored as hashes only, and events name the email and role', async () => {
    const { url } = await inviteOrThrow()
    const { read } = kontor.kontor.database
    const stored = JSON.stringify([
      await read.selectFrom('one_time_links').selectAll().execute(),
      await read.selectFrom('invitations').selectAll().execute(),
      await read.selectFrom('events').selectAll().execute(),
    ])
    expect(stored).not.toContain(tokenOf(url))
    const events = await read.selectFrom('events').selectAll().where('object_type', '=', 'invitation').execute()
    expect(events.map(({ action, object_label, actor_name }) => [action, object_label, actor_name])).toEqual([
      ['invitation.created', 'min@example.com', 'Anna Shen'],
    ])
  })

  test('the tab lists, filters and pages invitations, and opens one', async () => {
    for (let number = 0; number < 60; number++)
      await inviteOrThrow({ email: `p${number}@example.com`, name: `P ${number}` })
    const load = async (query: string): Promise<InvitationsTabView> =>
      (await (await admin.fetch(`/users/_payload.json?tab=invitations${query}`)).json()).pageState.data.content
    const first = await load('')
    expect([first.rows.length, first.count, first.rows[0]?.email]).toEqual([50, { exact: 60 }, 'p59@example.com'])
    const second = await load(`&cursor=${first.next}`)
    expect([second.rows.length, second.next]).toEqual([10, null])
    const found = await load('&q=P59')
    expect(found.rows.map(({ email }) => email)).toEqual(['p59@example.com'])
    expect((await load('&invitation=accepted&invitation=expired')).rows).toEqual([])
    const id = found.rows[0]?.id ?? ''
    expect((await load(`&invited=${id}`)).invitation).toMatchObject({ id, actions: ['resend', 'revoke'] })
    expect((await load('&invited=none')).invitation).toEqual({ missing: 'none' })
    const finance = await kontor.createUser('finance')
    const { tabs, content } = (await (await finance.fetch('/users/_payload.json?tab=invitations')).json()).pageState
      .data
    expect([tabs, content]).toEqual([[], { tab: 'invitations', missingPermission: 'users.invite' }])
  })

  test('without script, the form shows the link on the page', async () => {
    const body = new URLSearchParams({ _endpoint: 'inviteUser', email: 'min@example.com', role: 'viewer', name: '' })
    const response = await owner.fetch('/users?tab=invitations&invite=1', { method: 'POST', body })
    const html = await response.text()
    const [url = ''] = /http[^"]*invitation=[\w-]{43}/.exec(html) ?? []
    expect((await register(url)).status).toBe(201)
  })
})
