import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { createRole } from '#tests/support/create-role.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import type { Problem } from '#shared/problem.ts'
import { dayMs } from '#shared/time.ts'
import { beforeEach, describe, expect, test } from 'bun:test'

forEachDatabase((_, open) => {
  let kontor: TestKontor
  let owner: TestUser
  let colleague: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    owner = await kontor.createUser('owner')
    colleague = await kontor.createUser('owner', { name: 'Bo Lin' })
  })
  const send = (user: Pick<TestUser, 'fetch'>, path: string, json: object, method = 'POST') =>
    user.fetch(path, { method, json })
  const readDetail = async (answer: Response): Promise<string> => {
    const { type, detail } = (await answer.json()) as Problem
    expect([answer.status, type]).toEqual([409, '/problems/changed-meanwhile'])
    return detail
  }
  const review = 'Review the current version, then try again.'

  describe('whoever changed an order', () => {
    const order = '/api/orders/SO260301-00001'
    const hold = async (user: TestUser) =>
      readDetail(await send(user, `${order}/hold`, { reason: 'Stock', version: 1 }))
    const edit = (user: TestUser, note: string) => send(user, `${order}/edits`, { note, version: 1 })
    beforeEach(async () => void (await importAsOperator(kontor.kontor, [createDraft(1)])))

    test('is named with the time, in the language of the user', async () => {
      await edit(colleague, 'Gift')
      // A note makes no version, so it conflicts with nothing.
      await send(owner, `${order}/notes`, { text: 'Called' })
      expect(await hold(owner)).toBe(`Bo Lin changed it at 10:00. ${review}`)
      expect(await hold(colleague)).toBe(`You changed it at 10:00. ${review}`)
      kontor.clock.now += dayMs
      const reader = await kontor.createUser('operations', { locale: 'zh' })
      expect(await hold(reader)).toBe('Bo Lin 于 3月15日 10:00 修改了内容。查看最新内容后重试。')
    })

    test('is named for the same field, not for a later change of another one', async () => {
      await edit(colleague, 'Gift')
      kontor.clock.now += 60_000
      await send(owner, `${order}/edits`, { phone: '1', version: 2 })
      const theirs = 'Bo Lin changed the same fields at 10:00. Choose what to keep, then save again.'
      expect(await readDetail(await edit(owner, 'No gift'))).toBe(theirs)
      expect(await hold(colleague)).toContain(`${owner.name} changed it at 10:01.`)
    })

    test('is not named to a user who may not see the history', async () => {
      await edit(colleague, 'Gift')
      const clerk = await kontor.createUser(await createRole(owner, ['orders.view', 'orders.hold']))
      expect(await hold(clerk)).toBe(review)
    })
  })

  test('is named for everything else with a version', async () => {
    const create = async (path: string, json: object): Promise<{ id: string; number: string; template: string }> => {
      const answer = await (await send(owner, path, json)).json()
      return answer.webhook ?? answer
    }
    const customer = await create('/api/customers', { name: 'Ann' })
    const webhook = await create('/api/webhooks', { url: 'https://example.com/hooks', topics: ['order.created'] })
    const role = await createRole(owner, ['orders.view'])
    const lines = [
      { account: '5602.1', debit: '800' },
      { account: '3001', credit: '800' },
    ]
    const rent = { templateName: 'Rent', memo: 'Rent', firstDay: '2026-01-15', lines }
    const { template } = await create('/api/finance/templates', rent)
    const changes: [path: string, input: object, method?: string][] = [
      [`/api/customers/${customer.number}/edits`, { name: 'Anna', version: 1 }],
      [`/api/webhooks/${webhook.id}`, { url: 'https://example.com/a', topics: ['order.created'], version: 1 }, 'PUT'],
      [`/api/roles/${role}`, { roleName: 'Lead', permissions: ['orders.view'], version: 1 }, 'PUT'],
      [`/api/finance/templates/${template}`, { ...rent, memo: 'Office', version: 1 }, 'PUT'],
      ['/api/seller', { name: 'Qinghe Tea', address: 'Shanghai', version: 1 }, 'PUT'],
    ]
    for (const [path, input, method] of changes) {
      const first = await send(colleague, path, input, method)
      expect([path, first.status]).toEqual([path, 200])
      const detail = await readDetail(await send(owner, path, input, method))
      expect([path, detail]).toEqual([path, `Bo Lin changed it at 10:00. ${review}`])
    }
  })
})
