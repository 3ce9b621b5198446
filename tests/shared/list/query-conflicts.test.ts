import { expandQueryText, findQueryErrors, formatQueryText, parseQueryText } from '#shared/list/query-text.ts'
import { ordersQuery } from '#shared/orders/inputs.ts'
import { ordersList } from '#shared/orders/list.ts'
import { expect, test } from 'bun:test'

const parse = (text: string) => parseQueryText(ordersList, text)
const errorsOf = (text: string) => parse(text).errors.map(({ reason, parameters }) => ({ reason, ...parameters }))

test.each([
  ['tag:a x tag:b', 'tag:b'],
  ['-tag:a tag:b tag:"c d"', 'tag:"c d"'],
  ['source:shopify source:api', 'source:api'],
  ['placed:2026-08 placed:2026-09', 'placed:2026-09'],
  ['placed>=2026-08 placed:2026-09', 'placed:2026-09'],
  ['placed:last-7-days placed<=2026-09-15', 'placed<=2026-09-15'],
  ['placed<=2026-09-15 placed:last-7-days', 'placed:last-7-days'],
  ['placed:last-7-days placed:last-7-days..2026-09-15', 'placed:last-7-days..2026-09-15'],
  ['amount>100 amount>200', 'amount>200'],
])('%p has a second value where only one is possible', (text, second) => {
  const start = text.indexOf(second)
  expect(errorsOf(text)).toMatchObject([
    { reason: 'filter-takes-one', text: second, start, end: start + second.length },
  ])
})

test('the same value may be repeated, and each end of a range is one', () => {
  expect(parse('tag:a tag:a placed>=2026-09 placed<=2026-09').errors).toEqual([])
})

test.each([
  { from: 'last-7-days', to: '2026-09-15' },
  { from: 'last-month', to: '2026-09-15T08:00' },
])('relative days with a last day, as in the URL %p, are a range in the text', (query) => {
  const text = formatQueryText(ordersList, query)
  expect(text).toBe(`placed:${query.from}..${query.to}`)
  expect(parse(text)).toEqual({ query, errors: [] })
  expect(errorsOf(`placed:${query.from}..`)).toMatchObject([{ reason: 'unknown-filter-value' }])
  expect(errorsOf(`placed:${query.from}..${query.from}`)).toMatchObject([{ reason: 'unknown-filter-value' }])
})

test('does not replace the value of a filter that takes one, but the days and amounts that are set', () => {
  const query = { tag: 'a', q: 'tag:b Zhang' }
  expect(expandQueryText(ordersList, query)).toEqual(query)
  expect(findQueryErrors(ordersList, query)).toMatchObject([
    { pointer: '/q', reason: 'filter-takes-one', parameters: { text: 'tag:b', start: 0, end: 5 } },
  ])
  for (const name of ['assignee', 'sku', 'product', 'source', 'country', 'method', 'importNumber', 'customer'])
    expect([name, ordersQuery.safeParse({ [name]: 'a', q: `${name}:b` }).success]).toEqual([name, false])
  // A form sends what is set together with the text.
  expect(expandQueryText(ordersList, { tag: 'a', q: 'tag:a Zhang' })).toEqual({ tag: 'a', q: 'Zhang' })
  expect(expandQueryText(ordersList, { tag: '', q: 'tag:b' })).toEqual({ tag: 'b' })
  expect(expandQueryText(ordersList, { from: '2026-08-01', to: '2026-08-31', q: 'placed:2026-09' })).toEqual({
    from: '2026-09-01',
    to: '2026-09-30',
  })
})

test.each([
  ['currency:CNY amount>100USD', {}, ['amount>100USD']],
  ['amount>100USD currency:CNY', {}, ['amount>100USD']],
  ['amount>100USD currency:USD,CNY', {}, ['amount>100USD']],
  ['amount>100USD amount<200CNY', {}, ['amount>100USD', 'amount<200CNY']],
  ['amount>100USD pay:piad currency:CNY', {}, ['amount>100USD', 'pay:piad']],
  ['amount>100USD', { currency: ['CNY'] }, ['amount>100USD']],
  ['amount>100USD', { currency: ['USD', 'CNY'] }, ['amount>100USD']],
])('%p with %p asks for amounts in one currency and for orders in another', (q, given, places) => {
  const query = { ...given, q }
  expect(expandQueryText(ordersList, query)).toEqual(query)
  const errors = findQueryErrors(ordersList, query)
  expect(errors.map(({ parameters }) => parameters?.['text'])).toEqual(places)
  expect(errors[0]).toEqual({
    pointer: '/q',
    reason: 'filter-other-currency',
    parameters: { text: places[0] ?? '', start: q.indexOf('amount'), end: q.indexOf('USD') + 3, currency: 'USD' },
  })
})

test('the currency of an amount may be chosen as well', () => {
  for (const q of ['currency:USD amount>100usd', 'amount>100USD currency:USD', 'amount>100USD amount<200usd'])
    expect([q, parse(q).errors, parse(q).query['currency']]).toEqual([q, [], ['USD']])
  expect(expandQueryText(ordersList, { currency: ['USD'], q: 'amount>100USD' })).toEqual({
    currency: ['USD'],
    amountFrom: '>100',
  })
  expect(expandQueryText(ordersList, { currency: ['CNY'], q: 'amount>100 currency:USD' })).toMatchObject({
    currency: ['CNY', 'USD'],
  })
})
