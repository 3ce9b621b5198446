import { entriesList } from '#shared/finance/entries-list.ts'
import { entryKinds } from '#shared/finance/ledger.ts'
import { findRangeErrors, findTab, listQuery, toFilter } from '#shared/list/list.ts'
import { clearHref, closedHref, cursorHref, filterHref, openHref } from '#shared/list/url.ts'
import { ordersPageQuery } from '#shared/orders/inputs.ts'
import { ordersList } from '#shared/orders/list.ts'
import { parseSearchParams } from '#shared/routes/pages.ts'
import { describe, expect, test } from 'bun:test'

const parse = (search: string) => ordersPageQuery.parse(parseSearchParams(new URLSearchParams(search)))

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

  test('that chooses every value filters nothing', () => {
    expect(toFilter(entriesList, { kind: [...entryKinds] })).toEqual({
      op: 'and',
      filters: [],
    })
  })

  test('is rejected by the API if its range ends before it begins', () => {
    const query = listQuery(ordersList)
    const reversed = { from: '2026-03-02', to: '2026-03-01' }
    expect(query.safeParse(reversed).error?.issues.map(({ path, message }) => [path, message])).toEqual([
      [['to'], 'range-reversed'],
    ])
    expect(findRangeErrors(ordersList, reversed)).toEqual([{ pointer: '/to', reason: 'range-reversed' }])
    expect(query.safeParse({ from: '2026-03-01', to: '2026-03-01' }).success).toBe(true)
  })
})

describe('a tab', () => {
  const findTabOf = (search: string) => findTab(ordersList, toFilter(ordersList, parse(search)))

  test('is found by its filter, in any order of its values', () => {
    for (const [name, query] of Object.entries(ordersList.tabs))
      expect(findTab(ordersList, toFilter(ordersList, query))).toBe(name as never)
    expect(findTabOf('')).toBe('all')
    expect(findTabOf('payment=partially_paid&payment=unpaid&status=on_hold&status=open&status=pending')).toBe('unpaid')
  })

  test('is none for a filter that is narrower or wider by any field', () => {
    for (const search of ['status=open', 'q=paul', 'currency=CNY', 'from=2026-03-01', 'to=2026-03-01'])
      expect([search, findTabOf(search)]).toEqual([search, undefined])
  })
})

describe('the URLs of a list', () => {
  const query = parse('q=paul&status=open&status=pending&sort=placed&cursor=abc&order=SO1')

  test('keep filters and sort, and open a row on the same page', () => {
    expect(openHref(ordersList, query, 'SO2')).toBe(
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
