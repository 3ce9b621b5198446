import { suggestPages } from '#shared/routes/suggestions.ts'
import { expect, test } from 'bun:test'

test('a misspelled path suggests the page it is close to', () => {
  for (const path of ['/ordres', '/Order', '/oders?status=open', '/orders/123', '/%6Frdrs', '/orders?order=SO0'])
    expect([path, suggestPages(path)]).toEqual([path, { pages: ['orders'] }])
  expect(suggestPages('/user')).toEqual({ pages: ['users'] })
  expect(suggestPages('/finanse').pages).toEqual(['finance'])
})

test('a path that is close to no page suggests none', () => {
  for (const path of ['/', '/x', '/nowhere', '/logn', '/%zz', `/${'orders'.repeat(10_000)}`])
    expect([path.slice(0, 20), suggestPages(path)]).toEqual([path.slice(0, 20), { pages: [] }])
})

test('an order number in the path is found in any case', () => {
  expect(suggestPages('/SO261120-00006')).toEqual({ pages: [], orderNumber: 'SO261120-00006' })
  expect(suggestPages('/order/so261120-00006/print')).toEqual({ pages: ['orders'], orderNumber: 'SO261120-00006' })
  expect(suggestPages('/also261120-00006').orderNumber).toBeUndefined()
})
