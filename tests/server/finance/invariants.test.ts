import { verify } from '#server/finance/verify.ts'
import { forEachDatabase, type Opened } from '#tests/support/databases.ts'
import { sell } from '#tests/server/finance/documents.ts'
import { openShop, type Shop, sale } from '#tests/server/finance/shop.ts'
import { afterEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import fc from 'fast-check'

const broken = async (shop: Shop) => (await verify(shop.kontor)).checks.filter(({ passed }) => !passed)

const running: Bun.Subprocess[] = []
afterEach(async () => {
  for (const child of running.splice(0)) {
    child.kill('SIGKILL')
    await child.exited
  }
})

/** Lets another process sell until it has told of `batches` and kills it in the middle of the next. */
async function sellAndKill({ config }: Opened, name: string, batches: number): Promise<void> {
  const words = [config.dataFolder, config.databaseUrl, name]
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'selling-process.ts'), ...words], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  running.push(child)
  let told = ''
  for await (const chunk of child.stdout) {
    told += new TextDecoder().decode(chunk)
    if (told.split('\n').length > batches) break
  }
  // Somewhere within the few milliseconds of a batch.
  await Bun.sleep(Math.random() * 8)
  child.kill('SIGKILL')
  await child.exited
}

const anySale = fc
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
  .map(({ refundShares, daysAgo, shipped, ...sold }) => {
    // Shares of the first payment, within what an order may be granted.
    let left = Math.min(sold.captured[0] ?? 0, 7_000)
    const refunded = refundShares
      .map((share) => Math.floor(share * left))
      .filter((amount) => amount > 0 && (left -= amount) >= 0)
    return { ...sold, ...(shipped && { shipped }), refunded, daysAgo }
  })

forEachDatabase((_name, open) => {
  test('whatever is sold, in whatever order and at the same time, the books hold', async () => {
    const shop = await openShop(await open())
    await fc.assert(
      fc.asyncProperty(fc.array(anySale, { minLength: 1, maxLength: 12 }), async (sales) => {
        await Promise.all(
          sales.map(({ daysAgo, ...sold }) => sell(shop, { ...sold, placedAt: shop.clock.now - daysAgo * 86_400_000 })),
        )
        shop.clock.now += 1_000
        expect(await broken(shop)).toEqual([])
      }),
      { numRuns: 15 },
    )
  }, 60_000)

  test('movements that fail leave no trace among those that do not', async () => {
    const shop = await openShop(await open())
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, async (_, index) => {
        if (index % 3 === 0) return shop.book(sale().refunded(1))
        if (index % 3 === 1) return shop.book(sale().captured(10_388, 5))
        await sell(shop, { captured: [8_388], refunded: [388] })
      }),
    )
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(20)
    expect(await broken(shop)).toEqual([])
    const { head_seq } = await shop.kontor.database.read.selectFrom('book').select('head_seq').executeTakeFirstOrThrow()
    expect(head_seq).toBe(20)
  })

  test('a process that is killed in the middle of a batch leaves whole batches and books that hold', async () => {
    const opened = await open()
    const shop = await openShop(opened)
    for (const [name, batches] of [
      ['a', 1],
      ['b', 2],
      ['c', 4],
    ] as const) {
      await sellAndKill(opened, name, batches)
      const { count } = await opened.database.read
        .selectFrom('orders')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      expect(count % 20).toBe(0)
      expect(count).toBeGreaterThanOrEqual(20 * batches)
      expect(await broken(shop)).toEqual([])
    }
    await sell(shop, { captured: [8_388] })
    expect(await broken(shop)).toEqual([])
  }, 60_000)
})
