import { webhookTopics } from '#shared/webhooks/topics.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { onSqlite } from '#tests/support/databases.ts'
import { startProgram } from '#tests/support/start-program.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { startWebhookReceiver } from '#tests/support/webhook-receiver.ts'
import { expect, test } from 'bun:test'

// Both databases commit the claim before the request and the result after it; the processes take time.
onSqlite((open) => {
  test('a delivery arrives, with the same event, after the process that sent it was killed', async () => {
    const { database, config } = await open()
    const settings = { dataFolder: config.dataFolder, webhookNetworks: ['127.0.0.1'] }
    const kontor = await createTestKontor({ database, config: { ...config, ...settings } })
    const owner = await kontor.createUser('owner')
    const receiver = startWebhookReceiver()
    await owner.fetch('/api/webhooks', { json: { url: receiver.url, topics: webhookTopics } })
    await importAsOperator(kontor.kontor, [createDraft(1)])

    /** Sends what is due so many milliseconds later, in a process of its own. */
    const startProcess = (delayMs: number) =>
      startProgram('webhooks/webhook-process.ts', { CONFIG: JSON.stringify(settings), DELAY: String(delayMs) })
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    receiver.answer = () => {
      arrive()
      return new Promise(() => {})
    }
    const killed = startProcess(0)
    await arrived
    killed.kill('SIGKILL')
    await killed.exited

    receiver.answer = () => new Response('ok')
    const successor = startProcess(60_000)
    const isDelivered = async () =>
      (await database.read.selectFrom('webhook_deliveries').select('state').executeTakeFirst())?.state === 'delivered'
    while (!(await isDelivered())) await Bun.sleep(20)
    successor.kill()
    await successor.exited
    expect(receiver.requests).toHaveLength(2)
    expect(receiver.requests[1]?.body).toBe(receiver.requests[0]?.body ?? '')
    await receiver.stop()
  })
})
