import type { NavigationCounts } from '#shared/live/views.ts'
import type { Payload } from '#shared/page-state.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { openStream } from '#tests/server/live/read-updates.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import type { TestClient } from '#tests/support/test-client.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { beforeEach, describe, expect, test } from 'bun:test'

forEachDatabase((_dialect, open) => {
  describe('the counts in the navigation', () => {
    let kontor: TestKontor
    let owner: TestClient
    let number: string
    beforeEach(async () => {
      kontor = await createTestKontor(await open())
      const [outcome] = await importAsOperator(kontor.kontor, [
        createDraft(1),
        createDraft(2, { currency: 'USD' }),
        createDraft(3, { payment: null }),
        createDraft(4, { status: 'pending' }),
      ])
      number = outcome?.outcome === 'created' ? (outcome.number ?? '') : ''
      owner = await kontor.createUser('owner')
      for (const name of ['Xu Tian', 'Daniel Ortiz', 'Wei Lin'])
        await kontor.fetch('/api/auth/register', {
          json: { name, email: `${name.replace(' ', '.')}@mail.example`, password: 'correct horse battery' },
        })
    })

    const load = async (client: TestClient): Promise<NavigationCounts> =>
      ((await (await client.fetch('/test/_payload.json')).json()) as Payload).navigationCounts
    const ship = (client: TestClient, version = 1): Promise<Response> =>
      client.fetch(`/api/orders/${number}/shipments`, { json: { carrier: 'SF Express', version } })

    test('are the numbers of rows that their links list', async () => {
      const { orders, users } = await load(owner)
      expect([orders?.count, users?.count]).toEqual([2, 3])
      for (const shown of [orders, users]) {
        const { rows } = (await (await owner.fetch(`/api${shown?.href}`)).json()) as { rows: unknown[] }
        expect(rows).toHaveLength(shown?.count ?? 0)
      }
    })

    test.each([
      ['admin', ['orders', 'users']],
      ['operations', ['orders']],
      ['finance', []],
      ['viewer', []],
    ] as const)('are those of the work that the role %s may do', async (role, names) => {
      expect(Object.keys(await load(await kontor.createUser(role)))).toEqual([...names])
    })

    test('are in the document with what they count, and are missing where nothing waits', async () => {
      const li = await kontor.createUser('operations')
      const read = async (): Promise<string[]> =>
        [...(await (await li.fetch('/test')).text()).matchAll(/class="nav__count"[^>]*aria-label="([^"]*)"/g)].map(
          ([, label]) => label ?? '',
        )
      expect(await read()).toEqual(['2 to ship'])
      expect((await ship(li)).status).toBe(201)
      expect(await read()).toEqual(['1 to ship'])
      const { rows } = (await (
        await li.fetch('/api/orders?status=open&fulfillment=unfulfilled&payment=paid')
      ).json()) as {
        rows: { number: string }[]
      }
      number = rows[0]?.number ?? ''
      expect((await ship(li)).status).toBe(201)
      expect(await read()).toEqual([])
    })

    test('reach open pages when someone else has changed them, each user those that they may see', async () => {
      const li = await kontor.createUser('operations')
      const since = `since=${kontor.clock.now}`
      const streams = [await openStream(owner, since, '/api/live/session'), await openStream(li, since)] as const
      const isCounts =
        (orders: number, users?: number) =>
        ({ counts }: { counts: NavigationCounts | null }) =>
          counts?.orders?.count === orders && counts.users?.count === users ? true : undefined
      await streams[0].find(isCounts(2, 3))
      await streams[1].find(isCounts(2))
      await ship(li)
      await streams[0].find(isCounts(1, 3))
      await streams[1].find(isCounts(1))
      for (const path of ['/api/live', '/api/live/session'])
        expect((await (await owner.fetch(`${path}?${since}`)).json()).counts).toEqual(await load(owner))
      for (const stream of streams) await stream.disconnect()
    })
  })
})
