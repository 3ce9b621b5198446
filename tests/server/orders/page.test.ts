import { orderTabs } from '#shared/orders/tabs.ts'
import type { OrdersView } from '#shared/orders/views.ts'
import { href } from '#shared/routes/pages.ts'
import type { Payload } from '#shared/page-state.ts'
import type { Actor } from '#tests/support/actors.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createKontor, type TestKontor } from '#tests/support/kontor.ts'
import { draft, ingest } from '#tests/server/orders/drafts.ts'
import { beforeEach, expect, test } from 'bun:test'

forEachDatabase((_, open) => {
  let shop: TestKontor
  let clerk: Actor
  beforeEach(async () => {
    shop = await createKontor(await open())
    clerk = await shop.actor('operations')
  })

  const load = async (query = '', actor = clerk): Promise<OrdersView> => {
    const response = await actor.fetch(`/orders/_payload.json${query}`)
    expect(response.status).toBe(200)
    const { pageState } = (await response.json()) as Payload
    if (pageState.kind !== 'page' || pageState.page !== 'orders') throw new Error('another page')
    return pageState.data
  }
  const numbers = ({ rows }: OrdersView): number[] =>
    rows.map(({ externalNumber }) => Number(externalNumber.slice(1)) - 10_000)

  test('the page walks on and back through the same pages, in both sorts', async () => {
    await ingest(
      shop.kontor,
      Array.from({ length: 130 }, (_unused, index) => draft(index)),
    )
    for (const sort of ['', '&sort=placed']) {
      const first = await load(`?${sort}`)
      const second = await load(`?cursor=${first.next}${sort}`)
      const third = await load(`?cursor=${second.next}${sort}`)
      expect([first.previous, third.next]).toEqual([null, null])
      expect(numbers(third)).toHaveLength(30)
      const secondAgain = await load(`?cursor=${third.previous}${sort}`)
      expect(numbers(secondAgain)).toEqual(numbers(second))
      const firstAgain = await load(`?cursor=${secondAgain.previous}${sort}`)
      expect(numbers(firstAgain)).toEqual(numbers(first))
      expect(firstAgain.previous).toBeNull()
    }
  })

  test('going back to less than a page shows the first page whole', async () => {
    await ingest(
      shop.kontor,
      Array.from({ length: 60 }, (_unused, index) => draft(index)),
    )
    const first = await load()
    const second = await load(`?cursor=${first.next}`)
    await ingest(shop.kontor, [draft(70), draft(71)])
    const back = await load(`?cursor=${second.previous}`)
    expect(back.rows).toHaveLength(50)
    const front = await load(`?cursor=${back.previous}`)
    expect([numbers(front)[0], front.rows.length, front.previous]).toEqual([71, 50, null])
  })

  test('its tabs count what they hold', async () => {
    await ingest(shop.kontor, [
      draft(1),
      draft(2, { payment: null }),
      draft(3, { payment: { provider: 'manual', reference: '', capturedMinor: 1, capturedAt: draft(3).placedAt } }),
      draft(4, { status: 'cancelled', cancelledAt: draft(4).placedAt, payment: null }),
    ])
    const view = await load()
    expect(view.tabs).toEqual({ all: { exact: 4 }, toShip: { exact: 1 }, unpaid: { exact: 2 } })
    expect(view.count).toEqual({ exact: 4 })
    const toShip = await load(href('orders', orderTabs.toShip).slice('/orders'.length))
    expect([numbers(toShip), toShip.count]).toEqual([[1], { exact: 1 }])
    expect((await load('?status=open&from=2026-03-01&to=2026-03-01')).count).toEqual({ exact: 3 })
  })

  test('the order that is asked for stands beside the list', async () => {
    await ingest(shop.kontor, [draft(1)])
    expect((await load()).order).toBeNull()
    expect((await load('?order=SO260301-00001')).order).toMatchObject({ number: 'SO260301-00001', actions: ['ship'] })
    expect((await load('?order=SO260301-00099')).order).toEqual({ missing: 'SO260301-00099' })
  })

  test('it says whether the reader may import', async () => {
    expect((await load()).canImport).toBeTrue()
    expect((await load('', await shop.actor('finance'))).canImport).toBeFalse()
  })
})
