import { buildRequest } from '#client/api/contract.ts'
import { describeApi } from '#server/openapi/describe.ts'
import type { Schema } from '#server/openapi/json-schema.ts'
import { describedFields } from '#server/openapi/input-descriptions.ts'
import { describedTypeFields } from '#server/openapi/type-descriptions.ts'
import { loadExamples } from '#server/openapi/examples.ts'
import { toCurl } from '#server/openapi/to-curl.ts'
import { renderReference } from '#server/openapi/render-reference.ts'
import { splitInput, checkEndpointInput } from '#shared/routes/endpoint-input.ts'
import type { Endpoint } from '#shared/routes/endpoint.ts'
import { type EndpointName, endpointNames, endpoints } from '#shared/routes/endpoints.ts'
import { getMessages } from '#server/messages.ts'
import { expect, test } from 'bun:test'

const origin = new URL('http://localhost:3000')

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

test('the example of every call is a command that sends what was recorded', async () => {
  const { paths } = await describeApi(origin)
  const examples = await loadExamples()
  const commands = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  // A shell reads them, with a function in place of the program that shows what it was given.
  const script = `curl() { printf '%s\\036' "$@"; printf '\\035'; }\n${commands.map((each) => toCurl(origin.origin, each)).join('\n')}`
  const shell = Bun.spawnSync(['sh', '-c', script], { env: { KONTOR_TOKEN: 'kontor_1' } })
  const sent = shell.stdout.toString().split('\u001d').slice(0, -1)
  expect(sent).toHaveLength(endpointNames.length)
  for (const [index, text] of sent.entries()) {
    const given = text.split('\u001e').slice(0, -1)
    const { operationId, security } = commands[index]?.operation ?? {}
    const name = operationId as EndpointName
    const { parameters, body } = examples[name] ?? { parameters: {} }
    const { url } = buildRequest(endpoints[name], { ...parameters, ...(body as object) })
    expect([name, given.find((each) => each.startsWith('http'))]).toEqual([name, origin.origin + url])
    const json = given[given.indexOf('-d') + 1] ?? ''
    if (body !== undefined && Object.keys(body as object).length > 0)
      expect([name, JSON.parse(json)]).toEqual([name, body])
    const acceptsToken = security?.some((each) => 'token' in each) ?? false
    expect([name, given.includes('Authorization: Bearer kontor_1')]).toEqual([name, acceptsToken])
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

test('a request says that unknown fields are errors, but for what browsers add to passkeys', async () => {
  const { paths, components } = await describeApi(origin)
  const findOpen = (schema: Schema, place: string): string[] => [
    ...(schema.properties && schema['additionalProperties'] !== false ? [place] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => findOpen(property, `${place}/${name}`)),
    ...(schema['items'] ? findOpen(schema['items'] as Schema, `${place}/0`) : []),
  ]
  const open = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, requestBody }) =>
      Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => findOpen(schema, operationId)),
    ),
  )
  expect(open.filter((place) => !place.includes('/passkey'))).toEqual([])
  expect(findOpen(components.schemas['NewOrder'] ?? {}, '')).toEqual([])
})

test('a request requires the lists that are refused when nothing is chosen', async () => {
  const { paths } = await describeApi(origin)
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  for (const [name, field] of [
    ['createWebhook', 'topics'],
    ['changeWebhook', 'topics'],
    ['createToken', 'permissions'],
    ['createRole', 'permissions'],
    ['endSessions', 'sessions'],
    ['changeUsers', 'users'],
  ]) {
    const body = operations.find(({ operationId }) => operationId === name)?.requestBody
    expect([name, body?.content['application/json']?.schema.required]).toEqual([name, expect.arrayContaining([field])])
  }
})

test('every parameter and every field of a request is described, and nothing else', async () => {
  const { paths } = await describeApi(origin)
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  const [missing, used]: [string[], Set<string>] = [[], new Set()]
  for (const { operationId, parameters = [], requestBody } of operations) {
    const properties = Object.values(requestBody?.content ?? {})[0]?.schema.properties ?? {}
    const fields = [
      ...parameters.filter(({ in: place }) => place !== 'header'),
      ...Object.entries(properties).map(([name, { description }]) => ({ name, description })),
    ]
    for (const { name, description } of fields) {
      const ownName = `${operationId}.${name}`
      used.add(describedFields.includes(ownName) ? ownName : name)
      if (!description) missing.push(ownName)
    }
  }
  expect(missing).toEqual([])
  expect(describedFields.filter((name) => !used.has(name))).toEqual([])
})

test('every field of the named types is described, and nothing else', async () => {
  const { components } = await describeApi(origin)
  const [missing, used]: [string[], Set<string>] = [[], new Set()]
  for (const [type, { properties = {} }] of Object.entries(components.schemas))
    for (const [field, { description }] of Object.entries(properties)) {
      const ownName = `${type}.${field}`
      used.add(describedTypeFields.includes(ownName) ? ownName : field)
      if (!description) missing.push(ownName)
    }
  expect(missing).toEqual([])
  expect(describedTypeFields.filter((name) => !used.has(name))).toEqual([])
})

test('the description can be read, part by part, in both languages', async () => {
  const description = await describeApi(origin)
  const listed = new Set(
    Object.values(description.paths).flatMap((path) => Object.values(path).flatMap(({ tags }) => tags)),
  )
  for (const tag of [...listed, 'types'])
    for (const locale of ['en', 'zh'] as const) {
      const response = await renderReference(description, tag, locale)
      const page = await response.text()
      expect(page).toContain(`<a href="?tag=${tag}" aria-current="page">`)
      // One script, which sets the color mode.
      const nonce = /script-src 'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1]
      expect(page.match(/<script[^>]*>/g)).toEqual([`<script nonce="${nonce}">`])
      expect(page).not.toMatch(/https?:\/\/(?!localhost|example|www\.)|undefined<|\[object/)
    }
  const orders = await (await renderReference(description, 'orders', 'en')).text()
  for (const name of endpointNames.filter((each) => endpoints[each].path.startsWith('/api/orders')))
    expect(orders).toContain(`<section id="${name}">`)
})
