import { describeApi } from '#server/openapi/describe.ts'
import { loadExamples } from '#server/openapi/examples.ts'
import { generateClient } from '#server/openapi/generate-client.ts'
import { pageSize } from '#shared/constants.ts'
import { acceptsTokens, type Endpoint } from '#shared/routes/endpoint.ts'
import { endpointNames, endpoints } from '#shared/routes/endpoints.ts'
import usage from '#tests/server/openapi/client-usage.txt' with { type: 'text' }
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { onSqlite } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The client as a program has it: written to a folder, checked by the compiler, and called over a connection. */
onSqlite((open) => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-client-'))
  let kontor: TestKontor
  let server: Bun.Server<undefined>
  // oxlint-disable-next-line no-explicit-any -- the compiler checks the program in its folder
  let program: any
  // oxlint-disable-next-line no-explicit-any -- as above
  let client: any
  beforeAll(async () => {
    const { database, config } = await open()
    server = Bun.serve({ port: 0, development: false, fetch: (request) => kontor.app.fetch(request) })
    const origin = new URL(`http://localhost:${server.port}`)
    kontor = await createTestKontor({ database, config: { ...config, origin, tokenRequestsPerMinute: 100 } })
    await importAsOperator(
      kontor.kontor,
      Array.from({ length: pageSize + 1 }, (_, index) => createDraft(index)),
    )
    await Bun.write(join(folder, 'kontor-client.ts'), await (await kontor.fetch('/api/client.ts')).text())
    await Bun.write(join(folder, 'usage.ts'), usage)
    program = await import(join(folder, 'usage.ts'))
    client = program.connect(origin.origin, await createToken(permissions))
  })
  afterAll(async () => {
    await server.stop(true)
    rmSync(folder, { recursive: true })
  })

  const createToken = async (chosen: string[]): Promise<string> => {
    const owner = await kontor.createUser('owner')
    const response = await owner.fetch('/api/tokens', { json: { tokenName: 'Client', permissions: chosen } })
    return (await response.json()).secret
  }

  test('is the same from every server', async () => {
    const written = await Bun.file(join(folder, 'kontor-client.ts')).text()
    expect(written).toBe(await generateClient(await describeApi(new URL('https://kontor.example.com'))))
  })

  test('has types that the compiler accepts, for the program, for the documentation and for every recorded example', async () => {
    const documentation = await Bun.file(join(import.meta.dir, '../../../docs/orders-api.md')).text()
    await Bun.write(join(folder, 'documentation.ts'), /```ts\n([^]*?)```/.exec(documentation)?.[1] ?? '')
    await Bun.write(join(folder, 'examples.ts'), await writeExamples())
    await Bun.write(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    const check = Bun.spawnSync([process.execPath, 'check', '--no-script'], { cwd: folder })
    expect([check.exitCode, check.stdout.toString()]).toEqual([0, expect.any(String)])
  })

  test('lists orders page by page, and reads one', async () => {
    const { pages, first } = await program.readOrders(client)
    expect(pages.map((rows: unknown[]) => rows.length)).toEqual([pageSize, 1])
    expect(first).toMatchObject({ number: pages[0][0].number, customerName: 'Chen Jiayi' })
  })

  test('creates orders once, alone and in a batch, and says which were refused', async () => {
    const { numbers, outcomes, refused } = await program.sendOrders(client)
    expect(numbers[0]).toStartWith('SO')
    expect(numbers[1]).toBe(numbers[0])
    expect(outcomes).toEqual(['unchanged', 'created', 'refused'])
    expect(refused).toMatchObject([{ type: '/problems/invalid-input', errors: [{ pointer: '/externalId' }] }])
  })

  test('changes an order with every method', async () => {
    const { rows } = await client.listOrders()
    const order = await program.annotate(client, rows[0].number)
    expect(order).toMatchObject({ tags: ['vip'], notes: [{ text: 'Call after 6 pm' }] })
  })

  test('sends files with their names, and fields in objects with them', async () => {
    const { rows } = await client.listOrders()
    const bytes = [...new TextEncoder().encode('%PDF-1.7 label')]
    const file = new File([new Uint8Array(bytes)], 'label.pdf')
    expect(await program.attach(client, rows[0].number, file)).toEqual({ name: 'label.pdf', bytes })
    expect(await program.importTable(client)).toBe(2)
  })

  describe('throws what was refused', () => {
    test.each([
      ['readMissingOrder', 404, '/problems/not-found', undefined],
      ['createEmptyOrder', 422, '/problems/invalid-input', ['/currency', '/lines']],
      ['searchWithWrongDays', 422, '/problems/invalid-input', ['/to']],
      ['readBooks', 403, '/problems/permission-denied', undefined],
      ['sendLongQuery', 431, 'about:blank', undefined],
    ])('%s: %i', async (name, status, type, pointers) => {
      const [problem] = await program[name](client)
      expect([problem.status, problem.type]).toEqual([status, type])
      expect(problem.errors?.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers)
    })

    test('with the seconds to wait when a token was used too often', async () => {
      const busy = program.connect(server.url.origin, await createToken(['orders.view']))
      const answers = await Promise.all(Array.from({ length: 101 }, () => program.findProblem(busy.countOrders())))
      const [refused] = answers.filter((each) => each !== undefined)
      expect(refused).toMatchObject([{ type: '/problems/too-many-requests' }, expect.any(Number)])
    })

    test('with the fields that are wrong in its message', async () => {
      const error = await client.createOrder({}).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(Error)
      expect(error.message).toContain('/currency: This field is required.')
    })

    test('when something else than Kontor answers, and follows no redirect', async () => {
      const statuses = [502, 301]
      const proxy = Bun.serve({
        port: 0,
        development: false,
        fetch: () => new Response('<h1>Bad</h1>', { status: statuses.shift() ?? 500, headers: { location: '/login' } }),
      })
      const behindProxy = program.connect(proxy.url.origin, 'kontor_')
      for (const status of [502, 301]) {
        const [problem] = await program.readMissingOrder(behindProxy)
        expect(problem).toMatchObject({ type: 'about:blank', status })
      }
      await proxy.stop(true)
    })

    test('and passes on what keeps it from getting an answer', async () => {
      expect(await program.cancelCall(client).catch((error: Error) => error.name)).toBe('AbortError')
    })
  })
})

const permissions = [
  'orders.view',
  'orders.create',
  'orders.import',
  'orders.tag',
  'orders.note',
  'orders.attach',
  'customers.view_personal',
]

/** Calls with every recorded input, and every recorded answer, as far as they are JSON. */
async function writeExamples(): Promise<string> {
  const examples = await loadExamples()
  const lines = [
    "import type { KontorClient, Operations } from './kontor-client.ts'",
    'declare const kontor: KontorClient',
  ]
  for (const name of endpointNames) {
    const endpoint: Endpoint = endpoints[name]
    if (!acceptsTokens(endpoint)) continue
    const { parameters, body, answer } = examples[name] ?? { parameters: {} }
    if (endpoint.uploadLimitBytes === 0)
      lines.push(`void kontor.${name}(${JSON.stringify({ ...parameters, ...(body as object) })})`)
    if (answer !== undefined)
      lines.push(`export const ${name}: Operations['${name}']['output'] = ${JSON.stringify(answer)}`)
  }
  return lines.join('\n')
}

/** Those of a strict program; `erasableSyntaxOnly`, so that Node runs the client without a compiler. */
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
  erasableSyntaxOnly: true,
  verbatimModuleSyntax: true,
}
