import { createOperatorContext, type Kontor } from '#server/context.ts'
import { openDatabase } from '#server/db/open.ts'
import { scheduleCountMerge } from '#server/orders/counts.ts'
import { importDrafts } from '#server/orders/intake/import-drafts.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import type { Payload } from '#shared/page-state.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase, quietLog } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeEach, expect, test } from 'bun:test'

forEachDatabase((_, open) => {
  let testKontor: TestKontor
  let kontor: Kontor
  let clerk: TestUser
  beforeEach(async () => {
    testKontor = await createTestKontor(await open())
    kontor = testKontor.kontor
    clerk = await testKontor.createUser('operations')
  })

  const readTabs = async (): Promise<OrdersView['tabs']> => {
    const response = await clerk.fetch('/orders/_payload.json')
    const { pageState } = (await response.json()) as Payload
    if (pageState.kind !== 'page' || pageState.page !== 'orders') throw new Error('another page')
    return pageState.data.tabs
  }
  const ship = (number: string) =>
    clerk.fetch(`/api/orders/${number}/shipments`, {
      json: { carrier: 'SF Express', trackingNumber: 'SF1', version: 1 },
    })
  const countWaitingChanges = async () =>
    (await kontor.database.read.selectFrom('order_count_changes').select('id').execute()).length
  const readCounts = () =>
    kontor.database.read.selectFrom('order_counts').selectAll().where('order_count', '<>', 0).execute()

  test('tabs count what a transaction did as soon as it is committed, and the same after the changes are merged', async () => {
    await importAsOperator(kontor, [createDraft(1), createDraft(2), createDraft(3, { payment: null })])
    expect(await readTabs()).toEqual({ all: { exact: 3 }, toShip: { exact: 2 }, unpaid: { exact: 1 } })
    await scheduleCountMerge(kontor, 0)
    expect(await countWaitingChanges()).toBe(0)
    expect(await readTabs()).toEqual({ all: { exact: 3 }, toShip: { exact: 2 }, unpaid: { exact: 1 } })

    expect((await ship('SO260301-00001')).status).toBe(201)
    expect(await readTabs()).toEqual({ all: { exact: 3 }, toShip: { exact: 1 }, unpaid: { exact: 1 } })
    await scheduleCountMerge(kontor, 0)
    expect(await countWaitingChanges()).toBe(0)
    expect(await readTabs()).toEqual({ all: { exact: 3 }, toShip: { exact: 1 }, unpaid: { exact: 1 } })
  })

  test('nothing is counted of a transaction that is rolled back', async () => {
    await importAsOperator(kontor, [createDraft(1)])
    const importing = kontor.database.inTransaction(async (transaction) => {
      await importDrafts(transaction, createOperatorContext(kontor), [createDraft(2)])
      throw new Error('rolled back')
    })
    await expect(importing).rejects.toThrow('rolled back')
    expect(await readTabs()).toMatchObject({ all: { exact: 1 }, toShip: { exact: 1 } })
  })

  test('counts stay exact while several instances write and merge at the same time', async () => {
    const others = await Promise.all([1, 2].map(() => openDatabase(kontor.config, quietLog)))
    try {
      const instances = [kontor, ...others.map((database): Kontor => ({ ...kontor, database }))]
      await importAsOperator(
        kontor,
        Array.from({ length: 12 }, (_unused, index) => createDraft(1000 + index)),
      )
      for (let round = 0; round < 3; round++)
        await Promise.all(
          instances.flatMap((instance, index) => [
            importAsOperator(
              instance,
              Array.from({ length: 20 }, (_unused, item) =>
                createDraft(round * 100 + index * 20 + item, { currency: item % 2 === 0 ? 'CNY' : 'USD' }),
              ),
            ),
            scheduleCountMerge(instance, 0),
            ship(`SO260301-${String(round + 1 + index * 4).padStart(5, '0')}`),
          ]),
        )
      await Promise.all(instances.map((instance) => scheduleCountMerge(instance, 0)))
      const counted = await kontor.database.read
        .selectFrom('orders')
        .select(['currency', 'status', 'payment_status', 'fulfillment_status', 'archived'])
        .select(({ fn }) => fn.countAll<number>().as('order_count'))
        .groupBy(['currency', 'status', 'payment_status', 'fulfillment_status', 'archived'])
        .execute()
      expect(counted.length).toBeGreaterThan(2)
      expect((await readCounts()).map((row) => JSON.stringify(row)).toSorted()).toEqual(
        counted.map((row) => JSON.stringify(row)).toSorted(),
      )
    } finally {
      await Promise.all(others.map((database) => database.close()))
    }
  })

  test('tabs show counts in full', async () => {
    const row = { status: 'open', payment_status: 'paid', fulfillment_status: 'unfulfilled', currency: 'CNY' } as const
    await kontor.database.inTransaction((transaction) =>
      transaction
        .insertInto('order_counts')
        .values({ ...row, archived: 0, order_count: 498_213 })
        .execute(),
    )
    expect(await (await clerk.fetch('/orders', { headers: { accept: 'text/html' } })).text()).toContain('498,213')
  })
})
