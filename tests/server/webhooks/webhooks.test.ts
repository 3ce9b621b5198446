import { jobKinds } from '#server/job-kinds.ts'
import { runQueuedJobs } from '#server/jobs/job-runner.ts'
import { claimNext } from '#server/webhooks/attempt-delivery.ts'
import { createSequences } from '#server/webhooks/queue-deliveries.ts'
import { purgeDeliveries, rescheduleDeliveries } from '#server/webhooks/retention.ts'
import { createWebhookSender } from '#server/webhooks/webhook-sender.ts'
import { webhookTopics } from '#shared/webhooks/topics.ts'
import type { DeliveryList, DeliveryView, WebhookView } from '#shared/webhooks/webhooks.ts'
import { buildExportCsv } from '#tests/server/imports/build-export-csv.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { createRole } from '#tests/support/create-role.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { checkRows } from '#tests/support/find-violations.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#tests/support/webhook-receiver.ts'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'

const hourMs = 3_600_000
const metricsToken = 'a token of metrics'
const number = 'SO260301-00001'

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  let owner: TestUser
  let receiver: WebhookReceiver
  beforeEach(async () => {
    const { database, config } = await open()
    kontor = await createTestKontor({
      database,
      config: { ...config, metricsToken, webhookNetworks: ['127.0.0.1'] },
    })
    kontor.kontor.webhooks = createWebhookSender(kontor.kontor)
    owner = await kontor.createUser('owner')
    receiver = startWebhookReceiver()
  })
  afterEach(() => receiver.stop())

  const add = async (changes: object = {}, user = owner): Promise<{ secret: string; webhook: WebhookView }> => {
    const json = { url: receiver.url, topics: webhookTopics, ...changes }
    const response = await user.fetch('/api/webhooks', { json })
    expect(response.status).toBe(201)
    return response.json()
  }
  const importOrders = (...indexes: number[]) =>
    importAsOperator(
      kontor.kontor,
      indexes.map((index) => createDraft(index)),
    )
  const addTag = async (tag: string, order = number): Promise<void> => {
    expect((await owner.fetch(`/api/orders/${order}/tags`, { json: { tag } })).status).toBe(200)
  }
  /** Lets time pass, after which sessions have expired. */
  const waitHours = async (hours: number): Promise<void> => {
    kontor.clock.now += hours * hourMs
    owner = await kontor.createUser('owner')
  }
  /** Sends what is due now. */
  const deliver = async (): Promise<void> => {
    kontor.kontor.webhooks?.wake()
    await kontor.kontor.webhooks?.idle()
  }
  const get = async <Answer>(path: string, user = owner): Promise<Answer> => {
    const response = await user.fetch(`/api/webhooks${path}`)
    expect([path, response.status]).toEqual([path, 200])
    return response.json()
  }
  const findWebhook = async (id: string) =>
    (await get<{ rows: WebhookView[] }>('')).rows.find((webhook) => webhook.id === id)
  const listDeliveries = async (id: string, query = '') => (await get<DeliveryList>(`/${id}/deliveries${query}`)).rows
  const openDelivery = async (id: string, index = 0): Promise<DeliveryView> =>
    get(`/${id}/deliveries/${(await listDeliveries(id))[index]?.id}`)

  describe('a webhook', () => {
    test('gets every change of an order as the API answers it, masked and signed', async () => {
      const { secret, webhook } = await add()
      await importOrders(1)
      await addTag('vip')
      await deliver()
      expect(receiver.requests.map(({ event }) => event.type)).toEqual(['order.created', 'order.updated'])
      const [, request] = receiver.requests
      expect(request?.event.order).toMatchObject({
        number,
        tags: ['vip'],
        customerName: 'C. Jiayi',
        email: 'c***@m***',
      })
      expect(request?.body).not.toContain('Long Street')
      const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) =>
        request?.headers.get(`webhook-${name}`),
      )
      expect([id, Number(timestamp)]).toEqual([request?.event.id, kontor.clock.now / 1000])
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
      const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${request?.body}`).digest('base64')
      expect(signature).toBe(`v1,${expected}`)
      expect((await listDeliveries(webhook.id)).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
      expect(await openDelivery(webhook.id)).toMatchObject({
        payload: request?.body,
        lastStatus: 200,
        attempts: [{ status: 200, error: null, response: 'ok' }],
      })
      const order = await (await owner.fetch(`/api/orders/${number}`)).json()
      expect(Object.keys(request?.event.order ?? {}).toSorted()).toEqual(Object.keys(order).toSorted())
      expect(await checkRows(kontor.kontor).then((checks) => checks.flatMap(({ violations }) => violations))).toEqual(
        [],
      )
    })

    test('gets the data of customers in full only if it includes it', async () => {
      const { webhook } = await add({ includesPersonal: '1' })
      await importOrders(1)
      await deliver()
      expect(receiver.requests[0]?.event.order).toMatchObject({ customerName: 'Chen Jiayi', note: 'Ring twice.' })
      expect(receiver.requests[0]?.event.order?.actions).toEqual([])
      // Only users who may see it see what was sent.
      const integrator = await kontor.createUser(await createRole(owner, ['orders.view', 'webhooks.manage']))
      const [delivery] = await listDeliveries(webhook.id)
      const path = `/api/webhooks/${webhook.id}/deliveries/${delivery?.id}`
      const payloads = await Promise.all(
        [owner, integrator].map(async (user) => ((await (await user.fetch(path)).json()) as DeliveryView).payload),
      )
      expect(payloads).toEqual([receiver.requests[0]?.body ?? '', null])
    })

    test('with the data of customers goes to no other URL for a user who may not see that', async () => {
      const { webhook } = await add({ includesPersonal: true })
      const integrator = await kontor.createUser(await createRole(owner, ['orders.view', 'webhooks.manage']))
      const change = async (changes: object): Promise<number> => {
        const { id, url, topics, version } = webhook
        const json = { url, topics, includesPersonal: true, version, ...changes }
        return (await integrator.fetch(`/api/webhooks/${id}`, { method: 'PUT', json })).status
      }
      expect(await change({ url: `${receiver.url}/mine` })).toBe(403)
      expect(await change({ description: 'ERP' })).toBe(200)
    })

    test('sends nothing again that has the data of customers, once it may not include that or has another URL', async () => {
      const { webhook } = await add({ includesPersonal: true })
      await importOrders(1)
      receiver.answer = () => new Response('', { status: 500 })
      await deliver()
      const integrator = await kontor.createUser(await createRole(owner, ['orders.view', 'webhooks.manage']))
      const { id, topics, version } = webhook
      const changed = await integrator.fetch(`/api/webhooks/${id}`, {
        method: 'PUT',
        json: { url: `${receiver.url}/mine`, topics, version },
      })
      expect(changed.status).toBe(200)
      const [delivery] = await listDeliveries(id)
      await integrator.fetch(`/api/webhooks/${id}/deliveries/${delivery?.id}/attempts`, { json: {} })
      await deliver()
      expect(receiver.requests).toHaveLength(2)
      expect(receiver.requests[1]?.event.id).toBe(receiver.requests[0]?.event.id)
      expect(receiver.requests[0]?.body).toContain('Jiayi')
      expect(receiver.requests[1]?.body).not.toContain('Chen Jiayi')
      expect(receiver.requests[1]?.event.order).toMatchObject({ customerName: 'C. Jiayi', email: 'c***@m***' })
    })

    test('gets an event right after the change, without waiting for the next look', async () => {
      await add()
      await importOrders(1)
      await kontor.kontor.webhooks?.idle()
      expect(receiver.requests.map(({ event }) => event.type)).toEqual(['order.created'])
    })

    test('gets only the events that it subscribes to, and none of a change that fails', async () => {
      await add({ topics: ['order.cancelled'] })
      await importOrders(1)
      await owner.fetch(`/api/orders/${number}/tags`, { json: { tag: '' } })
      await deliver()
      expect(receiver.requests).toEqual([])
    })

    test('learns which orders the undo of an import has deleted', async () => {
      const body = new FormData()
      body.append('file', new File([buildExportCsv([{ name: '#1' }])], 'wrong.csv'))
      await owner.fetch('/api/imports/orders', { method: 'POST', body })
      await add({ topics: ['order.deleted'] })
      expect((await owner.fetch('/api/imports/orders/IM260315-00001/undo', { json: {} })).status).toBe(201)
      await runQueuedJobs(kontor.kontor, jobKinds)
      await deliver()
      expect(receiver.requests.map(({ event: { type, number: deleted, order } }) => [type, deleted, order])).toEqual([
        ['order.deleted', 'SO260302-00001', null],
      ])
    })

    test('gets a test event', async () => {
      const { webhook } = await add()
      expect((await owner.fetch(`/api/webhooks/${webhook.id}/tests`, { json: {} })).status).toBe(201)
      await deliver()
      expect(receiver.requests.map(({ event }) => [event.type, event.order])).toEqual([['webhook.test', null]])
    })

    test('gets nothing while it is paused, and the rest after that', async () => {
      const { webhook } = await add()
      receiver.answer = () => new Response('', { status: 500 })
      await importOrders(1)
      await deliver()
      await owner.fetch(`/api/webhooks/${webhook.id}/pause`, { json: {} })
      await addTag('vip')
      kontor.clock.now += hourMs
      await deliver()
      expect(receiver.requests).toHaveLength(1)
      receiver.answer = () => new Response('ok')
      await owner.fetch(`/api/webhooks/${webhook.id}/resume`, { json: {} })
      await deliver()
      expect(receiver.requests.map(({ event }) => event.type)).toEqual(['order.created', 'order.created'])
      expect(await findWebhook(webhook.id)).toMatchObject({ state: 'active', waitingCount: 0 })
    })

    test('is signed with the old and the new secret for a day', async () => {
      const { webhook } = await add()
      const { secret } = await (await owner.fetch(`/api/webhooks/${webhook.id}/secrets`, { json: {} })).json()
      expect(secret).toMatch(/^whsec_/)
      const sendTest = async () => {
        await owner.fetch(`/api/webhooks/${webhook.id}/tests`, { json: {} })
        await deliver()
        return receiver.requests.at(-1)?.headers.get('webhook-signature')?.split(' ').length
      }
      expect(await sendTest()).toBe(2)
      await waitHours(24)
      expect(await sendTest()).toBe(1)
    })

    test('whose secret cannot be read gets nothing, and says why', async () => {
      const { webhook } = await add()
      await kontor.kontor.database.inTransaction((transaction) =>
        transaction.updateTable('webhooks').set({ secret: 'encrypted with another secret' }).execute(),
      )
      await importOrders(1)
      await deliver()
      expect(receiver.requests).toEqual([])
      expect((await openDelivery(webhook.id)).attempts).toMatchObject([{ status: null, error: 'secret-unreadable' }])
    })

    test('is removed, and its secret with it', async () => {
      const { webhook } = await add()
      await importOrders(1)
      await owner.fetch(`/api/webhooks/${webhook.id}`, { method: 'DELETE' })
      await addTag('vip')
      await deliver()
      expect(receiver.requests.length).toBeLessThan(2)
      expect(await findWebhook(webhook.id)).toBeUndefined()
      const { read } = kontor.kontor.database
      expect(await read.selectFrom('webhooks').select('secret').executeTakeFirst()).toEqual({ secret: '' })
    })

    test('keeps its secret out of the database, of events and of the log', async () => {
      const { secret } = await add()
      const { read } = kontor.kontor.database
      const stored = [
        await read.selectFrom('webhooks').selectAll().execute(),
        await read.selectFrom('events').selectAll().execute(),
        kontor.log,
      ]
      expect(JSON.stringify(stored)).not.toContain(secret.slice('whsec_'.length))
    })
  })

  describe('a receiver that', () => {
    test('fails gets the same event again, 12 times over a day, and then no more', async () => {
      receiver.answer = () => new Response('not now', { status: 503 })
      const { webhook } = await add()
      await importOrders(1)
      await deliver()
      for (let hour = 0; hour < 30; hour += 0.01) {
        kontor.clock.now += 0.01 * hourMs
        const [next] = await kontor.kontor.database.read
          .selectFrom('webhook_deliveries')
          .select('next_attempt_at')
          .where('state', '=', 'waiting')
          .execute()
        if (next && next.next_attempt_at <= kontor.clock.now) await deliver()
      }
      await waitHours(1)
      expect(receiver.requests).toHaveLength(12)
      expect(new Set(receiver.requests.map(({ body }) => body)).size).toBe(1)
      const delivery = await openDelivery(webhook.id)
      expect(delivery).toMatchObject({ state: 'failed', nextAttemptAt: null, lastStatus: 503 })
      const [first, last] = [delivery.attempts[0]?.at ?? 0, delivery.attempts.at(-1)?.at ?? 0]
      expect((last - first) / hourMs).toBeWithin(23, 25)
      expect(await findWebhook(webhook.id)).toMatchObject({ state: 'failing', lastDeliveredAt: null })
    })

    test('has failed while the clock was ahead gets its deliveries once the clock is right', async () => {
      receiver.answer = () => new Response('', { status: 500 })
      await add()
      await importOrders(...Array.from({ length: 10 }, (_, index) => index + 1))
      kontor.clock.now += 24 * hourMs
      await deliver()
      kontor.clock.now -= 24 * hourMs
      receiver.answer = () => new Response('ok')
      const before = receiver.requests.length
      await rescheduleDeliveries(kontor.kontor)
      await deliver()
      expect(receiver.requests).toHaveLength(before + 10)
    })

    test('works again gets what waited, each order from its oldest event on', async () => {
      const isBroken = new Set([number])
      receiver.answer = ({ event }) => new Response('', { status: isBroken.has(event.order?.number ?? '') ? 500 : 200 })
      const { webhook } = await add()
      await importOrders(1, 2)
      await deliver()
      await addTag('one')
      await addTag('two')
      await addTag('one', 'SO260301-00002')
      await deliver()
      const types = (order: string) =>
        receiver.requests.filter(({ event }) => event.order?.number === order).map(({ event }) => event.type)
      // The later events of the first order wait for its first one.
      expect(types(number)).toEqual(['order.created'])
      expect(types('SO260301-00002')).toEqual(['order.created', 'order.updated'])
      isBroken.clear()
      kontor.clock.now += hourMs
      await deliver()
      expect(types(number)).toEqual(['order.created', 'order.created', 'order.updated', 'order.updated'])
      const again = receiver.requests.filter(({ event }) => event.order?.number === number).slice(0, 2)
      expect(again[1]?.body).toBe(again[0]?.body ?? '')
      expect(await findWebhook(webhook.id)).toMatchObject({
        state: 'active',
        failingSince: null,
        lastDeliveredAt: kontor.clock.now,
        waitingCount: 0,
      })
      const metrics = await kontor.fetch('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })
      expect(await metrics.text()).toContain('kontor_webhook_attempts_total{result="failed"} 1\n')
    })

    test('has failed for three days is switched off, which the home page shows, until someone resumes it', async () => {
      receiver.answer = () => new Response('', { status: 500 })
      const { webhook } = await add()
      for (let day = 0; day <= 3; day++) {
        await owner.fetch(`/api/webhooks/${webhook.id}/tests`, { json: {} })
        await deliver()
        await waitHours(24)
      }
      await deliver()
      expect(await findWebhook(webhook.id)).toMatchObject({ state: 'off' })
      const { read } = kontor.kontor.database
      expect(
        await read.selectFrom('events').select('object_id').where('action', '=', 'webhook.switched_off').execute(),
      ).toEqual([{ object_id: webhook.id }])
      const { pageState } = await (await owner.fetch('/_payload.json')).json()
      expect(pageState.data.waiting.brokenWebhooks).toBe(1)
      const sent = receiver.requests.length
      await deliver()
      expect(receiver.requests).toHaveLength(sent)
      receiver.answer = () => new Response('ok')
      await owner.fetch(`/api/webhooks/${webhook.id}/resume`, { json: {} })
      await deliver()
      expect(receiver.requests.length).toBeGreaterThan(sent)
      expect(await findWebhook(webhook.id)).toMatchObject({ state: 'active' })
      expect((await checkRows(kontor.kontor)).flatMap(({ violations }) => violations)).toEqual([])
    })

    test('redirects is not followed', async () => {
      receiver.answer = () => Response.redirect(`${receiver.url}/elsewhere`, 307)
      const { webhook } = await add()
      await importOrders(1)
      await deliver()
      expect(receiver.requests.map(({ path }) => path)).toEqual(['/hooks'])
      expect((await openDelivery(webhook.id)).attempts).toMatchObject([{ status: 307, error: 'redirect' }])
    })

    test('hangs holds up no other', async () => {
      const other = startWebhookReceiver()
      const { promise: end, resolve: release } = Promise.withResolvers<void>()
      receiver.answer = async () => {
        await end
        return new Response('late')
      }
      await add()
      await add({ url: other.url })
      await importOrders(1, 2, 3, 4, 5, 6, 7, 8)
      kontor.kontor.webhooks?.wake()
      while (other.requests.length < 8) await Bun.sleep(5)
      // Only a few wait at the receiver that hangs.
      expect(receiver.requests).toHaveLength(4)
      release()
      await kontor.kontor.webhooks?.idle()
      expect(receiver.requests).toHaveLength(8)
      await other.stop()
    })

    test('has failed five times in a row is tried only once in a while', async () => {
      receiver.answer = () => new Response('', { status: 500 })
      const { webhook } = await add()
      await importOrders(...Array.from({ length: 30 }, (_, index) => index + 1))
      await deliver()
      expect(receiver.requests.length).toBeWithin(5, 10)
      const before = receiver.requests.length
      kontor.clock.now += 30_000
      await deliver()
      expect(receiver.requests).toHaveLength(before + 1)
      expect(await findWebhook(webhook.id)).toMatchObject({ state: 'failing' })
    })
  })

  describe('deliveries', () => {
    test('of an order are numbered for each webhook, also those of one transaction', async () => {
      const { webhook } = await add()
      await importOrders(1)
      const { database } = kontor.kontor
      const { order_id: order } = await database.read
        .selectFrom('webhook_deliveries')
        .select('order_id')
        .executeTakeFirstOrThrow()
      const next = await database.inTransaction((transaction) => createSequences(transaction, [order ?? '']))
      expect([webhook.id, webhook.id, 'another'].map((id) => next(id, order ?? ''))).toEqual([2, 3, 1])
    })

    test('of a process that was killed are sent by another one, with the same event', async () => {
      const { webhook } = await add()
      const sender = kontor.kontor.webhooks
      delete kontor.kontor.webhooks
      await importOrders(1)
      const claimed = await claimNext(kontor.kontor, webhook.id)
      if (sender) kontor.kontor.webhooks = sender
      await deliver()
      expect(receiver.requests).toEqual([])
      kontor.clock.now += 60_000
      await deliver()
      expect(receiver.requests.map(({ event }) => event.id)).toEqual([claimed?.delivery.event_id ?? ''])
    })

    test('are sent once by several servers', async () => {
      const second = await createTestKontor({ database: kontor.kontor.database, config: kontor.kontor.config })
      second.kontor.webhooks = createWebhookSender(second.kontor)
      await add()
      await importOrders(...Array.from({ length: 24 }, (_, index) => index + 1))
      second.kontor.webhooks.wake()
      await Promise.all([deliver(), second.kontor.webhooks.idle()])
      await deliver()
      expect(receiver.requests).toHaveLength(24)
      expect(new Set(receiver.requests.map(({ event }) => event.id)).size).toBe(24)
    })

    test('are sent again by hand, with the same event, and read page by page', async () => {
      const { webhook } = await add()
      await importOrders(...Array.from({ length: 30 }, (_, index) => index + 1))
      await deliver()
      const [first] = await listDeliveries(webhook.id)
      await owner.fetch(`/api/webhooks/${webhook.id}/deliveries/${first?.id}/attempts`, { json: {} })
      await deliver()
      expect(receiver.requests.filter(({ event }) => event.id === first?.eventId)).toHaveLength(2)
      expect((await openDelivery(webhook.id)).attempts).toHaveLength(2)
      const page = await get<DeliveryList>(`/${webhook.id}/deliveries`)
      const rest = await get<DeliveryList>(`/${webhook.id}/deliveries?before=${page.next}`)
      expect([page.rows.length, rest.rows.length, rest.next]).toEqual([25, 5, null])
      const wrong = await owner.fetch(`/api/webhooks/${webhook.id}/deliveries?before=1`)
      expect(await wrong.json()).toMatchObject({ status: 422, errors: [{ in: 'query', pointer: '/before' }] })
      expect(await listDeliveries(webhook.id, '?deliveryState=failed')).toEqual([])
    })

    test('forget the data of a customer that is erased, and after a month everything', async () => {
      await add({ includesPersonal: '1' })
      await importAsOperator(kontor.kontor, [
        createDraft(1, { payment: null, status: 'cancelled', cancelledAt: kontor.clock.now }),
      ])
      await deliver()
      const { read } = kontor.kontor.database
      const countPayloads = async () =>
        (await read.selectFrom('webhook_deliveries').select('payload').execute()).map(({ payload }) => payload !== null)
      expect(await countPayloads()).toEqual([true])
      const { customerNumber } = await (await owner.fetch(`/api/orders/${number}`)).json()
      const erased = await owner.fetch(`/api/customers/${customerNumber}/erasure`, {
        json: { confirmation: customerNumber },
      })
      expect(erased.status).toBe(200)
      await deliver()
      const bodies = await read.selectFrom('webhook_deliveries').select('payload').execute()
      expect(JSON.stringify(bodies)).not.toContain('Jiayi')
      kontor.clock.now += 31 * 24 * hourMs
      await purgeDeliveries(kontor.kontor)
      expect(await countPayloads()).toEqual([])
    })

    test('are kept for a month, however many older ones are deleted', async () => {
      await add()
      const { database } = kontor.kontor
      await importOrders(...Array.from({ length: 251 }, (_, index) => index + 1))
      await waitHours(1)
      await importOrders(252)
      kontor.clock.now += 30 * 24 * hourMs - hourMs
      await purgeDeliveries(kontor.kontor)
      const countDeliveries = async (): Promise<number> =>
        (await database.read.selectFrom('webhook_deliveries').select('id').execute()).length
      expect(await countDeliveries()).toBe(252)
      kontor.clock.now += 1
      await purgeDeliveries(kontor.kontor)
      expect(await countDeliveries()).toBe(1)
    })
  })

  describe('input', () => {
    const refusal = async (changes: object, user = owner) => {
      const response = await user.fetch('/api/webhooks', {
        json: { url: receiver.url, topics: webhookTopics, ...changes },
      })
      const { errors } = await response.json()
      return [response.status, errors?.[0]?.pointer]
    }

    test('is refused when the URL is private, insecure or no URL, and without events', async () => {
      for (const url of [
        'http://10.0.0.1/',
        'https://10.0.0.1/',
        'https://169.254.169.254/latest/meta-data',
        'https://[::1]/',
        'https://[::ffff:127.0.0.2]/',
        'https://[fe80::1]/',
        'https://0x7f.2/',
        'https://2130706434/',
        'https://user:password@example.com/',
        'ftp://example.com/',
        'example.com',
        '',
      ])
        expect([url, ...(await refusal({ url }))]).toEqual([url, 422, '/url'])
      expect(await refusal({ topics: [] })).toEqual([422, '/topics'])
      expect(await refusal({ topics: ['everything'] })).toEqual([422, '/topics/0'])
    })

    test('without networks that the operator allows must be https', async () => {
      kontor.kontor.config = { ...kontor.kontor.config, webhookNetworks: [] }
      expect(await refusal({ url: 'http://example.com/' })).toEqual([422, '/url'])
      for (const url of ['https://localhost/', 'https://shop.localhost./'])
        expect([url, ...(await refusal({ url }))]).toEqual([url, 422, '/url'])
      expect(await refusal({})).toEqual([422, '/url'])
    })

    test('of a version that someone else has changed meanwhile is a conflict', async () => {
      const { webhook } = await add()
      const change = async (version: number) => {
        const json = { url: receiver.url, topics: ['order.created'], description: 'Warehouse', version }
        return (await owner.fetch(`/api/webhooks/${webhook.id}`, { method: 'PUT', json })).status
      }
      expect([await change(webhook.version), await change(webhook.version)]).toEqual([200, 409])
      expect(await findWebhook(webhook.id)).toMatchObject({ description: 'Warehouse', topics: ['order.created'] })
      const counts = ['?q=warehouse', '?q=shop', '?webhookState=off'].map(
        async (query) => (await get<DeliveryList>(query)).rows.length,
      )
      expect(await Promise.all(counts)).toEqual([1, 0, 0])
    })
  })
})
