import { eventTopics, topicOf } from '#shared/events/audit-log.ts'
import { scheduleSealing } from '#server/events/sealing.ts'
import { parseHead } from '#server/self-check/kept-heads.ts'
import { verify } from '#server/self-check/verify.ts'
import type { AuditEvent, EventsHead } from '#shared/events/audit-views.ts'
import { eventActions } from '#shared/events/event-actions.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeEach, describe, expect, test } from 'bun:test'

test('every action is about one of the topics, and every topic has actions', () => {
  const listed = eventActions.filter((action) => !/^(order|customer)\.(imported|removed)$/.test(action))
  expect(new Set(listed.map(topicOf))).toEqual(new Set(eventTopics))
  expect(topicOf('user.logged_in')).toBe('logins')
  expect(topicOf('user.suspended')).toBe('staff')
  expect(topicOf('refund.approved')).toBe('refunds')
})

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  let owner: TestUser
  let admin: TestUser
  beforeEach(async () => {
    const { database, config } = await open()
    kontor = await createTestKontor({ database, config })
    owner = await kontor.createUser('owner', { name: 'Anna Shen' })
    admin = await kontor.createUser('admin', { name: 'He Jing' })
  })

  interface Page {
    rows: AuditEvent[]
    next: string | null
    count: unknown
  }
  const list = async (query: Record<string, string> = {}): Promise<Page> =>
    (await owner.fetch(`/api/events?${new URLSearchParams(query)}`)).json()
  const actionsOf = async (query: Record<string, string>): Promise<string[]> =>
    (await list(query)).rows.map(({ action }) => action)
  const invite = async (actor: TestUser, email: string): Promise<void> => {
    expect((await actor.fetch('/api/invitations', { json: { email, role: 'viewer' } })).status).toBe(201)
  }

  describe('the audit log', () => {
    test('lists who did what, when, from where and with which request, newest first', async () => {
      await invite(admin, 'min@example.com')
      const { rows } = await list({ topic: 'staff' })
      expect(rows[0]).toMatchObject({
        action: 'invitation.created',
        actor: 'He Jing',
        actorId: admin.id,
        objectLabel: 'min@example.com',
        ip: expect.any(String),
        requestId: expect.stringMatching(/^[0-9a-f]{16}$/),
      })
      expect(rows.map(({ at }) => at)).toEqual(rows.map(({ at }) => at).toSorted((a, b) => b - a))
    })

    test('filters by topic, person, day, and exactly what an event names', async () => {
      await invite(admin, 'min@example.com')
      await invite(owner, 'tom@example.com')
      expect(await actionsOf({ topic: 'roles' })).toEqual([])
      expect(await actionsOf({ actor: admin.id, topic: 'staff' })).toEqual(['invitation.created'])
      expect(await actionsOf({ q: 'tom@example.com' })).toEqual(['invitation.created'])
      expect(await actionsOf({ q: 'tom@' })).toEqual([])
      expect(await actionsOf({ to: '2001-01-01' })).toEqual([])
      expect(await actionsOf({ q: '203.0.113.9' })).toEqual([])
      const {
        app,
        kontor: {
          config: { origin },
        },
      } = kontor
      await app.fetch(
        new Request(`${origin.origin}/api/auth/login`, {
          method: 'POST',
          headers: { 'host': origin.host, 'content-type': 'application/json', 'origin': origin.origin },
          body: JSON.stringify({ email: admin.email, password: 'a wrong password' }),
        }),
        { requestIP: () => ({ address: '203.0.113.9' }), timeout: () => {} },
      )
      expect(await actionsOf({ q: '203.0.113.9', topic: 'logins' })).toEqual(['user.login_failed'])
      expect((await list({ actor: 'program' })).rows.every(({ actorId }) => actorId === null)).toBe(true)
    })

    test('finds users by a part of their name, in pinyin too, and by their email', async () => {
      const clerk = await kontor.createUser('viewer', { name: '周敏 Zhou Min', email: 'min.zhou@example.com' })
      await owner.fetch(`/api/users/${clerk.id}/suspension`, { method: 'POST' })
      for (const q of ['周敏', 'zhoumin', 'Zhou', 'min.zhou@', '周敏 Zhou Min'])
        expect([q, await actionsOf({ q, topic: 'staff' })]).toEqual([q, expect.arrayContaining(['user.suspended'])])
      expect(await actionsOf({ q: 'wang' })).toEqual([])
    })

    test('looks for the first five of the users whose names are the same but for accents', async () => {
      const names = ['Lena Ott', 'Lena Ótt', 'Lèna Ott', 'Lèna Ótt', 'Léna Ott', 'Léna Ótt']
      const users: TestUser[] = []
      for (const name of names) users.push(await kontor.createUser('viewer', { name }))
      // PostgreSQL reads a row that has changed after those that have not.
      await users[0]?.fetch('/api/account/locale', { method: 'PUT', json: { locale: 'zh' } })
      const { rows } = await list({ q: 'lena', topic: 'staff' })
      expect(rows.map(({ objectLabel }) => objectLabel).toReversed()).toEqual(names.slice(0, 5))
    })

    test('pages through all events once', async () => {
      for (let n = 0; n < 60; n++) await invite(owner, `person${n}@example.com`)
      const first = await list({ topic: 'staff', actor: owner.id })
      expect(first.rows).toHaveLength(50)
      const second = await list({ topic: 'staff', actor: owner.id, cursor: first.next ?? '' })
      const labels = [...first.rows, ...second.rows].map(({ objectLabel }) => objectLabel)
      expect(new Set(labels.filter((label) => label.startsWith('person'))).size).toBe(60)
      expect(second.next).toBeNull()
      expect(first.count).toEqual({ exact: labels.length })
    })

    test('opens one event on the page, for those with the permission', async () => {
      await invite(admin, 'min@example.com')
      const [event] = (await list({ topic: 'staff' })).rows
      const load = async (user: TestUser, query: string) =>
        (await (await user.fetch(`/users/_payload.json?tab=audit${query}`)).json()).pageState.data.content
      expect((await load(owner, `&event=${event?.id}`)).event).toEqual(event)
      expect((await load(owner, '&event=unknown')).event).toEqual({ missing: 'unknown' })
      const finance = await kontor.createUser('finance')
      expect(await load(finance, '')).toEqual({ tab: 'audit', missingPermission: 'audit.view' })
      expect((await finance.fetch('/api/events')).status).toBe(403)
    })

    test('names the token that acted and its owner, and what a token was refused', async () => {
      const { secret } = await (
        await owner.fetch('/api/tokens', { json: { tokenName: 'Shop', permissions: ['orders.view'] } })
      ).json()
      const headers = { authorization: `Bearer ${secret}` }
      expect((await kontor.fetch('/api/tokens', { headers })).status).toBe(403)
      expect((await kontor.fetch('/api/users/exports', { headers, json: {} })).status).toBe(403)
      const { rows } = await list({ topic: 'refusals', actor: owner.id })
      expect(rows.map(({ actor, actorType, parameters }) => [actor, actorType, parameters['endpoint']])).toEqual([
        ['Anna Shen (Shop)', 'token', 'exportUsers'],
        ['Anna Shen (Shop)', 'token', 'listTokens'],
      ])
    })

    test('says how far its events are sealed, as `kontor verify --expect` takes it', async () => {
      const read = async (): Promise<EventsHead> => (await owner.fetch('/api/events/head')).json()
      // On a busy machine some are sealed before the answer.
      for (let n = 0; (await read()).unsealedEvents === 0; n++) await invite(owner, `min${n}@example.com`)
      await scheduleSealing(kontor.kontor, 0)
      const { head, seq, unsealedEvents } = await read()
      expect([head.startsWith(`events:${seq}:`), unsealedEvents]).toEqual([true, 0])
      const keptHeads = [parseHead(head) ?? []].flat()
      expect(keptHeads).toHaveLength(1)
      await invite(owner, 'min@example.com')
      const { checks } = await verify(kontor.kontor, { keptHeads })
      expect(checks.filter(({ passed }) => !passed)).toEqual([])
    })

    test('records what users were refused, once a minute for each endpoint', async () => {
      const viewer = await kontor.createUser('viewer', { name: 'Tom Becker' })
      for (let n = 0; n < 3; n++) expect((await viewer.fetch('/api/users')).status).toBe(403)
      expect((await viewer.fetch('/api/sessions')).status).toBe(403)
      expect((await admin.fetch(`/api/users/${owner.id}/suspension`, { json: {} })).status).toBe(403)
      const { rows } = await list({ topic: 'refusals' })
      const described = rows.map(({ actor, parameters: { endpoint, permission } }) => [actor, endpoint, permission])
      expect(described.map((each) => each.join(' ')).toSorted()).toEqual([
        'He Jing suspendUser users.suspend',
        'Tom Becker listSessions sessions.view',
        'Tom Becker listUsers users.view',
      ])
      kontor.clock.now += 60_000
      expect((await viewer.fetch('/api/users')).status).toBe(403)
      expect((await list({ topic: 'refusals' })).rows).toHaveLength(4)
    })

    test('refuses also when the disk is too full to record it, and records the next time', async () => {
      const viewer = await kontor.createUser('viewer')
      const { database } = kontor.kontor
      const { inTransaction } = database
      const diskFull = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
      database.inTransaction = () => Promise.reject(diskFull)
      expect((await viewer.fetch('/api/users')).status).toBe(403)
      database.inTransaction = inTransaction
      expect(kontor.log).toContainEqual(expect.objectContaining({ event: 'refusal not recorded', level: 'error' }))
      expect((await list({ topic: 'refusals' })).rows).toEqual([])
      expect((await viewer.fetch('/api/users')).status).toBe(403)
      expect((await list({ topic: 'refusals' })).rows).toHaveLength(1)
    })
  })
})
