import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import type { FinanceView } from '#shared/finance/page-views.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { expect, test } from 'bun:test'

const header = '交易时间,交易分类,交易对方,对方账号,商品说明,收/支,金额,收/付款方式,交易状态,交易订单号,商家订单号,备注'

forEachDatabase((_name, open) => {
  test('an import shows everyone how far it is until it ends, and one whose process was killed disappears', async () => {
    const kontor = await createTestKontor(await open())
    const [user, other] = [await kontor.createUser('finance', { name: 'Lin' }), await kontor.createUser('finance')]
    const account = { role: 'wallet', currency: 'CNY', accountName: 'W' }
    const added = await user.fetch('/api/finance/accounts', { json: account })
    const { code } = (await added.json()) as { code: string }
    const lines = Array.from(
      { length: 3000 },
      (_, index) => `2026-03-02 10:00:00,收款,王芳,/,货款,收入,9.90,余额,交易成功,R${index},T,`,
    )
    const body = new FormData()
    body.set('account', code)
    body.set('file', new File([[header, ...lines].join('\n')], 'alipay.csv'))
    const listRunning = async (reader: TestUser) => {
      const response = await reader.fetch('/finance/_payload.json?tab=reconciliation')
      const { data } = ((await response.json()) as { pageState: { data: FinanceView } }).pageState
      if (data.missingPermission !== null || data.content.tab !== 'reconciliation') throw new Error('no tab')
      return data.content.running
    }

    let isDone = false
    const imported = user.fetch('/api/finance/statements', { method: 'POST', body }).finally(() => (isDone = true))
    const seen: Awaited<ReturnType<typeof listRunning>> = []
    while (!isDone) {
      kontor.clock.now += 600
      seen.push(...(await listRunning(other)))
      await yieldToEventLoop()
    }
    expect((await imported).status).toBe(200)
    expect(seen[0]).toMatchObject({ fileName: 'alipay.csv', startedBy: 'Lin', isOwn: false })
    const percents = seen.map(({ percent }) => percent)
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    expect(percents.at(-1)).toBeWithin(1, 100)
    expect(await listRunning(user)).toEqual([])

    const row = { id: 'killed', user_id: user.id, file_name: 'old.csv', percent: 7, updated_at: kontor.clock.now }
    await kontor.kontor.database.inTransaction((transaction) =>
      transaction.insertInto('statement_imports').values(row).execute(),
    )
    expect(await listRunning(user)).toMatchObject([{ id: 'killed', isOwn: true, percent: 7 }])
    kontor.clock.now += 61_000
    expect(await listRunning(user)).toEqual([])
  })
})
