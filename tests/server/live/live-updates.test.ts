import { readOpenWork } from '#server/home/open-work.ts'
import { createRole } from '#tests/support/create-role.ts'
import { createLiveUpdates } from '#server/live/live-updates.ts'
import { openDatabase } from '#server/db/open.ts'
import { createApp } from '#server/app.ts'
import type { OrderUpdate, OrderViewer } from '#shared/live/views.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { createJobClient, runJobs } from '#tests/server/jobs/job-client.ts'
import { openStream } from '#tests/server/live/read-updates.ts'
import { forEachDatabase, quietLog, type TestDatabase } from '#tests/support/databases.ts'
import { createTestClient } from '#tests/support/test-client.ts'
import { password } from '#tests/support/test-user.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { beforeEach, expect, test } from 'bun:test'

const findChange =
  (number: string, version: number | null) =>
  ({ changes }: { changes: OrderUpdate[] }): OrderUpdate | undefined =>
    changes.find((change) => change.number === number && change.version === version)

const findViewers =
  (...names: string[]) =>
  ({ viewers }: { viewers: OrderViewer[] | null }): OrderViewer[] | undefined =>
    viewers?.map(({ name }) => name).join() === names.join() ? viewers : undefined

forEachDatabase((dialect, open) => {
  let opened: TestDatabase
  let kontor: TestKontor
  let number: string
  let since: string
  beforeEach(async () => {
    opened = await open()
    kontor = await createTestKontor(opened)
    const [outcome] = await importAsOperator(kontor.kontor, [createDraft(1)])
    number = outcome?.outcome === 'created' ? (outcome.number ?? '') : ''
    since = `since=${kontor.clock.now}`
  })
  const hold = { reason: 'Address unclear', version: 1 }

  test('a stream tells of a change of an order: its number, its version, who and when', async () => {
    const li = await kontor.createUser('operations', { name: 'Li Na' })
    const stream = await openStream(await kontor.createUser('viewer'), since)
    expect(Object.fromEntries(stream.response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    await li.fetch(`/api/orders/${number}/hold`, { json: hold })
    const change = await stream.find(findChange(number, 2))
    expect(change).toEqual({
      number,
      version: 2,
      at: kontor.clock.now,
      by: { id: li.id, name: 'Li Na' },
      isNew: false,
    })
    await stream.disconnect()
  })

  test('pages learn that a job goes on, also those that ask every few seconds', async () => {
    const li = await kontor.createUser('operations')
    const jobs = createJobClient(li)
    const stream = await openStream(li, since)
    const stop = runJobs(kontor)
    // An order that is skipped has no event of its own.
    const { answer } = await jobs.create({ action: 'release', orders: [number] })
    await jobs.change(answer.id, 'start')
    const { status } = await jobs.waitFor(answer.id)
    expect(status).toBe('finished')
    await stream.find((update) => (update.jobs.includes(answer.id) ? true : undefined))
    const asked = await (await li.fetch(`/api/live?${since}`)).json()
    expect(asked.jobs).toEqual([answer.id])
    await stream.disconnect()
    stop()
  })

  test('pages without orders learn that a job has another status, not how far it is', async () => {
    const li = await kontor.createUser('operations')
    const jobs = createJobClient(li)
    const stream = await openStream(li, since, '/api/live/session')
    const orders = await openStream(li, since)
    const stop = runJobs(kontor)
    const { answer } = await jobs.create({ action: 'release', orders: [number] })
    await jobs.change(answer.id, 'start')
    await jobs.waitFor(answer.id)
    for (const each of [stream, orders])
      await each.find(({ changedJobs }) => (changedJobs.includes(answer.id) ? true : undefined))
    expect(stream.updates.flatMap((update) => [...update.jobs, ...update.changes])).toEqual([])
    const asked = async (query: string) => (await (await li.fetch(`/api/live/session?${query}`)).json()).changedJobs
    expect([await asked(since), await asked('')]).toEqual([[answer.id], [answer.id]])
    expect(await asked(`since=${kontor.clock.now + 60_000}`)).toEqual([])
    await stream.disconnect()
    await orders.disconnect()
    stop()
  })

  test('what was rolled back is not told', async () => {
    const li = await kontor.createUser('operations')
    const stream = await openStream(li, since)
    expect((await li.fetch(`/api/orders/${number}/hold`, { json: { ...hold, version: 7 } })).status).toBe(409)
    await li.fetch(`/api/orders/${number}/hold`, { json: hold })
    await stream.find(findChange(number, 2))
    expect(stream.updates.flatMap(({ changes }) => changes.filter(({ isNew }) => !isNew))).toHaveLength(1)
    await stream.disconnect()
  })

  test('an import tells of new orders, and says when it does not list them all', async () => {
    const stream = await openStream(await kontor.createUser('viewer'), since)
    await importAsOperator(
      kontor.kontor,
      Array.from({ length: 60 }, (_, index) => createDraft(index + 2)),
    )
    const change = await stream.find(({ changes }) => changes.find(({ isNew }) => isNew))
    expect(change).toMatchObject({ by: null, isNew: true })
    await stream.find(({ changes, isComplete }) => (changes.length > 0 && !isComplete ? true : undefined))
    expect(stream.updates.flatMap(({ changes }) => changes).length).toBeLessThan(60)
    await stream.disconnect()
  })

  test('a page without a stream asks for what happened since, and learns when that is not known', async () => {
    const viewer = await kontor.createUser('viewer')
    const poll = async (at: number) => (await viewer.fetch(`/api/live?order=${number}&since=${at}`)).json()
    expect(await poll(kontor.clock.now)).toEqual({
      now: kontor.clock.now,
      changes: [],
      isComplete: true,
      viewers: [],
      jobs: [],
      changedJobs: [],
      counts: {},
    })
    expect(await poll(0)).toMatchObject({ isComplete: false })
    const li = await kontor.createUser('operations', { name: 'Li Na' })
    const stream = await openStream(li, `order=${number}&${since}`)
    await li.fetch(`/api/orders/${number}/hold`, { json: hold })
    await stream.find(findChange(number, 2))
    // On PostgreSQL, viewers arrive by notification, possibly after the change.
    let { changes, viewers } = await poll(kontor.clock.now)
    while (viewers.length === 0) ({ changes, viewers } = await poll(kontor.clock.now))
    expect(changes).toContainEqual(expect.objectContaining({ number, version: 2 }))
    expect(viewers).toEqual([{ name: 'Li Na', since: kontor.clock.now }])
    await stream.disconnect()
  })

  test('someone who views as another user is not shown as that user', async () => {
    const owner = await kontor.createUser('owner')
    const li = await kontor.createUser('operations', { name: 'Li Na' })
    await owner.fetch(`/api/users/${li.id}/views`, { json: { reason: 'A question about an order' } })
    const stream = await openStream(owner, `order=${number}&${since}`)
    await owner.fetch(`/api/live?order=${number}&${since}`)
    const other = await kontor.createUser('viewer')
    expect(await (await other.fetch(`/api/live?order=${number}&${since}`)).json()).toMatchObject({ viewers: [] })
    expect(stream.updates.flatMap(({ viewers }) => viewers ?? [])).toEqual([])
    await stream.disconnect()
  })

  test('the others see who has the same order open, once each, until they leave', async () => {
    const li = await kontor.createUser('operations', { name: 'Li Na' })
    const watched = `order=${number}&${since}`
    const stream = await openStream(await kontor.createUser('viewer'), watched)
    const [first, second] = [await openStream(li, watched), await openStream(li, watched)]
    expect(await stream.find(findViewers('Li Na'))).toEqual([{ name: 'Li Na', since: kontor.clock.now }])
    stream.updates.splice(0)
    await first.disconnect()
    await second.disconnect()
    await stream.find(findViewers())
    await stream.disconnect()
  })

  test('a page that asks again and again is shown to the others, too', async () => {
    let skippedMs = 0
    const elapsed = (): number => performance.now() + skippedMs
    kontor = await createTestKontor(opened, { elapsed })
    const stream = await openStream(await kontor.createUser('viewer'), `order=${number}&${since}`)
    const li = await kontor.createUser('operations', { name: 'Li Na' })
    await li.fetch(`/api/live?order=${number}&${since}`)
    await stream.find(findViewers('Li Na'))
    stream.updates.splice(0)
    // It does not ask again.
    skippedMs = 10_000
    await stream.find(findViewers())
    await stream.disconnect()
  })

  test('a stream ends when its session does, or its user is suspended or gets another role, or the role changes', async () => {
    const owner = await kontor.createUser('owner')
    const role = await createRole(owner, ['orders.view', 'orders.tag'])
    const [leaving, suspended, demoted, remaining, restricted] = await Promise.all(
      ['viewer', 'viewer', 'operations', 'viewer', role].map((each) => kontor.createUser(each)),
    )
    if (!leaving || !suspended || !demoted || !remaining || !restricted) throw new Error('No users')
    const streams = await Promise.all(
      [leaving, suspended, demoted, remaining, restricted].map((user) => openStream(user, since)),
    )
    const [ofLeaving, ofSuspended, ofDemoted, ofRemaining, ofRestricted] = streams
    expect(kontor.kontor.live.countStreams()).toBe(5)
    await leaving.fetch('/api/_auth/session', { method: 'DELETE' })
    await ofLeaving?.ended
    await owner.fetch(`/api/users/${suspended.id}/suspension`, { method: 'POST' })
    await ofSuspended?.ended
    expect(ofSuspended?.names).toEqual(['event: session-ended'])
    await kontor.kontor.database.inTransaction((transaction) =>
      transaction.updateTable('users').set({ role: 'viewer' }).where('id', '=', demoted.id).execute(),
    )
    await ofDemoted?.ended
    const less = { roleName: 'Less', permissions: ['orders.view'], version: 1 }
    await owner.fetch(`/api/roles/${role}`, { method: 'PUT', json: less })
    await ofRestricted?.ended
    expect(kontor.kontor.live.countStreams()).toBe(1)
    const response = await suspended.fetch(`/api/live?${since}`, { headers: { accept: 'text/event-stream' } })
    expect(response.status).toBe(401)
    await ofRemaining?.disconnect()
  })

  test('a page without orders learns nothing of them, but that its session has ended', async () => {
    const owner = await kontor.createUser('owner')
    const viewer = await kontor.createUser('viewer')
    const watch = () => openStream(viewer, '', '/api/live/session')
    const [stream, ofOrders] = [await watch(), await openStream(owner, since)]
    await owner.fetch(`/api/orders/${number}/hold`, { json: hold })
    await ofOrders.find(findChange(number, 2))
    await ofOrders.disconnect()
    expect(await (await viewer.fetch('/api/live/session')).json()).toMatchObject({ changes: [], viewers: null })
    await owner.fetch(`/api/users/${viewer.id}/suspension`, { method: 'POST' })
    await stream.ended
    expect([stream.updates.flatMap(({ changes }) => changes), stream.names]).toEqual([[], ['event: session-ended']])
    expect((await viewer.fetch('/api/live/session')).status).toBe(401)
  })

  test('a stream ends when the password is changed in another session of its user', async () => {
    const user = await kontor.createUser('viewer')
    const other = kontor.createClient()
    await other.fetch('/api/auth/login', { json: { email: user.email, password } })
    const [ofUser, ofOther] = [await openStream(user, since), await openStream({ ...user, ...other }, since)]
    const json = { currentPassword: password, password: 'another long password' }
    expect((await other.fetch('/api/account/password', { method: 'PUT', json })).status).toBe(200)
    await ofUser.ended
    expect(kontor.kontor.live.countStreams()).toBe(1)
    await ofOther.disconnect()
  })

  test('a user has at most 6 streams; a further page gets one update and asks again', async () => {
    const viewer = await kontor.createUser('viewer')
    const streams = await Promise.all(Array.from({ length: 7 }, () => openStream(viewer, since)))
    const types = streams.map(({ response }) => response.headers.get('content-type')?.split(';')[0])
    expect(types.toSorted()).toEqual(['application/json', ...Array(6).fill('text/event-stream')])
    const other = await openStream(await kontor.createUser('viewer'), since)
    expect(other.response.headers.get('content-type')).toBe('text/event-stream')
    expect(kontor.kontor.live.countStreams()).toBe(7)
    await Promise.all([...streams, other].map((stream) => stream.disconnect()))
    expect(kontor.kontor.live.countStreams()).toBe(0)
  })

  test('stopping the server ends the streams, and no new one is opened', async () => {
    const viewer = await kontor.createUser('viewer')
    const stream = await openStream(viewer, since)
    await kontor.app.drain(1000)
    await stream.ended
    const next = await openStream(viewer, since)
    expect(next.response.headers.get('content-type')).toStartWith('application/json')
  })

  test('asking in the background does not keep a session alive', async () => {
    const viewer = await kontor.createUser('viewer')
    kontor.clock.now += 11 * 3_600_000
    expect((await viewer.fetch(`/api/live?${since}`)).status).toBe(200)
    kontor.clock.now += 2 * 3_600_000
    expect((await viewer.fetch(`/api/live?${since}`)).status).toBe(401)
  })

  test('HEAD gets the headers of a stream and leaves none open', async () => {
    const viewer = await kontor.createUser('viewer')
    const response = await viewer.fetch(`/api/live?${since}`, {
      method: 'HEAD',
      headers: { accept: 'text/event-stream' },
    })
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(kontor.kontor.live.countStreams()).toBe(0)
  })

  if (dialect === 'postgres')
    test('two servers on one database tell each other of changes, and of who has an order open', async () => {
      const database = await openDatabase(opened.config, quietLog)
      try {
        const { log, now } = kontor.kontor
        const live = createLiveUpdates({ database, log, readOpenWork, now })
        const app = createApp({ ...kontor.kontor, database, live })
        const other = createTestClient({ app, kontor: kontor.kontor })
        const li = await kontor.createUser('operations', { name: 'Li Na' })
        for (const [name, value] of li.cookies) other.cookies.set(name, value)
        const stream = await openStream(await kontor.createUser('viewer'), `order=${number}&${since}`)
        const ofLi = await openStream(other, `order=${number}&${since}`)
        await stream.find(findViewers('Li Na'))
        await ofLi.find(findViewers('Test viewer'))
        await other.fetch(`/api/orders/${number}/hold`, { json: hold })
        expect((await stream.find(findChange(number, 2))).by?.name).toBe('Li Na')
        await stream.disconnect()
        await ofLi.find(findViewers())
        await ofLi.disconnect()
      } finally {
        await database.close()
      }
    })
})
