import { describeApi } from '#server/openapi/describe.ts'
import { loadExamples } from '#server/openapi/examples.ts'
import { generateClient } from '#server/openapi/generate-client.ts'
import { renderReference } from '#server/openapi/render-reference.ts'
import { splitInput, checkEndpointInput } from '#shared/routes/endpoint-input.ts'
import type { Endpoint } from '#shared/routes/endpoint.ts'
import { endpointNames, endpoints } from '#shared/routes/endpoints.ts'
import { getMessages } from '#server/messages.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { onSqlite } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const origin = new URL('http://localhost:3000')
/** What the test calls of the client; the compiler checks its types below. */
type Client = Record<'listOrders' | 'tagOrder' | 'getOrder', (input: object) => Promise<{ rows: { number: string }[] }>>

test('every endpoint has an example that its schemas accept: bun scripts/api-examples.ts records them', async () => {
  const examples = await loadExamples()
  expect(Object.keys(examples).toSorted()).toEqual([...endpointNames].toSorted())
  const { fields } = getMessages('en')
  for (const name of endpointNames) {
    const endpoint: Endpoint = endpoints[name]
    const { parameters, body, answer } = examples[name] ?? { parameters: {} }
    if (endpoint.answerType === 'application/json' && name !== 'getOpenApi')
      expect([name, answer]).toEqual([name, endpoint.output.parse(answer)])
    if (endpoint.uploadLimitBytes > 0) continue
    const input = splitInput(endpoint, { ...parameters, ...(body as object) })
    expect([name, checkEndpointInput(endpoint, input, fields).errors]).toEqual([name, []])
  }
})

test('the description refers to nothing that it does not have', async () => {
  const description = await describeApi(origin)
  const text = JSON.stringify(description)
  for (const [, reference = ''] of text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)) {
    const [kind = '', name = ''] = reference.split('/')
    expect([reference, name in ((description.components as Record<string, object>)[kind] ?? {})]).toEqual([
      reference,
      true,
    ])
  }
  expect(text).not.toContain('$defs')
  expect(Object.keys(description.webhooks)).toContain('order.created')
})

test('the description can be read, part by part, in both languages', async () => {
  const description = await describeApi(origin)
  const rooms = new Set(
    Object.values(description.paths).flatMap((path) => Object.values(path).flatMap(({ tags }) => tags)),
  )
  for (const room of [...rooms, 'types'])
    for (const locale of ['en', 'zh'] as const) {
      const response = await renderReference(description, room, locale)
      const page = await response.text()
      expect(page).toContain(`<a href="?room=${room}" aria-current="page">`)
      // One script, which sets the color mode.
      const nonce = /script-src 'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1]
      expect(page.match(/<script[^>]*>/g)).toEqual([`<script nonce="${nonce}">`])
      expect(page).not.toMatch(/https?:\/\/(?!localhost|example|www\.)|undefined<|\[object/)
    }
  const orders = await (await renderReference(description, 'orders', 'en')).text()
  for (const name of endpointNames.filter((each) => endpoints[each].path.startsWith('/api/orders')))
    expect(orders).toContain(`<section id="${name}">`)
})

onSqlite((open) => {
  test('the client for TypeScript is checked by the compiler, and works with a running server', async () => {
    const { database, config } = await open()
    const server = Bun.serve({ port: 0, development: false, fetch: (request) => kontor.app.fetch(request) })
    const address = new URL(`http://localhost:${server.port}`)
    const kontor = await createTestKontor({ database, config: { ...config, origin: address } })
    const owner = await kontor.createUser('owner')
    const json = {
      tokenName: 'Client',
      permissions: ['orders.view', 'orders.tag', 'orders.create', 'customers.view_personal'],
    }
    const { secret } = await (await owner.fetch('/api/tokens', { json })).json()
    await importAsOperator(kontor.kontor, [createDraft(1), createDraft(2)])
    const source = await (await kontor.fetch('/api/client.ts')).text()
    expect(source).toBe(await generateClient(await describeApi(origin)))

    const folder = mkdtempSync(join(tmpdir(), 'kontor-client-'))
    await Bun.write(join(folder, 'kontor-client.ts'), source)
    await Bun.write(join(folder, 'usage.ts'), usage)
    await Bun.write(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    const check = Bun.spawnSync([process.execPath, 'check', '--no-script'], { cwd: folder })
    expect([check.exitCode, check.stdout.toString()]).toEqual([0, expect.any(String)])

    const { createKontorClient, KontorError } = await import(join(folder, 'kontor-client.ts'))
    const client: Client = createKontorClient({ origin: address.origin, token: secret })
    const { rows } = await client.listOrders({ status: ['open'], sort: 'placed' })
    const [first = ''] = rows.map(({ number }) => number)
    expect(rows).toHaveLength(2)
    await client.tagOrder({ number: first, tag: 'vip' })
    expect(await client.getOrder({ number: first })).toMatchObject({ tags: ['vip'], customerName: 'Chen Jiayi' })
    const problem = await client.getOrder({ number: 'missing' }).catch((error: unknown) => error)
    expect(problem).toBeInstanceOf(KontorError)
    expect(problem).toMatchObject({ problem: { type: '/problems/not-found', status: 404 } })
    await server.stop(true)
    rmSync(folder, { recursive: true })
  })
})

const compilerOptions = {
  target: 'ESNext',
  module: 'Preserve',
  moduleResolution: 'bundler',
  lib: ['ESNext', 'DOM', 'DOM.Iterable'],
  types: [],
  noEmit: true,
  allowImportingTsExtensions: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
}

/** What a program writes, and two mistakes that the types find. */
const usage = `import { createKontorClient, KontorError, type Order } from './kontor-client.ts'

const kontor = createKontorClient({ origin: 'https://kontor.example.com', token: 'kontor_' })
const { rows, next } = await kontor.listOrders({ status: ['open'], from: '2026-03-01' })
const order: Order = await kontor.getOrder({ number: rows[0]?.number ?? '' })
const text: string = order.lines.map(({ name, quantity }) => name + quantity.toFixed()).join() + (next ?? '')
await kontor.createOrder(
  { currency: 'CNY', externalId: '7', lines: [{ name: text, quantity: 1, unitPriceMinor: 100 }] },
  { idempotencyKey: 'order-7' },
)
await kontor.importOrders({ file: new Blob(['a']) })
try {
  await kontor.tagOrder({ number: order.number, tag: 'vip' })
} catch (error) {
  if (error instanceof KontorError) console.log(error.problem.errors?.[0]?.pointer)
}
// @ts-expect-error a status that does not exist
await kontor.listOrders({ status: ['opened'] })
// @ts-expect-error a parameter is missing
await kontor.getOrder({})
`
