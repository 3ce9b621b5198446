import type { Kontor } from '#server/context.ts'
import { ordersPerPart } from '#server/orders/tokens/token-parts-store.ts'
import { scheduleCountMerge } from '#server/orders/counts.ts'
import type { OrderList } from '#shared/orders/views.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { expect, test } from 'bun:test'
import { sql } from 'kysely'

/** Begins parts after so many orders less than usual. */
const countMore = async ({ database }: Kontor, orders: number): Promise<void> =>
  void (await database.inTransaction((transaction) =>
    sql`update token_parts set orders_before = orders_before - ${orders}`.execute(transaction),
  ))

forEachDatabase((_, open) => {
  test('a part begins after some thousand orders, and searches find the orders of all parts', async () => {
    const testKontor = await createTestKontor(await open(), { isClockRunning: true })
    const { kontor } = testKontor
    const owner = await testKontor.createUser('owner')
    const listParts = () => kontor.database.read.selectFrom('token_parts').selectAll().orderBy('part').execute()
    const newestPart = async () => (await listParts()).at(-1)?.part
    const find = async (q: string): Promise<string[]> => {
      const answer = await owner.fetch(`/api/orders?${new URLSearchParams({ q, sort: 'placed' })}`)
      return ((await answer.json()) as OrderList).rows.map(({ number }) => number.slice(-1))
    }

    await importAsOperator(kontor, [createDraft(1), createDraft(2, { totalMinor: 2000 })])
    await scheduleCountMerge(kontor, 0)
    expect(await newestPart()).toBe(1)
    for (const [index, part] of [3, 4].map((each) => [each, each - 1] as const)) {
      await countMore(kontor, ordersPerPart - 1)
      await importAsOperator(kontor, [createDraft(index, { customerName: 'Ana Lund', totalMinor: 2000 })])
      await scheduleCountMerge(kontor, 0)
      expect(await newestPart()).toBe(part)
    }
    await importAsOperator(kontor, [createDraft(5)])

    expect(await find('tea')).toEqual(['1', '2', '3', '4', '5'])
    expect(await find('chen')).toEqual(['1', '2', '3', '4', '5'])
    expect(await find('lund chen')).toEqual(['3', '4'])
    expect(await find('customer2@mail.example')).toEqual(['2'])
    expect(await find('0199')).toEqual(['1', '2', '3', '4', '5'])
    expect(await find('10003')).toEqual(['3'])
    expect(await find('400000')).toEqual(['1', '2', '3', '4', '5'])
    expect(await find('4000004')).toEqual(['4'])
    expect(await find('00005')).toEqual(['5'])
    expect(await find('SO260301-00002')).toEqual(['2'])
    expect(await find('amount:20..20')).toEqual(['2', '3', '4'])
    expect(await find('amount>10 lund')).toEqual(['3', '4'])

    // Those of a part were placed before a time of the part, which is rarely changed.
    const times = (await listParts()).map((each) => new Date(each.placed_before).toISOString())
    expect(times).toEqual(Array.from({ length: 3 }, () => '2026-03-01T06:00:00.000Z'))

    // What is added to an order later is in its part.
    const shipment = { carrier: 'SF Express', trackingNumber: 'SF771', version: 1 }
    const shipped = await owner.fetch('/api/orders/SO260301-00001/shipments', { json: shipment })
    expect(shipped.status).toBe(201)
    expect(await find('sf77 customer1')).toEqual(['1'])
    const tokens = await kontor.database.read
      .selectFrom('order_tokens')
      .select('part')
      .where('token', 'in', ['=sf771', 'customer1@mail.example'])
      .execute()
    expect(tokens).toEqual([{ part: 1 }, { part: 1 }])
    expect(await findViolations(testKontor)).toEqual([])
    await kontor.database.inTransaction((transaction) =>
      sql`update order_tokens set part = 2 where token = '=sf771'`.execute(transaction),
    )
    expect(await findViolations(testKontor)).toEqual([
      'search-tokens: order_tokens SO260301-00001: sum of parts 14 ≠ 26',
    ])
  })

  test('a part goes on for as many orders as an undone import has taken from it', async () => {
    const { kontor } = await createTestKontor(await open())
    await importAsOperator(kontor, [createDraft(1)])
    await countMore(kontor, -100)
    await scheduleCountMerge(kontor, 0)
    await importAsOperator(kontor, [createDraft(2)])
    await scheduleCountMerge(kontor, 0)
    const parts = await kontor.database.read.selectFrom('token_parts').select(['part', 'orders_before']).execute()
    expect(parts).toEqual([{ part: 1, orders_before: 1 }])
  })
})
