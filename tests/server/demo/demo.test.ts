import { createDemoProviders } from '#server/demo/refund-providers.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { verify } from '#server/self-check/verify.ts'
import type { EventAction } from '#shared/events/event-actions.ts'
import { orderStatuses, refundStatuses } from '#shared/orders/order.ts'
import { returnStatuses } from '#shared/orders/return.ts'
import { zonedTime } from '#shared/time.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { beforeAll, expect, test } from 'bun:test'

/** The demo shop as it is when it is started at a time. */
async function openDemo(
  database: TestDatabase,
  at: string,
): Promise<TestKontor & { password: string; announced: string[] }> {
  const testKontor = await createTestKontor(database)
  const { kontor, clock } = testKontor
  clock.now = Date.parse(at)
  kontor.refundProviders = createDemoProviders()
  // Settings of the installation do not stop the demo.
  kontor.config = { ...kontor.config, refundLimit: '5' }
  const announced: string[] = []
  // Like servers on one database that start at the same time.
  const logins = await Promise.all([1, 2].map(() => seedDemo(kontor, () => announced.push(at))))
  const [login, ...others] = logins.filter((each) => each !== null)
  if (!login || others.length > 0) throw new Error('One demo should have been made')
  return { ...testKontor, password: login.password, announced }
}

async function expectGreen({ kontor }: TestKontor): Promise<void> {
  const { checks } = await verify(kontor)
  expect(checks.filter(({ passed }) => !passed)).toEqual([])
}

/** What people do in the demo, besides the work of every day. */
const shown: readonly EventAction[] = [
  'order.created',
  'order.confirmed',
  'order.discarded',
  'order.edited',
  'order.held',
  'order.released',
  'order.cancelled',
  'order.archived',
  'order.unarchived',
  'order.written_off',
  'order.assigned',
  'order.tagged',
  'order.note_added',
  'order.file_attached',
  'order.printed',
  'order.document_issued',
  'order.shipment_corrected',
  'order.shipment_cancelled',
  'order.return_requested',
  'order.return_approved',
  'order.return_rejected',
  'order.return_received',
  'order.return_completed',
  'order.return_cancelled',
  'payment.recorded',
  'payment.captured',
  'payment.voided',
  'refund.requested',
  'refund.approved',
  'refund.rejected',
  'refund.withdrawn',
  'refund.failed',
  'refund.succeeded',
  'refund.returned',
  'dispute.opened',
  'dispute.lost',
  'job.finished',
  'seller.changed',
  'carrier.added',
  'user.registered',
]

/** The demo can be started at any time: after a working day, or in the first minutes of a year. */
const startedAt = { sqlite: '2026-11-22T19:30+08:00', postgres: '2026-01-01T00:05+08:00' } as const

forEachDatabase((name, open) => {
  let demo: Awaited<ReturnType<typeof openDemo>>
  beforeAll(async () => {
    demo = await openDemo(await open(), startedAt[name])
  }, 120_000)

  test('the demo passes the self-check, and is announced and made once, also by servers that start at once', async () => {
    await expectGreen(demo)
    expect(await seedDemo(demo.kontor, () => demo.announced.push('again'))).toBeNull()
    expect(demo.announced).toHaveLength(1)
  })

  test('staff of the demo work during the day, after the order was placed, and can log in', async () => {
    const { kontor, clock, password } = demo
    const events = await kontor.database.read
      .selectFrom('events')
      .leftJoin('orders', 'orders.id', 'events.object_id')
      .select(['action', 'at', 'placed_at', 'actor_name', 'object_type'])
      .execute()
    const wrong = events.filter(({ at, placed_at: placedAt, actor_name: actor, object_type: type }) => {
      const { hour } = zonedTime(at, kontor.book.timeZone)
      const isAtWork = hour >= 9 && hour < 18
      return at > clock.now || at < (placedAt ?? 0) || (type === 'order' && actor !== null && !isAtWork)
    })
    expect(wrong).toEqual([])
    const response = await demo.fetch('/api/auth/login', { json: { email: 'wei.li@demo.example', password } })
    expect(await response.json()).toMatchObject({ user: { name: '李伟 Li Wei', role: 'finance' } })
  })

  // Just after a year begins, the demo shows less.
  if (name === 'sqlite')
    test('the demo shows everything that people do', async () => {
      const { read } = demo.kontor.database
      const actions = await read.selectFrom('events').select('action').distinct().execute()
      expect(actions.map(({ action }) => action)).toEqual(expect.arrayContaining([...shown]))
      const refunds = await read.selectFrom('refunds').select('status').distinct().execute()
      expect(refunds.map(({ status }) => status).toSorted()).toEqual([...refundStatuses].toSorted())
      const returns = await read.selectFrom('returns').select('status').distinct().execute()
      expect(returns.map(({ status }) => status).toSorted()).toEqual([...returnStatuses].toSorted())
      const orders = await read.selectFrom('orders').select('status').distinct().execute()
      expect(orders.map(({ status }) => status).toSorted()).toEqual([...orderStatuses].toSorted())
    })
})
