import { findUnknownFields, findUnknownInput } from '#server/input/unknown-fields.ts'
import { describeInput, type Schema } from '#server/openapi/json-schema.ts'
import type { Endpoint } from '#shared/routes/endpoint.ts'
import { endpointNames, endpoints } from '#shared/routes/endpoints.ts'
import { expect, test } from 'bun:test'

const find = (endpoint: Endpoint, input: { query?: Record<string, unknown>; body?: Record<string, unknown> }) =>
  findUnknownInput(endpoint, { params: {}, query: {}, body: {}, ...input })

test('names parameters and fields that an endpoint does not have', () => {
  expect(find(endpoints.listOrders, { query: { statsu: 'open', status: 'open' } })).toEqual([
    { in: 'query', pointer: '/statsu', reason: 'unknown' },
  ])
  const order = { lines: [{ name: 'Tea' }, { price: 1 }], payment: { settlement: { 'a/b': 1 } }, totl: 1 }
  expect(find(endpoints.createOrder, { body: order }).map(({ pointer }) => pointer)).toEqual([
    '/lines/1/price',
    '/payment/settlement/a~1b',
    '/totl',
  ])
  expect(find(endpoints.importOrders, { body: { dryRun: '1' } })).toEqual([
    { pointer: '/dryRun', reason: 'belongs-in-query' },
  ])
  expect(find(endpoints.createOrderJob, { body: { filter: { statsu: 'open' } } })).toEqual([
    { pointer: '/filter/statsu', reason: 'unknown' },
  ])
})

test('leaves values of another type to the schema', () => {
  expect(find(endpoints.createOrder, { body: { lines: { name: 1 }, payment: [1], note: { text: '' } } })).toEqual([])
})

test('passkeys and signed bodies may have more fields', () => {
  const passkey = { authenticatorAttachment: 'platform', response: { publicKeyAlgorithm: -7 } }
  expect(find(endpoints.addPasskey, { body: { passkey } })).toEqual([])
  expect(find(endpoints.receiveRefundWebhook, { body: { livemode: true } })).toEqual([])
})

/** The pointers of an unknown field in each object of the schema, with a value that has no other. */
const listObjects = ({ properties, items, ...schema }: Schema): [pointer: string, value: unknown][] => [
  ...(schema['additionalProperties'] === false ? [['/x', { x: 1 }] as [string, unknown]] : []),
  ...Object.entries(properties ?? {}).flatMap(([field, property]) =>
    listObjects(property).map(([pointer, value]): [string, unknown] => [`/${field}${pointer}`, { [field]: value }]),
  ),
  ...(items
    ? listObjects(items as Schema).map(([pointer, value]): [string, unknown] => [`/0${pointer}`, [value]])
    : []),
]

test('an unknown field is found in every object of every body', () => {
  for (const name of endpointNames) {
    const { body }: Endpoint = endpoints[name]
    for (const [pointer, value] of listObjects({ ...describeInput(body) }))
      expect([name, findUnknownFields(body, value)]).toEqual([name, [{ pointer, reason: 'unknown' }]])
  }
})
