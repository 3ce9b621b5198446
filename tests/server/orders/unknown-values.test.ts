import type { OrderList } from '#shared/orders/views.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { expect, test } from 'bun:test'

forEachDatabase((_, open) => {
  test('a value of a filter that means nothing is an error in list, page, export and job', async () => {
    const { kontor, createUser } = await createTestKontor(await open())
    const draft = createDraft(1)
    await importAsOperator(kontor, [
      { ...draft, shippingAddress: { ...draft.shippingAddress, country: 'Freedonia' } },
      createDraft(2),
    ])
    const owner = await createUser('owner')
    const ask = async (filter: Record<string, string>) => {
      const search = new URLSearchParams(filter)
      const list = await owner.fetch(`/api/orders?${search}`)
      const exported = await owner.fetch('/api/orders/exports', { json: { format: 'csv', ...filter } })
      const job = await owner.fetch('/api/orders/jobs', { json: { action: 'archive', all: true, filter } })
      const page = await (await owner.fetch(`/orders/_payload.json?${search}`)).json()
      return { list, exported, job, data: page.pageState.data }
    }
    for (const [filter, value, says] of [
      ['assignee', 'nin', 'No one is called “nin”'],
      ['assignee', 'Bob', 'No one is called “Bob”'],
      ['source', 'shopfy', 'Sources: shopify'],
      ['method', 'Barter', 'Methods: '],
      ['country', 'Utopia', '“Utopia” is not a country'],
      ['importNumber', 'IM990101-00001', 'There is no import IM990101-00001'],
      ['currency', 'ZZZ', '“ZZZ” is not a currency code'],
    ] as const) {
      const { list, exported, job, data } = await ask({ [filter]: value })
      expect([filter, list.status, exported.status, job.status]).toEqual([filter, 422, 422, 422])
      expect((await list.json()).errors).toEqual([
        { in: 'query', pointer: `/${filter}`, detail: expect.stringContaining(says) },
      ])
      expect((await exported.json()).errors[0].pointer).toBe(`/${filter}`)
      expect((await job.json()).errors[0].pointer).toBe(`/filter/${filter}`)
      expect(data.rows).toEqual([])
      expect(data.searchError.errors[0].message).toContain(says)
      expect(data.searchError.unknown).toEqual([{ filter, value, isExcluded: false }])
    }
    // A text is read into parameters first: the page shows it as text again, with the place of each value.
    const { data } = await ask({ q: 'country:"New Utopia" -assignee:bob Zhang' })
    expect(data.searchError).toMatchObject({
      text: '-assignee:bob country:"New Utopia" Zhang',
      errors: [
        { start: 0, end: 13 },
        { start: 14, end: 34 },
      ],
    })
  })

  test('a text that is no currency code at all is one error, which does not repeat it', async () => {
    const { createUser } = await createTestKontor(await open())
    const owner = await createUser('owner')
    const currency = 'EUR'.repeat(1000)
    const detail = expect.not.stringContaining(currency)
    const list = await owner.fetch(`/api/orders?currency=${currency}`)
    expect((await list.json()).errors).toEqual([{ in: 'query', pointer: '/currency/0', detail }])
    const exported = await owner.fetch('/api/orders/exports', { json: { format: 'csv', currency } })
    expect((await exported.json()).errors).toEqual([{ pointer: '/currency/0', detail }])
    const job = await owner.fetch('/api/orders/jobs', { json: { action: 'archive', all: true, filter: { currency } } })
    expect((await job.json()).errors).toEqual([{ pointer: '/filter/currency/0', detail }])
  })

  test('a text that is too long is one error, and its filters are not read', async () => {
    const { createUser } = await createTestKontor(await open())
    const owner = await createUser('owner')
    const q = 'status:bogus '.repeat(60)
    const detail = 'Use 500 characters or fewer.'
    const list = await owner.fetch(`/api/orders?${new URLSearchParams({ q })}`)
    expect((await list.json()).errors).toEqual([{ in: 'query', pointer: '/q', detail }])
    const exported = await owner.fetch('/api/orders/exports', { json: { format: 'csv', q } })
    expect((await exported.json()).errors).toEqual([{ pointer: '/q', detail }])
    const job = await owner.fetch('/api/orders/jobs', { json: { action: 'archive', all: true, filter: { q } } })
    expect((await job.json()).errors).toEqual([{ pointer: '/filter/q', detail }])
  })

  test('a value that is known, but that no order has, finds nothing', async () => {
    const { kontor, createUser } = await createTestKontor(await open())
    const draft = createDraft(1)
    await importAsOperator(kontor, [
      { ...draft, shippingAddress: { ...draft.shippingAddress, country: 'Freedonia' } },
      createDraft(2),
    ])
    const owner = await createUser('owner')
    const gone = await createUser('operations')
    const goneId = gone.id
    const count = async (q: string): Promise<number> => {
      const answer = await owner.fetch(`/api/orders?${new URLSearchParams({ q })}`)
      expect([q, answer.status]).toEqual([q, 200])
      return ((await answer.json()) as OrderList).rows.length
    }
    for (const q of [
      'source:woocommerce',
      'method:alipay',
      'country:JP',
      'country:日本',
      'currency:JPY',
      'tag:none',
      `assignee:${goneId}`,
      'assignee:me',
    ])
      expect([q, await count(q)]).toEqual([q, 0])
    expect(await count('country:freedonia')).toBe(1)
    expect(await count('assignee:none')).toBe(2)
    expect(await count('-assignee:none')).toBe(0)
    const assigned = await owner.fetch('/api/orders/SO260301-00001/assignee', {
      method: 'PUT',
      json: { assigneeId: goneId },
    })
    expect(assigned.status).toBe(200)
    expect(await count('-assignee:none')).toBe(1)
  })
})
