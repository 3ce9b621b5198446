import { createCustomer } from '../../scripts/seed/customers.ts'
import { generateOrders } from '../../scripts/seed/generate-orders.ts'
import { createSearchIndexes, dropSearchIndexes } from '../../scripts/seed/search-indexes.ts'
import { seedOrders } from '../../scripts/seed/seed-orders.ts'
import { verify } from '#server/self-check/verify.ts'
import { isConsistent } from '#shared/orders/draft.ts'
import { openDatabase } from '#server/db/open.ts'
import { forEachDatabase, quietLog } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { describe, expect, test } from 'bun:test'

const until = Date.parse('2026-11-20T09:00:00Z')
const options = { count: 2000, openShare: 0.5, seed: 7, until, timeZone: 'Asia/Shanghai' }

describe('generated orders', () => {
  const orders = [...generateOrders(options)]

  test('are the same for the same seed, and others for another', () => {
    expect([...generateOrders(options)]).toEqual(orders)
    expect([...generateOrders({ ...options, seed: 8 })]).not.toEqual(orders)
  })

  test('are as many as asked for, consistent, in the order of time, and of two years', () => {
    expect(orders).toHaveLength(2000)
    expect(orders.every(isConsistent)).toBeTrue()
    const times = orders.map(({ placedAt }) => placedAt)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.at(-1)).toBeLessThanOrEqual(until)
    expect(new Set(times.map((time) => new Date(time).toISOString().slice(0, 7))).size).toBeGreaterThanOrEqual(24)
  })

  test('are open as often as asked for', () => {
    for (const openShare of [0, 0.02, 0.5, 1]) {
      const drafts = [...generateOrders({ ...options, openShare })]
      const open = drafts.filter(({ status }) => status === 'open').length
      expect(Math.abs(open / drafts.length - openShare)).toBeLessThan(0.04)
    }
  })

  test('have Chinese and Latin names, several currencies, refunds, cancellations and partial shipments', () => {
    expect(orders.some(({ customerName }) => /^\p{Script=Han}+$/u.test(customerName))).toBeTrue()
    expect(orders.some(({ customerName }) => /^\p{Script=Latin}+ /u.test(customerName))).toBeTrue()
    expect(new Set(orders.map(({ currency }) => currency)).size).toBe(5)
    for (const status of ['open', 'completed', 'cancelled'])
      expect(orders.some((order) => order.status === status)).toBeTrue()
    expect(orders.some(({ refund }) => refund !== null)).toBeTrue()
    expect(orders.some(({ payment, totalMinor }) => payment && payment.capturedMinor < totalMinor)).toBeTrue()
    expect(
      orders.some(({ lines, status }) => status === 'open' && lines.some((line) => line.shippedQuantity > 0)),
    ).toBeTrue()
    const lines = orders.flatMap((order) => order.lines).length
    expect(lines / orders.length).toBeCloseTo(2.5, 0)
  })
})

test('no two customers have an email address or a phone number in common', () => {
  const customers = Array.from({ length: 100_000 }, (_, index) => createCustomer(1, index))
  const contacts = customers.flatMap(({ email, phone }) => (phone === '' ? [email] : [email, phone]))
  expect(new Set(contacts).size).toBe(contacts.length)
})

forEachDatabase((_name, open) => {
  test('a seeded book has the generated orders and passes every check', async () => {
    const { kontor } = await createTestKontor(await open())
    const progress: number[] = []
    await dropSearchIndexes(kontor)
    await seedOrders(kontor, { ...options, count: 2100 }, (done) => progress.push(done))
    expect(progress).toEqual([2000, 2100])
    const numbers = await kontor.database.read.selectFrom('orders').select('external_number').execute()
    expect(numbers.map((row) => row.external_number).toSorted()).toEqual(
      [...generateOrders({ ...options, count: 2100 })].map((draft) => draft.externalNumber).toSorted(),
    )
    await kontor.database.close()
    await createSearchIndexes(kontor.config)
    const database = await openDatabase(kontor.config, quietLog)
    const { checks } = await verify({ ...kontor, database })
    await database.close()
    expect(checks.filter(({ passed }) => !passed)).toEqual([])
  })
})
