import { createApp } from '#server/app.ts'
import type { Kontor } from '#server/context.ts'
import type { ServerHandle } from '#server/http/app-context.ts'
import type { Actor } from '#tests/support/actors.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createKontor, type TestKontor } from '#tests/support/kontor.ts'
import { beforeAll, describe, expect, test } from 'bun:test'

const longOnes = ['/api/finance/verification', '/test?tab=self-check', '/test/_payload.json?tab=self-check']

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  let owner: Actor
  beforeAll(async () => {
    kontor = await createKontor(await open())
    owner = await kontor.actor('owner')
  })

  /** Books so long that proving them takes this time. */
  const withLongBooks = (milliseconds: number): Kontor => {
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
  const ask = async (whole: Kontor, path: string, limitMs: number, longLimitMs: number) => {
    const silences: number[] = []
    const socket: ServerHandle = { requestIP: () => null, timeout: (_request, seconds) => void silences.push(seconds) }
    const headers = { host: 'localhost:3000', cookie: `kontor=${owner.cookies.get('kontor')}` }
    const request = new Request(`http://localhost:3000${path}`, { headers })
    const { status } = await createApp(whole, limitMs, longLimitMs).fetch(request, socket)
    return { status, silences }
  }

  describe('what reads all of the books', () => {
    test('may take longer than everything else, on a connection that may be silent as long', async () => {
      const answers = await Promise.all(longOnes.map((path) => ask(withLongBooks(1500), path, 1000, 60_000)))
      expect(answers).toEqual(longOnes.map(() => ({ status: 200, silences: [0, 255] })))
      expect(await ask(kontor.kontor, '/orders', 60_000, 60_000)).toEqual({ status: 200, silences: [] })
    })

    test('does not take for ever, which the log tells', async () => {
      kontor.log.splice(0)
      for (const path of longOnes) expect((await ask(withLongBooks(5000), path, 60_000, 20)).status).toBe(503)
      const told = kontor.log.filter(({ event }) => event === 'too late')
      expect(told).toEqual(
        longOnes.map(() => expect.objectContaining({ level: 'error', method: 'GET', seconds: 0.02 })),
      )
    })
  })
})
