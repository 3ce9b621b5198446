import type { QueryValues } from '#shared/list/filter-fields.ts'
import { isSameFilter } from '#shared/list/filter.ts'
import { isReversed } from '#shared/list/day-bounds.ts'
import { toFilter } from '#shared/list/list.ts'
import { expandQueryText, formatQueryText, parseQueryText } from '#shared/list/query-text.ts'
import { filterHref } from '#shared/list/url.ts'
import { ordersQuery } from '#shared/orders/inputs.ts'
import { ordersPageQuery } from '#shared/orders/page-query.ts'
import { balanceValues, hasValues, ordersList } from '#shared/orders/list.ts'
import { parseSearchParams } from '#shared/routes/pages.ts'
import { fulfillmentStatuses, orderStatuses, paymentStatuses } from '#shared/orders/order.ts'
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'

const parse = (text: string) => parseQueryText(ordersList, text)
const errorsOf = (text: string) => parse(text).errors.map(({ reason, parameters }) => ({ reason, ...parameters }))

describe('a query as text', () => {
  test('sets filters and leaves the words', () => {
    expect(parse('status:open pay:paid placed:2026-09 -tag:vip 张三').query).toEqual({
      status: ['open'],
      payment: ['paid'],
      from: '2026-09-01',
      to: '2026-09-30',
      not: ['tag:vip'],
      q: '张三',
    })
  })

  test('sets days that move with the day, and writes them again', () => {
    expect(parse('placed:last-7-days paid:this-month').query).toEqual({ from: 'last-7-days', paidFrom: 'this-month' })
    expect(formatQueryText(ordersList, { from: 'last-7-days', paidFrom: 'this-month' })).toBe(
      'placed:last-7-days paid:this-month',
    )
    expect(errorsOf('placed>last-7-days')).toMatchObject([{ reason: 'unknown-filter-value' }])
    expect(ordersQuery.safeParse({ from: 'next-week' }).success).toBe(false)
    expect(ordersQuery.safeParse({ to: 'today' }).success).toBe(false)
    // What a form without script sends: its empty field and the range that is chosen, or a day that was entered.
    expect(ordersQuery.parse({ from: ['', 'today'] }).from).toBe('today')
    expect(ordersQuery.parse({ from: ['2026-03-01', 'today'] }).from).toBe('2026-03-01')
  })

  test('writes a month, a day and ends that are missing as short as they are read', () => {
    for (const text of [
      'placed:2026-09',
      'placed:2026-09-05',
      'placed>=2026-09-01',
      'placed<=2026-09-30',
      'placed:2026-09-01..2026-09-29',
    ])
      expect(formatQueryText(ordersList, parse(text).query)).toBe(text)
  })

  test('takes several values, names of filters in any case, and values in quotes', () => {
    expect(parse('STATUS:open,on_hold status:Cancelled currency:cny tag:"gift wrap"').query).toEqual({
      status: ['open', 'on_hold', 'cancelled'],
      currency: ['CNY'],
      tag: 'gift wrap',
    })
    expect(parse('status:canceled').query).toEqual({ status: ['cancelled'] })
  })

  test('knows a filter by its short name and by that of its parameter', () => {
    expect(parse('payment:unpaid ship:fulfilled').query).toEqual({ payment: ['unpaid'], fulfillment: ['fulfilled'] })
  })

  test.each([
    ['placed:2026', '2026-01-01', '2026-12-31'],
    ['placed:2024-02', '2024-02-01', '2024-02-29'],
    ['placed:2026-09-05', '2026-09-05', '2026-09-05'],
    ['placed:2026-09..2026-10-15', '2026-09-01', '2026-10-15'],
    ['placed:..2026-09', undefined, '2026-09-30'],
    ['placed:2026-09..', '2026-09-01', undefined],
    ['placed>=2026-09', '2026-09-01', undefined],
    ['placed>2026-09', '2026-10-01', undefined],
    ['placed<=2026-09', undefined, '2026-09-30'],
    ['placed<2026-09', undefined, '2026-08-31'],
    ['placed:2026-09-05T09:00..2026-09-05T17:30', '2026-09-05T09:00', '2026-09-05T17:30'],
    ['placed:2026-09..2026-10-15T08:00', '2026-09-01', '2026-10-15T08:00'],
    ['placed:2026-09-05T23:59', '2026-09-05T23:59', '2026-09-06T00:00'],
    ['placed:..2026-09-05T09:00', undefined, '2026-09-05T09:00'],
    ['placed>=2026-09-05T09:00', '2026-09-05T09:00', undefined],
    ['placed>2026-09-05T09:00', '2026-09-05T09:01', undefined],
    ['placed<=2026-09-05T09:00', undefined, '2026-09-05T09:01'],
    ['placed<2026-09-05T09:00', undefined, '2026-09-05T09:00'],
  ])('%p is from %p to %p', (text, from, to) => {
    expect(parse(text).query).toEqual({ from, to } as never)
  })

  test.each([
    ['amount:10', { amountFrom: '10', amountTo: '10' }],
    ['amount:10..20', { amountFrom: '10', amountTo: '20' }],
    ['amount:..20.50', { amountTo: '20.50' }],
    ['amount:10..', { amountFrom: '10' }],
    ['amount>100', { amountFrom: '>100' }],
    ['amount>=100 amount<200', { amountFrom: '100', amountTo: '<200' }],
    ['amount>100usd', { amountFrom: '>100', currency: ['USD'] }],
    ['paid:2026-09', { paidFrom: '2026-09-01', paidTo: '2026-09-30' }],
    ['shipped>=2026-09-05 refunded<2026', { shippedFrom: '2026-09-05', refundedTo: '2025-12-31' }],
    ['changed:2026-09-05', { changedFrom: '2026-09-05', changedTo: '2026-09-05' }],
    [
      'source:shopify method:"WeChat Pay" country:CN sku:T-1',
      { source: 'shopify', method: 'WeChat Pay', country: 'CN', sku: 'T-1' },
    ],
    [
      'has:note,refund balance:due -has:customer_note',
      { has: ['note', 'refund'], balance: ['due'], not: ['has:customer_note'] },
    ],
  ])('%p is a filter', (text, query) => {
    expect(parse(text)).toEqual({ query, errors: [] } as never)
  })

  test('leaves what is no filter to the search', () => {
    for (const text of ['10248', '-5', 'https://example.com/a', '"pay:paid"', 'a-b', '12:30', '张三:李四', '>', 'a"b'])
      expect([text, parse(text)]).toEqual([text, { query: { q: text }, errors: [] }])
  })

  test('says which part is wrong, and where', () => {
    expect(errorsOf('Zhang statsu:open')).toMatchObject([
      {
        reason: 'unknown-filter',
        text: 'statsu:open',
        start: 6,
        end: 17,
        values: expect.stringContaining('status, pay'),
      },
    ])
    expect(errorsOf('pay:piad')).toMatchObject([
      { reason: 'unknown-filter-value', values: expect.stringContaining('paid') },
    ])
    for (const [text, reason] of [
      ['status:', 'unknown-filter-value'],
      ['status>open', 'unknown-filter-value'],
      ['placed:2026-13', 'unknown-filter-value'],
      ['placed:2026-02-30', 'unknown-filter-value'],
      ['placed:', 'unknown-filter-value'],
      ['placed>9999', 'unknown-filter-value'],
      ['placed:2026-09-05T24:00', 'unknown-filter-value'],
      ['placed:2026-02-30T09:00', 'unknown-filter-value'],
      ['placed:2026-09T09:00', 'unknown-filter-value'],
      ['placed>9999-12-31T23:59', 'unknown-filter-value'],
      ['paid:2026-09-05T09:00', 'unknown-filter-value'],
      ['placed<0000', 'unknown-filter-value'],
      ['placed:a..b..c', 'unknown-filter-value'],
      ['currency:yuan', 'filter-currency'],
      ['currency:zzz', 'filter-currency'],
      ['tag:a,b', 'filter-takes-one'],
      ['sku:', 'filter-text'],
      ['tag>vip', 'filter-text'],
      ['-placed:2026', 'filter-not-excludable'],
      ['-amount>5', 'filter-not-excludable'],
      ['-buyer:new', 'filter-not-excludable'],
      ['amount:', 'unknown-filter-value'],
      ['amount:..', 'unknown-filter-value'],
      ['amount:1,000', 'unknown-filter-value'],
      ['amount:1..2..3', 'unknown-filter-value'],
      ['amount>-5', 'unknown-filter-value'],
      ['amount>5.00001', 'unknown-filter-value'],
      ['amount>10..20', 'unknown-filter-value'],
      ['has:parcel', 'unknown-filter-value'],
      ['status:open,piad', 'unknown-filter-value'],
      ['tag:" "', 'filter-text'],
      ['q:Zhang', 'unknown-filter'],
      ['not:placed:2026', 'unknown-filter'],
    ] as const)
      expect([text, errorsOf(text)[0]?.reason]).toEqual([text, reason])
  })

  test('offers the names of all filters that it knows in place of an unknown one', () => {
    const names = String(parse('statsu:open').errors[0]?.parameters?.['values']).split(', ')
    expect(names.filter((name) => errorsOf(`${name}:x`)[0]?.reason === 'unknown-filter')).toEqual([])
    expect(names.length).toBe(ordersList.filters.length - 2)
  })

  test('stays as it is in the box while something is wrong with it', () => {
    const query = { status: ['open'], q: 'pay:piad Zhang' }
    expect(expandQueryText(ordersList, query)).toEqual(query)
  })

  test('adds to the filters that are set', () => {
    expect(
      expandQueryText(ordersList, { status: ['open'], not: ['tag:vip'], q: 'status:cancelled -tag:b2b Zhang' }),
    ).toEqual({
      status: ['open', 'cancelled'],
      not: ['tag:vip', 'tag:b2b'],
      q: 'Zhang',
    })
  })
})

