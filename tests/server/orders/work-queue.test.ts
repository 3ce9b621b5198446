import { openDatabase } from '#server/db/open.ts'
import { purgeClaims } from '#server/orders/fulfillment/work-queue.ts'
import { claimMs } from '#shared/constants.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase, quietLog, type TestDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeEach, describe, expect, test } from 'bun:test'

forEachDatabase((dialect, open) => {
  let opened: TestDatabase
  let kontor: TestKontor
  let clerk: TestUser
  let colleague: TestUser
  beforeEach(async () => {
    opened = await open()
    kontor = await createTestKontor(opened)
    clerk = await kontor.createUser('operations')
    colleague = await kontor.createUser('operations')
  })
  const importOrders = (count: number) =>
    importAsOperator(
      kontor.kontor,
      Array.from({ length: count }, (_, index) => createDraft(index + 1)),
    )
  const request = (user: Pick<TestUser, 'fetch'>) => user.fetch('/api/orders/claims', { method: 'POST' })
  /** The last digits of the order that a user gets, or the status of the answer. */
  const claim = async (user: Pick<TestUser, 'fetch'>): Promise<string | number> => {
    const response = await request(user)
    const { number } = (await response.json()) as { number?: string }
    return number?.slice(-5) ?? response.status
  }

  describe('the next order to ship', () => {
    test('is the oldest that is ready and that no one else works on', async () => {
      await importAsOperator(kontor.kontor, [
        createDraft(3),
        createDraft(1, { payment: null }),
        createDraft(2),
        createDraft(4, { shippedAt: createDraft(4).placedAt, lines: [] }),
      ])
      expect([await claim(clerk), await claim(colleague), await claim(await kontor.createUser('viewer'))]).toEqual([
        '00003',
        '00001',
        403,
      ])
    })

    test('comes again to its user, and after ten minutes to others', async () => {
      await importOrders(2)
      expect([await claim(clerk), await claim(clerk), await claim(clerk), await claim(colleague)]).toEqual([
        '00001',
        '00002',
        '00001',
        409,
      ])
      kontor.clock.now += claimMs
      expect(await claim(colleague)).toBe('00001')
      await purgeClaims(kontor.kontor)
      expect(await kontor.kontor.database.read.selectFrom('order_claims').select('order_id').execute()).toHaveLength(1)
    })

    test('comes to others after the clock was ahead when it was claimed', async () => {
      await importOrders(1)
      kontor.clock.now += 2 * 3_600_000
      await claim(clerk)
      kontor.clock.now -= 2 * 3_600_000
      await purgeClaims(kontor.kontor)
      expect(await claim(colleague)).toBe('00001')
      await purgeClaims(kontor.kontor)
      expect(await claim(clerk)).toBe(409)
    })

    test('is not one that was shipped or put on hold meanwhile', async () => {
      await importOrders(3)
      await claim(clerk)
      await clerk.fetch('/api/orders/SO260301-00001/shipments', { json: { carrier: 'DHL', version: 1 } })
      await clerk.fetch('/api/orders/SO260301-00002/hold', { json: { reason: 'Stock', version: 1 } })
      expect([await claim(clerk), await claim(clerk), await claim(colleague)]).toEqual(['00003', '00003', 409])
    })

    test('is first one of the user, then one of no one, and never one of someone else', async () => {
      await importOrders(5)
      const assign = (order: number, assigneeId: string) =>
        clerk.fetch(`/api/orders/SO260301-0000${order}/assignee`, { method: 'PUT', json: { assigneeId } })
      await assign(1, colleague.id)
      await assign(3, clerk.id)
      await assign(5, clerk.id)
      const claims = []
      for (let count = 0; count < 4; count++) {
        claims.push(await claim(clerk))
        kontor.clock.now += 1
      }
      expect(claims).toEqual(['00003', '00005', '00002', '00004'])
      // All are claimed: those of the user come again, except one that was given to someone else meanwhile.
      await assign(3, colleague.id)
      expect([await claim(clerk), await claim(colleague), await claim(colleague)]).toEqual(['00005', '00001', '00001'])
      kontor.clock.now += claimMs
      expect([await claim(colleague), await claim(colleague)]).toEqual(['00001', '00003'])
    })

    test('is none if only orders of others are left, and the answer says so', async () => {
      await importOrders(1)
      const detail = async (user = clerk) => ((await (await request(user)).json()) as { detail?: string }).detail
      expect(await detail()).toBeUndefined()
      expect(await detail(colleague)).not.toContain('assigned to others')
      await colleague.fetch('/api/orders/SO260301-00001/assignee', {
        method: 'PUT',
        json: { assigneeId: colleague.id },
      })
      expect(await detail()).toContain('assigned to others')
      await colleague.fetch('/api/orders/SO260301-00001/shipments', { json: { carrier: 'DHL', version: 1 } })
      expect(await detail()).toContain('has been shipped')
    })

    test('is last one of someone whose account was suspended', async () => {
      await importOrders(2)
      const leaver = await kontor.createUser('operations')
      await clerk.fetch('/api/orders/SO260301-00001/assignee', { method: 'PUT', json: { assigneeId: leaver.id } })
      expect([await claim(clerk), await claim(colleague)]).toEqual(['00002', 409])
      await (await kontor.createUser('owner')).fetch(`/api/users/${leaver.id}/suspension`, { json: {} })
      expect(await claim(colleague)).toBe('00001')
    })

    test('opens without script', async () => {
      await importOrders(1)
      const body = new URLSearchParams({ _endpoint: 'claimNextOrder', _user: clerk.id })
      const response = await clerk.fetch('/orders', { method: 'POST', body, redirect: 'manual' })
      expect(response.headers.get('location')).toBe('/orders?order=SO260301-00001')
      const none = await colleague.fetch('/orders', {
        method: 'POST',
        body: new URLSearchParams({ _endpoint: 'claimNextOrder', _user: colleague.id }),
      })
      expect(await none.text()).toContain('No order to ship')
    })
  })

  test('1,000 claims at once never get the same order', async () => {
    await importOrders(1000)
    const users: Pick<TestUser, 'fetch'>[] = [clerk, colleague]
    if (dialect === 'postgres') {
      const second = await createTestKontor({ ...opened, database: await openDatabase(opened.config, quietLog) })
      users.push(await second.createUser('operations'), await second.createUser('operations'))
      kontor.kontor.database.beforeClose(() => second.kontor.database.close())
    }
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, index) => request(users[index % users.length] ?? clerk)),
    )
    expect(answers.filter(({ status }) => status !== 201)).toEqual([])
    const numbers = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { number: string }).number),
    )
    expect(new Set(numbers).size).toBe(1000)
  })
})
