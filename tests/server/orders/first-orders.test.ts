import type { OrderList, OrderView } from '#shared/orders/views.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { expect, test } from 'bun:test'

forEachDatabase((_name, open) => {
  test('the orders of new customers are the first of each that was not cancelled, also after customers were merged', async () => {
    const testKontor = await createTestKontor(await open())
    const { kontor, createUser } = testKontor
    const of = (email: string, index: number, changes = {}) => createDraft(index, { email, phone: '', ...changes })
    const cancelled = { status: 'cancelled', payment: null } as const
    await importAsOperator(kontor, [
      of('ann@mail.example', 1, { ...cancelled, cancelledAt: createDraft(1).placedAt }),
      of('ann@mail.example', 2),
      of('ann@mail.example', 3),
      of('bo@mail.example', 4),
      of('bo@mail.example', 5),
      // Whose it is cannot be known.
      of('', 6),
      of('cy@mail.example', 8),
    ])
    // An older order comes in later.
    await importAsOperator(kontor, [of('cy@mail.example', 7)])
    const owner = await createUser('owner')
    const find = async (q: string): Promise<string[]> => {
      const { rows } = (await (await owner.fetch(`/api/orders?${new URLSearchParams({ q })}`)).json()) as OrderList
      return rows.map(({ externalNumber }) => externalNumber.slice(-1)).toSorted()
    }
    expect(await find('buyer:new status:open')).toEqual(['2', '4', '7'])
    expect(await find('buyer:new SO260301 status:open placed:2026-03-01')).toEqual(['2', '4', '7'])
    expect(await find('buyer:new status:cancelled')).toEqual([])
    const customerOf = async (last: string): Promise<string> => {
      const { rows } = (await (await owner.fetch('/api/orders')).json()) as OrderList
      const number = rows.find(({ externalNumber }) => externalNumber.endsWith(last))?.number ?? ''
      return ((await (await owner.fetch(`/api/orders/${number}`)).json()) as OrderView).customerNumber ?? ''
    }
    const [bo, ann] = [await customerOf('4'), await customerOf('2')]
    const merged = await owner.fetch(`/api/customers/${ann}/merges`, { json: { other: bo } })
    expect([merged.status, await find('buyer:new status:open')]).toEqual([200, ['2', '7']])
    const { rows } = (await (await owner.fetch('/api/orders')).json()) as OrderList
    const second = rows.find(({ externalNumber }) => externalNumber.endsWith('2'))
    const cancelling = await owner.fetch(`/api/orders/${second?.number}/cancellation`, {
      json: { version: 1, reason: 'customer_request' },
    })
    expect([cancelling.status, await find('buyer:new')]).toEqual([200, ['3', '7']])
    expect(await findViolations(testKontor)).toEqual([])
  })
})
