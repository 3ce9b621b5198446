import { createApp } from '#server/app.ts'
import type { Kontor } from '#server/context.ts'
import type { ServerHandle } from '#server/http/app-context.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { beforeAll, describe, expect, test } from 'bun:test'

const slowPaths = ['/api/finance/verification', '/test?tab=self-check', '/test/_payload.json?tab=self-check']

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  let owner: TestUser
  beforeAll(async () => {
    kontor = await createTestKontor(await open())
    owner = await kontor.createUser('owner')
  })

  /** Makes the self-check take this long. */
  const withSlowBooks = (milliseconds: number): Kontor => {
    const { database } = kontor.kontor
    return {
      ...kontor.kontor,
      database: {
        ...database,
        inSnapshot: async (work) => {
          await Bun.sleep(milliseconds)
          return database.inSnapshot(work)
        },
      },
    }
  }
  const send = async (
    kontorInstance: Kontor,
    path: string,
    limitMs: number,
    longLimitMs: number,
    { user = owner, ...init }: RequestInit & { user?: TestUser } = {},
  ) => {
    const timeouts: number[] = []
    const socket: ServerHandle = { requestIP: () => null, timeout: (_request, seconds) => void timeouts.push(seconds) }
    const headers = { host: 'localhost:3000', cookie: `kontor=${user.cookies.get('kontor')}` }
    const request = new Request(`http://localhost:3000${path}`, { ...init, headers })
    const { status } = await createApp(kontorInstance, limitMs, longLimitMs).fetch(request, socket)
    return { status, timeouts }
  }

  describe('the self-check', () => {
    test('may take longer than other requests, on a connection that stays open without traffic', async () => {
      const answers = await Promise.all(slowPaths.map((path) => send(withSlowBooks(1500), path, 1000, 60_000)))
      expect(answers).toEqual(slowPaths.map(() => ({ status: 200, timeouts: [0, 255] })))
      expect(await send(kontor.kontor, '/orders', 60_000, 60_000)).toEqual({ status: 200, timeouts: [] })
    })

    test('gives the long time only to those who may run it, and only for reading', async () => {
      const standard = { timeouts: [] }
      const body = new URLSearchParams({ _endpoint: 'calculateQuote' })
      expect(await send(kontor.kontor, '/test', 60_000, 60_000, { method: 'POST', body })).toMatchObject(standard)
      const user = await kontor.createUser('operations')
      expect(await send(kontor.kontor, '/test?tab=self-check', 60_000, 60_000, { user })).toMatchObject(standard)
    })

    test('times out in the end, and the log says so', async () => {
      kontor.log.splice(0)
      for (const path of slowPaths) expect((await send(withSlowBooks(5000), path, 60_000, 20)).status).toBe(503)
      const logEntries = kontor.log.filter(({ event }) => event === 'request timeout')
      expect(logEntries).toEqual(
        slowPaths.map(() => expect.objectContaining({ level: 'error', method: 'GET', seconds: 0.02 })),
      )
      const requestIds = kontor.log.filter(({ event }) => event === 'request').map(({ requestId }) => requestId)
      expect(logEntries.map(({ requestId }) => requestId)).toEqual(requestIds)
    })
  })
})
