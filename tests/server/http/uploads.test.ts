import { createApp } from '#server/app.ts'
import { bodyLimitBytes } from '#server/http/limits.ts'
import type { Problem } from '#shared/problem.ts'
import { buildExportCsv } from '#tests/server/imports/build-export-csv.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { createTestClient, type TestClient, type TestRequestInit } from '#tests/support/test-client.ts'
import { beforeEach, describe, expect, test } from 'bun:test'

/** A form with a file in two halves: `begun` resolves when the first is being read; the second is sent on demand. */
function createSlowForm(text: string, fields: Record<string, string> = {}) {
  const { promise: started, resolve: begin } = Promise.withResolvers<void>()
  const { promise: resumed, resolve: finish } = Promise.withResolvers<void>()
  const part = (disposition: string, value: string): string =>
    `--b0\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}`
  const before = Object.entries(fields).map(([name, value]) => `${part(`name="${name}"`, value)}\r\n`)
  const head = before.join('') + part('name="file"; filename="orders.csv"', '')
  const encode = (piece: string): Uint8Array => new TextEncoder().encode(piece)
  const halves = [head + text.slice(0, 40), `${text.slice(40)}\r\n--b0--\r\n`]
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        begin()
        if (halves.length === 1) await resumed
        controller.enqueue(encode(halves.shift() ?? ''))
        if (halves.length === 0) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const init: TestRequestInit = {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b0' },
    body,
  }
  return { init, started, finish }
}

const createLargeForm = (): TestRequestInit => {
  const body = new FormData()
  body.set('file', new File(['x'.repeat(bodyLimitBytes)], 'x.csv'))
  return { method: 'POST', body }
}

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  let owner: TestUser
  let clerk: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    owner = await kontor.createUser('owner')
    clerk = await kontor.createUser('operations')
  })
  const suspend = async (): Promise<void> => {
    const { status } = await owner.fetch(`/api/users/${clerk.id}/suspension`, { json: {} })
    expect(status).toBe(200)
  }
  const countOrders = async (): Promise<number> =>
    ((await (await owner.fetch('/api/orders')).json()) as { count: { exact: number } }).count.exact

  describe('large bodies and long time limits', () => {
    test('are for users who may upload, and only at endpoints with uploads', async () => {
      const getUploadStatus = async (client: Pick<TestClient, 'fetch'>, path: string): Promise<number> =>
        (await client.fetch(path, createLargeForm())).status
      const guest = kontor.createClient()
      for (const path of ['/api/auth/login', '/api/auth/register', '/login', '/register'])
        expect([path, await getUploadStatus(guest, path)]).toEqual([path, 413])
      expect(await getUploadStatus(await kontor.createUser('viewer'), '/orders')).toBe(413)
      expect(await getUploadStatus(owner, `/api/users/${clerk.id}/suspension`)).toBe(413)
      expect(await getUploadStatus(owner, '/api/imports/orders')).toBe(422)
    })

    test('are not for guests: a slow login request times out', async () => {
      const app = createApp(kontor.kontor, 1500)
      const createClientWith = (cookies: Map<string, string>): TestClient => {
        const client = createTestClient({ app, kontor: kontor.kontor })
        for (const [name, value] of cookies) client.cookies.set(name, value)
        return client
      }
      const upload = createSlowForm(buildExportCsv([{ name: '#1' }]))
      const answer = createClientWith(clerk.cookies).fetch('/api/imports/orders', upload.init)
      expect((await createClientWith(new Map()).fetch('/api/auth/login', createSlowForm('').init)).status).toBe(408)
      upload.finish()
      expect(await (await answer).json()).toMatchObject({ created: 1 })
    })
  })

  describe('a user who is suspended during an upload', () => {
    test('imports nothing', async () => {
      const upload = createSlowForm(buildExportCsv([{ name: '#1' }]))
      const answer = clerk.fetch('/api/imports/orders', upload.init)
      await upload.started
      await suspend()
      upload.finish()
      const response = await answer
      expect(response.status).toBe(401)
      expect(((await response.json()) as Problem).type).toBe('/problems/not-logged-in')
      expect(await countOrders()).toBe(0)
    })

    test('is redirected to the login page by the form without script', async () => {
      const upload = createSlowForm(buildExportCsv([{ name: '#1' }]), { _endpoint: 'importOrders' })
      const answer = clerk.fetch('/orders?import=1', upload.init)
      await upload.started
      await suspend()
      upload.finish()
      const response = await answer
      expect([response.status, response.headers.get('location')]).toEqual([303, '/login'])
      expect(await response.text()).toBe('')
      expect(await countOrders()).toBe(0)
    })

    test('imports only the batches before', async () => {
      const orders = Array.from({ length: 3000 }, (_each, index) => ({ name: `#${index + 1}` }))
      const body = new FormData()
      body.set('file', new File([buildExportCsv(orders)], 'orders.csv'))
      const headers = { accept: 'application/x-ndjson' }
      const response = await clerk.fetch('/api/imports/orders', { method: 'POST', body, headers })
      await suspend()
      const last = (await response.text()).trimEnd().split('\n').at(-1) ?? ''
      expect(JSON.parse(last)).toMatchObject({ problem: { type: '/problems/not-logged-in' } })
      expect(await countOrders()).toBeLessThan(3000)
    })
  })
})
