import { CustomerTotals } from '#server/self-check/customers/customer-totals.ts'
import { expect, test } from 'bun:test'

const order = {
  customer_number: 'CU260101-00001',
  currency: 'CNY',
  status: 'open',
  captured_minor: 1000,
  refunded_minor: 300,
} as const

/** What remains of two orders of one customer and one of another after what is kept of them was subtracted. */
function compare(
  sums: [customer: string, currency: string, orderCount: number, spentMinor: number, counted: number][],
) {
  const [orders, kept] = [new CustomerTotals(7), new CustomerTotals(7)]
  orders.addOrder(order)
  orders.addOrder({ ...order, status: 'cancelled', captured_minor: 0, refunded_minor: 0 })
  orders.addOrder({ ...order, customer_number: 'CU260101-00002' })
  orders.addOrder({ ...order, customer_number: null })
  for (const [customer, currency, order_count, spent_minor, counted] of sums) {
    kept.subtractSums(customer, currency, { order_count, spent_minor })
    kept.subtractCounted(customer, counted)
  }
  const all = new CustomerTotals(0)
  for (const each of [orders, kept]) all.addAll(each.collected())
  return all.areZero()
}

test('nothing remains of the right sums, whatever their order', () => {
  expect(
    compare([
      ['CU260101-00002', 'CNY', 1, 700, 1],
      ['CU260101-00001', 'CNY', 2, 700, 1],
    ]),
  ).toBe(true)
})

test.each([
  ['a sum is missing', [['CU260101-00001', 'CNY', 2, 700, 1]]],
  [
    'one has more and the other less',
    [
      ['CU260101-00001', 'CNY', 2, 701, 1],
      ['CU260101-00002', 'CNY', 1, 699, 1],
    ],
  ],
  [
    'an order counts for the other',
    [
      ['CU260101-00001', 'CNY', 1, 700, 1],
      ['CU260101-00002', 'CNY', 2, 700, 1],
    ],
  ],
  [
    'a cancelled order counts',
    [
      ['CU260101-00001', 'CNY', 2, 700, 2],
      ['CU260101-00002', 'CNY', 1, 700, 1],
    ],
  ],
  [
    'the currency is another one',
    [
      ['CU260101-00001', 'USD', 2, 700, 1],
      ['CU260101-00002', 'CNY', 1, 700, 1],
    ],
  ],
] as const)('something remains if %s', (_, sums) => {
  expect(compare(sums.map((each) => [...each]))).toBe(false)
})
