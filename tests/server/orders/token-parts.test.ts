import type { Kontor } from '#server/context.ts'
import { findNewestPart, ordersPerPart } from '#server/orders/token-parts-store.ts'
import { scheduleCountMerge } from '#server/orders/actions.ts'
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
    const newestPart = () => findNewestPart(kontor.database.read)
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

    // What is added to an order later is in the newest part, and found with what it had.
    const shipment = { carrier: 'SF Express', trackingNumber: 'SF771', version: 1 }
    const shipped = await owner.fetch('/api/orders/SO260301-00001/shipments', { json: shipment })
    expect(shipped.status).toBe(201)
    expect(await find('sf77 customer1')).toEqual(['1'])
    expect(await findViolations(testKontor)).toEqual([])
  })

  test('a part goes on for as many orders as an undone import has taken from it', async () => {
    const { kontor } = await createTestKontor(await open())
    await importAsOperator(kontor, [createDraft(1)])
    await countMore(kontor, -100)
    await scheduleCountMerge(kontor, 0)
    await importAsOperator(kontor, [createDraft(2)])
    await scheduleCountMerge(kontor, 0)
    const parts = await kontor.database.read.selectFrom('token_parts').selectAll().execute()
    expect(parts).toEqual([{ part: 1, orders_before: 1 }])
  })
})
