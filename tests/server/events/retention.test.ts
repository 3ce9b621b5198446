import { startRetention } from '#server/events/retention.ts'
import { scheduleSealing } from '#server/events/sealing.ts'
import { loadChainHeads } from '#server/db/chain-heads.ts'
import type { Kontor } from '#server/context.ts'
import { formatHead } from '#server/self-check/kept-heads.ts'
import { verify } from '#server/self-check/verify.ts'
import type { AuditEvent } from '#shared/events/audit-views.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { addAuthenticator } from '#tests/support/test-factors.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { password, type TestUser } from '#tests/support/test-user.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'bun:test'

const dayMs = 86_400_000

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  let owner: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open(), { isClockRunning: true })
    owner = await kontor.createUser('owner', { name: 'Anna Shen' })
  })

  const logIn = async (user: TestUser, code?: string): Promise<TestUser> => {
    const client = kontor.createClient()
    const response = await client.fetch('/api/auth/login', { json: { email: user.email, password, code } })
    expect(response.status).toBe(200)
    return { ...user, ...client }
  }
  /** A year of an owner who is refused, exports and logs in again, then what a server does that keeps 100 days. */
  const shorten = async (): Promise<void> => {
    const viewer = await kontor.createUser('viewer', { name: 'Tom Becker' })
    expect((await viewer.fetch('/api/users')).status).toBe(403)
    expect((await owner.fetch('/api/users/exports', { json: {} })).status).toBe(200)
    kontor.clock.now += 200 * dayMs
    owner = await logIn(owner)
    const invitation = { email: 'min@example.com', role: 'viewer' }
    expect((await owner.fetch('/api/invitations', { json: invitation })).status).toBe(201)
    kontor.clock.now += 60 * dayMs
    await run()
  }
  const run = async (): Promise<void> => {
    const { config, database } = kontor.kontor
    await scheduleSealing(kontor.kontor, 0)
    const closing: (() => Promise<unknown>)[] = []
    const running: Kontor = {
      ...kontor.kontor,
      config: { ...config, auditRetentionMs: 100 * dayMs },
      database: { ...database, beforeClose: (task) => void closing.push(task) },
    }
    clearInterval(startRetention(running))
    await Promise.all(closing.map((task) => task()))
    await scheduleSealing(kontor.kontor, 0)
  }
  const list = async (): Promise<AuditEvent[]> => {
    owner = await logIn(owner)
    return (await (await owner.fetch('/api/events')).json()).rows
  }

  describe('the retention of the audit log', () => {
    test('removes refusals, exports and old logins, and says so in an event', async () => {
      await shorten()
      const events = await list()
      const actions = new Set(events.map(({ action }) => action))
      for (const action of ['user.refused', 'users.exported'] as const) expect(actions).not.toContain(action)
      for (const action of ['user.added', 'invitation.created', 'user.logged_in'] as const)
        expect(actions).toContain(action)
      expect(events.find(({ action }) => action === 'events.removed')).toMatchObject({
        actorType: 'program',
        parameters: {
          count: 3,
          from: expect.stringMatching(/^2026-03-15T/),
          to: expect.stringMatching(/^2026-03-15T/),
        },
      })
    })

    test('leaves books that pass the self-check, with the chain that was sealed before', async () => {
      const { code, recoveryCodes } = await addAuthenticator(kontor, owner)
      owner = await logIn(owner, code())
      kontor.clock.now += dayMs
      owner = await logIn(owner, recoveryCodes[0])
      await scheduleSealing(kontor.kontor, 0)
      const { events: head } = await loadChainHeads(kontor.kontor.database.read)
      kontor.clock.now += 300 * dayMs
      await run()
      expect(await findViolations(kontor)).toEqual([])
      const { checks } = await verify(kontor.kontor, { keptHeads: [{ chain: 'events', ...head }] })
      expect(checks.filter(({ passed }) => !passed)).toEqual([])
      expect(formatHead({ chain: 'events', ...head })).toMatch(/^events:\d+:[0-9a-f]{64}$/)
    })

    test('does nothing twice, and keeps what is younger', async () => {
      await shorten()
      const read = () => kontor.kontor.database.read.selectFrom('events').selectAll().orderBy('id').execute()
      const before = await read()
      await run()
      expect(await read()).toEqual(before)
    })

    test('is the only way to remove an event, and the self-check notices every other', async () => {
      await shorten()
      const { database } = kontor.kontor
      const change = (statement: string): Promise<unknown> =>
        database.inTransaction((transaction) => sql.raw(statement).execute(transaction))
      const refusals = await Promise.allSettled([
        change(`delete from events where action = 'user.added'`),
        change(`delete from removed_events`),
      ])
      for (const refusal of refusals) expect(String('reason' in refusal && refusal.reason)).toContain('append-only')
      // What the program itself never does: a removal without its event.
      await change(`insert into removed_events select id, 'forged' from events where action = 'invitation.created'`)
      await change(`delete from events where action = 'invitation.created'`)
      expect((await findViolations(kontor)).join('\n')).toContain('removed_events of forged: count 1 ≠ undefined')
    })
  })
})
