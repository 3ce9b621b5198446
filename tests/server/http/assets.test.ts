import { serveAssets } from '#server/http/assets.ts'
import type { AppEnv } from '#server/http/app-context.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { describe, expect, test } from 'bun:test'
import { Hono } from 'hono'
import { join } from 'node:path'

const bodies: Record<string, string> = {
  'main.js': 'plain',
  'main.js.br': 'brotli',
  'main.js.gz': 'gzip',
  'logo.png': 'png',
}
const app = new Hono<AppEnv>()
serveAssets(
  app,
  {
    '/_assets/main.js': {
      type: 'text/javascript;charset=utf-8',
      path: 'main.js',
      br: 'main.js.br',
      gzip: 'main.js.gz',
    },
    '/_assets/logo.png': { type: 'image/png', path: 'logo.png' },
  },
  (name) => new Blob([bodies[name] ?? '']),
)
const get = async (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  app.fetch(new Request(`http://localhost${path}`, { headers }))

describe('an asset', () => {
  test('is immutable and has its content type', async () => {
    const response = await get('/_assets/main.js')
    expect(await response.text()).toBe('plain')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-type')).toBe('text/javascript;charset=utf-8')
    expect(response.headers.get('vary')).toBe('Accept-Encoding')
  })

  test.each([
    ['gzip, deflate, br, zstd', 'br', 'brotli'],
    ['gzip', 'gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip', 'gzip'],
    ['br;q=0.0, gzip;q=0', null, 'plain'],
    ['zstd', null, 'plain'],
    ['', null, 'plain'],
    ['BR', 'br', 'brotli'],
  ])('is compressed as Accept-Encoding %p allows', async (accepted, encoding, body) => {
    const response = await get('/_assets/main.js', { 'accept-encoding': accepted })
    expect([response.headers.get('content-encoding'), await response.text()]).toEqual([encoding, body])
  })

  test('is sent as it is when compression does not make it smaller', async () => {
    const response = await get('/_assets/logo.png', { 'accept-encoding': 'br' })
    expect([response.headers.get('content-encoding'), await response.text()]).toEqual([null, 'png'])
  })

  test('is not sent again to a browser that has it', async () => {
    const encoded = { 'accept-encoding': 'br' }
    const etag = (await get('/_assets/main.js', encoded)).headers.get('etag') ?? ''
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const response = await get('/_assets/main.js', { ...encoded, 'if-none-match': known })
      expect([response.status, await response.text()]).toEqual([304, ''])
    }
    expect((await get('/_assets/main.js', { 'if-none-match': etag })).status).toBe(200)
  })
})

forEachDatabase((_database, open) => {
  test('a missing asset is 404 for everyone, in every spelling and with every method', async () => {
    const kontor = await createTestKontor(await open())
    const owner = await kontor.createUser('owner')
    const paths = ['/_assets/', '/_assets/nope.js', '/_assets/..%2fmain.ts', '/_assets/.env', '/_assets/manifest.json']
    for (const { fetch } of [kontor, owner])
      for (const path of [...paths, '/_ASSETS/x.js', '//_assets/x.js', '/%5fassets/x', '/_assets%2fx']) {
        const response = await fetch(path, { headers: { accept: 'text/html' } })
        expect([response.status, response.headers.get('location')]).toEqual([404, null])
      }
    expect((await owner.fetch('/_assets/nope.js', { method: 'POST' })).status).toBe(404)
  })

  test('the favicon is public', async () => {
    const kontor = await createTestKontor(await open())
    const response = await kontor.fetch('/favicon.svg')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    const icon = await response.text()
    expect(icon).toStartWith('<svg xmlns=')
    // The same logo as on every page, in the same color.
    const page = await (await kontor.fetch('/login')).text()
    expect(icon).toContain(/<path d="M11 [^"]+"/.exec(page)?.[0] ?? 'the mark')
    const tokens = await Bun.file(join(import.meta.dir, '../../../src/client/ui/tokens.css')).text()
    const [, name = ''] = /--primary: var\((--color-[\w-]+)\)/.exec(tokens) ?? []
    const [, color = ''] = new RegExp(`${name}: ([^;]+);`).exec(tokens) ?? []
    expect(icon).toContain(`fill="${Bun.color(color, 'hex')}"`)
  })
})
