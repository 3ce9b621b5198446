import { ordersList } from '#shared/orders/list.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import { href } from '#shared/routes/pages.ts'
import type { Payload } from '#shared/page-state.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { beforeEach, expect, test } from 'bun:test'

forEachDatabase((_, open) => {
  let kontor: TestKontor
  let clerk: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    clerk = await kontor.createUser('operations')
  })

  const loadPage = async (query = '', user = clerk): Promise<OrdersView> => {
    const response = await user.fetch(`/orders/_payload.json${query}`)
    expect(response.status).toBe(200)
    const { pageState } = (await response.json()) as Payload
    if (pageState.kind !== 'page' || pageState.page !== 'orders') throw new Error('another page')
    return pageState.data
  }
  const toNumbers = ({ rows }: OrdersView): number[] =>
    rows.map(({ externalNumber }) => Number(externalNumber.slice(1)) - 10_000)

  test('what the filters offer is loaded with the open menu, and with a filter that needs a name', async () => {
    await importAsOperator(kontor.kontor, [createDraft(0)])
    const [closed, menu, filtered] = await Promise.all(
      ['', '?menu=filter', '?country=CN'].map((query) => loadPage(query)),
    )
    expect([closed?.facets, closed?.assignees]).toEqual([null, []])
    expect(menu?.facets?.countries.length).toBeGreaterThan(0)
    expect(menu?.assignees.map(({ id }) => id)).toContain(clerk.id)
    expect(filtered?.facets).toEqual(menu?.facets ?? null)
    const [line] = createDraft(0).lines
    expect(menu?.facets).toMatchObject({ skus: [line?.sku], products: [line?.name] })
    const chosen = await loadPage('?product=teapot')
    expect(chosen.facets?.products).toEqual([line?.name ?? '', 'teapot'].toSorted())
  })

  test('the open order names countries in the language of the user; the order keeps what the shop sent', async () => {
    const { shippingAddress } = createDraft(0)
    const [outcome] = await importAsOperator(kontor.kontor, [
      createDraft(0, {
        shippingAddress: { ...shippingAddress, country: 'GB' },
        billingAddress: { ...shippingAddress, country: 'Neverland' },
      }),
    ])
    const number = outcome?.outcome === 'created' ? outcome.number : ''
    expect((await loadPage('')).countryNames).toEqual([])
    for (const [locale, name] of [
      ['en', 'United Kingdom'],
      ['zh', '英国'],
    ] as const) {
      const user = await kontor.createUser('operations', { locale })
      expect((await loadPage(`?order=${number}`, user)).countryNames).toEqual([{ stored: 'GB', name }])
      const html = await (await user.fetch(`/orders?order=${number}`)).text()
      expect(html).toContain(`SH, ${name}`)
      expect(html).toContain('SH, Neverland')
    }
    const { shippingAddress: recorded } = await (await clerk.fetch(`/api/orders/${number}`)).json()
    expect(recorded.country).toBe('GB')
  })

  test('next and previous lead through the same pages, in both sorts', async () => {
    await importAsOperator(
      kontor.kontor,
      Array.from({ length: 130 }, (_unused, index) => createDraft(index)),
    )
    for (const sort of ['', '&sort=placed']) {
      const first = await loadPage(`?${sort}`)
      const second = await loadPage(`?cursor=${first.next}${sort}`)
      const third = await loadPage(`?cursor=${second.next}${sort}`)
      expect([first.previous, third.next]).toEqual([null, null])
      expect(toNumbers(third)).toHaveLength(30)
      const secondAgain = await loadPage(`?cursor=${third.previous}${sort}`)
      expect(toNumbers(secondAgain)).toEqual(toNumbers(second))
      const firstAgain = await loadPage(`?cursor=${secondAgain.previous}${sort}`)
      expect(toNumbers(firstAgain)).toEqual(toNumbers(first))
      expect(firstAgain.previous).toBeNull()
    }
  })

  test('the order before the first and the one after the last row of a page are known while that row is open', async () => {
    await importAsOperator(
      kontor.kontor,
      Array.from({ length: 130 }, (_unused, index) => createDraft(index)),
    )
    for (const sort of ['', '&sort=placed']) {
      const first = await loadPage(`?${sort}`)
      const second = await loadPage(`?cursor=${first.next}${sort}`)
      const third = await loadPage(`?cursor=${second.next}${sort}`)
      const numbers = [first, second, third].map(({ rows }) => rows.map(({ number }) => number))
      const load = async (cursor: string | null, number: string | undefined) =>
        (await loadPage(`?order=${number}${cursor === null ? '' : `&cursor=${cursor}`}${sort}`)).neighbors
      expect(await load(null, numbers[0]?.[0])).toEqual({ previous: null, next: null })
      expect(await load(null, numbers[0]?.at(-1))).toEqual({ previous: null, next: numbers[1]?.[0] ?? '' })
      expect(await load(first.next, numbers[1]?.[0])).toEqual({ previous: numbers[0]?.at(-1) ?? '', next: null })
      expect(await load(first.next, numbers[1]?.[7])).toEqual({ previous: null, next: null })
      expect(await load(first.next, numbers[1]?.at(-1))).toEqual({ previous: null, next: numbers[2]?.[0] ?? '' })
      expect(await load(second.next, numbers[2]?.at(-1))).toEqual({ previous: null, next: null })
    }
  })

  test('going back to less than a page shows the full first page', async () => {
    await importAsOperator(
      kontor.kontor,
      Array.from({ length: 60 }, (_unused, index) => createDraft(index)),
    )
    const first = await loadPage()
    const second = await loadPage(`?cursor=${first.next}`)
    await importAsOperator(kontor.kontor, [createDraft(70), createDraft(71)])
    const back = await loadPage(`?cursor=${second.previous}`)
    expect(back.rows).toHaveLength(50)
    const front = await loadPage(`?cursor=${back.previous}`)
    expect([toNumbers(front)[0], front.rows.length, front.previous]).toEqual([71, 50, null])
    // The page before has the open order, too: what precedes it there is the order before.
    const opened = await loadPage(`?cursor=${second.previous}&order=${back.rows[0]?.number}`)
    expect(opened.neighbors.previous).toBe(front.rows[1]?.number ?? '')
  })

  test('the tabs count their orders', async () => {
    await importAsOperator(kontor.kontor, [
      createDraft(1),
      createDraft(2, { payment: null }),
      createDraft(3, {
        payment: { provider: 'manual', reference: '', capturedMinor: 1, capturedAt: createDraft(3).placedAt },
      }),
      createDraft(4, { status: 'cancelled', cancelledAt: createDraft(4).placedAt, payment: null }),
    ])
    const view = await loadPage()
    expect(view.tabs).toMatchObject({ all: { exact: 4 }, toShip: { exact: 1 }, unpaid: { exact: 2 } })
    expect(Object.keys(view.tabs)).toEqual(Object.keys(ordersList.tabs))
    expect(view.count).toEqual({ exact: 4 })
    const toShip = await loadPage(href('orders', ordersList.tabs.toShip).slice('/orders'.length))
    expect([toNumbers(toShip), toShip.count]).toEqual([[1], { exact: 1 }])
    expect((await loadPage('?status=open&from=2026-03-01&to=2026-03-01')).count).toEqual({ exact: 3 })
  })

  test('the requested order is loaded with the list', async () => {
    await importAsOperator(kontor.kontor, [createDraft(1)])
    expect((await loadPage()).order).toBeNull()
    expect((await loadPage('?order=SO260301-00001')).order).toMatchObject({
      number: 'SO260301-00001',
      actions: expect.arrayContaining(['ship']),
    })
    expect((await loadPage('?order=SO260301-00099')).order).toEqual({ missing: 'SO260301-00099', removal: null })
  })

  test('an exact number opens its order; a shop number only if it is unique', async () => {
    await importAsOperator(kontor.kontor, [
      createDraft(1),
      createDraft(2),
      createDraft(3, { externalNumber: '#777' }),
      createDraft(4, { externalNumber: '#777' }),
    ])
    const opened = async (query: string) => {
      const { order, openedBySearch } = await loadPage(query)
      return [openedBySearch, order && 'number' in order ? order.number : null]
    }
    expect(await opened('?q=so260301-00002')).toEqual([true, 'SO260301-00002'])
    expect(await opened('?q=%2310001')).toEqual([true, 'SO260301-00001'])
    expect(await opened('?q=10001&status=open')).toEqual([true, 'SO260301-00001'])
    for (const query of ['?q=777', '?q=1000', '?q=10001&status=draft', '?q=T-1', '?q=4000001'])
      expect([query, ...(await opened(query))]).toEqual([query, false, null])
    expect(await opened('?q=10001&order=SO260301-00002')).toEqual([false, 'SO260301-00002'])
    const similar = async (query: string) => (await loadPage(query)).similar.map(({ number }) => number)
    expect(await similar('?q=SO260301-00009')).toHaveLength(4)
    expect(await similar('?q=SO260310-00003&status=open')).toEqual(['SO260301-00003'])
    expect([await similar('?q=10001'), await similar('?q=nothing')]).toEqual([[], []])
    await importAsOperator(kontor.kontor, [createDraft(5, { externalNumber: 'R 1042' })])
    expect(await opened('?q=R%201042')).toEqual([true, 'SO260301-00005'])
    for (const text of ['R 1043', ' r 1024 ', 'R1043', 'R  1043', 'R-1043'])
      expect([text, await similar(`?q=${encodeURIComponent(text)}`)]).toEqual([text, ['SO260301-00005']])
    expect(await similar('?q=SO%20260310-00003')).toEqual(['SO260301-00003'])
    // Words that together look like a number.
    for (const text of ['R 10 43', '10 43', 'Zhou 1043', 'R 1043 x'])
      expect([text, await similar(`?q=${encodeURIComponent(text)}`)]).toEqual([text, []])
  })

  test('an exact number opens its order and still finds the same digits at the end of a phone number', async () => {
    await importAsOperator(kontor.kontor, [
      createDraft(1, { externalNumber: '#4711' }),
      createDraft(2, { phone: '+86 138 0013 4711' }),
      createDraft(3, { externalNumber: '#47110' }),
    ])
    const view = await loadPage('?q=4711')
    expect(view.rows.map(({ number }) => number)).toEqual(['SO260301-00002', 'SO260301-00001'])
    expect(view.order).toMatchObject({ number: 'SO260301-00001' })
  })

  test('a reversed range is shown as an error of the field, not as a missing page', async () => {
    await importAsOperator(kontor.kontor, [createDraft(1)])
    expect(await loadPage('?from=2026-03-02&to=2026-03-01')).toMatchObject({
      rows: [],
      count: { exact: 0 },
      queryErrors: [{ pointer: '/to', reason: 'range-reversed' }],
    })
  })

  test('the page lists the currencies of all orders', async () => {
    await importAsOperator(kontor.kontor, [
      createDraft(1, { currency: 'USD' }),
      createDraft(2),
      createDraft(3),
      createDraft(4, { currency: 'EUR', payment: null }),
    ])
    expect((await loadPage('?status=draft')).currencies).toEqual(['CNY', 'EUR', 'USD'])
  })

  test('the page says whether the user can import', async () => {
    expect((await loadPage()).canImport).toBeTrue()
    expect((await loadPage('', await kontor.createUser('finance'))).canImport).toBeFalse()
  })
})
