import type { Payload } from '#shared/page-state.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { pageNames, pages, payloadPath } from '#shared/routes/pages.ts'
import { beforeAll, expect, test } from 'bun:test'

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  beforeAll(async () => {
    kontor = await createTestKontor(await open())
  })

  test('a payload has the data of its page and is not cached', async () => {
    const user = await kontor.createUser('owner')
    for (const name of pageNames) {
      if (name === 'login' || name === 'register') continue
      const response = await user.fetch(`${payloadPath(pages[name].path)}`)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toStartWith('application/json')
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('vary')).toStartWith('Cookie, Accept-Language')
      const payload = (await response.json()) as Payload
      expect(payload).toMatchObject({
        pageState: { kind: 'page', page: name, form: null },
        session: { user: { id: user.id } },
        now: kontor.clock.now,
        buildId: kontor.kontor.buildId,
      })
      const document = await (await user.fetch(pages[name].path)).text()
      expect(document).toContain(JSON.stringify(payload.pageState).replaceAll('<', '\\u003c'))
    }
  })

  test('concurrent visitors each get the document of their own URL', async () => {
    for (const path of ['/login', '/login?from=mail', '/register', '/register?setup=unknown'])
      expect(await (await kontor.fetch(path)).text()).toContain(`"url":"${path}"`)
  })

  test('it is guarded like its page', async () => {
    const response = await kontor.fetch('/orders/_payload.json')
    expect([response.status, response.headers.get('location')]).toEqual([302, '/login'])
    expect((await kontor.fetch('/login/_payload.json')).status).toBe(200)
    const user = await kontor.createUser('viewer')
    expect((await user.fetch('/login/_payload.json')).headers.get('location')).toBe('/')
    expect((await user.fetch('/nope/_payload.json')).status).toBe(404)
    expect((await user.fetch('/orders/_payload.json?status=x')).status).toBe(404)
    expect((await user.fetch('/orders/_payload.json', { method: 'POST' })).status).toBe(405)
    expect(await (await user.fetch('/users/_payload.json')).json()).toMatchObject({
      pageState: { data: { content: { missingPermission: 'users.view' } } },
    })
  })
})
