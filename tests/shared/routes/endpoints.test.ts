import type { Endpoint } from '#shared/routes/endpoint.ts'
import { endpointNames, endpoints } from '#shared/routes/endpoints.ts'
import { expect, test } from 'bun:test'

const contract: Endpoint[] = endpointNames.map((name) => endpoints[name])

test('the parameters in a path are those of its schema', () => {
  for (const { path, params } of contract)
    expect([...path.matchAll(/:(\w+)/g)].map(([, name]) => name)).toEqual(Object.keys(params.shape))
})

test('no name appears in two of path, query and body', () => {
  for (const { path, params, query, body } of contract) {
    const names = [params, query, body].flatMap(({ shape }) => Object.keys(shape))
    expect([path, names]).toEqual([path, [...new Set(names)]])
  }
})

test('only POST and PUT have a body, and a method and path are used once', () => {
  for (const { method, body } of contract)
    if (method === 'GET' || method === 'DELETE') expect(Object.keys(body.shape)).toEqual([])
  const routes = contract.map(({ method, path }) => `${method} ${path}`)
  expect(routes).toEqual([...new Set(routes)])
})

test('a page has at most one endpoint that its forms mean without naming it', () => {
  const formPages = contract.flatMap(({ formPage }) => formPage ?? [])
  expect(formPages).toEqual([...new Set(formPages)])
})
