import { relativeDays, resolveDays, toAbsoluteDays } from '#shared/list/relative-days.ts'
import { ordersList } from '#shared/orders/list.ts'
import { expect, test } from 'bun:test'

test('relative days end today, or with what is complete', () => {
  const days = relativeDays.map((range) => [range, ...Object.values(toAbsoluteDays(range, '2026-03-01'))])
  expect(days).toEqual([
    ['today', '2026-03-01', '2026-03-01'],
    ['yesterday', '2026-02-28', '2026-02-28'],
    ['last-7-days', '2026-02-23', '2026-03-01'],
    ['last-30-days', '2026-01-31', '2026-03-01'],
    ['this-month', '2026-03-01', '2026-03-01'],
    ['last-month', '2026-02-01', '2026-02-28'],
    ['this-year', '2026-01-01', '2026-03-01'],
  ])
})

test('a query has its relative days as they are today, and keeps other days', () => {
  const query = { from: 'last-7-days', paidFrom: 'today', paidTo: '2026-03-20', changedFrom: '2026-01-01', q: 'today' }
  expect(resolveDays(ordersList, query, '2026-03-15')).toEqual({
    from: '2026-03-09',
    to: '2026-03-15',
    paidFrom: '2026-03-15',
    paidTo: '2026-03-20',
    changedFrom: '2026-01-01',
    q: 'today',
  } as never)
})
