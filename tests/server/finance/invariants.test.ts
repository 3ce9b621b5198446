import { checkRows } from '#tests/support/find-violations.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { startProgram } from '#tests/support/start-program.ts'
import { createOrder } from '#tests/server/finance/create-order.ts'
import { createLedgerFixture, type LedgerFixture, createSale } from '#tests/server/finance/ledger-fixture.ts'
import { afterEach, expect, test } from 'bun:test'
import fc from 'fast-check'

const findFailedChecks = async (fixture: LedgerFixture) =>
  (await checkRows(fixture.kontor)).filter(({ passed }) => !passed)

const childProcesses: Bun.Subprocess[] = []
afterEach(async () => {
  for (const child of childProcesses.splice(0)) {
    child.kill('SIGKILL')
    await child.exited
  }
})

/** Lets another process create orders until it has printed `batches` lines, and kills it within the next batch. */
async function createOrdersAndKill({ config }: TestDatabase, batches: number): Promise<void> {
  const { dataFolder, databaseUrl } = config
  const child = startProgram('finance/selling-process.ts', { CONFIG: JSON.stringify({ dataFolder, databaseUrl }) })
  childProcesses.push(child)
  let stdout = ''
  for await (const chunk of child.stdout) {
    stdout += new TextDecoder().decode(chunk)
    if (stdout.split('\n').length > batches) break
  }
  // A batch takes a few milliseconds.
  await Bun.sleep(Math.random() * 8)
  child.kill('SIGKILL')
  await child.exited
}

const orderArbitrary = fc
  .record({
    currency: fc.constantFrom('CNY', 'USD', 'JPY'),
    provider: fc.constantFrom('Alipay', 'WeChat Pay', 'Stripe'),
    taxesIncluded: fc.boolean(),
    shipped: fc.constantFrom('all' as const, 'part' as const, undefined),
    status: fc.constantFrom('open' as const, 'cancelled' as const),
    daysAgo: fc.integer({ min: 0, max: 40 }),
    captured: fc.array(fc.integer({ min: 1, max: 9_000 }), { maxLength: 3 }),
    refundShares: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }),
  })
  .map(({ refundShares, daysAgo, shipped, ...orderOptions }) => {
    // Shares of the first payment, within the limit for refunds of an order.
    let left = Math.min(orderOptions.captured[0] ?? 0, 7_000)
    const refunded = refundShares
      .map((share) => Math.floor(share * left))
      .filter((amount) => amount > 0 && (left -= amount) >= 0)
    return { ...orderOptions, ...(shipped && { shipped }), refunded, daysAgo }
  })

forEachDatabase((_name, open) => {
  test('passes every check after random orders, created at the same time', async () => {
    const fixture = await createLedgerFixture(await open())
    await fc.assert(
      fc.asyncProperty(fc.array(orderArbitrary, { minLength: 1, maxLength: 12 }), async (sales) => {
        await Promise.all(
          sales.map(({ daysAgo, ...orderOptions }) =>
            createOrder(fixture, { ...orderOptions, placedAt: fixture.clock.now - daysAgo * 86_400_000 }),
          ),
        )
        fixture.clock.now += 1_000
        expect(await findFailedChecks(fixture)).toEqual([])
      }),
      { numRuns: 15 },
    )
  }, 60_000)

  test('keeps nothing of failed movements between successful ones', async () => {
    const fixture = await createLedgerFixture(await open())
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, async (_, index) => {
        if (index % 3 === 0) return fixture.book(createSale().refund(1))
        if (index % 3 === 1) return fixture.book(createSale().capture(10_388, 5))
        await createOrder(fixture, { captured: [8_388], refunded: [388] })
      }),
    )
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(20)
    expect(await findFailedChecks(fixture)).toEqual([])
    const { head_seq } = await fixture.kontor.database.read
      .selectFrom('book')
      .select('head_seq')
      .executeTakeFirstOrThrow()
    expect(head_seq).toBe(20)
  })

  test('keeps whole batches and passes every check after a process is killed within a batch', async () => {
    const testDatabase = await open()
    const fixture = await createLedgerFixture(testDatabase)
    for (const batches of [1, 2, 4]) {
      await createOrdersAndKill(testDatabase, batches)
      const { count } = await testDatabase.database.read
        .selectFrom('orders')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      expect(count % 20).toBe(0)
      expect(count).toBeGreaterThanOrEqual(20 * batches)
      expect(await findFailedChecks(fixture)).toEqual([])
    }
    await createOrder(fixture, { captured: [8_388] })
    expect(await findFailedChecks(fixture)).toEqual([])
  }, 60_000)
})
