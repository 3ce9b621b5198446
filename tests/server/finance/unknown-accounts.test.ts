import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { expect, test } from 'bun:test'

forEachDatabase((_, open) => {
  test('an account or a channel that does not exist is an error in the list of entries, its page, its export and its count', async () => {
    const { kontor, createUser } = await createTestKontor(await open())
    await importAsOperator(kontor, [createDraft(1), createDraft(2)])
    const owner = await createUser('owner')
    for (const [filter, value, says] of [
      ['account', '9999', 'There is no account “9999”'],
      ['channel', 'barter', 'There is no channel “barter”. Channels: '],
    ] as const)
      for (const words of [{}, { q: 'Zhang' }]) {
        const asked = { [filter]: value, ...words }
        const search = new URLSearchParams(asked)
        const list = await owner.fetch(`/api/finance/entries?${search}`)
        const exported = await owner.fetch('/api/finance/exports', { json: { format: 'csv', ...asked } })
        expect([filter, list.status, exported.status]).toEqual([filter, 422, 422])
        expect((await list.json()).errors).toEqual([
          { in: 'query', pointer: `/${filter}`, detail: expect.stringContaining(says) },
        ])
        expect((await exported.json()).errors[0].pointer).toBe(`/${filter}`)
        const { data } = (await (await owner.fetch(`/finance/_payload.json?${search}`)).json()).pageState
        expect(data.content.rows).toEqual([])
        expect(data.content.searchError.errors[0].message).toContain(says)
        expect(data.content.searchError.unknown).toEqual([{ filter, value, isExcluded: false }])
        const count = await owner.fetch(
          `/api/lists/entries/match-count?${new URLSearchParams({ query: search.toString() })}`,
        )
        expect(await count.json()).toEqual({ count: null })
      }
  })

  test('an account or a channel that no entry has yet finds nothing', async () => {
    const { kontor, createUser } = await createTestKontor(await open())
    await importAsOperator(kontor, [createDraft(1)])
    const owner = await createUser('owner')
    const added = await owner.fetch('/api/finance/accounts', {
      json: { role: 'wallet', currency: 'CNY', accountName: 'Wallet' },
    })
    const { code } = await added.json()
    for (const [filter, value] of [
      ['account', code],
      ['channel', 'wallet'],
      ['channel', 'cash'],
      ['channel', 'paypal'],
    ] as const) {
      const list = await owner.fetch(`/api/finance/entries?${new URLSearchParams({ [filter]: value })}`)
      expect([value, list.status]).toEqual([value, 200])
      expect((await list.json()).rows).toEqual([])
      const page = await owner.fetch(`/finance/_payload.json?${new URLSearchParams({ [filter]: value })}`)
      expect((await page.json()).pageState.data.content.searchError).toBeNull()
    }
  })

  test('a channel is found in every spelling of its provider', async () => {
    const { kontor, createUser } = await createTestKontor(await open())
    const draft = createDraft(1)
    const payment = draft.payment && { ...draft.payment, provider: 'WeChat Pay' }
    await importAsOperator(kontor, [{ ...draft, payment }])
    const owner = await createUser('owner')
    for (const channel of ['wechat_pay', 'WeChat Pay', '微信支付'])
      expect(
        (await (await owner.fetch(`/api/finance/entries?${new URLSearchParams({ channel })}`)).json()).count,
      ).toEqual({ exact: 1 })
  })
})
