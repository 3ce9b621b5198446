import type { AppEnv } from '#server/http/app-context.ts'
import { compress } from '#server/http/compress.ts'
import { negotiateEncoding } from '#server/http/content-encoding.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { buildExportCsv } from '#tests/server/imports/build-export-csv.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { beforeAll, describe, expect, test } from 'bun:test'
import { Hono } from 'hono'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'

const decoders = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }

test.each([
  [undefined, undefined],
  ['', undefined],
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, deflate, br', 'br'],
  ['GZIP', 'gzip'],
  ['zstd;q=0.5, br;q=0.9, gzip;q=0.1', 'br'],
  ['zstd;q=0, gzip', 'gzip'],
  ['br;q=0.0, gzip;q=0', undefined],
  ['*', 'zstd'],
  ['zstd;q=0, *;q=0.5', 'br'],
  ['*;q=0', undefined],
  ['deflate', undefined],
  ['identity', undefined],
  ['identity, gzip;q=0.5', undefined],
  ['identity;q=0.5, gzip', 'gzip'],
] as const)('Accept-Encoding %p gets %p', (header, encoding) => {
  expect(negotiateEncoding(header, ['zstd', 'br', 'gzip'])).toBe(encoding)
})

test.each(['zstd', 'br', 'gzip'] as const)('a body of a megabyte is compressed as %s, too', async (encoding) => {
  const text = Array.from({ length: 100_000 }, (_each, index) => `row ${index}`).join('\n')
  const app = new Hono<AppEnv>().use(compress()).get('/', (c) => c.html(text))
  const response = await app.request('/', { headers: { 'accept-encoding': encoding } })
  expect(response.headers.get('content-encoding')).toBe(encoding)
  expect(decoders[encoding](await response.bytes()).toString()).toBe(text)
})

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  let owner: TestUser
  beforeAll(async () => {
    kontor = await createTestKontor(await open())
    owner = await kontor.createUser('owner')
    await importAsOperator(
      kontor.kontor,
      Array.from({ length: 60 }, (_each, index) => createDraft(index)),
    )
  })
  const get = (path: string, encoding?: string): Promise<Response> =>
    owner.fetch(path, { headers: encoding === undefined ? {} : { 'accept-encoding': encoding } })

  describe.each(['zstd', 'br', 'gzip'] as const)('%s', (encoding) => {
    test.each(['/orders', '/orders/_payload.json', '/api/orders', '/nope'])('compresses %s', async (path) => {
      const compressed = await get(path, encoding)
      expect(compressed.headers.get('content-encoding')).toBe(encoding)
      expect(compressed.headers.get('vary')).toContain('Accept-Encoding')
      const plain = await get(path)
      expect([plain.headers.get('content-encoding'), plain.status]).toEqual([null, compressed.status])
      expect(plain.headers.get('vary')).toBe(compressed.headers.get('vary'))
      expect(plain.headers.get('content-type')).toBe(compressed.headers.get('content-type'))
      const withoutNonce = (text: string): string => text.replaceAll(/nonce="[^"]+"/g, '')
      const bytes = await compressed.bytes()
      const text = await plain.text()
      expect(withoutNonce(decoders[encoding](bytes).toString())).toBe(withoutNonce(text))
      expect(bytes.length).toBeLessThan(text.length)
    })
  })

  test('a small answer stays as it is', async () => {
    const response = await get('/api/_build', 'zstd, br, gzip')
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(await response.json()).toEqual({ id: kontor.kontor.buildId })
  })

  test('a stream is sent piece by piece', async () => {
    const body = new FormData()
    body.set('file', new File([buildExportCsv([{ name: '#streamed' }])], 'orders.csv'))
    const headers = { 'accept': 'application/x-ndjson', 'accept-encoding': 'zstd, br, gzip' }
    const response = await owner.fetch('/api/imports/orders', { method: 'POST', body, headers })
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(JSON.parse((await response.text()).trimEnd().split('\n').at(-1) ?? '')).toHaveProperty('result')
  })

  test('HEAD has the headers of GET', async () => {
    const headers = { 'accept-encoding': 'gzip' }
    const head = await owner.fetch('/api/orders', { method: 'HEAD', headers })
    const size = (await (await owner.fetch('/api/orders', { headers })).bytes()).length
    expect([head.headers.get('content-encoding'), head.headers.get('content-length')]).toEqual(['gzip', String(size)])
    expect(await head.text()).toBe('')
  })

  test('every answer keeps its cookies and security headers', async () => {
    const response = await kontor.fetch('/orders', { headers: { 'accept-encoding': 'gzip' } })
    expect(response.headers.get('set-cookie')).toContain('kontor_place=')
    const login = await kontor.fetch('/login', { headers: { 'accept-encoding': 'gzip' } })
    expect(login.headers.get('content-security-policy')).toContain("script-src 'nonce-")
  })
})
