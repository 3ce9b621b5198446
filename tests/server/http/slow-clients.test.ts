import { createApp } from '#server/app.ts'
import type { App } from '#server/app.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { afterEach, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'

const requestTimeoutMs = 1000
const connections = 200
const everyMs = 100

/** Clients that send one byte at a time to hold as many connections as they can. */
forEachDatabase((database, open) => {
  let app: App
  let server: Bun.Server<undefined>
  /** Bun closes idle connections in steps of some seconds, so a short `idleTimeout` may close one that was used a moment ago. */
  async function startServer(idleTimeout: number): Promise<void> {
    server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      development: false,
      idleTimeout,
      fetch: (request, socket) => app.fetch(request, socket),
    })
    const testDatabase = await open()
    const origin = new URL(`http://localhost:${server.port}`)
    const kontor = await createTestKontor({ ...testDatabase, config: { ...testDatabase.config, origin } })
    app = createApp(kontor.kontor, requestTimeoutMs, requestTimeoutMs)
  }
  afterEach(() => server.stop(true))

  /** Sends `start`, then one byte at a time; resolves with the status line of the answer, or '' when the connection is closed without one. */
  function trickle(start: string): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string>()
    const socket = connect(Number(server.port), '127.0.0.1', () => socket.write(start))
    const timer = setInterval(() => socket.write('a'), everyMs)
    const end = (answer: string): void => {
      clearInterval(timer)
      socket.destroy()
      resolve(answer)
    }
    socket.on('data', (bytes) => end(bytes.toString().split('\r\n')[0] ?? ''))
    socket.on('close', () => end(''))
    // The server resets a connection on which it no longer expects anything.
    socket.on('error', () => {})
    return promise
  }

  const head = (): string => {
    const { port } = server
    return `POST /api/auth/login HTTP/1.1\r\nHost: localhost:${port}\r\nOrigin: http://localhost:${port}\r\nContent-Type: application/json\r\n`
  }
  const trickleMany = (start: string): Promise<string[]> =>
    Promise.all(Array.from({ length: connections }, () => trickle(start)))

  /** Visits pages until the slow requests have ended; returns how often. */
  async function visitMeanwhile(slow: Promise<unknown>): Promise<number> {
    let visits = 0
    let isOver = false
    void slow.finally(() => (isOver = true))
    while (!isOver) {
      expect(
        (await fetch(`${server.url.origin}/login`, { headers: { host: `localhost:${server.port}` } })).status,
      ).toBe(200)
      visits += 1
      await Bun.sleep(20)
    }
    return visits
  }

  describe('slow clients', () => {
    // No database takes part, and Bun waits for ten seconds.
    if (database === 'sqlite')
      test.if(database === 'sqlite')(
        'are disconnected while they send headers, and others are served meanwhile',
        async () => {
          await startServer(1)
          const slow = trickleMany(`${head()}X-Slow: `)
          expect(await visitMeanwhile(slow)).toBeGreaterThan(0)
          expect(new Set(await slow)).toEqual(new Set(['']))
        },
      )

    test('are answered 408 while they send a body, and others are served meanwhile', async () => {
      await startServer(30)
      const slow = trickleMany(`${head()}Content-Length: 50000\r\n\r\n{`)
      expect(await visitMeanwhile(slow)).toBeGreaterThan(0)
      expect(new Set(await slow)).toEqual(new Set(['HTTP/1.1 408 Request Timeout']))
    })
  })
})
