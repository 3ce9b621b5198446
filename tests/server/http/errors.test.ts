import type { Kontor } from '#server/context.ts'
import { createApp } from '#server/app.ts'
import { buildExportCsv } from '#tests/server/imports/build-export-csv.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { createTestClient } from '#tests/support/test-client.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { ProblemError } from '#shared/problem.ts'
import { beforeAll, describe, expect, test } from 'bun:test'

const html = { accept: 'text/html,application/xhtml+xml' }

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  let owner: TestUser
  beforeAll(async () => {
    kontor = await createTestKontor(await open())
    owner = await kontor.createUser('owner')
  })
  const getContentType = async (path: string, headers: Record<string, string>): Promise<string> => {
    const response = await owner.fetch(path, { headers })
    expect(response.status).toBe(404)
    return (response.headers.get('content-type') ?? '').split(';')[0] ?? ''
  }

  test('people get a page, programs get a problem', async () => {
    const problem = 'application/problem+json'
    expect(await getContentType('/nope', html)).toBe('text/html')
    expect(await getContentType('/nope', { 'accept': '*/*', 'user-agent': 'Mozilla/5.0' })).toBe('text/html')
    expect(await getContentType('/nope', { accept: 'text/html, application/json' })).toBe('text/html')
    expect(await getContentType('/nope', { accept: 'application/json' })).toBe(problem)
    expect(await getContentType('/nope', { 'user-agent': 'curl/8.5' })).toBe(problem)
    expect(await getContentType('/nope', { 'sec-fetch-mode': 'cors' })).toBe(problem)
    expect(await getContentType('/nope.json', {})).toBe(problem)
    expect(await getContentType('/api/nope', html)).toBe(problem)
    expect(await getContentType('/nope/_payload.json', html)).toBe(problem)
  })

  test('the problem of a missing page says what its page says', async () => {
    const headers = { accept: 'application/json' }
    expect(await (await owner.fetch('/a%20b?x=%3Cb%3E', { headers })).json()).toEqual({
      type: '/problems/not-found',
      title: 'Page Not Found',
      status: 404,
      detail: 'Page not found: /a b?x=%3Cb%3E',
    })
    expect(await (await owner.fetch('/orders?status=x', { headers })).json()).toMatchObject({
      detail: 'Page Not Found: /orders?status=x',
    })
  })

  test('an error page escapes the path, has no shell, and is kept by nobody', async () => {
    const response = await owner.fetch('/<b>&"x')
    const text = await response.text()
    expect(text).toContain('Page not found: /&lt;b&gt;&amp;&quot;x')
    expect(text).not.toContain('<b>&')
    expect(text).not.toContain('<nav')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  describe('when something breaks', () => {
    const withBrokenClock = (original: Kontor): Kontor => ({
      ...original,
      now: () => {
        throw new Error('the clock of secret-host:5432 is gone')
      },
    })
    const cookie = (): string => `kontor=${owner.cookies.get('kontor')}`

    test('a person sees a page with the id under which the log has the error', async () => {
      const client = createTestClient({ kontor: kontor.kontor, app: createApp(withBrokenClock(kontor.kontor)) })
      const response = await client.fetch('/orders', { headers: { ...html, cookie: cookie() } })
      expect(response.status).toBe(500)
      const text = await response.text()
      const requestId = response.headers.get('x-request-id') ?? ''
      expect(text).toContain('Internal Server Error')
      expect(text).toContain(requestId)
      expect(text).not.toContain('secret-host')
      const line = kontor.log.find(({ requestId: logged }) => logged === requestId)
      expect(line).toMatchObject({
        level: 'error',
        event: 'unexpected',
        error: 'Error: the clock of secret-host:5432 is gone',
      })
    })

    test('a program gets the problem `internal`', async () => {
      const client = createTestClient({ kontor: kontor.kontor, app: createApp(withBrokenClock(kontor.kontor)) })
      const response = await client.fetch('/api/orders', { headers: { cookie: cookie() } })
      expect(await response.json()).toEqual({
        type: '/problems/internal',
        title: 'Internal Server Error',
        status: 500,
        detail: expect.stringMatching(/request id/i),
        requestId: response.headers.get('x-request-id'),
      })
    })

    test('a request that takes too long is answered all the same', async () => {
      const probe = (): Promise<void> => new Promise(() => {})
      const stuck = { ...kontor.kontor, database: { ...kontor.kontor.database, probe } }
      const response = await createTestClient({ kontor: stuck, app: createApp(stuck, 10) }).fetch('/readyz')
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await response.json()).toMatchObject({ type: '/problems/unavailable', status: 503 })
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    })

    test('an import that is on its way says whether the database has no room or something broke', async () => {
      const getLastLine = async (error: Error): Promise<unknown> => {
        const inTransaction = (): Promise<never> => Promise.reject(error)
        const full = { ...kontor.kontor, database: { ...kontor.kontor.database, inTransaction } }
        const body = new FormData()
        body.set('file', new File([buildExportCsv([{ name: '#1' }])], 'orders.csv'))
        const headers = { cookie: cookie(), accept: 'application/x-ndjson' }
        const client = createTestClient({ kontor: kontor.kontor, app: createApp(full) })
        const response = await client.fetch('/api/imports/orders', { method: 'POST', body, headers })
        return JSON.parse((await response.text()).trimEnd().split('\n').at(-1) ?? '')
      }
      const diskFullError = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
      expect(await getLastLine(diskFullError)).toMatchObject({
        problem: { type: '/problems/storage-full', status: 507 },
      })
      expect(await getLastLine(new Error('a surprise'))).toMatchObject({ problem: { type: '/problems/internal' } })
      expect(kontor.log.filter(({ event }) => event === 'import failed')).toHaveLength(2)
    })

    test('an import that breaks off says how many orders are in, wherever it answers, and in the history', async () => {
      const failSecondBatch = async (error: Error, accept: string, first: number, path = '/api/imports/orders') => {
        const { database } = kontor.kontor
        let transactions = 0
        const inTransaction: typeof database.inTransaction = (work) =>
          ++transactions === 2 ? Promise.reject(error) : database.inTransaction(work)
        const body = new FormData()
        body.set('_endpoint', 'importOrders')
        const rows = Array.from({ length: 201 }, (_, index) => ({ name: `#${first + index}` }))
        body.set('file', new File([buildExportCsv(rows)], 'orders.csv'))
        const failing = { ...kontor.kontor, database: { ...database, inTransaction } }
        const client = createTestClient({ kontor: kontor.kontor, app: createApp(failing) })
        const headers = { cookie: cookie(), accept }
        return client.fetch(path, { method: 'POST', body, headers })
      }
      const keptOrders = '200 orders are in and stay. Reading the same file again adds only what is missing.'
      const streamed = await failSecondBatch(new Error('a surprise'), 'application/x-ndjson', 1000)
      const { problem } = JSON.parse((await streamed.text()).trimEnd().split('\n').at(-1) ?? '')
      expect(problem).toMatchObject({ type: '/problems/internal', requestId: streamed.headers.get('x-request-id') })
      expect(problem.detail).toEndWith(keptOrders)
      expect(problem.detail).not.toContain('Nothing was saved')

      const diskFullError = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
      const plain = await failSecondBatch(diskFullError, 'application/json', 2000)
      expect(plain.status).toBe(507)
      expect(await plain.json()).toMatchObject({
        type: '/problems/storage-full',
        detail: expect.stringContaining(keptOrders),
      })

      const form = await failSecondBatch(new ProblemError('not-logged-in'), 'text/html', 3000, '/orders?import=1')
      expect(form.status).toBe(401)
      expect(await form.text()).toContain(keptOrders)

      const { database } = kontor.kontor
      const importEvents = database.read
        .selectFrom('events')
        .select('parameters')
        .where('action', '=', 'orders.imported')
      expect((await importEvents.execute()).map(({ parameters }) => JSON.parse(parameters).created)).toEqual([
        200, 200, 200,
      ])
    })

    test('a database that cannot be asked is an error, not a log-out', async () => {
      const database = { ...kontor.kontor.database, read: undefined as never }
      const client = createTestClient({ kontor: kontor.kontor, app: createApp({ ...kontor.kontor, database }) })
      const response = await client.fetch('/api/_auth/session', { headers: { cookie: cookie() } })
      expect([response.status, response.headers.get('set-cookie')]).toEqual([500, null])
    })
  })
})
