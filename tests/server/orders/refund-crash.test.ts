import type { RefundPayout } from '#server/orders/money/refund-provider.ts'
import { SimulatedProvider } from '#server/orders/money/simulated-provider.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { checkRows } from '#tests/support/find-violations.ts'
import { onSqlite, type TestDatabase } from '#tests/support/databases.ts'
import { startProgram } from '#tests/support/start-program.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { afterEach, beforeEach, expect, test } from 'bun:test'

const number = 'SO260301-00001'

/** Where the process is when it is killed. */
const killPoints = ['before it is paid', 'before the answer', 'before the answer is recorded'] as const
type KillPoint = (typeof killPoints)[number]

/** A process that runs Kontor. */
interface RefundProcess {
  port: string
  kill: () => Promise<void>
}

// Both databases commit before the call and after it; the processes take time.
onSqlite((open) => {
  let testDatabase: TestDatabase
  let kontor: TestKontor
  let owner: TestUser
  let payments: SimulatedProvider
  /** Kills the process that asks the provider; `undefined` if it may go on. */
  let killAt: KillPoint | undefined
  let process: RefundProcess
  let provider: ReturnType<typeof startProvider>

  beforeEach(async () => {
    testDatabase = await open()
    kontor = await createTestKontor(testDatabase)
    owner = await kontor.createUser('owner')
    const payment = { provider: 'Stripe', reference: 'ch_1', capturedMinor: 1000, capturedAt: createDraft(1).placedAt }
    await importAsOperator(kontor.kontor, [createDraft(1, { payment })])
    payments = new SimulatedProvider()
    provider = startProvider()
    process = await startProcess()
  })
  afterEach(async () => {
    await process.kill()
    await provider.stop(true)
  })

  /** The payment provider, over HTTP. */
  const startProvider = () =>
    Bun.serve({
      port: 0,
      fetch: async (request) => {
        if (request.url.endsWith('/answered')) {
          if (killAt === 'before the answer is recorded') await process.kill()
          return new Response()
        }
        const payout = (await request.json()) as RefundPayout
        if (killAt === 'before it is paid') await process.kill()
        else {
          const result = await payments.refund(payout)
          if (killAt === 'before the answer') await process.kill()
          return Response.json(result)
        }
        return new Response(null, { status: 503 })
      },
    })

  async function startProcess(): Promise<RefundProcess> {
    const { dataFolder, databaseUrl } = testDatabase.config
    const settings = { CONFIG: JSON.stringify({ dataFolder, databaseUrl }), PROVIDER: provider.url.origin }
    const child = startProgram('orders/refund-process.ts', settings)
    const { value } = await child.stdout.getReader().read()
    const kill = async (): Promise<void> => {
      child.kill('SIGKILL')
      await child.exited
    }
    return { port: new TextDecoder().decode(value).trim(), kill }
  }

  /** Asks the process for a refund; the status of the answer, `undefined` for none. */
  const refund = (amount: string): Promise<number | undefined> => {
    const { host, origin } = kontor.kontor.config.origin
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return fetch(`http://localhost:${process.port}/api/orders/${number}/refunds`, {
      method: 'POST',
      headers: { host, origin, cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ amount, reason: 'Goodwill' }),
    }).then(
      ({ status }) => status,
      () => undefined,
    )
  }
  const load = async (): Promise<OrderView> => (await (await owner.fetch(`/api/orders/${number}`)).json()) as OrderView
  const paidMinor = (): number => [...payments.paid.values()].reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  /** Starts the process again and waits until nothing is being paid any more. */
  const restart = async (): Promise<OrderView> => {
    killAt = undefined
    process = await startProcess()
    for (;;) {
      const order = await load()
      if (order.refundPendingMinor === 0 && order.refunds.every(({ status }) => status !== 'processing')) return order
      await Bun.sleep(20)
    }
  }
  const expectPaidOnce = async ({ refunds, refundedMinor, refundPendingMinor }: OrderView): Promise<void> => {
    expect(refunds.map(({ status }) => status)).toEqual(refunds.map(() => 'succeeded'))
    expect([payments.paid.size, paidMinor(), refundPendingMinor]).toEqual([refunds.length, refundedMinor, 0])
    const checks = await checkRows(kontor.kontor)
    expect(checks.flatMap(({ violations }) => violations)).toEqual([])
  }

  test('a refund is paid and recorded once when the process is killed at any step', async () => {
    for (const [index, point] of killPoints.entries()) {
      killAt = point
      expect(await refund('1.00')).toBeUndefined()
      const killed = await load()
      expect(killed.refunds.at(-1)).toMatchObject({ status: 'processing', amountMinor: 100 })
      expect(killed.refundPendingMinor).toBe(100)
      expect(payments.paid.size).toBe(point === 'before it is paid' ? index : index + 1)
      const order = await restart()
      expect(order.refunds).toHaveLength(index + 1)
      await expectPaidOnce(order)
    }
  })

  test('a refund is paid and recorded once, or not requested, when the process is killed at any time', async () => {
    for (const delayMs of [2, 8]) {
      const answered = refund('0.50')
      await Bun.sleep(delayMs)
      await process.kill()
      const count = (await load()).refunds.length
      expect(await answered).toBeOneOf([201, undefined])
      await expectPaidOnce(await restart())
      expect(payments.paid.size).toBe(count)
    }
  })
})
