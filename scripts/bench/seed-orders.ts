import type { Config } from '#server/config.ts'
import { openKontor } from '#server/commands/command.ts'
import { createOperatorContext } from '#server/context.ts'
import { createDemoOrders } from '#server/demo/demo-orders.ts'
import { createLog } from '#server/log.ts'
import { importDrafts } from '#server/orders/actions.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'

const batchSize = 500
const spanMs = 90 * 86_400_000

/** Fills a new data folder with `count` demo orders, in spans of 90 days going back in time. */
export async function seedOrders(dataFolder: string, count: number): Promise<void> {
  const config: Config = {
    host: '127.0.0.1',
    port: 0,
    origin: new URL('http://localhost'),
    dataFolder,
    databaseUrl: '',
    secret: undefined,
    registration: 'closed',
    timeZone: 'Asia/Shanghai',
    currency: 'CNY',
    trustedProxies: [],
    metricsToken: undefined,
    logLevel: 'error',
  }
  const kontor = await openKontor(config, createLog('error'))
  const context = createOperatorContext(kontor)
  const end = Date.now()
  for (let span = 0, done = 0; done < count; span += 1) {
    const drafts = createDemoOrders(end - span * spanMs, config.timeZone)
      .slice(0, count - done)
      .map((draft, index) => withUniqueIds(draft, `${span}-${index}`, done + index))
    for (let start = 0; start < drafts.length; start += batchSize)
      await kontor.database.inTransaction((transaction) =>
        importDrafts(transaction, context, drafts.slice(start, start + batchSize)),
      )
    done += drafts.length
  }
  await kontor.database.close()
}

const withUniqueIds = (draft: OrderDraft, id: string, index: number): OrderDraft => ({
  ...draft,
  externalId: `bench-${id}`,
  externalNumber: `#${100_000 + index}`,
  payment: draft.payment && { ...draft.payment, reference: `bench-${id}` },
})
