import { listOrderCounts } from '#server/orders/counts.ts'
import { countOrders } from '#server/orders/list/count-store.ts'
import { toRanges } from '#server/orders/list/list-ranges.ts'
import { findOrders } from '#server/orders/list/list-store.ts'
import { type Filter, matchesFilter } from '#shared/list/filter.ts'
import { archivedValues } from '#shared/orders/list.ts'
import { fulfillmentStatuses, orderStatuses, paymentStatuses } from '#shared/orders/order.ts'
import type { OrderRow } from '#shared/orders/views.ts'
import { dayOf } from '#shared/time.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { expect, test } from 'bun:test'
import fc from 'fast-check'

const timeZone = 'Asia/Shanghai'
const choose = (field: string, values: readonly string[]) =>
  fc.record({
    op: fc.constant('in' as const),
    field: fc.constant(field),
    values: fc.subarray([...values], { minLength: 1 }),
  })

/** `2026-03-01T14:46` in Shanghai. */
function toMinute(time: number): string {
  return new Date(time + 8 * 3_600_000).toISOString().slice(0, 16)
}

/** The minute in which the second and the third order were placed, and those beside it. */
const minutes = [-60_000, 0, 60_000].map((ms) => toMinute(createDraft(0).placedAt + 86_400_000 + ms))

const anyFilter = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3 },
    choose('status', orderStatuses),
    choose('payment', paymentStatuses),
    choose('fulfillment', fulfillmentStatuses),
    choose('currency', ['CNY', 'USD', 'EUR']),
    choose('archived', archivedValues),
    fc.record({
      op: fc.constantFrom('<' as const, '<=' as const, '>' as const, '>=' as const),
      field: fc.constant('placed'),
      value: fc.constantFrom('2026-03-01', '2026-03-02', '2026-03-03', ...minutes),
    }),
    fc.record({ op: fc.constant('and' as const), filters: fc.array(tie('filter'), { maxLength: 3 }) }),
    fc.record({ op: fc.constant('or' as const), filters: fc.array(tie('filter'), { maxLength: 3 }) }),
    fc.record({ op: fc.constant('not' as const), filter: tie('filter') }),
  ),
})).filter

/** What a filter means, said once more without SQL. */
const matches = (filter: Filter, row: OrderRow, archivedNumber: string): boolean =>
  matchesFilter(filter, (comparison) => {
    if (comparison.op === 'matches') return false
    const values: Record<string, string> = {
      status: row.status,
      payment: row.paymentStatus,
      fulfillment: row.fulfillmentStatus,
      currency: row.currency,
      archived: row.number === archivedNumber ? 'yes' : 'no',
      placed: dayOf(row.placedAt, timeZone),
    }
    const value = values[comparison.field] ?? ''
    if (comparison.op === 'in') return comparison.values.includes(value)
    const bound = String(comparison.value)
    if (bound.includes('T')) {
      const isBefore = row.placedAt < Date.parse(`${bound}+08:00`)
      return comparison.op.startsWith('<') ? isBefore : !isBefore
    }
    if (comparison.op === '<') return value < bound
    if (comparison.op === '<=') return value <= bound
    return comparison.op === '>' ? value > bound : value >= bound
  })

forEachDatabase((_, open) => {
  test('a filter finds and counts in SQL the orders that it matches in memory', async () => {
    const { kontor, createUser } = await createTestKontor(await open())
    const day = 86_400_000
    const start = createDraft(0).placedAt
    const line = { ...createDraft(0).lines[0], shippedQuantity: 1 } as ReturnType<typeof createDraft>['lines'][number]
    await importAsOperator(kontor, [
      createDraft(1),
      createDraft(2, { currency: 'USD', placedAt: start + day }),
      createDraft(3, { payment: null, placedAt: start + day }),
      createDraft(4, { currency: 'EUR', lines: [line], shippedAt: start + 2 * day, placedAt: start + 2 * day }),
      createDraft(5, { status: 'cancelled', cancelledAt: start + day, payment: null }),
    ])
    const archivedNumber = 'SO260301-00002'
    const owner = await createUser('owner')
    await owner.fetch(`/api/orders/${archivedNumber}/archive`, { json: { version: 1 } })
    const counts = await listOrderCounts(kontor.database.read)
    const select = (filter: Filter) => ({ ranges: toRanges(filter, counts), timeZone })
    const find = async (filter: Filter): Promise<OrderRow[]> =>
      (
        await findOrders(kontor.database.read, select(filter), {
          direction: 'desc',
          after: undefined,
          limit: 100,
        })
      ).map(({ row }) => row)
    const all = await find({ op: 'and', filters: [] })
    expect(all).toHaveLength(5)
    expect(await find({ op: 'in', field: 'archived', values: ['yes'] })).toMatchObject([{ number: archivedNumber }])
    await fc.assert(
      fc.asyncProperty(anyFilter, async (filter) => {
        const expected = all.filter((row) => matches(filter, row, archivedNumber)).map(({ number }) => number)
        expect((await find(filter)).map(({ number }) => number)).toEqual(expected)
        expect(await countOrders(kontor.database.read, select(filter))).toEqual({
          exact: expected.length,
        })
      }),
    )
  })
})
