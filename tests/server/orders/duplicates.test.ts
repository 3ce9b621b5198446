import { SqliteFile } from '#server/db/sqlite-file.ts'
import { sqlitePath } from '#server/db/sqlite.ts'
import type { OrderPreview } from '#shared/orders/preview-views.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import type { Payload } from '#shared/page-state.ts'
import { forEachDatabase, onSqlite } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { Database } from 'bun:sqlite'
import { beforeEach, expect, spyOn, test } from 'bun:test'

const number = 'SO260301-00001'
const minute = 60_000
const first = createDraft(1)

async function loadDuplicates(user: TestUser, order = number): Promise<OrdersView['duplicates']> {
  const response = await user.fetch(`/orders/_payload.json?order=${order}`)
  const { pageState } = (await response.json()) as Payload
  if (pageState.kind !== 'page' || pageState.page !== 'orders') throw new Error('another page')
  return pageState.data.duplicates
}

forEachDatabase((_, open) => {
  let kontor: TestKontor
  let clerk: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    clerk = await kontor.createUser('operations')
    await importAsOperator(kontor.kontor, [first])
  })
  const addOrder = (index: number, changes: Parameters<typeof createDraft>[1]) =>
    importAsOperator(kontor.kontor, [createDraft(index, { email: '', phone: '', ...changes })])

  test('the same phone number or email address and total within ten minutes is a possible duplicate, on both orders', async () => {
    await addOrder(2, { phone: first.phone, placedAt: first.placedAt + 3 * minute })
    await addOrder(3, { email: first.email.toUpperCase(), placedAt: first.placedAt - 10 * minute })
    expect(await loadDuplicates(clerk)).toEqual([
      { number: 'SO260301-00002', minutesApart: 3, shared: 'phone' },
      { number: 'SO260301-00003', minutesApart: 10, shared: 'email' },
    ])
    expect(await loadDuplicates(clerk, 'SO260301-00002')).toEqual([{ number, minutesApart: 3, shared: 'phone' }])
    const page = await (await clerk.fetch(`/orders?order=${number}`, { headers: { accept: 'text/html' } })).text()
    expect(page.includes('same phone number and total, placed 3 minutes apart')).toBe(true)
  })

  test('of many, the five nearest are named, those as near by their numbers', async () => {
    // Numbers follow the order in which the orders arrive.
    for (const seconds of [-4, 4, 3, -3, 2, -2, 1])
      await addOrder(10 + seconds, { phone: first.phone, placedAt: first.placedAt + seconds * 1000 })
    const numbers = [8, 6, 7, 4, 5].map((index) => `SO260301-0000${index}`)
    expect((await loadDuplicates(clerk)).map((order) => order.number)).toEqual(numbers)
  })

  test('another total, currency, time or customer is not, and neither is a cancelled order', async () => {
    const placedAt = first.placedAt + minute
    const { email, phone } = first
    await addOrder(2, { email, placedAt, totalMinor: 1001 })
    await addOrder(3, { email, placedAt, currency: 'USD' })
    await addOrder(4, { email, phone, placedAt: first.placedAt + 10 * minute + 1 })
    await addOrder(5, { email: 'other@mail.example', phone: '+86 21 5555 0100', placedAt })
    expect(await loadDuplicates(clerk)).toEqual([])
    await addOrder(6, { email, placedAt })
    expect(await loadDuplicates(clerk)).toHaveLength(1)
    await clerk.fetch('/api/orders/SO260301-00006/cancellation', { json: { reason: 'Ordered twice', version: 1 } })
    expect(await loadDuplicates(clerk)).toEqual([])
  })

  test('users without the permission for personal data do not learn whose orders belong together', async () => {
    await addOrder(2, { phone: first.phone, placedAt: first.placedAt })
    expect(await loadDuplicates(clerk)).toHaveLength(1)
    expect(await loadDuplicates(await kontor.createUser('viewer'))).toEqual([])
  })

  test('the preview of an order that is being entered says so before it is placed', async () => {
    const preview = async (json: object): Promise<OrderPreview['duplicates']> =>
      ((await (await clerk.fetch('/api/orders/draft-previews', { json })).json()) as OrderPreview).duplicates
    kontor.clock.now = first.placedAt + 2 * minute
    clerk = await kontor.createUser('operations')
    const lines = [{ unitPrice: '10.00' }]
    expect(await preview({ lines, phone: '+86-21-5555-0199' })).toEqual([{ number, minutesApart: 2, shared: 'phone' }])
    expect(await preview({ lines, email: first.email })).toMatchObject([{ number, shared: 'email' }])
    expect(await preview({ lines: [{ unitPrice: '10.01' }], email: first.email })).toEqual([])
    expect(await preview({ lines })).toEqual([])
  })
})

onSqlite((open) => {
  test('possible duplicates are looked up in an index', async () => {
    const database = await open()
    const kontor = await createTestKontor(database)
    await importAsOperator(kontor.kontor, [first])
    const owner = await kontor.createUser('owner')
    using spy = spyOn(SqliteFile.prototype, 'execute')
    await loadDuplicates(owner)
    const lookups = spy.mock.calls.filter(([text]) => /^select distinct .* from "order_tokens"/.test(text))
    expect(lookups).toHaveLength(1)
    using file = new Database(sqlitePath(database.config.dataFolder), { readonly: true })
    for (const [text, parameters] of lookups) {
      const plan = file.query<{ detail: string }, (string | number)[]>(`explain query plan ${text}`)
      const steps = plan.all(...(parameters as (string | number)[])).map(({ detail }) => detail)
      const readings = steps.filter((step) => step.includes('order_tokens'))
      expect(readings).toHaveLength(2)
      for (const reading of readings)
        expect(reading).toContain('order_tokens_by_token (part=? AND token=? AND placed_at>? AND placed_at<?)')
    }
  })
})
