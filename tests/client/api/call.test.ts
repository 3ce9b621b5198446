import { buildRequest } from '#client/api/contract.ts'
import { endpoints } from '#shared/routes/endpoints.ts'
import { describe, expect, test } from 'bun:test'

describe('a call', () => {
  test('puts path parameters into the path and the rest into the body', () => {
    const { url, init } = buildRequest(endpoints.shipOrder, {
      number: 'SO 1/2',
      carrier: 'SF',
      trackingNumber: '7',
      version: '3',
    })
    expect(url).toBe('/api/orders/SO%201%2F2/shipments')
    expect(init.method).toBe('POST')
    expect(JSON.parse(String(init.body))).toEqual({ carrier: 'SF', trackingNumber: '7', version: '3' })
  })

  test('puts the input of a GET into the query: lists repeated, empty values omitted', () => {
    const { url, init } = buildRequest(endpoints.listOrders, {
      status: ['open', 'draft'],
      q: 'a b',
      from: '',
      to: undefined,
    })
    expect(url).toBe('/api/orders?q=a+b&status=open&status=draft')
    expect(init).toEqual({ method: 'GET', headers: { accept: 'application/json' } })
  })

  test('sends files as form data', () => {
    const { url, init } = buildRequest(endpoints.importOrders, { file: new File(['a'], 'orders.csv'), dryRun: '1' })
    const form = init.body as FormData
    expect((form.get('file') as File).name).toBe('orders.csv')
    expect([...form.keys()]).toEqual(['file'])
    expect(url).toBe('/api/imports/orders?dryRun=1')
    expect(new Headers(init.headers).has('content-type')).toBe(false)
    const accounts = [{ identifier: 'DE1', currency: 'EUR', account: '1002.1' }]
    const nested = buildRequest(endpoints.importStatement, { file: new File(['a'], 'a.xml'), accounts }).init.body
    expect((nested as FormData).get('accounts[0][account]')).toBe('1002.1')
  })
})
