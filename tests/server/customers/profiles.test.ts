import type { CustomerView } from '#shared/customers/views.ts'
import type { Problem } from '#shared/problem.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { checkRows } from '#tests/support/find-violations.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'bun:test'

forEachDatabase((_, open) => {
  let kontor: TestKontor
  let owner: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    owner = await kontor.createUser('owner')
  })

  const ann = {
    name: 'Ann Zhou',
    email: 'ann@example.com',
    phone: '555 010 1234',
    city: 'Hangzhou',
    line1: '8 West St',
  }
  const post = async (path: string, json: object, user = owner) => {
    const response = await user.fetch(`/api/customers${path}`, { json })
    return { status: response.status, answer: (await response.json()) as CustomerView & Omit<Problem, 'status'> }
  }
  const create = async (json: object): Promise<CustomerView> => (await post('', json)).answer
  const load = async (number: string, user = owner): Promise<CustomerView> =>
    (await user.fetch(`/api/customers/${number}`)).json() as Promise<CustomerView>
  const order = async (position: number, contact: { name: string; email: string; phone: string }): Promise<string> => {
    const { name: customerName, email, phone } = contact
    const [outcome] = await importAsOperator(kontor.kontor, [createDraft(position, { customerName, email, phone })])
    const number = outcome && 'number' in outcome ? (outcome.number ?? '') : ''
    const answer = (await (await owner.fetch(`/api/orders/${number}`)).json()) as { customerNumber: string }
    return answer.customerNumber
  }
  const expectVerified = async (): Promise<void> =>
    expect((await checkRows(kontor.kontor)).filter(({ passed }) => !passed)).toEqual([])

  test('a customer without orders has a profile, and the next order with its contact belongs to it', async () => {
    const { status, answer } = await post('', ann)
    expect(status).toBe(201)
    expect(answer).toMatchObject({
      ...{ name: 'Ann Zhou', email: 'ann@example.com', orderCount: 0, firstOrderAt: null, spent: [], version: 1 },
      profile: { ...ann, company: '', acceptsMarketing: '' },
      source: 'kontor',
    })
    expect(await order(1, { name: 'A. Zhou', email: ' ANN@example.com', phone: '' })).toBe(answer.number)
    expect(await order(2, { name: 'A. Zhou', email: '', phone: '(555) 010-1234' })).toBe(answer.number)
    expect(await load(answer.number)).toMatchObject({ orderCount: 2, name: 'Ann Zhou' })
    await expectVerified()
  })

  test('a customer needs a name, an email address or a phone number, and an email address of their own', async () => {
    const errorsOf = async (path: string, json: object) => (await post(path, json)).answer.errors
    expect(await errorsOf('', { city: 'Hangzhou' })).toMatchObject([{ pointer: '/name' }])
    expect(await errorsOf('', { email: 'no address' })).toMatchObject([{ pointer: '/email' }])
    const { number } = await create(ann)
    expect(await errorsOf('', { name: 'Bo', email: 'Ann@example.com' })).toMatchObject([
      { pointer: '/email', detail: expect.stringContaining(number) },
    ])
    expect(await errorsOf('', { name: 'Bo', phone: '5550101234' })).toMatchObject([{ pointer: '/phone' }])
    const bo = await create({ name: 'Bo', email: 'bo@example.com', phone: '5550101234' })
    expect(await errorsOf(`/${bo.number}/edits`, { version: 1, email: 'ann@example.com' })).toMatchObject([
      { pointer: '/email' },
    ])
    expect(await order(1, { name: 'Zhou', email: '', phone: '5550101234' })).toBe(number)
    await expectVerified()
  })

  test('an edit changes what it names, for the version that its user saw', async () => {
    const { number } = await create(ann)
    const edited = await post(`/${number}/edits`, {
      version: 1,
      company: 'Zhou Tea',
      phone: '',
      acceptsMarketing: 'yes',
    })
    expect(edited.answer.profile).toMatchObject({ ...ann, company: 'Zhou Tea', phone: '', acceptsMarketing: 'yes' })
    const late = await post(`/${number}/edits`, { version: 1, name: 'Ann Zhou-Lin' })
    expect(late.status).toBe(409)
    // Nothing finds the customer by the phone number that was cleared.
    expect(await order(1, { name: 'Bo', email: '', phone: '5550101234' })).not.toBe(number)
    await post(`/${number}/edits`, { version: 2, email: 'zhou@example.com' })
    expect(await order(2, { name: 'Ann', email: 'zhou@example.com', phone: '' })).toBe(number)
    await expectVerified()
  })

  test('a customer with orders gets a profile, which orders do not follow', async () => {
    const number = await order(1, { name: 'Ann', email: 'ann@example.com', phone: '' })
    const { answer } = await post(`/${number}/edits`, { version: 0, name: 'Ann Zhou', city: 'Hangzhou' })
    expect(answer).toMatchObject({ name: 'Ann Zhou', email: 'ann@example.com', profile: { email: 'ann@example.com' } })
    const list = (await (await owner.fetch(`/api/orders?customer=${number}`)).json()) as {
      rows: { customerName: string }[]
    }
    expect(list.rows.map(({ customerName }) => customerName)).toEqual(['Ann'])
    await expectVerified()
  })

  test('merging keeps the profile of one and fills its gaps from the other', async () => {
    const kept = await create({ name: 'Ann Zhou', email: 'ann@example.com' })
    const merged = await create({ ...ann, name: 'Anna', email: 'anna@example.com' })
    const { answer } = await post(`/${kept.number}/merges`, { other: merged.number })
    expect(answer.profile).toMatchObject({ ...ann, name: 'Ann Zhou', email: 'ann@example.com' })
    expect(await order(1, { name: 'Anna', email: 'anna@example.com', phone: '' })).toBe(kept.number)
    expect(await load(merged.number)).toMatchObject({ number: kept.number, orderCount: 1 })
    await expectVerified()
  })

  test('erasing leaves nothing of a profile', async () => {
    // As programs create and edit customers, so that a request that is sent again gets the same answer.
    const sendOnce = async (path: string, json: object): Promise<CustomerView> =>
      (await owner.fetch(`/api/customers${path}`, { json, headers: { 'Idempotency-Key': `send${path}` } })).json()
    const { number } = await sendOnce('', { ...ann, note: 'Allergic to nuts' })
    await sendOnce(`/${number}/edits`, { version: 1, phone: '555 010 4321' })
    const { status, answer } = await post(`/${number}/erasure`, { confirmation: number })
    expect(status).toBe(200)
    expect(answer).toMatchObject({ name: '', email: '', profile: { name: '', city: '' }, actions: [] })
    const { describeTables } = await import('#server/db/tables.ts')
    const found: string[] = []
    for (const { name } of await describeTables()) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(kontor.kontor.database.read)
      if (/Ann Zhou|ann@example|0101234|0104321|West St|nuts/i.test(JSON.stringify(rows))) found.push(name)
    }
    expect(found).toEqual([])
    expect((await post(`/${number}/edits`, { version: 3, name: 'Ann' })).status).toBe(409)
    expect(await order(1, { name: 'Ann', email: 'ann@example.com', phone: '' })).not.toBe(number)
    await expectVerified()
  })

  test('users who may not see personal data see a masked profile, and no values in its events', async () => {
    const { number } = await create({ ...ann, note: 'Regular', company: 'Zhou Tea' })
    const viewer = await kontor.createUser('viewer')
    expect((await load(number, viewer)).profile).toMatchObject({
      ...{ name: 'A. Zhou', email: 'a***@e***', phone: '***34', company: '***', line1: '***', note: '' },
      city: 'Hangzhou',
    })
    expect((await post('', { name: 'Bo' }, viewer)).status).toBe(403)
    const { rows } = await sql<{ parameters: string }>`
      select parameters from events where object_type = 'customer'`.execute(kontor.kontor.database.read)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.parameters).not.toContain('Zhou')
  })
})
