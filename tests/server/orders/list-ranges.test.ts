import type { OrderCountsTable } from '#server/db/schema/orders.ts'
import { toCurrencies, toSortedRanges } from '#server/orders/list/list-ranges.ts'
import type { Filter } from '#shared/list/filter.ts'
import { expect, test } from 'bun:test'

const count = (order_count: number, changes: Partial<OrderCountsTable> = {}): OrderCountsTable => ({
  ...{ archived: 0, currency: 'CNY', status: 'open', payment_status: 'paid', fulfillment_status: 'unfulfilled' },
  ...{ order_count, ...changes },
})

test('the currencies of all orders are sorted by code, without those whose orders are gone', () => {
  const counts = [
    count(1, { currency: 'USD' }),
    count(2, { currency: 'EUR' }),
    count(-2, { currency: 'EUR', status: 'cancelled' }),
    count(3),
  ]
  expect(toCurrencies(counts)).toEqual(['CNY', 'USD'])
})

test('the ranges of a sort hold all orders with their leading columns, and are checked for the other conditions', () => {
  const counts = [
    count(5),
    count(7, { status: 'cancelled' }),
    count(11, { currency: 'USD', status: 'cancelled' }),
    count(13, { archived: 1 }),
  ]
  const isOpen: Filter = { op: 'in', field: 'status', values: ['open'] }
  const isCurrent: Filter = { op: 'in', field: 'archived', values: ['no'] }
  // No open order is in USD, and archived ones are left out.
  expect(toSortedRanges({ op: 'and', filters: [isOpen, isCurrent] }, counts, ['archived', 'currency'])).toEqual([
    { values: { archived: 0, currency: 'CNY' }, filter: { op: 'and', filters: [isOpen] }, orderCount: 12 },
  ])
  expect(toSortedRanges(isCurrent, counts, ['archived'])).toEqual([
    { values: { archived: 0 }, filter: { op: 'and', filters: [] }, orderCount: 23 },
  ])
})
