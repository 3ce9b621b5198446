import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { expect, test } from 'bun:test'

forEachDatabase((_, open) => {
  test('the title of a document names what is open, the tab unless it is the first, and the page', async () => {
    const kontor = await createTestKontor(await open())
    const owner = await kontor.createUser('owner')
    await importAsOperator(kontor.kontor, [createDraft(0)])
    const post = async (path: string, input: object): Promise<Record<string, Record<string, string>>> =>
      (await owner.fetch(path, { method: 'POST', json: input })).json()
    const { webhook } = await post('/api/webhooks', {
      url: 'https://example.com/orders',
      description: 'Warehouse',
      topics: ['order.created'],
    })
    const { token } = await post('/api/tokens', { tokenName: 'Scanner', permissions: ['orders.view'] })
    for (const [url, title] of [
      ['/orders?customers=list', 'Customers | Orders'],
      ['/orders?order=SO1', 'Orders'],
      ['/finance', '财务明细'],
      ['/finance?entry=1', 'Entry 1 | 财务明细'],
      ['/finance?entry=99', '财务明细'],
      ['/finance?tab=reconciliation', 'Reconciliation | 财务明细'],
      ['/users', 'Users'],
      [`/users?user=${owner.id}`, `${owner.name} | Users`],
      ['/users?me=1', 'My account | Users'],
      ['/users?tab=audit', 'Audit log | Users'],
      [`/users?tab=tokens&openToken=${token?.['id']}`, 'Scanner | API tokens | Users'],
      [`/users?tab=webhooks&openWebhook=${webhook?.['id']}`, 'Warehouse | Webhooks | Users'],
    ] as const) {
      const html = await (await owner.fetch(url)).text()
      expect([url, /<title>(.*?)<\/title>/.exec(html)?.[1]]).toEqual([url, `${title} | Kontor`])
    }
  })
})
