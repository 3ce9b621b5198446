import { listOrderCounts } from '#server/orders/counts.ts'
import { toRanges } from '#server/orders/list/list-ranges.ts'
import { findOldestTime } from '#server/orders/list/oldest-order-store.ts'
import { toFilter } from '#shared/list/list.ts'
import { orderList } from '#shared/orders/views.ts'
import { ordersList } from '#shared/orders/list.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { beforeEach, expect, test } from 'bun:test'

const dayMs = 24 * 60 * 60 * 1000

forEachDatabase((_name, open) => {
  let kontor: TestKontor
  /** Ten orders, the newest first: the first three are open, the second is in euros. */
  const drafts = Array.from({ length: 10 }, (_, index) =>
    createDraft(index + 1, {
      status: index < 3 ? 'open' : 'pending',
      currency: index === 1 ? 'EUR' : 'CNY',
      placedAt: Date.UTC(2026, 1, 20) - index * dayMs,
      customerName: 'Wang Fang',
      payment: null,
    }),
  )
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    await importAsOperator(kontor.kontor, drafts)
  })

  const findOldest = async (query: Readonly<Record<string, unknown>>) => {
    const db = kontor.kontor.database.read
    return findOldestTime(db, toRanges(toFilter(ordersList, query), await listOrderCounts(db)))
  }

  test('the oldest order of statuses, and of a currency with statuses, is found', async () => {
    expect(await findOldest({ status: ['open'] })).toBe(drafts[2]?.placedAt)
    expect(await findOldest({ status: ['open'], currency: ['EUR'] })).toBe(drafts[1]?.placedAt)
    expect(await findOldest({ status: ['open', 'pending'] })).toBe(drafts[9]?.placedAt)
    expect(await findOldest({ status: ['completed'] })).toBeUndefined()
    expect(await findOldest({})).toBeUndefined()
  })

  test('a search for words with a status finds the oldest order, too', async () => {
    const owner = await kontor.createUser('owner')
    const search = async (query: string) =>
      orderList.parse(await (await owner.fetch(`/api/orders?q=wang+fang&${query}`)).json()).rows.length
    expect(await search('status=open')).toBe(3)
    expect(await search('status=open&from=2026-02-19')).toBe(2)
    expect(await search('status=pending&to=2026-02-11')).toBe(1)
    expect(await search('status=open&to=2026-02-17')).toBe(0)
  })
})
