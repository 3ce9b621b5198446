import { createDemoProviders } from '#server/demo/refund-providers.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import type { FinanceView } from '#shared/finance/page-views.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import type { UsersView } from '#shared/staff/page-views.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { onSqlite } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeAll, expect, test } from 'bun:test'

interface Line {
  title: string
  href: string
  count: number
}

onSqlite((open) => {
  let kontor: TestKontor
  let owner: TestUser
  beforeAll(async () => {
    kontor = await createTestKontor(await open())
    kontor.clock.now = Date.parse('2026-11-22T19:30+08:00')
    kontor.kontor.refundProviders = createDemoProviders()
    await seedDemo(kontor.kontor)
    owner = await kontor.createUser('owner')
    const placedAt = kontor.clock.now - 6 * 86_400_000
    await importAsOperator(kontor.kontor, [
      createDraft(1, { placedAt, payment: null, authorizedMinor: 1000 }),
      createDraft(2, { placedAt, status: 'cancelled', cancelledAt: placedAt + 5000 }),
      createDraft(3, { payment: { provider: 'Alipay', reference: 'r3', capturedMinor: 1500, capturedAt: placedAt } }),
    ])
    const webhook = await owner.fetch('/api/webhooks', {
      json: { url: 'https://erp.example/hook', topics: ['order.created'] },
    })
    expect(webhook.status).toBe(201)
    await kontor.kontor.database.inTransaction((transaction) =>
      transaction.updateTable('webhooks').set({ failing_since: kontor.clock.now }).execute(),
    )
  })

  /** What the home page of a user lists as open work. */
  const listLines = async (user: TestUser): Promise<Line[]> => {
    const html = await (await user.fetch('/')).text()
    const pattern = /<a class="todo" href="([^"]*)">.*?class="todo__title strong">(.*?)<.*?<span class="n">([\d,]*)</g
    return [...html.matchAll(pattern)].map(([, href = '', title = '', count = '']) => ({
      title,
      href: href.replaceAll('&amp;', '&'),
      count: Number(count.replaceAll(',', '')),
    }))
  }
  const load = async <View>(user: TestUser, href: string): Promise<View> =>
    (await (await user.fetch(href.replace(/\?|$/, '/_payload.json$&'))).json()).pageState.data

  /** How much of the work the page shows that a line opens. */
  async function countOpened(user: TestUser, href: string): Promise<number> {
    const { pathname, searchParams } = new URL(href, 'http://x')
    if (pathname === '/orders') {
      const { count, order } = await load<OrdersView>(user, href)
      if (searchParams.has('order')) return Number(order !== null && 'number' in order)
      return 'exact' in count ? count.exact : NaN
    }
    if (pathname === '/users') {
      const { content } = await load<UsersView>(user, href)
      if (content.missingPermission !== null) return NaN
      if (content.tab === 'webhooks') return content.rows.length
      return content.tab === 'staff' && 'exact' in content.requests.count ? content.requests.count.exact : NaN
    }
    const view = await load<FinanceView>(user, href)
    if (view.missingPermission !== null) return NaN
    if (searchParams.has('request')) return Number(view.request !== null && 'request' in view.request)
    if (searchParams.has('template')) return Number(view.accountOptions !== null)
    return view.content.tab === 'reconciliation'
      ? view.content.reconciliations.reduce((sum, each) => sum + each.openCount, 0)
      : view.templates.reduce((sum, { due }) => sum + due.length, 0)
  }

  test('every line of open work opens exactly what it counts, for each role', async () => {
    const titles = new Set<string>()
    for (const user of [owner, await kontor.createUser('finance'), await kontor.createUser('operations')]) {
      const lines = await listLines(user)
      for (const { title, href, count } of lines) {
        titles.add(title)
        expect([title, href, await countOpened(user, href)]).toEqual([title, href, count])
      }
    }
    for (const title of [
      'Orders to ship',
      'Unpaid orders',
      'Orders to confirm',
      'Paid orders not shipped two days after ordering',
      'Authorizations about to expire',
      'Refunds due',
      'Bank lines to match',
      'Access requests',
      'Failing webhooks',
    ])
      expect([...titles]).toContain(title)
    expect([...titles].some((title) => title.startsWith('Approve refund'))).toBe(true)
  })
})
