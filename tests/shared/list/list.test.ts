import { entriesList } from '#shared/finance/entries-list.ts'
import { entryKinds } from '#shared/finance/ledger.ts'
import { choice, currency, type FilterField, isFilterSet, search } from '#shared/list/filter-fields.ts'
import { listQuery, listShape } from '#shared/list/list-query.ts'
import { defineList, findTab, toFilter } from '#shared/list/list.ts'
import { days } from '#shared/list/range-fields.ts'
import { findQueryErrors } from '#shared/list/query-text.ts'
import { clearHref, closedHref, createOpenHref, cursorHref, filterHref } from '#shared/list/url.ts'
import { ordersPageQuery } from '#shared/orders/page-query.ts'
import { ordersList } from '#shared/orders/list.ts'
import { parseSearchParams } from '#shared/routes/pages.ts'
import { describe, expect, test } from 'bun:test'

const parse = (text: string) => ordersPageQuery.parse(parseSearchParams(new URLSearchParams(text)))

describe('the query of a list', () => {
  test('becomes one condition for each filter that is set', () => {
    expect(toFilter(ordersList, parse('status=open&currency=CNY&from=2026-03-01&q=paul&sort=placed'))).toEqual({
      op: 'and',
      filters: [
        { op: 'matches', field: 'search', text: 'paul' },
        { op: 'in', field: 'status', values: ['open'] },
        { op: 'in', field: 'currency', values: ['CNY'] },
        { op: 'and', filters: [{ op: '>=', field: 'placed', value: '2026-03-01' }] },
      ],
    })
  })

  test('has one first day: that of the form before its relative days, and none of two', () => {
    const schema = listQuery(listShape(ordersList), ordersList)
    const parseFrom = (from: unknown) => schema.safeParse({ from })
    for (const [sent, from] of [
      [['', 'last-7-days'], 'last-7-days'],
      [['2026-03-01', 'last-7-days'], '2026-03-01'],
      [['2026-03-01'], '2026-03-01'],
      [[''], undefined],
      ['', undefined],
      [null, undefined],
      [undefined, undefined],
    ] as const)
      expect(parseFrom(sent).data?.from).toBe(from)
    for (const sent of [
      [],
      {},
      ['2026-03-01', '2026-03-20'],
      ['last-7-days', '2026-03-20'],
      ['2026-03-01', ''].concat('x'),
    ])
      expect(parseFrom(sent).error?.issues[0]?.path).toEqual(['from'])
  })

  test('that chooses every value still excludes the values that the list does not name', () => {
    expect(toFilter(entriesList, { kind: [...entryKinds] })).toEqual({
      op: 'and',
      filters: [{ op: 'in', field: 'kind', values: [...entryKinds] }],
    })
  })

  test('sets a filter when the filter makes a condition of it, whatever the type of its value', () => {
    const minimum: Pick<FilterField, 'toFilter'> = {
      toFilter: ({ minimum: value }) => (typeof value === 'number' ? { op: '>=', field: 'items', value } : undefined),
    }
    expect(isFilterSet(minimum, { minimum: 5 })).toBe(true)
    expect(isFilterSet(minimum, { minimum: undefined })).toBe(false)
    const setIds = (text: string) =>
      ordersList.filters.filter((field) => isFilterSet(field, parse(text))).map(({ id }) => id)
    expect(setIds('q=paul&to=2026-03-01&status=open&currency=')).toEqual(['search', 'status', 'placed'])
  })

  test('is rejected by the API if its range ends before it begins', () => {
    const query = listQuery(listShape(ordersList), ordersList)
    const reversed = { from: '2026-03-02', to: '2026-03-01' }
    expect(query.safeParse(reversed).error?.issues.map(({ path, message }) => [path, message])).toEqual([
      [['to'], 'range-reversed'],
    ])
    expect(findQueryErrors(ordersList, reversed)).toEqual([{ pointer: '/to', reason: 'range-reversed' }])
    expect(query.safeParse({ from: '2026-03-01', to: '2026-03-01' }).success).toBe(true)
  })
})

describe('a tab', () => {
  const findTabOf = (text: string) => findTab(ordersList, toFilter(ordersList, parse(text)))

  test('is found by its filter, in any order of its values', () => {
    for (const [name, query] of Object.entries(ordersList.tabs))
      expect(findTab(ordersList, toFilter(ordersList, query))).toBe(name as never)
    expect(findTabOf('')).toBe('all')
    expect(findTabOf('payment=partially_paid&payment=unpaid&status=on_hold&status=open&status=pending')).toBe('unpaid')
  })

  test('is none for a filter that is narrower or wider by any field', () => {
    for (const text of ['status=open', 'q=paul', 'currency=CNY', 'from=2026-03-01', 'to=2026-03-01'])
      expect([text, findTabOf(text)]).toEqual([text, undefined])
  })
})

test('a tab sets choices and currencies only, by their names and values', () => {
  const label = () => ''
  const parts = {
    path: '/orders',
    permission: 'orders.view',
    openParameter: 'order',
    filters: [
      search('search', { label }),
      days('placed', { label }),
      currency('currency', { multiple: true, label }),
      choice('flow', { values: ['in', 'out'], multiple: false, label, valueLabels: () => ({ in: '', out: '' }) }),
      // The messages label the values without a cast.
      choice('source', {
        values: ['shopify', 'web', 'wechat'],
        multiple: true,
        label,
        valueLabels: ({ orders }) => orders.sources,
      }),
    ],
    columns: [],
    sorts: [],
    paged: false,
  } as const
  const list = defineList({ ...parts, tabs: { shop: { source: ['shopify'], flow: 'in', currency: ['CNY'] }, all: {} } })
  expect(findTab(list, toFilter(list, { currency: ['CNY'], flow: 'in', source: ['shopify'] }))).toBe('shop')
  // @ts-expect-error -- no filter has this name
  defineList({ ...parts, tabs: { wrong: { sorce: ['shopify'] } } })
  // @ts-expect-error -- the filter has no such value
  defineList({ ...parts, tabs: { wrong: { source: ['shopfy'] } } })
  // @ts-expect-error -- only one value may be chosen
  defineList({ ...parts, tabs: { wrong: { flow: ['in'] } } })
  // @ts-expect-error -- a search is not a preset
  defineList({ ...parts, tabs: { wrong: { q: 'paul' } } })
  // @ts-expect-error -- days are not a preset
  defineList({ ...parts, tabs: { wrong: { from: '2026-03-01' } } })
})

describe('the URLs of a list', () => {
  const query = parse('q=paul&status=open&status=pending&sort=placed&cursor=abc&order=SO1')

  test('keep filters and sort, and open a row on the same page', () => {
    expect(createOpenHref(ordersList, query)('SO2')).toBe(
      '/orders?q=paul&status=open&status=pending&sort=placed&cursor=abc&order=SO2',
    )
    expect(closedHref(ordersList, query)).toBe('/orders?q=paul&status=open&status=pending&sort=placed&cursor=abc')
  })

  test('begin with the first page when a filter or the sort changes, and leave the open row open', () => {
    expect(filterHref(ordersList, query, { status: [] })).toBe('/orders?q=paul&sort=placed&order=SO1')
    expect(filterHref(ordersList, query, { sort: '-placed' })).toBe(
      '/orders?q=paul&status=open&status=pending&order=SO1',
    )
    expect(clearHref(ordersList, query)).toBe('/orders?sort=placed&order=SO1')
    expect(cursorHref(ordersList, query, undefined)).toBe(
      '/orders?q=paul&status=open&status=pending&sort=placed&order=SO1',
    )
  })
})
