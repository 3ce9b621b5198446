/**
 * A server that the crash tests kill: it serves the database of its configuration (`CONFIG`, JSON), and its payment provider is the test
 * (`PROVIDER`, a URL). Prints its port when it is ready.
 */
import { openDatabase } from '#server/db/open.ts'
import { startResumingRefunds } from '#server/orders/money/pay-refund.ts'
import type { RefundProvider, RefundResult } from '#server/orders/money/refund-provider.ts'
import { quietLog, testConfig } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'

const { CONFIG = '{}', PROVIDER = '' } = process.env
const config = testConfig(JSON.parse(CONFIG))

const provider: RefundProvider = {
  refund: async (payout) => {
    const response = await fetch(`${PROVIDER}/refunds`, { method: 'POST', body: JSON.stringify(payout) })
    const result = (await response.json()) as RefundResult
    // Lets the test end the process between the answer and its record.
    await fetch(`${PROVIDER}/answered`)
    return result
  },
  parseWebhook: () => undefined,
}

const { kontor, app } = await createTestKontor({ database: await openDatabase(config, quietLog), config })
kontor.refundProviders = new Map([['Stripe', provider]])
const server = Bun.serve({ port: 0, development: false, fetch: (request) => app.fetch(request) })
startResumingRefunds(kontor)
console.log(server.port)
