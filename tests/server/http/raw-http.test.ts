import { createApp } from '#server/app.ts'
import type { App } from '#server/app.ts'
import { serverBodyLimitBytes } from '#server/http/limits.ts'
import { uploadLimitBytes } from '#shared/constants.ts'
import { buildExportCsv } from '#tests/server/imports/build-export-csv.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'

/** Raw paths, hosts and bodies that a `Request` object would not allow, over a real connection. */
forEachDatabase((_database, open) => {
  let app: App
  let owner: TestUser
  let server: Bun.Server<undefined>
  let dataFolder: string
  beforeAll(async () => {
    server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      development: false,
      maxRequestBodySize: serverBodyLimitBytes,
      fetch: (request, socket) => app.fetch(request, socket),
    })
    const testDatabase = await open()
    dataFolder = testDatabase.config.dataFolder
    const origin = new URL(`http://localhost:${server.port}`)
    const kontor = await createTestKontor({ ...testDatabase, config: { ...testDatabase.config, origin } })
    owner = await kontor.createUser('owner')
    app = createApp(kontor.kontor)
  })
  afterAll(() => server.stop(true))

  function send(head: string, body = ''): Promise<{ status: number; text: string }> {
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>()
    const socket = connect(Number(server.port), '127.0.0.1', () =>
      socket.write(`${head}Connection: close\r\n\r\n${body}`),
    )
    let text = ''
    socket.on('data', (chunk) => (text += String(chunk)))
    socket.on('close', () => resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text }))
    socket.on('error', reject)
    return promise
  }
  const host = (): string => `Host: localhost:${server.port}\r\n`
  const cookie = (): string => `Cookie: kontor=${owner.cookies.get('kontor')}\r\n`

  test('raw paths in every spelling lead to the login page, a page or a 404', async () => {
    const paths = [
      '/./orders',
      '/x/../orders',
      '/%2e%2e/orders',
      '/\\orders',
      '//orders',
      '/orders#x',
      '/é',
      '/%zz',
      '/orders;a',
    ]
    for (const path of [...paths, '/orders/%2e', 'http://evil.example/orders', '/api\\..\\orders']) {
      const guest = await send(`GET ${path} HTTP/1.1\r\n${host()}`)
      expect(guest.status).toBe(302)
      expect(guest.text).toMatch(/^location: \/login\r$/im)
      expect((await send(`GET ${path} HTTP/1.1\r\n${host()}${cookie()}`)).status).toBeOneOf([200, 404])
    }
    for (const path of ['/a b', '/\0', 'orders', '*', '']) {
      const { status } = await send(`GET ${path} HTTP/1.1\r\n${host()}${cookie()}`)
      expect(status).toBeOneOf([400, 505])
    }
  })

  test('a request with another host, none or two is answered 421 and never routed', async () => {
    const hosts = [
      '',
      'Host:\r\n',
      'Host: evil.example\r\n',
      `Host: a/b\r\n`,
      `Host: localhost:${server.port}@evil.example\r\n`,
    ]
    for (const lines of [...hosts, `${host()}Host: evil.example\r\n`])
      for (const path of ['/login', '/abc/login', '//login', '/api/orders']) {
        const version = lines === '' ? '1.0' : '1.1'
        const { status, text } = await send(`GET ${path} HTTP/${version}\r\n${lines}${cookie()}`)
        expect(status).toBe(421)
        expect(text).toContain('/problems/unknown-host')
      }
  })

  test('HEAD answers with the length of the body', async () => {
    for (const path of ['/login', '/favicon.svg', '/api/_build', '/nope.json', '/healthz']) {
      const getContentLength = async (method: string): Promise<string | undefined> =>
        /^content-length: (\d+)\r$/im.exec((await send(`${method} ${path} HTTP/1.1\r\n${host()}`)).text)?.[1]
      expect(await getContentLength('HEAD')).toBe(await getContentLength('GET'))
    }
  })

  test('a body that is too large is rejected, even if it is not read', async () => {
    const post = `POST /api/auth/login HTTP/1.1\r\n${host()}Content-Type: application/json\r\n`
    const { status, text } = await send(`${post}Content-Length: ${uploadLimitBytes + 1}\r\n`, '{')
    expect(status).toBe(413)
    expect(text).toContain('/problems/too-large')
    expect((await send(`${post}Content-Length: ${serverBodyLimitBytes + 1}\r\n`, '{')).status).toBe(413)
    expect((await send(`${post}Content-Length: 2000000\r\n`, 'x'.repeat(2_000_000))).status).toBe(413)
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
    expect((await send(`${post}Transfer-Encoding: chunked\r\n`, `${chunk.repeat(20)}0\r\n\r\n`)).status).toBe(413)
  })

  describe('an upload', () => {
    const head = (length: number): string =>
      `POST /api/imports/orders HTTP/1.1\r\n${host()}${cookie()}Content-Type: multipart/form-data; boundary=b0\r\nContent-Length: ${length}\r\n`
    const file = `--b0\r\nContent-Disposition: form-data; name="file"; filename="orders.csv"\r\n\r\n`
    const end = '\r\n--b0--\r\n'
    const uploads = (): string[] => {
      const folder = join(dataFolder, 'uploads')
      return existsSync(folder) ? readdirSync(folder) : []
    }

    test('leaves no files behind, whatever its outcome', async () => {
      const refused = await send(head(file.length + 300_000 + end.length), file + 'x'.repeat(300_000) + end)
      expect(refused.status).toBe(422)
      const good = file + buildExportCsv([{ name: '#1' }]) + end
      expect((await send(head(good.length), good)).text).toContain('"created":1')
      expect(uploads()).toEqual([])
    })

    test('is removed when the client disconnects', async () => {
      const socket = connect(Number(server.port), '127.0.0.1', () =>
        socket.write(`${head(9_000_000)}\r\n${file}${'x'.repeat(300_000)}`),
      )
      while (uploads().length === 0) await Bun.sleep(5)
      socket.destroy()
      while (uploads().length > 0) await Bun.sleep(5)
    })

    test('ends with its last part, whatever follows', async () => {
      const body = `${file}${buildExportCsv([{ name: '#2' }])}${end}${'y'.repeat(3_000_000)}`
      expect((await send(head(body.length), body)).text).toContain('"created":1')
      expect(uploads()).toEqual([])
    })
  })

  test('unknown methods do no harm', async () => {
    expect((await send(`TRACE /login HTTP/1.1\r\n${host()}`)).status).toBe(405)
    expect((await send(`TRACE /orders HTTP/1.1\r\n${host()}`)).status).toBe(302)
    const { status } = await send(`CONNECT evil.example:443 HTTP/1.1\r\n${host()}`)
    expect(status).not.toBe(200)
  })
})
