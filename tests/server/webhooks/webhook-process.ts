/**
 * A server that the crash test kills: it sends what is due in the database of its configuration (`CONFIG`, JSON), `DELAY` milliseconds after
 * the time at which the clock of tests starts. Prints a line when it has begun.
 */
import { openDatabase } from '#server/db/open.ts'
import { createWebhookSender, startSendingWebhooks } from '#server/webhooks/webhook-sender.ts'
import { quietLog, testConfig } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'

const { CONFIG = '{}', DELAY = '0' } = process.env
const config = testConfig(JSON.parse(CONFIG))
const { kontor, clock } = await createTestKontor({ database: await openDatabase(config, quietLog), config })
clock.now += Number(DELAY)
kontor.webhooks = createWebhookSender(kontor)
startSendingWebhooks(kontor)
console.log('started')
