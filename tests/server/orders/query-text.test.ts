import type { OrderList } from '#shared/orders/views.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { expect, test } from 'bun:test'

forEachDatabase((_, open) => {
  test('the text of a query finds the same orders in the API and on the page, exclusions included', async () => {
    const { kontor, createUser } = await createTestKontor(await open())
    await importAsOperator(kontor, [
      createDraft(1),
      createDraft(2, { payment: null }),
      createDraft(3),
      createDraft(4, { status: 'cancelled', cancelledAt: createDraft(4).placedAt, payment: null }),
    ])
    const owner = await createUser('owner')
    const tag = (number: string, name: string) =>
      owner
        .fetch(`/api/orders/${number}/tags`, { json: { tag: name } })
        .then(({ status }) => expect(status).toBeLessThan(300))
    await tag('SO260301-00001', 'vip')
    await tag('SO260301-00002', 'vip')
    await tag('SO260301-00002', 'gift wrap')
    const find = async (q: string): Promise<string[]> => {
      const search = new URLSearchParams({ q })
      const answer = (await (await owner.fetch(`/api/orders?${search}`)).json()) as OrderList
      const page = await (await owner.fetch(`/orders/_payload.json?${search}`)).json()
      const numbers = answer.rows.map(({ number }) => number)
      expect(page.pageState.data.rows.map(({ number }: { number: string }) => number)).toEqual(numbers)
      expect([answer.count, page.pageState.data.count]).toEqual(Array(2).fill({ exact: numbers.length }))
      return numbers.map((number) => number.slice(-1)).toSorted()
    }
    expect(await find('-tag:vip')).toEqual(['3', '4'])
    expect(await find('-tag:vip -status:cancelled')).toEqual(['3'])
    expect(await find('tag:vip -tag:"gift wrap"')).toEqual(['1'])
    // No order has this status, and all have this currency.
    expect(await find('-tag:vip -status:draft')).toEqual(['3', '4'])
    expect(await find('-tag:vip currency:CNY')).toEqual(['3', '4'])
    expect(await find('-tag:vip -currency:CNY')).toEqual([])
    expect(await find('-tag:vip status:draft')).toEqual([])
    expect(await find('-pay:paid placed:2026-03')).toEqual(['2', '4'])
    // A search for words looks at tokens first.
    expect(await find('SO260301 -tag:vip')).toEqual(['3', '4'])
    expect(await find('SO260301 -tag:vip status:open')).toEqual(['3'])
  })

  test('relative days move with the day, in text, parameters and exports', async () => {
    const { kontor, createUser, clock } = await createTestKontor(await open())
    const dayMs = 86_400_000
    const start = createDraft(0).placedAt
    await importAsOperator(
      kontor,
      [0, 3, 9].map((days) => createDraft(days, { placedAt: start + days * dayMs })),
    )
    clock.now = start + 9 * dayMs
    let owner = await createUser('owner')
    const find = async (search: string) => {
      const { rows } = (await (await owner.fetch(`/api/orders?${search}`)).json()) as OrderList
      const exported = await owner.fetch('/api/orders/exports', {
        json: { format: 'csv', ...Object.fromEntries(new URLSearchParams(search)) },
      })
      const numbers = rows.map(({ number }) => number)
      const [, ...lines] = (await exported.text()).trim().split('\r\n')
      expect(lines.map((line) => line.split(',')[0] ?? '')).toEqual(numbers)
      return numbers.map((number) => number.slice(6, 8))
    }
    expect(await find('q=placed:last-7-days')).toEqual(['10', '04'])
    expect(await find('from=last-7-days')).toEqual(['10', '04'])
    expect(await find('from=last-7-days&to=2026-03-09')).toEqual(['04'])
    expect(await find('paidFrom=last-30-days')).toEqual(['10', '04', '01'])
    expect(await find('from=last-7-days&to=2026-03-10T08:00')).toEqual(['04'])
    expect(await find(`q=${encodeURIComponent('placed:2026-03-04T08:00..2026-03-10T08:01')}`)).toEqual(['10', '04'])
    clock.now += dayMs
    owner = await createUser('owner')
    expect(await find('from=last-7-days')).toEqual(['10'])
    expect(await find('from=yesterday')).toEqual(['10'])
    expect(await find('from=today')).toEqual([])
  })

  test('a mistake in the text is an error at its place, and lists nothing', async () => {
    const { createUser } = await createTestKontor(await open())
    const owner = await createUser('owner')
    const search = new URLSearchParams({ q: 'Zhang pay:piad' })
    const answer = await owner.fetch(`/api/orders?${search}`)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({
      errors: [
        {
          pointer: '/q',
          detail: expect.stringContaining('“pay:piad” has a value that the filter does not know. Values: unpaid'),
        },
      ],
    })
    const page = await owner.fetch(`/orders?${search}`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<code>Zhang <mark>pay:piad</mark></code>')
  })

  test('a second value beside a chosen one is an error, and the chosen one stays', async () => {
    const { createUser } = await createTestKontor(await open())
    const owner = await createUser('owner')
    const search = new URLSearchParams({ tag: 'vip', q: 'tag:none' })
    const answer = await owner.fetch(`/api/orders?${search}`)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({
      errors: [{ pointer: '/q', detail: '“tag:none” takes one value only.' }],
    })
    const html = await (await owner.fetch(`/orders?${search}`)).text()
    expect(html).toContain('<code><mark>tag:none</mark></code>')
    // The chip can be removed, which leaves the text.
    expect(html).toContain('href="/orders?q=tag%3Anone"')
    const amounts = new URLSearchParams({ currency: 'CNY', q: 'amount>100USD' })
    expect(await (await owner.fetch(`/api/orders?${amounts}`)).json()).toMatchObject({
      errors: [
        {
          pointer: '/q',
          detail:
            '“amount>100USD” lists only orders in USD, but another currency is chosen as well. Remove one of them.',
        },
      ],
    })
  })
})