const subsetOf = <Value extends string>(values: readonly Value[]) => fc.subarray([...values])
const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const bound = fc.oneof(
  day,
  fc
    .tuple(fc.oneof(day, fc.constant('2026-09-05')), fc.constantFrom('00:00', '09:30', '23:59'))
    .map(([date, time]) => `${date}T${time}`),
)
const tag = fc.constantFrom('vip', 'gift wrap', '加急', 'a,b', '2026:x', 'a"b', '\\')
const queries = fc.record(
  {
    q: fc.constantFrom('Zhang', '张三 李四', '#10248', '"pay:paid"', 'x@example.com'),
    status: subsetOf(orderStatuses),
    payment: subsetOf(paymentStatuses),
    fulfillment: subsetOf(fulfillmentStatuses),
    currency: subsetOf(['CNY', 'USD']),
    tag,
    assignee: fc.constant('me'),
    archived: subsetOf(['no', 'yes']),
    balance: subsetOf(balanceValues),
    has: subsetOf(hasValues),
    source: fc.constantFrom('shopify', 'web-shop'),
    method: fc.constantFrom('alipay', 'WeChat Pay', '货到付款'),
    country: fc.constantFrom('CN', 'New Zealand', '中国'),
    sku: fc.constantFrom('T-1', 'a,b', '10248'),
    amountFrom: fc.constantFrom('5', '>5', '0.50'),
    amountTo: fc.constantFrom('10', '<10', '10.0001'),
    from: bound,
    to: bound,
    paidFrom: fc.constantFrom('2026-01-01', '2026-01-15'),
    paidTo: fc.constantFrom('2026-01-31', '2026-02-28'),
    shippedFrom: day,
    refundedTo: day,
    changedFrom: fc.constant('2026-05-05'),
    changedTo: fc.constant('2026-05-05'),
    not: fc.uniqueArray(
      fc.oneof(
        tag.map((value) => `tag:${value}`),
        fc.constantFrom('status:cancelled', 'payment:paid', 'currency:USD', 'has:refund', 'country:CN', 'sku:a,b'),
      ),
    ),
  },
  { requiredKeys: [] },
)
const parseUrl = (url: string): QueryValues =>
  ordersPageQuery.parse(parseSearchParams(new URL(url, 'http://x').searchParams))
