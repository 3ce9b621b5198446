import { createApp } from '#server/app.ts'
import type { ServerHandle } from '#server/http/app-context.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { beforeEach, describe, expect, test } from 'bun:test'

const socketFrom = (address: string): ServerHandle => ({ requestIP: () => ({ address }), timeout: () => {} })

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
  })
  const send = (
    path: string,
    socket: ServerHandle,
    headers: Record<string, string> = {},
    app = kontor.app,
  ): Promise<Response> =>
    app.fetch(new Request(`http://localhost:3000${path}`, { headers: { host: 'localhost:3000', ...headers } }), socket)

  test('/healthz answers without cookie and redirect', async () => {
    const response = await send('/healthz', socketFrom('10.0.0.1'), { host: '10.0.0.9:3000' })
    expect([response.status, await response.text(), response.headers.get('set-cookie')]).toEqual([200, 'alive\n', null])
    const post = await kontor.fetch('/healthz', { method: 'POST' })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  test('/readyz answers 200 while the database responds and the server is not stopping', async () => {
    expect((await send('/readyz', socketFrom('10.0.0.1'))).status).toBe(200)
    const probe = (): Promise<void> => Promise.reject(new Error('gone'))
    const cut = createApp({ ...kontor.kontor, database: { ...kontor.kontor.database, probe } })
    expect((await send('/readyz', socketFrom('10.0.0.1'), {}, cut)).status).toBe(503)
    expect((await send('/healthz', socketFrom('10.0.0.1'), {}, cut)).status).toBe(200)
    await kontor.app.drain(0)
    const response = await send('/readyz', socketFrom('10.0.0.1'))
    expect([response.status, response.headers.get('connection')]).toEqual([503, 'close'])
    expect((await send('/healthz', socketFrom('10.0.0.1'))).status).toBe(200)
  })

  test('/readyz answers 503 when the database does not respond', async () => {
    const probe = (): Promise<void> => new Promise(() => {})
    const hanging = createApp({ ...kontor.kontor, database: { ...kontor.kontor.database, probe } })
    const responses = await Promise.all([1, 2].map(() => send('/readyz', socketFrom('10.0.0.1'), {}, hanging)))
    expect(responses.map(({ status }) => status)).toEqual([503, 503])
  })

  test('/readyz tries every ten seconds whether the database can be written', async () => {
    let isFull = false
    let writes = 0
    const probeWrite = (): Promise<void> => {
      writes++
      return isFull ? Promise.reject(new Error('database or disk is full')) : kontor.kontor.database.probeWrite()
    }
    const app = createApp({ ...kontor.kontor, database: { ...kontor.kontor.database, probeWrite } })
    const getStatus = async (): Promise<number> => (await send('/readyz', socketFrom('10.0.0.1'), {}, app)).status
    expect([await getStatus(), await getStatus(), writes]).toEqual([200, 200, 1])
    isFull = true
    expect([await getStatus(), writes]).toEqual([200, 1])
    kontor.clock.now += 10_000
    expect([await getStatus(), await getStatus(), writes]).toEqual([503, 503, 3])
    isFull = false
    expect([await getStatus(), writes]).toEqual([200, 4])
  })

  describe('the metrics', () => {
    test('count responses by route and status, without any text of visitors', async () => {
      await kontor.fetch('/login')
      await kontor.fetch('/LOGIN?secret=1')
      await kontor.fetch('/secret-path')
      await kontor.fetch('/api/orders/secret-number')
      const text = await (await send('/metrics', socketFrom('127.0.0.1'))).text()
      expect(text).toContain('kontor_http_requests_total{method="GET",route="/login",status="200"} 2\n')
      expect(text).toContain('kontor_http_requests_total{method="GET",route="*",status="302"} 1\n')
      expect(text).toContain('kontor_http_requests_total{method="GET",route="/api/orders/:number",status="401"} 1\n')
      expect(text).toContain('kontor_http_request_duration_seconds_bucket{method="GET",route="/login",le="+Inf"} 2\n')
      expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
      expect(text).toContain(`kontor_build_info{version="0.1.0",build="${kontor.kontor.buildId}"} 1\n`)
      expect(text).toContain('kontor_log_lines_dropped_total 0\n')
      expect(text).not.toContain('secret')
    })

    test('show how scheduled backups are going, as far as it is known', async () => {
      const getLines = async (): Promise<string[]> => {
        const text = await (await send('/metrics', socketFrom('127.0.0.1'))).text()
        return text.split('\n').filter((line) => line.startsWith('kontor_backup_'))
      }
      expect(await getLines()).toEqual([])
      const status = { folder: '/backup', everyMs: 3_600_000, keep: 14, lastSuccess: null, lastFailure: null }
      kontor.kontor.backups = status
      expect(await getLines()).toEqual(['kontor_backup_interval_seconds 3600'])
      kontor.kontor.backups = {
        ...status,
        lastSuccess: { at: 1_795_000_000_000, file: 'x', sizeBytes: 42, durationMs: 1_500 },
        lastFailure: { at: 1_795_000_060_000, reason: 'the disk is full' },
      }
      expect(await getLines()).toEqual([
        'kontor_backup_interval_seconds 3600',
        'kontor_backup_last_success_timestamp_seconds 1795000000',
        'kontor_backup_last_failure_timestamp_seconds 1795000060',
        'kontor_backup_duration_seconds 1.5',
        'kontor_backup_size_bytes 42',
      ])
    })

    test('are available on the machine itself, but not through a proxy', async () => {
      for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
        expect((await send('/metrics', socketFrom(address), { host: 'localhost:9999' })).status).toBe(200)
      expect((await send('/metrics', socketFrom('10.0.0.1'))).status).toBe(404)
      expect((await send('/metrics', socketFrom(''))).status).toBe(404)
      for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
        expect((await send('/metrics', socketFrom('127.0.0.1'), { [header]: '127.0.0.1' })).status).toBe(404)
      expect((await send('/metrics', socketFrom('127.0.0.1'), { host: 'rebound.example' })).status).toBe(421)
      // Of a proxy that adds no header.
      const config = { ...kontor.kontor.config, origin: new URL('https://kontor.example.com') }
      const app = createApp({ ...kontor.kontor, config })
      const host = 'kontor.example.com'
      expect((await send('/metrics', socketFrom('127.0.0.1'), { host }, app)).status).toBe(404)
      expect((await send('/healthz', socketFrom('127.0.0.1'), { host }, app)).status).toBe(200)
    })

    test('are available with the token', async () => {
      const config = { ...kontor.kontor.config, metricsToken: 'a token of metrics' }
      const app = createApp({ ...kontor.kontor, config })
      const scrape = async (authorization: string): Promise<number> =>
        (await send('/metrics', socketFrom('10.0.0.1'), { authorization, host: '10.0.0.9' }, app)).status
      expect(await scrape('Bearer a token of metrics')).toBe(200)
      for (const wrong of ['Bearer a token of metric', 'Bearer ', 'Basic a token of metrics', 'a token of metrics'])
        expect(await scrape(wrong)).toBe(404)
      expect((await send('/metrics', socketFrom('10.0.0.1'), { authorization: 'Bearer undefined' })).status).toBe(404)
      const rebound = { authorization: 'Bearer x', host: 'rebound.example' }
      expect((await send('/metrics', socketFrom('127.0.0.1'), rebound)).status).toBe(404)
    })
  })

  test('the log has a line for each change and rejection, with the route and without the URL', async () => {
    await kontor.fetch('/api/auth/login', { json: { email: 'secret@example.com', password: 'secret password' } })
    await kontor.fetch('/orders?q=secret')
    const lines = kontor.log.filter(({ event }) => event === 'request')
    expect(lines).toMatchObject([
      { level: 'info', method: 'POST', route: '/api/auth/login', status: 401, user: null },
      { level: 'debug', method: 'GET', route: '*', status: 302 },
    ])
    expect(JSON.stringify(kontor.log)).not.toContain('secret')
  })
})
