import { listOrderCounts } from '#server/orders/counts.ts'
import { countUpTo } from '#server/orders/list/count-store.ts'
import { toRanges } from '#server/orders/list/list-ranges.ts'
import type { QueryValues } from '#shared/list/filter-fields.ts'
import { toFilter } from '#shared/list/list.ts'
import { ordersList } from '#shared/orders/list.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { beforeAll, expect, test } from 'bun:test'

/** A draft every twelve hours from 1 March, every third of them unpaid. */
const drafts = Array.from({ length: 12 }, (_, index) =>
  createDraft(index, {
    placedAt: Date.parse('2026-03-01T01:00:00Z') + index * 12 * 3_600_000,
    ...(index % 3 === 0 && { payment: null }),
  }),
)

forEachDatabase((_, open) => {
  let kontor: TestKontor
  beforeAll(async () => {
    kontor = await createTestKontor(await open())
    await importAsOperator(kontor.kontor, drafts)
  })

  const count = async (query: QueryValues, most: number) => {
    const { read } = kontor.kontor.database
    const ranges = toRanges(toFilter(ordersList, query), await listOrderCounts(read))
    return countUpTo(read, { ranges, timeZone: 'UTC' }, most)
  }

  test('orders up to a day are counted exactly, however many they are, by those placed later', async () => {
    expect(await count({ to: '2026-03-05' }, 3)).toEqual({ exact: 10 })
    expect(await count({ to: '2026-03-05', payment: ['unpaid'] }, 3)).toEqual({ exact: 4 })
    expect(await count({ to: '2026-03-05', currency: ['CNY'] }, 3)).toEqual({ exact: 10 })
    expect(await count({ to: '2026-02-28' }, 3)).toEqual({ exact: 0 })
    expect(await count({ to: '2026-12-31' }, 3)).toEqual({ exact: 12 })
  })

  test('orders with another condition are counted up to a limit', async () => {
    expect(await count({ from: '2026-03-02', to: '2026-03-05' }, 3)).toEqual({ atLeast: 3 })
    expect(await count({ from: '2026-03-02', to: '2026-03-05' }, 8)).toEqual({ exact: 8 })
  })
})
