import { openDatabase } from '#server/db/open.ts'
import { emptyDatabase, quietLog, testConfig } from '#tests/support/databases.ts'
import { createKontor } from '#tests/support/kontor.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { expect, test } from 'bun:test'

test('while PostgreSQL is gone, nobody is logged out: everything that needs it is unavailable, with the reason in the log', async () => {
  const postgres = await startPostgres()
  const { config, remove } = await emptyDatabase('sqlite')
  const withPostgres = testConfig({ dataFolder: config.dataFolder, databaseUrl: postgres.address })
  const database = await openDatabase(withPostgres, quietLog)
  try {
    const kontor = await createKontor({ database, config: withPostgres })
    const actor = await kontor.actor('owner')
    expect((await actor.fetch('/orders')).status).toBe(200)
    await postgres.stop()
    for (const path of ['/api/_auth/session', '/orders', '/orders/_payload.json', '/api/orders', '/readyz']) {
      const response = await actor.fetch(path, { headers: { accept: 'text/html' } })
      expect([response.status, response.headers.get('set-cookie')]).toEqual([503, null])
    }
    const problem = await actor.fetch('/api/_auth/session')
    expect(await problem.json()).toMatchObject({ type: '/problems/unavailable', requestId: expect.any(String) })
    expect(problem.headers.get('retry-after')).toBe('5')
    expect((await actor.fetch('/healthz')).status).toBe(200)
    expect(kontor.log.some(({ event, level }) => event === 'unexpected' && level === 'error')).toBe(true)
  } finally {
    await database.close()
    await postgres.stop()
    await remove()
  }
})
