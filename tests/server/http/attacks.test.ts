import { buildRequest } from '#client/api/contract.ts'
import type { Endpoint } from '#shared/routes/endpoint.ts'
import type { Problem } from '#shared/problem.ts'
import { type EndpointName, endpointNames, endpoints } from '#shared/routes/endpoints.ts'
import { createSamples, type Sample } from '#tests/server/http/endpoint-samples.ts'
import { sampleConfig } from '#tests/server/http/sample-config.ts'
import { onSqlite } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { beforeAll, expect, test } from 'bun:test'

/** The value of every field that an endpoint does not know. */
const marker = 'mass-assigned'

onSqlite((open) => {
  let kontor: TestKontor
  let samples: ReturnType<typeof createSamples>
  /** Every column of the database, as columns and as fields of JSON are spelled. */
  let columns: string[]
  beforeAll(async () => {
    const { database, config } = await open()
    kontor = await createTestKontor({ database, config: { ...config, ...sampleConfig } })
    samples = createSamples(kontor, await kontor.createUser('owner'))
    const names = (await database.read.introspection.getTables()).flatMap((table) =>
      table.columns.map(({ name }) => name),
    )
    const toCamelCase = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    columns = [...new Set([...names, ...names.map(toCamelCase), 'isAdmin', 'roles', 'permission'])]
  })
  const sampleOf = (name: EndpointName): Sample<EndpointName> => samples[name] as Sample<EndpointName>

  /** Adds to an input what it does not have: every column to the object itself, and those that no field is called like to the objects in it. */
  function addColumns(value: unknown, known: readonly string[] | undefined): unknown {
    if (Array.isArray(value)) return value.map((item) => addColumns(item, undefined))
    if (typeof value !== 'object' || value === null) return value
    const unknown = known ? columns.filter((name) => !known.includes(name)) : columns.filter((name) => /_/.test(name))
    const fields = Object.entries(value).map(([name, field]) => [name, addColumns(field, undefined)])
    return Object.fromEntries([...unknown.map((name) => [name, marker]), ...fields])
  }

  const takesBody = ({ method }: Endpoint): boolean => method === 'POST' || method === 'PUT'
  test.each(endpointNames.filter((name) => takesBody(endpoints[name])))(
    '%s refuses columns of the database that are not its fields',
    async (name) => {
      const endpoint: Endpoint = endpoints[name]
      const { params, query, body } = endpoint
      const user = await kontor.createUser('owner')
      const { url, init } = buildRequest(endpoint, (await sampleOf(name).input(user)) as Record<string, unknown>)
      const known = [params, query, body].flatMap(({ shape }) => Object.keys(shape))
      if (init.body instanceof FormData)
        for (const column of ['id', 'role', 'status', 'user_id']) init.body.append(column, marker)
      else {
        init.headers['content-type'] = 'application/json'
        init.body = JSON.stringify(addColumns(JSON.parse(String(init.body ?? '{}')), known))
      }
      for (const [header, value] of sampleOf(name).sign?.(String(init.body)) ?? []) init.headers[header] = value
      const response = await user.fetch(url, init)
      // A payment provider may add fields to what it signs.
      if (endpoint.access === 'signature') expect(response.status).toBe(endpoint.status)
      else
        expect(((await response.json()) as Problem).errors).toContainEqual({
          pointer: expect.any(String),
          detail: 'There is no field of this name. Check its spelling.',
        })
      expect(await findMarker(kontor)).toEqual([])
    },
  )

  // The columns and views of a list are found by its name, which is not a secret.
  const ownThings = endpointNames.filter(
    (name) =>
      endpoints[name].access === 'logged-in' &&
      endpoints[name].path.includes(':') &&
      !endpoints[name].path.startsWith('/api/lists/') &&
      !endpoints[name].path.startsWith('/api/account/columns/'),
  )
  test.each(ownThings)('%s finds only what belongs to the user', async (name) => {
    const [victim, attacker] = [await kontor.createUser('viewer'), await kontor.createUser('owner')]
    const input = (await sampleOf(name).input(victim)) as Record<string, unknown>
    const { url, init } = buildRequest(endpoints[name], input)
    expect((await attacker.fetch(url, init)).status).toBe(404)
    expect((await victim.fetch(url, init)).status).toBe(endpoints[name].status)
  })
})

/** The tables with a row that contains the marker. */
async function findMarker({ kontor: { database } }: TestKontor): Promise<string[]> {
  const tables = await database.read.introspection.getTables()
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await database.read
        .selectFrom(name as 'users')
        .selectAll()
        .execute()
      return JSON.stringify(rows).includes(marker) ? [name] : []
    }),
  )
  return found.flat()
}
