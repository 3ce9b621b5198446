import { createTestUser, type TestUser } from '#tests/support/test-user.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { type BuiltInRole, builtInRoles } from '#shared/permissions.ts'
import { endpointNames, endpoints } from '#shared/routes/endpoints.ts'
import { beforeAll, expect, test } from 'bun:test'

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  const users = new Map<BuiltInRole, TestUser>()
  beforeAll(async () => {
    kontor = await createTestKontor(await open())
    for (const role of builtInRoles) users.set(role, await createTestUser(kontor, role))
  })
  const getUser = (role: BuiltInRole): TestUser => users.get(role) as TestUser

  test('/api never redirects, and answers 404 only to users who are logged in', async () => {
    const paths = [
      '/api',
      '/api/',
      '/api/nope',
      '/API/orders',
      '//api/orders',
      '/%61pi/orders',
      '/api/orders/',
      '/api%2forders',
    ]
    for (const path of [...paths, '/api/orders/7/nope', '/api/%zz', '/api/_auth', '/api/_auth/session/']) {
      await expectProblem(await kontor.fetch(path), 401, 'not-logged-in')
      await expectProblem(await getUser('owner').fetch(path), 404, 'not-found')
    }
  })

  test('a wrong method is answered 405 with the allowed methods', async () => {
    const response = await getUser('owner').fetch('/api/orders', { method: 'PUT', json: {} })
    expect(response.headers.get('allow')).toContain('GET, HEAD')
    await expectProblem(response, 405, 'method-not-allowed')
    await expectProblem(await kontor.fetch('/api/users', { method: 'PATCH' }), 401, 'not-logged-in')
    await expectProblem(await kontor.fetch('/api/_build', { method: 'TRACE' }), 405, 'method-not-allowed')
  })

  test('OPTIONS lists the methods, HEAD answers like GET without a body', async () => {
    const options = await kontor.fetch('/api/_auth/session', { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, DELETE, OPTIONS'])
    const head = await kontor.fetch('/api/_build', { method: 'HEAD' })
    const get = await (await kontor.fetch('/api/_build')).text()
    expect([head.status, await head.text(), head.headers.get('content-length')]).toEqual([200, '', String(get.length)])
  })

  test('returns the build ID', async () => {
    expect(await (await kontor.fetch('/api/_build')).json()).toEqual({ id: kontor.kontor.buildId })
  })

  test('the OpenAPI description contains every endpoint', async () => {
    const response = await kontor.fetch('/api/openapi.json')
    const description = (await response.json()) as { openapi: string; paths: Record<string, Record<string, unknown>> }
    expect(description.openapi).toBe('3.1.0')
    for (const name of endpointNames) {
      const { method, path } = endpoints[name]
      const operation = description.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      expect(operation).toMatchObject({ operationId: name, responses: { [endpoints[name].status]: expect.anything() } })
    }
    const approval = description.paths['/api/users/{id}/approval']?.['post'] as {
      parameters: unknown
      requestBody: { content: Record<string, { schema: unknown }> }
      responses: Record<string, unknown>
    }
    expect(approval.parameters).toEqual([
      {
        name: 'id',
        in: 'path',
        required: true,
        description: 'The id of the account of staff.',
        schema: { type: 'string', maxLength: 40 },
        example: expect.any(String),
      },
    ])
    expect(approval.requestBody.content['application/json']?.schema).toEqual({
      type: 'object',
      properties: { role: { type: 'string', minLength: 1, maxLength: 40, description: expect.any(String) } },
      required: ['role'],
      additionalProperties: false,
    })
    const list = description.paths['/api/orders']?.['get'] as { parameters: { in: string; required: boolean }[] }
    expect(list.parameters.length).toBeGreaterThan(5)
    expect(list.parameters.filter((parameter) => parameter.required || parameter.in !== 'query')).toEqual([])
    const statuses = [200, 400, 401, 403, 404, 408, 409, 413, 415, 421, 422, 429, 431, 500, 503, 507]
    expect(Object.keys(approval.responses)).toEqual(statuses.map(String))
    expect(approval.responses['503']).toHaveProperty('headers.Retry-After')
    const created = description.paths['/api/orders']?.['post'] as { responses: Record<string, unknown> }
    expect(Object.keys(created.responses).slice(0, 2)).toEqual(['200', '201'])
  })

  test('returns icons by name and omits unknown ones', async () => {
    const icons = (query: string): Promise<Response> => kontor.fetch(`/api/_icon/lucide.json${query}`)
    const response = await icons('?icons=truck,house,nope,arrow-down-0-1,constructor,__proto__')
    expect(response.headers.get('cache-control')).toStartWith('public, max-age=604800')
    const { prefix, icons: found } = (await response.json()) as {
      prefix: string
      icons: Record<string, { body: string }>
    }
    expect([prefix, Object.keys(found)]).toEqual(['lucide', ['truck', 'house', 'arrow-down-0-1']])
    expect(found['truck']?.body).toMatch(
      /^<g [^>]*stroke="currentColor"[^>]*>(<(path|circle|rect|line) [^<>]*\/>)+<\/g>$/,
    )
    for (const query of ['', '?icons=', '?icons=nope', '?icons=Truck']) expect((await icons(query)).status).toBe(204)
    await expectProblem(await kontor.fetch('/api/_icon/mdi.json?icons=truck'), 404, 'not-found')
  })
})

async function expectProblem(response: Response, status: number, name: string): Promise<void> {
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(await response.json()).toMatchObject({ type: `/problems/${name}`, status })
}
