import { purgeJobs } from '#server/jobs/purge-jobs.ts'
import type { JobList } from '#shared/jobs/views.ts'
import type { EventView } from '#shared/events/views.ts'
import type { Payload } from '#shared/page-state.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import type { OrderList, OrderView } from '#shared/orders/views.ts'
import { createJobClient, runJobs } from '#tests/server/jobs/job-client.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { createRole } from '#tests/support/create-role.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { password, type TestUser } from '#tests/support/test-user.ts'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'

forEachDatabase((_name, open) => {
  let kontor: TestKontor
  let owner: TestUser
  let clerk: TestUser
  let jobs: ReturnType<typeof createJobClient>
  let stop: () => void
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    owner = await kontor.createUser('owner', { name: 'Anna' })
    clerk = await kontor.createUser('operations', { name: 'Li Na' })
    jobs = createJobClient(clerk)
    await importAsOperator(kontor.kontor, [
      createDraft(1),
      createDraft(2),
      createDraft(3, { payment: null }),
      createDraft(4, { payment: null, status: 'cancelled', cancelledAt: 1 }),
    ])
    stop = () => undefined
  })
  afterEach(() => stop())
  const expectVerified = async (): Promise<void> => expect(await findViolations(kontor)).toEqual([])
  const start = (): void => void (stop = runJobs(kontor))

  const numberOf = (order: number): string => `SO260301-0000${order}`
  const [first, second, third, cancelled] = [1, 2, 3, 4].map(numberOf) as [string, string, string, string]
  const load = async (number: string): Promise<OrderView> =>
    (await (await owner.fetch(`/api/orders/${number}`)).json()) as OrderView
  const post = (number: string, path: string, json: object) => owner.fetch(`/api/orders/${number}/${path}`, { json })
  const listNumbers = async (query: string): Promise<string[]> =>
    ((await (await owner.fetch(`/api/orders?${query}`)).json()) as OrderList).rows.map(({ number }) => number)

  describe('a preview', () => {
    test('says what would become of each order, and changes nothing before it is started', async () => {
      await post(second, 'hold', { reason: 'Fraud', version: 1 })
      const { code, answer } = await jobs.create({
        action: 'ship',
        carrier: 'SF Express',
        orders: [first, second, third, cancelled, 'SO1', first],
      })
      expect(code).toBe(201)
      expect(answer).toMatchObject({ kind: 'ship', status: 'previewed', total: 5, done: 0, skipped: 3, by: 'Li Na' })
      expect(answer.reasons.map(({ reason, count }) => [reason, count]).toSorted()).toEqual([
        ['cancelled', 1],
        ['not-found', 1],
        ['on_hold', 1],
      ])
      expect((await load(first)).fulfillmentStatus).toBe('unfulfilled')
      expect((await jobs.change(answer.id, 'start')).answer).toMatchObject({ status: 'queued', done: 0 })
      start()
      expect(await jobs.waitFor(answer.id)).toMatchObject({ status: 'finished', done: 2, skipped: 3, refused: 0 })
      expect((await load(third)).shipments).toMatchObject([{ carrier: 'SF Express' }])
      const results = ['01 done', '02 skipped on_hold', '03 done', '04 skipped cancelled', '01 skipped not-found']
      expect(await jobs.listResults(answer.id)).toEqual(results.with(4, 'O1 skipped not-found'))
      await expectVerified()
    })

    test('of a filter has the orders that the list shows', async () => {
      await post(first, 'tags', { tag: 'vip' })
      for (const [filter, query] of [
        [{ payment: ['paid'] }, 'payment=paid'],
        [{ q: 'pay:paid -tag:vip' }, `q=${encodeURIComponent('pay:paid -tag:vip')}`],
        [{ not: ['status:cancelled'] }, 'not=status:cancelled'],
        [{ from: '2026-03-01T08:02', to: '2026-03-01T08:04' }, 'from=2026-03-01T08:02&to=2026-03-01T08:04'],
        [{ q: 'placed<2026-03-01T08:02' }, `q=${encodeURIComponent('placed<2026-03-01T08:02')}`],
        [{}, ''],
      ] as const) {
        const { answer } = await jobs.create({ action: 'tag', tag: 'gift', all: '1', filter })
        const results = await jobs.listResults(answer.id)
        expect(results).toEqual((await listNumbers(query)).map((number) => number.slice(-2)))
      }
    })

    test('names what is missing or wrong', async () => {
      const errorsOf = async (json: object) => {
        const { code, answer } = await jobs.create(json)
        return [code, answer.errors?.map(({ pointer }) => pointer)]
      }
      expect(await errorsOf({ action: 'tag', tag: 'x' })).toEqual([422, ['/orders']])
      expect(await errorsOf({ action: 'tag', tag: ' ', orders: [first] })).toEqual([422, ['/tag']])
      expect(await errorsOf({ action: 'hold', orders: [first] })).toEqual([422, ['/reason']])
      expect(await errorsOf({ action: 'hold', reason: 'x', until: '2020-01-01', orders: [first] })).toEqual([
        422,
        ['/until'],
      ])
      expect(await errorsOf({ action: 'ship', orders: [first] })).toEqual([422, ['/carrier']])
      expect(await errorsOf({ action: 'assign', assigneeId: 'x', orders: [first] })).toEqual([422, ['/assigneeId']])
      // A missing person is not the empty one, who takes orders from everyone.
      expect(await errorsOf({ action: 'assign', orders: [first] })).toEqual([422, ['/assigneeId']])
      expect((await jobs.create({ action: 'assign', assigneeId: '', orders: [first] })).code).toBe(201)
      expect(await errorsOf({ action: 'explode', orders: [first] })).toEqual([422, ['/action']])
      expect(await errorsOf({ action: 'tag', tag: 'x', all: '1', filter: { from: '2026-13-01' } })).toEqual([
        422,
        ['/filter/from'],
      ])
      // Without the misspelled filter the job would be about all orders.
      expect(await errorsOf({ action: 'tag', tag: 'x', all: '1', filter: { payments: 'paid', q: 'x' } })).toEqual([
        422,
        ['/filter/payments'],
      ])
      for (const wrong of [{ filters: { payment: 'paid' } }, { payment: ['paid'] }])
        expect(await errorsOf({ action: 'tag', tag: 'x', all: '1', ...wrong })).toEqual([
          422,
          [`/${Object.keys(wrong)[0]}`],
        ])
    })
  })

  test('an action runs on each order in the name of its user, with an event that names the job', async () => {
    start()
    for (const [input, event] of [
      [
        { action: 'tag', tag: ' VIP ' },
        { action: 'order.tagged', parameters: { tag: 'vip' } },
      ],
      [
        { action: 'untag', tag: 'vip' },
        { action: 'order.untagged', parameters: { tag: 'vip' } },
      ],
      [
        { action: 'assign', assigneeId: owner.id },
        { action: 'order.assigned', parameters: { assignee: 'Anna' } },
      ],
      [
        { action: 'hold', reason: 'Stock' },
        { action: 'order.held', parameters: { reason: 'Stock' } },
      ],
      [{ action: 'release' }, { action: 'order.released' }],
      [
        { action: 'cancel', reason: 'Sold out' },
        { action: 'order.cancelled', parameters: { reason: 'Sold out' } },
      ],
      [{ action: 'archive' }, { action: 'order.archived' }],
      [{ action: 'unarchive' }, { action: 'order.unarchived' }],
    ] as const) {
      const { answer } = await jobs.create({ ...input, orders: [third], start: '1' })
      expect(await jobs.waitFor(answer.id)).toMatchObject({ status: 'finished', total: 1, done: 1 })
      const [latest] = (await load(third)).events
      const { action, parameters = {} } = event as Pick<EventView, 'action'> & Partial<EventView>
      expect(latest).toMatchObject({ actor: 'Li Na', action, parameters: { ...parameters, job: answer.id } })
    }
    await expectVerified()
  })

  test('an order that was changed since the preview is left as it is', async () => {
    const { answer } = await jobs.create({ action: 'hold', reason: 'Stock', orders: [first, second] })
    await post(second, 'hold', { reason: 'Fraud', version: 1 })
    start()
    await jobs.change(answer.id, 'start')
    expect(await jobs.waitFor(answer.id)).toMatchObject({ done: 1, skipped: 1 })
    expect((await load(second)).holdReason).toBe('Fraud')
  })

  describe('undoing', () => {
    const run = async (input: object): Promise<string> => {
      const { answer } = await jobs.create({ orders: [first, second, third], start: '1', ...input })
      await jobs.waitFor(answer.id)
      return answer.id
    }
    const undo = async (id: string): Promise<string[]> => {
      const { code, answer } = await jobs.change(id, 'undo')
      expect(code).toBe(201)
      await jobs.waitFor(answer.id)
      expect(await jobs.load(id)).toMatchObject({ undoneBy: answer.id, actions: [] })
      expect(await jobs.load(answer.id)).toMatchObject({ undoes: id, actions: [] })
      return jobs.listResults(answer.id)
    }

    test('takes back only what no one has changed since', async () => {
      start()
      const held = await run({ action: 'hold', reason: 'Stock' })
      await post(second, 'edits', { version: 2, note: 'Ring' })
      expect(await undo(held)).toEqual(['01 done', '02 skipped changed-meanwhile', '03 done'])
      expect([(await load(first)).status, (await load(second)).status]).toEqual(['open', 'on_hold'])
      const tagged = await run({ action: 'tag', tag: 'gift' })
      await owner.fetch(`/api/orders/${first}/tags?tag=gift`, { method: 'DELETE' })
      expect(await undo(tagged)).toEqual(['01 skipped changed-meanwhile', '02 done', '03 done'])
      await owner.fetch(`/api/orders/${third}/assignee`, { method: 'PUT', json: { assigneeId: owner.id } })
      const assigned = await run({ action: 'assign', assigneeId: clerk.id })
      await owner.fetch(`/api/orders/${first}/assignee`, { method: 'PUT', json: { assigneeId: '' } })
      expect(await undo(assigned)).toEqual(['01 skipped changed-meanwhile', '02 done', '03 done'])
      expect([(await load(second)).assignee, (await load(third)).assignee]).toEqual([null, 'Anna'])
      await expectVerified()
    })

    test('restores what releasing and unarchiving took away', async () => {
      start()
      await post(first, 'hold', { reason: 'Fraud', until: '2026-04-01', version: 1 })
      await undo(await run({ action: 'release', orders: [first] }))
      expect(await load(first)).toMatchObject({ status: 'on_hold', holdReason: 'Fraud', holdUntil: '2026-04-01' })
      const archived = await run({ action: 'archive', orders: [cancelled] })
      expect(await undo(archived)).toEqual(['04 done'])
      expect((await load(cancelled)).isArchived).toBe(false)
      await expectVerified()
    })

    test('is possible once, for 15 minutes, and not for what was cancelled or changed nothing', async () => {
      start()
      const ended = await run({ action: 'cancel', reason: 'Sold out', orders: [first] })
      expect((await jobs.change(ended, 'undo')).code).toBe(409)
      const tagged = await run({ action: 'tag', tag: 'gift' })
      expect((await jobs.load(tagged)).actions).toEqual(['undo'])
      kontor.clock.now += 15 * 60_000
      expect((await jobs.load(tagged)).actions).toEqual([])
      expect((await jobs.change(tagged, 'undo')).code).toBe(409)
      kontor.clock.now -= 15 * 60_000
      const again = await run({ action: 'tag', tag: 'gift' })
      expect(await jobs.load(again)).toMatchObject({ done: 0, skipped: 3, actions: [] })
      await undo(tagged)
      expect((await jobs.change(tagged, 'undo')).code).toBe(409)
    })

    test('happens once when it is asked for several times at once', async () => {
      start()
      const tagged = await run({ action: 'tag', tag: 'gift' })
      const answers = await Promise.all([1, 2, 3, 4].map(() => jobs.change(tagged, 'undo')))
      expect(answers.map(({ code }) => code).toSorted()).toEqual([201, 409, 409, 409])
      for (const { code, answer } of answers) if (code === 201) await jobs.waitFor(answer.id)
      await expectVerified()
    })
  })

  test('a job is paused, resumed and cancelled; what is done stays done', async () => {
    const { answer } = await jobs.create({ action: 'tag', tag: 'gift', orders: [first, second] })
    expect(answer.actions).toEqual(['start', 'cancel'])
    await jobs.change(answer.id, 'start')
    expect((await jobs.change(answer.id, 'pause')).answer).toMatchObject({
      status: 'paused',
      actions: ['resume', 'cancel'],
    })
    expect((await jobs.change(answer.id, 'start')).code).toBe(409)
    start()
    expect((await jobs.change(answer.id, 'resume')).code).toBe(200)
    expect(await jobs.waitFor(answer.id)).toMatchObject({ status: 'finished', done: 2, percent: 100 })
    expect((await jobs.change(answer.id, 'cancellation')).code).toBe(409)
    const other = await jobs.create({ action: 'untag', tag: 'gift', orders: [first] })
    expect((await jobs.change(other.answer.id, 'cancellation')).answer.status).toBe('cancelled')
    expect(await (await clerk.fetch(`/orders?job=${other.answer.id}`)).text()).toMatch(/Not changed<.{1,200}>1</)
    expect((await load(first)).tags).toEqual(['gift'])
    await expectVerified()
  })

  test('orders are not held until a day that has come since the preview', async () => {
    const { answer } = await jobs.create({ action: 'hold', reason: 'Stock', until: '2026-03-16', orders: [first] })
    kontor.clock.now += 86_400_000
    await clerk.fetch('/api/auth/login', { json: { email: clerk.email, password } })
    expect((await jobs.change(answer.id, 'start')).code).toBe(200)
    start()
    expect(await jobs.waitFor(answer.id)).toMatchObject({ status: 'finished', done: 0, skipped: 1 })
    expect(await jobs.listResults(answer.id)).toEqual(['01 skipped until-passed'])
    const order = await (await clerk.fetch(`/api/orders/${first}`)).json()
    expect(order).toMatchObject({ status: 'open', version: 1 })
  })

  test('previews are deleted after a day, jobs that ended after 90 days', async () => {
    start()
    const preview = await jobs.create({ action: 'tag', tag: 'gift', orders: [first] })
    const ended = await jobs.create({ action: 'tag', tag: 'gift', orders: [first], start: '1' })
    await jobs.waitFor(ended.answer.id)
    const undone = await jobs.change(ended.answer.id, 'undo')
    await jobs.waitFor(undone.answer.id)
    const purgeAfter = async (days: number): Promise<number> => {
      await purgeJobs({ database: kontor.kontor.database, now: () => kontor.clock.now + days * 86_400_000 })
      return ((await (await clerk.fetch('/api/jobs')).json()) as JobList).jobs.length
    }
    expect([await purgeAfter(0.9), await purgeAfter(1.1), await purgeAfter(89)]).toEqual([3, 2, 2])
    expect(await purgeAfter(91)).toBeLessThan(2)
    expect(await purgeAfter(92)).toBe(0)
    expect((await jobs.load(preview.answer.id)).type).toBe('/problems/not-found')
    await expectVerified()
  })

  test('a job about many orders is written in several transactions, and previewed when all are there', async () => {
    await importAsOperator(
      kontor.kontor,
      Array.from({ length: 600 }, (_, index) => createDraft(index + 10)),
    )
    const { answer } = await jobs.create({ action: 'archive', all: '1' })
    expect(answer).toMatchObject({ status: 'previewed', total: 604, skipped: 603 })
    expect(answer.reasons).toEqual([{ result: 'skipped', reason: 'not-finished', count: 603 }])
    await expectVerified()
  })

  test('a job passes the self-check although time passes while it is stored', async () => {
    const running = await createTestKontor(await open(), { isClockRunning: true })
    const user = await running.createUser('operations')
    await importAsOperator(running.kontor, [createDraft(1)])
    const { code } = await createJobClient(user).create({ action: 'tag', tag: 'gift', orders: [first] })
    expect(code).toBe(201)
    expect(await findViolations(running)).toEqual([])
  })

  describe('permissions', () => {
    test('of the action and of its orders are needed', async () => {
      const json = { action: 'hold', reason: 'Stock', orders: [first] }
      expect((await createJobClient(await kontor.createUser('viewer')).create(json)).code).toBe(403)
      const role = await createRole(owner, ['orders.view', 'orders.bulk', 'orders.tag'])
      const tagger = createJobClient(await kontor.createUser(role))
      expect((await tagger.create(json)).code).toBe(403)
      expect((await tagger.create({ action: 'tag', tag: 'gift', orders: [first] })).code).toBe(201)
    })

    test('others do not see a job, except those who manage jobs', async () => {
      const { answer } = await jobs.create({ action: 'tag', tag: 'gift', orders: [first] })
      const colleague = await kontor.createUser('operations')
      const other = createJobClient(colleague)
      for (const change of ['start', 'cancellation', 'pause', 'undo'])
        expect((await other.change(answer.id, change)).code).toBe(404)
      expect((await colleague.fetch(`/api/jobs/${answer.id}/items`)).status).toBe(404)
      expect((await colleague.fetch('/api/jobs?everyone=1')).status).toBe(403)
      const list = async (user: TestUser, query = '') =>
        ((await (await user.fetch(`/api/jobs${query}`)).json()) as JobList).jobs.map(({ id }) => id)
      expect([await list(clerk), await list(colleague), await list(owner), await list(owner, '?everyone=1')]).toEqual([
        [answer.id],
        [],
        [],
        [answer.id],
      ])
      expect((await createJobClient(owner).change(answer.id, 'cancellation')).code).toBe(200)
    })

    test('a job stops when its user is suspended, and goes on after they are restored', async () => {
      const { answer } = await jobs.create({ action: 'tag', tag: 'gift', orders: [first, second], start: '1' })
      await owner.fetch(`/api/users/${clerk.id}/suspension`, { method: 'POST' })
      start()
      const ownerJobs = createJobClient(owner)
      expect(await ownerJobs.waitFor(answer.id)).toMatchObject({ status: 'failed', failure: 'account', done: 0 })
      expect((await load(first)).tags).toEqual([])
      await owner.fetch(`/api/users/${clerk.id}/suspension`, { method: 'DELETE' })
      await clerk.fetch('/api/auth/login', { json: { email: clerk.email, password } })
      expect((await jobs.change(answer.id, 'resume')).code).toBe(200)
      expect(await ownerJobs.waitFor(answer.id)).toMatchObject({ status: 'finished', failure: null, done: 2 })
      await expectVerified()
    })

    test('a job goes on after its user has logged out', async () => {
      const { answer } = await jobs.create({ action: 'tag', tag: 'gift', orders: [first], start: '1' })
      await clerk.fetch('/api/_auth/session', { method: 'DELETE' })
      start()
      expect(await createJobClient(owner).waitFor(answer.id)).toMatchObject({ status: 'finished', done: 1 })
    })

    test('a job of an API token is recorded with it, and stops when it is revoked', async () => {
      const json = { tokenName: 'Robot', permissions: ['orders.view', 'orders.bulk', 'orders.tag'] }
      const { secret, token } = (await (await owner.fetch('/api/tokens', { json })).json()) as {
        secret: string
        token: { id: string }
      }
      const robot = createJobClient({
        ...owner,
        fetch: (path, init) => kontor.fetch(path, { ...init, headers: { authorization: `Bearer ${secret}` } } as never),
      })
      expect((await robot.create({ action: 'hold', reason: 'x', orders: [first] })).code).toBe(403)
      const { answer } = await robot.create({ action: 'tag', tag: 'gift', orders: [first], start: '1' })
      start()
      expect(await robot.waitFor(answer.id)).toMatchObject({ status: 'finished', done: 1 })
      expect((await load(first)).events[0]).toMatchObject({ actor: 'Anna (Robot)' })
      const next = await robot.create({ action: 'untag', tag: 'gift', orders: [first] })
      expect((await owner.fetch(`/api/tokens/${token.id}`, { method: 'DELETE' })).status).toBe(200)
      const ownerJobs = createJobClient(owner)
      await ownerJobs.change(next.answer.id, 'start')
      expect(await ownerJobs.waitFor(next.answer.id)).toMatchObject({ status: 'failed', failure: 'account', done: 0 })
      await expectVerified()
    })

    test('a job stops when its user may not do it any more', async () => {
      const { answer } = await jobs.create({ action: 'cancel', reason: 'Sold out', orders: [third], start: '1' })
      await owner.fetch(`/api/users/${clerk.id}/role`, { method: 'PUT', json: { role: 'viewer' } })
      start()
      const job = await createJobClient(owner).waitFor(answer.id)
      expect(job).toMatchObject({ status: 'failed', failure: 'permission', done: 0, refused: 0 })
    })
  })

  test('the selected orders are printed, and no others', async () => {
    const query = `selected=${third}&selected=${first}&selected=SO1&print=orders`
    const { pageState } = (await (await clerk.fetch(`/orders/_payload.json?${query}`)).json()) as Payload
    const { printable } = (pageState as { data: OrdersView }).data
    expect(printable?.orders.map(({ number }) => number)).toEqual([third, first])
  })

  test('without script, forms select orders, ask, preview and start', async () => {
    const read = async (path: string) => (await clerk.fetch(path)).text()
    expect(await read('/orders')).toContain(`value="${first}" form="selected-orders"`)
    const choice = await read(`/orders?selected=${first}&selected=${second}&bulk=choose`)
    expect(choice).toContain(`href="/orders?bulk=hold&amp;selected=${first}&amp;selected=${second}"`)
    expect(await read(`/orders?selected=${first}&bulk=hold`)).toContain(`name="orders[0]" value="${first}"`)
    expect(await read('/orders?all=1&bulk=hold&payment=paid')).toContain('name="filter[payment][0]" value="paid"')
    const submit = async (path: string, values: Record<string, string>): Promise<string> => {
      const form = new URLSearchParams({ _user: clerk.id, ...values })
      const response = await clerk.fetch(path, { method: 'POST', body: form, redirect: 'manual' })
      return response.headers.get('location') ?? (await response.text())
    }
    const input = { '_endpoint': 'createOrderJob', 'action': 'hold', 'all': '1', 'filter[payment][0]': 'paid' }
    expect(await submit('/orders?all=1&bulk=hold', input)).toContain('role="alert"')
    const location = await submit('/orders?all=1&bulk=hold', { ...input, reason: 'Stock' })
    expect(location).toStartWith('/orders?job=')
    expect(await read(location)).toContain('2 orders will change.')
    start()
    const [, id = ''] = location.split('=')
    await submit(location, { _endpoint: 'startJob', job: id })
    expect(await jobs.waitFor(id)).toMatchObject({ done: 2 })
    expect(await read('/orders?jobs=own')).toContain(`href="/orders?job=${id}"`)
    expect(await (await owner.fetch(`/orders?job=${id}`)).text()).toContain('Put orders on hold')
    expect(await (await (await kontor.createUser('operations')).fetch(`/orders?job=${id}`)).text()).toContain(
      'Job not found',
    )
  })

  describe('rows of a spreadsheet', () => {
    const ship = (rows: string, more: object = {}) => jobs.create({ action: 'ship', rows, ...more })

    test('ship each order with its own carrier and tracking number', async () => {
      start()
      const { answer } = await ship(`Order\tCarrier\tNumber\r\n${first}\tSF Express\tSF1\r\n\r\n#10002\tDHL\t\n`, {
        start: '1',
      })
      expect(await jobs.waitFor(answer.id)).toMatchObject({ total: 2, done: 2 })
      expect((await load(first)).shipments).toMatchObject([{ carrier: 'SF Express', trackingNumber: 'SF1' }])
      expect((await load(second)).shipments).toMatchObject([{ carrier: 'DHL', trackingNumber: '' }])
    })

    test('may be separated by several spaces, and begin with a full-width number sign', async () => {
      start()
      const { answer } = await ship(`  ${first}  SF Express   SF1\n＃10002  DHL  DHL 2`, { start: '1' })
      expect(await jobs.waitFor(answer.id)).toMatchObject({ total: 2, done: 2 })
      expect((await load(first)).shipments).toMatchObject([{ carrier: 'SF Express', trackingNumber: 'SF1' }])
      expect((await load(second)).shipments).toMatchObject([{ carrier: 'DHL', trackingNumber: 'DHL 2' }])
    })

    test('name the line of every error, and nothing is prepared', async () => {
      await importAsOperator(kontor.kontor, [createDraft(5, { externalNumber: '#10002' })])
      const rows = [
        `${first}\tDHL\t1`,
        `SO9\tDHL\t2`,
        `${first}\tDHL\t3`,
        `\tDHL\t4`,
        `${second}\t\t5`,
        `${third}\tDHL\t6\textra`,
        `#10003\tDHL\t7\u202e`,
        '10002\tDHL\t8',
        '#10001\tDHL\t9',
      ].join('\n')
      const { code, answer } = await ship(rows)
      expect(code).toBe(422)
      expect(answer.errors?.map(({ pointer, detail }) => `${pointer} ${detail.slice(0, 7)}`)).toEqual(
        [2, 3, 4, 5, 6, 7, 8, 9].map((line) => `/rows Line ${line}:`),
      )
      expect((await (await clerk.fetch('/api/jobs')).json()) as JobList).toEqual({ jobs: [], next: null })
    })

    test('are at most 500, whatever they contain', async () => {
      const many = Array.from({ length: 501 }, (_, index) => `SO${index}\tDHL\t1`).join('\n')
      const { code, answer } = await ship(many)
      expect([code, answer.errors?.length]).toEqual([422, 501])
      const hostile = `${'\t'.repeat(50_000)}${'",;'.repeat(10_000)}`
      expect((await ship(hostile)).code).toBe(422)
      expect((await ship('x'.repeat(100_001))).code).toBe(422)
    })
  })
})