const filterOf = (query: QueryValues) => toFilter(ordersList, query)

test('URL, text and filters are faces of the same query', () => {
  fc.assert(
    fc.property(queries, ({ from, to, ...others }) => {
      const [first, last] = from && to && isReversed(from, to) ? [to, from] : [from, to]
      const values = { ...others, from: first, to: last }
      const filter = filterOf(values)
      const fromUrl = parseUrl(filterHref(ordersList, values, {}))
      const text = formatQueryText(ordersList, fromUrl)
      // As long as the box takes.
      fc.pre(text.length <= 500)
      const fromText = ordersQuery.parse({ q: text })
      expect([text, isSameFilter(filterOf(fromUrl), filter)]).toEqual([text, true])
      expect([text, isSameFilter(filterOf(fromText), filter)]).toEqual([text, true])
      expect(formatQueryText(ordersList, fromText)).toBe(text)
    }),
    { numRuns: 300 },
  )
})

test('only values of filters of the list can be excluded', () => {
  for (const not of ['tag:', 'q:x', 'placed:2026-01-01', 'status:opne', 'tag', 'not:tag:vip'])
    expect([not, ordersQuery.safeParse({ not }).success]).toEqual([not, false])
  expect(ordersQuery.safeParse({ not: Array.from({ length: 11 }, (_, index) => `tag:${index}`) }).success).toBe(false)
  expect(ordersQuery.safeParse({ q: '-tag:1,2,3,4,5,6,7,8,9,10,11' }).success).toBe(false)
  expect(ordersQuery.parse({ not: 'tag:vip' }).not).toEqual(['tag:vip'])
})
