import { createApp } from '#server/app.ts'
import { purgeAnswers } from '#server/http/idempotency.ts'
import { idempotencyKey } from '#shared/constants.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { Problem } from '#shared/problem.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { createRole } from '#tests/support/create-role.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestClient } from '#tests/support/test-client.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { password, type TestUser } from '#tests/support/test-user.ts'
import { beforeAll, expect, test } from 'bun:test'

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  let user: TestUser
  beforeAll(async () => {
    kontor = await createTestKontor(await open())
    user = await kontor.createUser('operations')
  })
  let orderCount = 0
  const newOrder = async (): Promise<string> => {
    const [outcome] = await importAsOperator(kontor.kontor, [createDraft(++orderCount)])
    return (outcome?.outcome === 'created' && outcome.number) || ''
  }
  const addNote = (
    number: string,
    key: string,
    { text = 'Gift', client = user }: { text?: string; client?: Pick<TestUser, 'fetch'> } = {},
  ): Promise<Response> =>
    client.fetch(`/api/orders/${number}/notes`, { json: { text }, headers: { [idempotencyKey.header]: key } })
  const listNotes = async (number: string): Promise<string[]> => {
    const { notes } = (await (await user.fetch(`/api/orders/${number}`)).json()) as OrderView
    return notes.map(({ text }) => text)
  }

  test('the same key and body get the same answer, and are done once', async () => {
    const number = await newOrder()
    const first = await addNote(number, 'once')
    const second = await addNote(number, 'once')
    expect([second.status, await second.json()]).toEqual([first.status, await first.json()])
    expect(await listNotes(number)).toEqual(['Gift'])
  })

  test('without a key, or with another one, the same is done again', async () => {
    const number = await newOrder()
    await addNote(number, 'first')
    await addNote(number, 'second')
    await user.fetch(`/api/orders/${number}/notes`, { json: { text: 'Gift' } })
    expect(await listNotes(number)).toHaveLength(3)
  })

  test('50 at once, to two instances, are done once and get the same answer', async () => {
    const number = await newOrder()
    const otherInstance = { ...kontor.kontor }
    const other = createTestClient({ kontor: otherInstance, app: createApp(otherInstance) })
    for (const [name, value] of user.cookies) other.cookies.set(name, value)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => addNote(number, 'parallel', { client: index % 2 === 0 ? user : other })),
    )
    const texts = await Promise.all(answers.map(async (answer) => `${answer.status} ${await answer.text()}`))
    expect(new Set(texts).size).toBe(1)
    expect(await listNotes(number)).toEqual(['Gift'])
  })

  test('a refund that is sent 20 times at once with one key is paid out once', async () => {
    const number = await newOrder()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        user.fetch(`/api/orders/${number}/refunds`, {
          json: { amount: '1.00', reason: 'Damaged' },
          headers: { [idempotencyKey.header]: 'refund' },
        }),
      ),
    )
    const views = (await Promise.all(answers.map((answer) => answer.json()))) as OrderView[]
    expect(new Set(views.map((view) => JSON.stringify(view))).size).toBe(1)
    expect(views[0]?.refunds).toHaveLength(1)
  })

  test('the same key with another body, or for another endpoint, is refused and changes nothing', async () => {
    const number = await newOrder()
    await addNote(number, 'reused')
    for (const response of [
      await addNote(number, 'reused', { text: 'No price slip' }),
      await user.fetch(`/api/orders/${number}/hold`, {
        json: { reason: 'Address unclear', version: 1 },
        headers: { [idempotencyKey.header]: 'reused' },
      }),
    ]) {
      const { type } = (await response.json()) as Problem
      expect([response.status, type]).toEqual([422, '/problems/idempotency-key-reused'])
    }
    expect(await listNotes(number)).toEqual(['Gift'])
  })

  test('keys of different users do not meet', async () => {
    const number = await newOrder()
    await addNote(number, 'shared')
    const colleague = await kontor.createUser('operations')
    expect((await addNote(number, 'shared', { text: 'Call first', client: colleague })).ok).toBe(true)
    expect(await listNotes(number)).toHaveLength(2)
  })

  test('an answer is repeated only to someone who still may see all of it', async () => {
    const number = await newOrder()
    const packer = await kontor.createUser('operations')
    const tag = (name: string): Promise<Response> =>
      packer.fetch(`/api/orders/${number}/tags`, { json: { tag: name }, headers: { [idempotencyKey.header]: 'seen' } })
    const first = await tag('gift')
    expect([first.status, await first.text()]).toEqual([200, expect.stringContaining(createDraft(orderCount).email)])
    const owner = await kontor.createUser('owner')
    const role = await createRole(owner, ['orders.view', 'orders.tag'])
    await owner.fetch(`/api/users/${packer.id}/role`, { method: 'PUT', json: { role } })
    const second = await tag('gift')
    expect([second.status, ((await second.json()) as Problem).type]).toEqual([409, '/problems/already-done'])
    expect(((await (await tag('vip')).json()) as Problem).type).toBe('/problems/idempotency-key-reused')
  })

  const typeOf = async (response: Response): Promise<string> =>
    response.ok ? String(response.status) : ((await response.json()) as Problem).type.replace('/problems/', '')

  test('what is not found leaves no key: corrected, it may be sent again', async () => {
    const number = await newOrder()
    expect((await addNote('missing', 'corrected')).status).toBe(404)
    expect((await addNote(number, 'corrected')).ok).toBe(true)
    expect(await listNotes(number)).toEqual(['Gift'])
  })

  const refund = (number: string, amount: string, key: string, client: Pick<TestUser, 'fetch'> = user) =>
    client.fetch(`/api/orders/${number}/refunds`, {
      json: { amount, reason: 'Damaged' },
      headers: { [idempotencyKey.header]: key },
    })

  test('what was refused is refused again with its key, also when it would be possible by then', async () => {
    const number = await newOrder()
    const hold = (version: number, key: string) =>
      user.fetch(`/api/orders/${number}/hold`, {
        json: { reason: 'Address unclear', version },
        headers: { [idempotencyKey.header]: key },
      })
    const early = await hold(2, 'early')
    expect(await typeOf(early.clone())).toBe('changed-meanwhile')
    expect(await typeOf(await hold(1, 'hold'))).toBe('200')
    const again = await hold(2, 'early')
    expect([again.status, await again.json()]).toEqual([early.status, await early.json()])
    expect(await typeOf(await hold(1, 'early'))).toBe('idempotency-key-reused')
    const high = await refund(number, '999999.00', 'high')
    const problem = (await high.clone().json()) as Problem
    expect([high.status, problem.errors?.map(({ pointer }) => pointer)]).toEqual([422, ['/amount']])
    expect(await (await refund(number, '999999.00', 'high')).json()).toEqual(problem)
  })

  test('50 at once, to two instances, that are refused get one refusal, and so does the same later', async () => {
    const number = await newOrder()
    const otherInstance = { ...kontor.kontor }
    const other = createTestClient({ kontor: otherInstance, app: createApp(otherInstance) })
    for (const [name, value] of user.cookies) other.cookies.set(name, value)
    const send = (client: Pick<TestUser, 'fetch'>) => refund(number, '999999.00', 'parallel-refusal', client)
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => send(at % 2 === 0 ? user : other)))
    const texts = await Promise.all(answers.map(async (answer) => `${answer.status} ${await answer.text()}`))
    const later = await send(user)
    expect(new Set([...texts, `${later.status} ${await later.text()}`]).size).toBe(1)
    expect(later.status).toBe(422)
  })

  test('of the same at once, while it becomes possible, all have the one answer', async () => {
    const number = await newOrder()
    const otherInstance = { ...kontor.kontor }
    const other = createTestClient({ kontor: otherInstance, app: createApp(otherInstance) })
    for (const [name, value] of user.cookies) other.cookies.set(name, value)
    const release = (client: Pick<TestUser, 'fetch'>) =>
      client.fetch(`/api/orders/${number}/release`, { json: {}, headers: { [idempotencyKey.header]: 'release' } })
    const hold = () => user.fetch(`/api/orders/${number}/hold`, { json: { reason: 'Address unclear', version: 1 } })
    const [held, ...answers] = await Promise.all([
      hold(),
      ...Array.from({ length: 20 }, (_, at) => release(at % 2 === 0 ? user : other)),
    ])
    expect(held.status).toBe(200)
    const results = await Promise.all([...answers, await release(user)].map(typeOf))
    expect(new Set(results).size).toBe(1)
  })

  test.each(['', 'x'.repeat(256), 'with space'])('refuses the key “%s”', async (key) => {
    const response = await addNote(await newOrder(), key)
    const { errors } = (await response.json()) as Problem
    expect(response.status).toBe(422)
    expect(errors).toEqual([{ in: 'header', pointer: '/Idempotency-Key', detail: expect.any(String) }])
  })

  test('a request that was interrupted before its answer was stored is not done again', async () => {
    const number = await newOrder()
    await addNote(number, 'interrupted')
    await kontor.kontor.database.inTransaction((transaction) =>
      transaction
        .updateTable('idempotency_keys')
        .set({ answer: null, answer_status: null })
        .where('key', '=', 'interrupted')
        .execute(),
    )
    const early = await addNote(number, 'interrupted')
    expect([early.status, early.headers.get('retry-after')]).toEqual([409, '1'])
    expect(((await early.json()) as Problem).type).toBe('/problems/request-in-progress')
    kontor.clock.now += 120_000
    const late = (await (await addNote(number, 'interrupted')).json()) as Problem
    expect([late.status, late.type]).toEqual([409, '/problems/already-done'])
    expect(await listNotes(number)).toEqual(['Gift'])
  })

  test('an order that is sent again with its key gets its first answer, however it changed since', async () => {
    const headers = { [idempotencyKey.header]: 'shop' }
    const json = { externalId: 'shop', currency: 'CNY', lines: [{ name: 'Tea', quantity: 1, unitPriceMinor: 500 }] }
    const first = await user.fetch('/api/orders', { json, headers })
    const view = (await first.json()) as OrderView
    await addNote(view.number, 'note on it')
    const second = await user.fetch('/api/orders', { json, headers })
    expect([first.status, second.status, await second.json()]).toEqual([201, 200, view])
    const other = await user.fetch('/api/orders', { json: { ...json, note: 'Gift' }, headers })
    expect(other.status).toBe(422)
  })

  test('a form without script that is posted twice is done once', async () => {
    const number = await newOrder()
    const page = await (await user.fetch(`/orders?order=${number}&action=hold`)).text()
    const [, key = ''] = new RegExp(`name="${idempotencyKey.field}" value="([^"]+)"`).exec(page) ?? []
    expect(key).not.toBe('')
    const body = new URLSearchParams({
      _endpoint: 'addNote',
      [idempotencyKey.field]: key,
      number,
      text: 'Gift',
    }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const _ of [1, 2])
      expect((await user.fetch(`/orders?order=${number}`, { method: 'POST', headers, body })).status).toBe(303)
    expect(await listNotes(number)).toEqual(['Gift'])
  })

  test('a form without script that was refused shows the refusal again, and a new key with it', async () => {
    const number = await newOrder()
    const post = (key: string) =>
      user.fetch(`/orders?order=${number}&action=hold`, {
        method: 'POST',
        body: new URLSearchParams({
          _endpoint: 'holdOrder',
          [idempotencyKey.field]: key,
          number,
          reason: 'Address unclear',
          version: '9',
        }),
      })
    for (const answer of [await post('stale'), await post('stale')]) {
      const text = await answer.text()
      expect([answer.status, answer.headers.get('content-type')]).toEqual([409, 'text/html; charset=UTF-8'])
      expect(text).toContain('Address unclear')
      expect(text).toContain(`name="${idempotencyKey.field}"`)
      expect(text).not.toContain('value="stale"')
    }
  })

  test('keys are kept for ever, their answers for seven days', async () => {
    const { kontor: own, clock, createUser } = await createTestKontor(await open())
    const client = await createUser('operations')
    const json = { externalId: 'weekly', currency: 'CNY', lines: [{ name: 'Tea', quantity: 1, unitPriceMinor: 500 }] }
    const createOrder = () => client.fetch('/api/orders', { json, headers: { [idempotencyKey.header]: 'weekly' } })
    const created = (await (await createOrder()).json()) as OrderView
    const noteOnce = () =>
      client.fetch(`/api/orders/${created.number}/notes`, {
        json: { text: 'Once' },
        headers: { [idempotencyKey.header]: 'note' },
      })
    expect((await noteOnce()).status).toBe(201)
    const refuseOnce = () =>
      client.fetch(`/api/orders/${created.number}/hold`, {
        json: { reason: 'Address unclear', version: 9 },
        headers: { [idempotencyKey.header]: 'refused' },
      })
    expect((await refuseOnce()).status).toBe(409)
    const countAnswers = async (): Promise<number> =>
      (await own.database.read.selectFrom('idempotency_keys').select('key').where('answer', 'is not', null).execute())
        .length
    clock.now += 6 * 86_400_000
    await purgeAnswers(own)
    expect(await countAnswers()).toBe(3)
    clock.now += 2 * 86_400_000
    await purgeAnswers(own)
    expect(await countAnswers()).toBe(0)

    await client.fetch('/api/auth/login', { json: { email: client.email, password } })
    const repeated = await noteOnce()
    expect([repeated.status, ((await repeated.json()) as Problem).type]).toEqual([409, '/problems/already-done'])
    const refused = await refuseOnce()
    expect([refused.status, ((await refused.json()) as Problem).type]).toEqual([409, '/problems/already-refused'])
    const repeatedOrder = await createOrder()
    expect([repeatedOrder.status, ((await repeatedOrder.json()) as OrderView).number]).toEqual([200, created.number])
  })
})
