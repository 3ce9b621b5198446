import { openDatabase } from '#server/db/open.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { openStream } from '#tests/server/live/read-updates.ts'
import { createDraft, createLine, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { checkRows } from '#tests/support/find-violations.ts'
import { forEachDatabase, quietLog, type TestDatabase } from '#tests/support/databases.ts'
import { createTestClient } from '#tests/support/test-client.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'

forEachDatabase((dialect, open) => {
  if (dialect === 'sqlite') return
  describe('two servers on one database', () => {
    let opened: TestDatabase
    let first: TestKontor
    let second: TestKontor
    let owner: TestUser
    /** The same user on both servers. */
    let clients: readonly Pick<TestUser, 'fetch'>[]
    const number = 'SO260301-00001'
    beforeEach(async () => {
      opened = await open()
      first = await createTestKontor(opened)
      second = await createTestKontor({ ...opened, database: await openDatabase(opened.config, quietLog) })
      owner = await first.createUser('owner')
      const other = createTestClient(second)
      for (const [name, value] of owner.cookies) other.cookies.set(name, value)
      clients = [owner, other]
    })
    afterEach(() => second.kontor.database.close())

    const importOrder = (changes: Parameters<typeof createDraft>[1] = {}) =>
      importAsOperator(first.kontor, [createDraft(1, changes)])
    const load = async (): Promise<OrderView> =>
      (await (await owner.fetch(`/api/orders/${number}`)).json()) as OrderView
    /** Sends the request number `index` to the servers in turn, and returns the status of each answer. */
    const sendAll = (count: number, toRequest: (index: number) => [path: string, json: object]): Promise<number[]> =>
      Promise.all(
        Array.from({ length: count }, async (_, index) => {
          const [path, json] = toRequest(index)
          const response = await clients[index % 2]?.fetch(`/api/orders/${number}/${path}`, { json })
          await response?.text()
          return response?.status ?? 0
        }),
      )
    const count = (statuses: readonly number[], status: number) => statuses.filter((each) => each === status).length
    const expectVerified = async (): Promise<void> =>
      expect((await checkRows(first.kontor)).flatMap(({ violations }) => violations)).toEqual([])

    test('pay one full refund of 50 at once', async () => {
      await importOrder()
      const full = await sendAll(50, () => ['refunds', { everything: true, reason: 'Goodwill' }])
      expect([count(full, 201), full.filter((status) => status >= 500)]).toEqual([1, []])
      expect(await load()).toMatchObject({ refundedMinor: 1000, refundPendingMinor: 0 })
      await expectVerified()
    })

    test('pay ten tenths of 50 at once', async () => {
      await importOrder()
      const tenths = await sendAll(50, () => ['refunds', { amount: '1.00', reason: 'Goodwill' }])
      expect([count(tenths, 201), tenths.filter((status) => status >= 500)]).toEqual([10, []])
      expect(await load()).toMatchObject({ refundedMinor: 1000, refundPendingMinor: 0 })
      await expectVerified()
    })

    test('give a user who asks often at once another order each time', async () => {
      const numbers = Array.from({ length: 40 }, (_, index) => index + 1)
      await importAsOperator(
        first.kontor,
        numbers.map((each) => createDraft(each)),
      )
      const claims = await Promise.all(
        numbers.map(async (index) => {
          const claim = await clients[index % 2]?.fetch('/api/orders/claims', { method: 'POST' })
          return ((await claim?.json()) as { number?: string } | undefined)?.number
        }),
      )
      expect(new Set(claims).size).toBe(numbers.length)
    })

    test('merge edits of different fields, and take one of those of the same field', async () => {
      await importOrder({ payment: null, lines: [createLine({ quantity: 5, unitPriceMinor: 200 })] })
      const [line] = (await load()).lines
      const edits = [{ note: 'Ring' }, { email: 'a@example.com' }, { lines: [{ id: line?.id, quantity: 3 }] }]
      const merged = await sendAll(6, (index) => ['edits', { version: 1, ...edits[index % 3] }])
      expect(merged).toEqual([200, 200, 200, 200, 200, 200])
      expect(await load()).toMatchObject({ version: 4, note: 'Ring', email: 'a@example.com', itemCount: 3 })
      const collided = await sendAll(10, (index) => ['edits', { version: 4, note: `Note ${index}` }])
      expect([count(collided, 200), count(collided, 409)]).toEqual([1, 9])
      await expectVerified()
    })

    test('hold, pay, refund, edit, note, archive, cancel and erase one order at once, and it stays consistent', async () => {
      await importOrder({ status: 'open' })
      const { customerNumber } = await load()
      const requests: (() => [string, object])[] = [
        () => ['hold', { reason: 'Fraud', version: 1 }],
        () => ['refunds', { amount: '3.00', reason: 'Goodwill' }],
        () => ['edits', { version: 1, note: 'Ring' }],
        () => ['notes', { text: 'Called' }],
        () => ['payments', { amount: '2.00', method: 'cash', version: 1 }],
        () => ['cancellation', { reason: 'Lost', version: 1, refund: '1' }],
        () => ['archive', { version: 1 }],
        () => ['tags', { tag: 'gift' }],
      ]
      const erase = Promise.all(
        clients.map(async (client) => {
          const json = { confirmation: customerNumber }
          return (await client.fetch(`/api/customers/${customerNumber}/erasure`, { json })).status
        }),
      )
      const statuses = await sendAll(48, (index) => requests[index % requests.length]?.() ?? ['notes', {}])
      expect([...statuses, ...(await erase)].filter((status) => status >= 500)).toEqual([])
      await expectVerified()
      const { refundedMinor, capturedMinor } = await load()
      expect(refundedMinor).toBeLessThanOrEqual(capturedMinor)
    })

    test('a page learns that it may have missed a change when the connection that listens is lost', async () => {
      await importOrder()
      const stream = await openStream(clients[1] as TestUser, `order=${number}&since=${first.clock.now}`)
      await stream.find(() => true)
      const before = new Set(stream.updates)
      const { rows } = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query ilike 'listen%' and pid <> pg_backend_pid()
      `.execute(first.kontor.database.read)
      expect(rows.length).toBeGreaterThan(0)
      await owner.fetch(`/api/orders/${number}/hold`, { json: { reason: 'Fraud', version: 1 } })
      await stream.find((update) => (update.isComplete || before.has(update) ? undefined : true))
      await owner.fetch(`/api/orders/${number}/release`, { json: { version: 2 } })
      await stream.find(({ changes }) => changes.find(({ version }) => version === 3))
      await stream.disconnect()
    })
  })
})
