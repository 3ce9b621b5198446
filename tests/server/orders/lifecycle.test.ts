import { openDatabase } from '#server/db/open.ts'
import { releaseDueOrders } from '#server/orders/release-due-orders.ts'
import { scheduleCountMerge } from '#server/orders/counts.ts'
import { reentryIntervalMs } from '#shared/constants.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { Problem } from '#shared/problem.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { checkRows } from '#tests/support/find-violations.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeEach, describe, expect, test } from 'bun:test'

forEachDatabase((_, open) => {
  let kontor: TestKontor
  let clerk: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    clerk = await kontor.createUser('operations')
    await importAsOperator(kontor.kontor, [createDraft(1, { payment: null })])
  })

  const number = 'SO260301-00001'
  const send = async (path: string, json: object, actor: Pick<TestUser, 'fetch'> = clerk) => {
    const response = await actor.fetch(`/api/orders/${number}/${path}`, { json })
    return { status: response.status, answer: (await response.json()) as OrderView & Omit<Problem, 'status'> }
  }
  const hold = (version = 1) => send('hold', { reason: 'Address unclear', until: '2026-04-01', version })
  const release = (version = 2) => send('release', { version })
  const cancel = (version = 1) => send('cancellation', { reason: 'Customer asked', version })

  /** Sessions have ended by then. */
  const wait = async (until: number): Promise<void> => {
    kontor.clock.now = until
    clerk = await kontor.createUser('operations')
  }
  const expectVerified = async (): Promise<void> => {
    const checks = await checkRows(kontor.kontor)
    expect(checks.flatMap(({ violations }) => violations)).toEqual([])
  }
  const count = async (query: string): Promise<unknown> =>
    ((await (await clerk.fetch(`/api/orders?${query}`)).json()) as { count: unknown }).count

  describe('an order on hold', () => {
    test('says why and until when, and cannot be shipped', async () => {
      const { status, answer } = await hold()
      expect(status).toBe(200)
      expect(answer).toMatchObject({
        status: 'on_hold',
        holdReason: 'Address unclear',
        holdUntil: '2026-04-01',
        version: 2,
        actions: ['edit', 'recordPayment', 'release', 'cancel'],
      })
      expect(answer.events[0]).toMatchObject({
        action: 'order.held',
        actor: clerk.name,
        changes: [
          { field: 'status', from: 'open', to: 'on_hold' },
          { field: 'holdReason', from: '', to: 'Address unclear' },
          { field: 'holdUntil', from: '', to: '2026-04-01' },
        ],
      })
      const shipped = await send('shipments', { carrier: 'SF Express', version: 2 })
      expect(shipped).toMatchObject({
        status: 409,
        answer: {
          type: '/problems/illegal-transition',
          detail:
            'Its status does not allow it. Reload the page to see what you can do now. Possible now: edit, record payment, release, cancel order.',
        },
      })
      expect([await count('status=on_hold'), await count('status=open')]).toEqual([{ exact: 1 }, { exact: 0 }])
      await expectVerified()
    })

    test('is open again after its release, and can be shipped', async () => {
      await hold()
      const { answer } = await release()
      expect(answer).toMatchObject({ status: 'open', holdReason: '', holdUntil: '', version: 3 })
      expect((await send('shipments', { carrier: 'SF Express', version: 3 })).status).toBe(201)
      await expectVerified()
    })

    test('is released by the program on its day in the time zone of the book, once', async () => {
      await hold()
      // 00:00 on 1 April in Shanghai.
      const day = Date.parse('2026-03-31T16:00:00Z')
      await wait(day - 1)
      await releaseDueOrders(kontor.kontor)
      const load = async () => (await (await clerk.fetch(`/api/orders/${number}`)).json()) as OrderView
      expect(await load()).toMatchObject({ status: 'on_hold', version: 2 })
      await wait(day)
      await Promise.all([1, 2, 3].map(() => releaseDueOrders(kontor.kontor)))
      const order = await load()
      expect(order).toMatchObject({ status: 'open', holdReason: '', holdUntil: '', version: 3 })
      expect(order.events.slice(0, 2)).toMatchObject([
        { action: 'order.released', actor: null, at: day },
        { action: 'order.held' },
      ])
      await expectVerified()
    })

    test('is released before one with a higher number, whichever was put on hold first', async () => {
      await importAsOperator(kontor.kontor, [createDraft(2, { payment: null })])
      await clerk.fetch('/api/orders/SO260301-00002/hold', {
        json: { reason: 'Call first', until: '2026-04-01', version: 1 },
      })
      await hold()
      await wait(Date.parse('2026-03-31T16:00:00Z'))
      await releaseDueOrders(kontor.kontor)
      const released = await kontor.kontor.database.read
        .selectFrom('events')
        .select('object_label')
        .where('action', '=', 'order.released')
        .orderBy('id')
        .execute()
      expect(released.map(({ object_label }) => object_label)).toEqual([number, 'SO260301-00002'])
    })

    test('is released by one of several servers that start after the day', async () => {
      await importAsOperator(kontor.kontor, [createDraft(2, { payment: null })])
      await hold()
      await clerk.fetch('/api/orders/SO260301-00002/hold', { json: { reason: 'Call first', version: 1 } })
      await wait(kontor.clock.now + 90 * 86_400_000)
      const database = await openDatabase(kontor.kontor.config, kontor.kontor.log)
      try {
        const servers = [kontor.kontor, { ...kontor.kontor, database }]
        await Promise.all(servers.map((server) => releaseDueOrders(server)))
      } finally {
        await database.close()
      }
      expect([await count('status=on_hold'), await count('status=open')]).toEqual([{ exact: 1 }, { exact: 1 }])
      await expectVerified()
    })

    test('cannot end on a day that has begun', async () => {
      for (const until of ['2026-03-15', '2025-12-31']) {
        const { status, answer } = await send('hold', { reason: 'Address unclear', until, version: 1 })
        expect([status, answer.errors?.[0]?.pointer]).toEqual([422, '/until'])
      }
      expect((await send('hold', { reason: 'Address unclear', until: '2026-03-16', version: 1 })).status).toBe(200)
    })

    test('is put on hold by one of several users at the same time', async () => {
      const answers = await Promise.all(Array.from({ length: 5 }, () => hold()))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
      await expectVerified()
    })
  })

  test('a cancelled order keeps its reason and time, and nothing can be done with it', async () => {
    await hold()
    const { answer } = await cancel(2)
    expect(answer).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'voided',
      balanceMinor: 0,
      cancelReason: 'Customer asked',
      cancelledAt: kontor.clock.now,
      holdReason: '',
      actions: ['recordPayment', 'archive'],
    })
    expect((await hold(3)).status).toBe(409)
    await expectVerified()
  })

  describe('an order that the customer has paid', () => {
    const paid = 'SO260301-00002'
    const cancelPaid = async (json: object, actor = clerk): Promise<OrderView> => {
      await importAsOperator(kontor.kontor, [createDraft(2)])
      const response = await actor.fetch(`/api/orders/${paid}/cancellation`, {
        json: { reason: 'Customer asked', version: 1, ...json },
      })
      expect(response.status).toBe(200)
      return (await response.json()) as OrderView
    }

    test('is cancelled, and the money is owed to them until it is refunded', async () => {
      const order = await cancelPaid({})
      expect(order).toMatchObject({ status: 'cancelled', paymentStatus: 'paid', balanceMinor: -1000 })
      await expectVerified()
      const owner = await kontor.createUser('owner')
      const response = await owner.fetch(`/api/orders/${paid}/refunds`, {
        json: { everything: true, reason: 'Cancelled' },
      })
      expect(await response.json()).toMatchObject({ paymentStatus: 'refunded', balanceMinor: 0, refundedMinor: 1000 })
      await expectVerified()
    })

    test('is cancelled and refunded in one step by an owner', async () => {
      const order = await cancelPaid({ refund: true }, await kontor.createUser('owner'))
      expect(order).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded', balanceMinor: 0 })
      await expectVerified()
    })

    test('is cancelled at any time, but refunded only with a recent proof of who the user is, which a token is not', async () => {
      const owner = await kontor.createUser('owner')
      await importAsOperator(kontor.kontor, [createDraft(2), createDraft(3)])
      const permissions = ['orders.view', 'orders.cancel', 'refunds.request', 'refunds.approve']
      const created = await owner.fetch('/api/tokens', { json: { tokenName: 'Shop', permissions } })
      const { secret } = await created.json()
      kontor.clock.now += reentryIntervalMs
      const tryCancel = async (actor: Pick<TestUser, 'fetch'>, refund: boolean, headers = {}, target = paid) => {
        const json = { reason: 'Customer asked', version: 1, refund }
        const response = await actor.fetch(`/api/orders/${target}/cancellation`, { json, headers })
        return response.ok ? response.status : ((await response.json()) as Problem).type
      }
      const authorization = `Bearer ${secret}`
      expect(await tryCancel(owner, true)).toBe('/problems/confirm-identity')
      expect(await tryCancel(kontor, true, { authorization })).toBe('/problems/token-not-accepted')
      expect(await tryCancel(kontor, false, { authorization })).toBe(200)
      expect(await tryCancel(owner, false, {}, 'SO260301-00003')).toBe(200)
    })

    test('is cancelled with a refund that waits for approval by operations', async () => {
      const order = await cancelPaid({ refund: true })
      expect(order).toMatchObject({ status: 'cancelled', refundPendingMinor: 1000, balanceMinor: -1000 })
      await expectVerified()
    })
  })

  describe('an archived order', () => {
    const archive = async (): Promise<OrderView> => {
      await cancel()
      return (await send('archive', { version: 2 })).answer
    }

    test('is in no list or count, unless asked for, and is found by its number and its customer', async () => {
      const order = await archive()
      expect(order).toMatchObject({ isArchived: true, version: 3 })
      expect(order.actions).toContain('unarchive')
      expect(order.actions).not.toContain('archive')
      expect(order.events[0]).toMatchObject({
        action: 'order.archived',
        changes: [{ field: 'isArchived', from: 0, to: 1 }],
      })
      await importAsOperator(kontor.kontor, [createDraft(2)])
      const queries = ['', 'status=cancelled', 'archived=no', 'archived=yes', 'archived=no&archived=yes', `q=${number}`]
      const ofCustomer = `customer=${order.customerNumber}`
      queries.push(ofCustomer, `${ofCustomer}&archived=no`)
      const counts = [1, 0, 1, 1, 2, 1, 2, 1].map((exact) => ({ exact }))
      expect(await Promise.all(queries.map(count))).toEqual(counts)
      await scheduleCountMerge(kontor.kontor, 0)
      expect(await Promise.all(queries.map(count))).toEqual(counts)
      await expectVerified()
    })

    test('comes back when it is unarchived, and when anything changes it', async () => {
      await archive()
      expect((await send('unarchive', { version: 3 })).answer).toMatchObject({ isArchived: false, version: 4 })
      expect(await count('')).toEqual({ exact: 1 })
      await send('archive', { version: 4 })
      expect(await count('')).toEqual({ exact: 0 })
      const { answer } = await send('payments', { amount: '5.00', method: 'cash', version: 5 })
      expect(answer).toMatchObject({ isArchived: false, balanceMinor: -500, version: 6 })
      expect(answer.events[0]?.changes).toContainEqual({ field: 'isArchived', from: 1, to: 0 })
      expect(await count('')).toEqual({ exact: 1 })
      await expectVerified()
    })

    test('stays archived when someone writes a note', async () => {
      await archive()
      expect((await send('notes', { text: 'Called the customer' })).answer).toMatchObject({ isArchived: true })
      await expectVerified()
    })

    test('is finished, and nothing of it is owed', async () => {
      const early = await send('archive', { version: 1 })
      expect([early.status, early.answer.type]).toEqual([409, '/problems/illegal-transition'])
      await send('payments', { amount: '5.00', method: 'cash', version: 1 })
      const owed = await cancel(2)
      expect(owed.answer.unavailableActions).toContainEqual({ action: 'archive', reason: 'not-settled' })
      expect((await send('archive', { version: 3 })).status).toBe(409)
      await expectVerified()
    })
  })

  test('an invalid reason or day changes nothing', async () => {
    const { status, answer } = await send('hold', { reason: ' ', until: '2026-02-30', version: 1 })
    expect([status, answer.errors?.map(({ pointer }) => pointer)]).toEqual([422, ['/reason', '/until']])
    const order = (await (await clerk.fetch(`/api/orders/${number}`)).json()) as OrderView
    expect(order).toMatchObject({ status: 'open', version: 1 })
  })

  test('a forged status, reason or time is named by the self-check', async () => {
    await hold()
    const edits: [column: string, value: string | number][] = [
      ['hold_reason', 'Forged'],
      ['hold_until', '2026-05-01'],
      ['cancel_reason', 'Forged'],
      ['archived', 1],
    ]
    for (const [column, value] of edits) {
      await kontor.kontor.database.inTransaction((transaction) =>
        transaction
          .updateTable('orders')
          .set({ [column]: value })
          .execute(),
      )
      const checks = await checkRows(kontor.kontor)
      expect(checks.flatMap(({ violations }) => violations).join()).toContain(column)
    }
  })
})
