import type { Transaction } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import { sqlitePath } from '#server/db/sqlite.ts'
import { createEmptyDatabase, quietLog, testConfig } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { allowSlowTests } from '#tests/support/timeouts.ts'
import { expect, test } from 'bun:test'
import { renameSync, writeFileSync } from 'node:fs'

allowSlowTests()

test('while PostgreSQL is down, requests that need it are unavailable, a line of the log each has the reason, and no one is logged out', async () => {
  const postgres = await startPostgres()
  const { config, remove } = await createEmptyDatabase('sqlite')
  const withPostgres = testConfig({ dataFolder: config.dataFolder, databaseUrl: postgres.url })
  const database = await openDatabase(withPostgres, quietLog)
  try {
    const kontor = await createTestKontor({ database, config: withPostgres })
    const user = await kontor.createUser('owner')
    expect((await user.fetch('/orders')).status).toBe(200)
    await postgres.stop()
    for (const path of ['/api/_auth/session', '/orders', '/orders/_payload.json', '/api/orders', '/readyz']) {
      const response = await user.fetch(path, { headers: { accept: 'text/html' } })
      expect([response.status, response.headers.get('set-cookie')]).toEqual([503, null])
    }
    const problem = await user.fetch('/api/_auth/session')
    expect(await problem.json()).toMatchObject({ type: '/problems/unavailable', requestId: expect.any(String) })
    expect(problem.headers.get('retry-after')).toBe('5')
    expect((await user.fetch('/healthz')).status).toBe(200)
    // What runs in the background, such as live updates, may log its own lines.
    const lines = kontor.log.filter(({ level, requestId }) => level === 'error' && requestId !== undefined)
    expect(lines.map(({ event, status, error }) => [event, status, typeof error])).toEqual(
      Array.from({ length: 6 }, () => ['request', 503, 'string']),
    )
  } finally {
    await database.close()
    await postgres.stop()
    await remove()
  }
})

test('while the database file is deleted, moved or replaced, nothing is saved to the file that a restart would not find, and the server is not ready', async () => {
  const { config, remove } = await createEmptyDatabase('sqlite')
  const database = await openDatabase(config, quietLog)
  try {
    const kontor = await createTestKontor({ database, config })
    const user = await kontor.createUser('owner')
    const path = sqlitePath(config.dataFolder)
    const change = (transaction: Transaction) => transaction.deleteFrom('order_claims').execute()
    const statuses = async () => {
      // Readiness tries to write every ten seconds.
      kontor.clock.now += 10_000
      const changed = await user.fetch('/api/account/locale', { method: 'PUT', json: { locale: 'zh' } })
      const [large] = await Promise.allSettled([database.inTransaction(change, { isLarge: true })])
      return [changed.status, large.status, (await user.fetch('/readyz')).status]
    }
    expect(await statuses()).toEqual([200, 'fulfilled', 200])
    renameSync(path, `${path}.moved`)
    expect(await statuses()).toEqual([503, 'rejected', 503])
    writeFileSync(path, '')
    expect(await statuses()).toEqual([503, 'rejected', 503])
    expect(kontor.log.findLast(({ route }) => route === '/api/account/locale')).toMatchObject({
      status: 503,
      error: expect.stringContaining('Move it back, or restart Kontor'),
    })
    renameSync(`${path}.moved`, path)
    expect(await statuses()).toEqual([200, 'fulfilled', 200])
  } finally {
    await database.close()
    await remove()
  }
})
