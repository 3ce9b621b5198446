import { createOperatorContext } from '#server/context.ts'
import { recordEvents } from '#server/events/events.ts'
import { reentryIntervalMs } from '#shared/constants.ts'
import type { AuditEvent } from '#shared/events/audit-views.ts'
import type { EventAction } from '#shared/events/event-actions.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeEach, describe, expect, test } from 'bun:test'

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  let owner: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open(), { isClockRunning: true })
    owner = await kontor.createUser('owner', { name: 'Anna Shen' })
  })
  const exportAs = (format: 'csv' | 'json', filter: object = {}): Promise<Response> =>
    owner.fetch(`/api/events/${format}-exports`, { json: filter })
  const readJson = async (filter: object): Promise<AuditEvent[]> =>
    (await (await exportAs('json', filter)).text())
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  const invite = async (email: string): Promise<void> => {
    expect((await owner.fetch('/api/invitations', { json: { email, role: 'viewer' } })).status).toBe(201)
  }
  const record = (count: number, actionOf: (n: number) => EventAction): Promise<void> =>
    kontor.kontor.database.inTransaction(async (transaction) => {
      for (let n = 0; n < count; n++)
        await recordEvents(transaction, createOperatorContext(kontor.kontor), {
          action: actionOf(n),
          objectType: 'carrier',
          objectId: `carrier-${n}`,
          objectLabel: `Carrier ${n}`,
        })
    })
  /** What the list shows, all its pages. */
  const listAll = async (query: Record<string, string> = {}): Promise<AuditEvent[]> => {
    const rows: AuditEvent[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const parameters: string = new URLSearchParams({ ...query, ...(cursor !== '' && { cursor }) }).toString()
      const page: { rows: AuditEvent[]; next: string | null } = await (
        await owner.fetch(`/api/events?${parameters}`)
      ).json()
      rows.push(...page.rows)
      cursor = page.next
    }
    return rows
  }

  describe('the export of the audit log', () => {
    test('has what the list has, in its order, also beyond what is read at once', async () => {
      // Two actions that take turns, more often than a range is read at once.
      await record(300, (n) => (n % 3 === 0 ? 'carrier.added' : 'carrier.removed'))
      await invite('min@example.com')
      expect(await readJson({})).toEqual(await listAll())
      expect(await readJson({ topic: ['staff', 'logins'] })).toEqual(
        (await listAll()).filter(({ action }) => /^(invitation|user)\./.test(action)),
      )
      expect((await readJson({ q: 'min@example.com' })).map(({ action }) => action)).toEqual(['invitation.created'])
      expect(await readJson({ to: '2001-01-01' })).toEqual([])
    })

    test('is recorded with its filter before anything is sent', async () => {
      const [event] = await readJson({ topic: ['exports'], actor: owner.id })
      expect(event).toMatchObject({
        action: 'events.exported',
        actor: 'Anna Shen',
        actorType: 'user',
        parameters: { format: 'JSON', topic: 'exports', actor: owner.id },
      })
      await readJson({ q: 'min@example.com' })
      const [, searched] = await readJson({ topic: ['exports'] })
      expect(searched?.parameters).toEqual({ format: 'JSON', searched: 'yes' })
    })

    test('as CSV opens in a spreadsheet, and runs no formula of a hostile name', async () => {
      await kontor.createUser('viewer', { name: '=cmd|"/c calc"!A1' })
      const response = await exportAs('csv', { topic: ['staff'] })
      expect(response.headers.get('content-disposition')).toBe('attachment; filename="audit-log.csv"')
      const lines = Buffer.from(await response.arrayBuffer())
        .toString()
        .split('\r\n')
      expect(lines[0]).toStartWith('\ufeff"Time (UTC)","Action","Who"')
      const line = lines.find((each) => each.includes('calc'))
      expect(line).toContain(`,"'=cmd|""/c calc""!A1",`)
      expect(line).toStartWith('"2026-03-15T02:00:')
    })

    test('needs the permission and a recent proof of identity', async () => {
      const finance = await kontor.createUser('finance')
      expect((await finance.fetch('/api/events/csv-exports', { json: {} })).status).toBe(403)
      expect((await exportAs('csv', { from: 'tomorrow' })).status).toBe(422)
      expect((await exportAs('csv', { topics: ['logins'] })).status).toBe(422)
      kontor.clock.now += reentryIntervalMs
      expect(await (await exportAs('csv')).json()).toMatchObject({ type: '/problems/confirm-identity' })
    })

    test('is a download for a form without script', async () => {
      await invite('min@example.com')
      const response = await owner.fetch('/users?tab=audit&topic=staff', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ '_endpoint': 'exportEventsAsJson', 'topic[0]': 'staff' }).toString(),
      })
      expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
      expect(await response.text()).toContain('"objectLabel":"min@example.com"')
    })

    test('ends when the account of its user is suspended meanwhile', async () => {
      await record(200, () => 'carrier.added')
      const other = await kontor.createUser('owner')
      const response = await exportAs('json')
      expect((await other.fetch(`/api/users/${owner.id}/suspension`, { json: {} })).status).toBe(200)
      await expect(response.text()).rejects.toThrow()
    })
  })
})
