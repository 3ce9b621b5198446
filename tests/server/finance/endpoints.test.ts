import { currencySummary, entryList } from '#shared/finance/views.ts'
import { verification } from '#shared/self-check/verification-views.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { postEntries } from '#server/finance/ledger.ts'
import type { EntryKind, LinkType } from '#shared/finance/ledger.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { createOrder } from '#tests/server/finance/create-order.ts'
import { createOperatorContext } from '#server/context.ts'
import { expect, test } from 'bun:test'
import * as z from 'zod/mini'

const calls = {
  '/api/finance/entries': entryList,
  '/api/finance/summary': z.object({ currencies: z.array(currencySummary) }),
  '/api/finance/verification': verification,
}

forEachDatabase((_name, open) => {
  test('shows money only to users with the permission', async () => {
    const kontor = await createTestKontor(await open())
    await createOrder(
      { ...kontor, context: createOperatorContext(kontor.kontor), book: async () => {} },
      { captured: [8_388] },
    )
    const [finance, operations] = [await kontor.createUser('finance'), await kontor.createUser('operations')]
    for (const [path, answer] of Object.entries(calls)) {
      expect((await kontor.fetch(path)).status).toBe(401)
      expect((await operations.fetch(path)).status).toBe(403)
      const response = await finance.fetch(path)
      expect(response.status).toBe(200)
      expect(answer.safeParse(await response.json()).success).toBe(true)
    }
    expect(await (await finance.fetch('/api/finance/entries?kind=payment.captured')).json()).toMatchObject({
      rows: [{ number: 1, flows: [{ currency: 'CNY', in: 8_388, out: 0 }] }],
      count: { exact: 1 },
      next: null,
    })
    expect(await (await finance.fetch('/finance/_payload.json?entry=1')).json()).toMatchObject({
      pageState: { page: 'finance', data: { entry: { number: 1 }, content: { figures: { now: { closing: 8_388 } } } } },
    })
    expect(await (await operations.fetch('/finance/_payload.json?entry=1')).json()).toMatchObject({
      pageState: { page: 'finance', data: { missingPermission: 'finance.view' } },
    })
  })

  test('rejects an invalid filter in the API with the field, and as a missing page', async () => {
    const kontor = await createTestKontor(await open())
    const finance = await kontor.createUser('finance')
    for (const [query, pointer] of [
      ['from=2026-02-30', '/from'],
      ['to=yesterday', '/to'],
      ['kind=theft', '/kind'],
      ['cursor=nonsense', '/cursor'],
    ]) {
      const response = await finance.fetch(`/api/finance/entries?${query}`)
      expect([query, response.status]).toEqual([query, 422])
      const { errors } = (await response.json()) as { errors: { pointer: string }[] }
      expect(errors[0]?.pointer.startsWith(pointer as string)).toBe(true)
      expect([query, (await finance.fetch(`/finance?${query}`)).status]).toEqual([query, 404])
    }
    expect((await finance.fetch('/finance?entry=0')).status).toBe(404)
  })

  test('rejects a summary of a range that ends before it begins', async () => {
    const finance = await (await createTestKontor(await open())).createUser('finance')
    const response = await finance.fetch('/api/finance/summary?from=2026-03-02&to=2026-03-01')
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ errors: [{ in: 'query', pointer: '/to' }] })
  })

  test('shows an entry of an unknown kind with the name of the kind', async () => {
    const kontor = await createTestKontor(await open())
    const context = createOperatorContext(kontor.kontor)
    await createOrder({ ...kontor, context, book: async () => {} }, { captured: [8_388] })
    const lines = await kontor.kontor.database.read
      .selectFrom('ledger_postings')
      .select(['account_id as accountId', 'amount_minor as amountMinor'])
      .execute()
    const draft = {
      kind: 'fee.charged' as EntryKind,
      occurredAt: kontor.clock.now,
      memo: 'Provider fee',
      source: 'later version',
      externalId: 'fee 1',
      links: [{ type: 'statement' as LinkType, object_id: 's1', number: 'ST-1' }],
      lines,
    }
    await kontor.kontor.database.inTransaction((transaction) => postEntries(transaction, context, [draft]))
    const finance = await kontor.createUser('finance')
    const response = await finance.fetch('/finance?entry=2')
    expect(response.status).toBe(200)
    const page = await response.text()
    for (const text of ['fee.charged', 'ST-1', 'statement', 'Provider fee']) expect(page).toContain(text)
    expect((await finance.fetch('/api/finance/entries')).status).toBe(200)
    const home = await (await kontor.createUser('owner')).fetch('/')
    expect(home.status).toBe(200)
  })
})
