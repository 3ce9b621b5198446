import { createOperatorContext } from '#server/context.ts'
import { importDrafts } from '#server/orders/intake/import-drafts.ts'
import { eraseOrder } from '#server/orders/removal/erase-order.ts'
import { findOrder } from '#server/orders/find-order.ts'
import { withCustomer } from '#server/orders/edits/with-customer.ts'
import type { CustomerView } from '#shared/customers/views.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { Problem } from '#shared/problem.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { checkRows } from '#tests/support/find-violations.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
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

  const ann = { customerName: 'Ann Zhou', email: 'ann@example.com', phone: '555 010 1234' }
  const bo = { customerName: 'Bo Lin', email: 'bo@example.com', phone: '555 010 9999' }
  /** Imports orders, the first as the oldest, and returns their numbers. */
  const importOrders = async (...drafts: Partial<OrderDraft>[]): Promise<string[]> => {
    const outcomes = await importAsOperator(
      kontor.kontor,
      drafts.map((draft, index) => createDraft(index + 1, draft)),
    )
    return outcomes.map((outcome) => ('number' in outcome ? (outcome.number ?? '') : ''))
  }
  const getOrder = async (number: string): Promise<OrderView> =>
    (await owner.fetch(`/api/orders/${number}`)).json() as Promise<OrderView>
  const customerOf = async (number: string): Promise<string> => (await getOrder(number)).customerNumber ?? ''
  const load = async (number: string, user = owner): Promise<CustomerView> =>
    (await user.fetch(`/api/customers/${number}`)).json() as Promise<CustomerView>
  const post = async (path: string, json: object, user = owner) => {
    const response = await user.fetch(`/api/customers/${path}`, { json })
    return { status: response.status, answer: (await response.json()) as CustomerView & Omit<Problem, 'status'> }
  }
  const expectVerified = async (): Promise<void> =>
    expect((await checkRows(kontor.kontor)).filter(({ passed }) => !passed)).toEqual([])
  /** Every row of the database that contains a text, by table. */
  const findTables = async (pattern: RegExp): Promise<string[]> => {
    const { describeTables } = await import('#server/db/tables.ts')
    const found: string[] = []
    for (const { name } of await describeTables()) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(kontor.kontor.database.read)
      if (pattern.test(JSON.stringify(rows))) found.push(name)
    }
    return found
  }

  test('a customer shows their newest orders and what they spent in each currency', async () => {
    const refund = { amountMinor: 300, refundedAt: createDraft(9).placedAt }
    const numbers = await importOrders(
      ann,
      { ...ann, refund },
      { ...ann, currency: 'USD', totalMinor: 700 },
      { ...ann, payment: null },
      bo,
      { ...ann, customerName: 'Ann Zhou-Lin', email: 'Ann@Example.com' },
    )
    const customer = await load(await customerOf(numbers[0] ?? ''))
    expect(customer).toMatchObject({
      name: 'Ann Zhou-Lin',
      email: 'Ann@Example.com',
      orderCount: 5,
      firstOrderAt: createDraft(1).placedAt,
      lastOrderAt: createDraft(6).placedAt,
      spent: [
        { currency: 'CNY', amountMinor: 2700 },
        { currency: 'USD', amountMinor: 700 },
      ],
    })
    expect(customer.orders.map(({ number }) => number)).toEqual([5, 3, 2, 1, 0].map((index) => numbers[index] ?? ''))
    const viewer = await kontor.createUser('viewer')
    expect(await load(customer.number, viewer)).toMatchObject({ name: 'A. Zhou-Lin', email: 'A***@E***', actions: [] })
  })

  test('the list shows exactly the orders of a customer', async () => {
    const numbers = await importOrders(ann, bo, ann)
    const list = async (customer: string) => {
      const answer = (await (await owner.fetch(`/api/orders?customer=${customer}`)).json()) as { rows: OrderView[] }
      return answer.rows.map(({ number }) => number)
    }
    expect(await list(await customerOf(numbers[0] ?? ''))).toEqual([numbers[2] ?? '', numbers[0] ?? ''])
    expect(await list('CU260315-99999')).toEqual([])
    expect(await list('%25')).toEqual([])
  })

  test('merged customers have the orders of both, and are found by the contacts of both', async () => {
    const [first = '', second = ''] = await importOrders(ann, bo)
    const [kept, merged] = [await customerOf(first), await customerOf(second)]
    const { status, answer } = await post(`${kept}/merges`, { other: ' BO@example.com ' })
    expect(status).toBe(200)
    expect(answer).toMatchObject({ number: kept, orderCount: 2, mergedNumbers: [merged], name: 'Bo Lin' })
    expect(await load(merged)).toEqual(await load(kept))
    await importAsOperator(kontor.kontor, [createDraft(3, bo)])
    expect((await load(kept)).orderCount).toBe(3)
    const filtered = (await (await owner.fetch(`/api/orders?customer=${merged}`)).json()) as { rows: unknown[] }
    expect(filtered.rows).toHaveLength(3)
    await expectVerified()
  })

  test('a customer is found by an email address that begins like the numbers of customers', async () => {
    const cuno = { customerName: 'Cuno', email: 'cuno@example.com', phone: '' }
    const [first = '', second = ''] = await importOrders(ann, cuno)
    const { status, answer } = await post(`${await customerOf(first)}/merges`, { other: 'cuno@example.com' })
    expect([status, answer]).toMatchObject([200, { mergedNumbers: [await customerOf(second)] }])
  })

  test('a customer that others were merged into takes them along', async () => {
    const cai = { customerName: 'Cai', email: 'cai@example.com', phone: '' }
    const numbers = await importOrders(ann, bo, cai)
    const [a = '', b = '', c = ''] = await Promise.all(numbers.map(customerOf))
    await post(`${b}/merges`, { other: a })
    await post(`${c}/merges`, { other: a })
    expect(await load(a)).toMatchObject({ number: c, orderCount: 3, mergedNumbers: [a, b].toSorted() })
    await expectVerified()
  })

  test('customers merged into each other at once are one customer', async () => {
    const numbers = await importOrders(ann, bo)
    const [a = '', b = ''] = await Promise.all(numbers.map(customerOf))
    const results = await Promise.all([post(`${a}/merges`, { other: b }), post(`${b}/merges`, { other: a })])
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect((await load(a)).orderCount).toBe(2)
    await expectVerified()
  })

  test('only another customer can be merged', async () => {
    const [first = ''] = await importOrders(ann)
    const kept = await customerOf(first)
    for (const other of [kept, 'ann@example.com', 'nobody@example.com', 'CU000000-00001', '%'])
      expect(await post(`${kept}/merges`, { other })).toMatchObject({
        status: 422,
        answer: { errors: [{ pointer: '/other' }] },
      })
    const clerk = await kontor.createUser('finance')
    expect((await post(`${kept}/merges`, { other: 'x' }, clerk)).status).toBe(403)
  })

  test('erasing a customer leaves nothing personal anywhere, and the books as they are', async () => {
    const done = { status: 'cancelled', cancelledAt: createDraft(9).placedAt, payment: null } as const
    const address = {
      ...createDraft(1).shippingAddress,
      name: 'Ann Zhou',
      company: '',
      phone: '555 010 1234',
      line1: '7 Secret Lane',
      postcode: 'ZQ4 7XX',
    }
    const draft = { ...ann, note: 'Ring at Zhou', shippingAddress: address, billingAddress: address }
    const [first = '', second = ''] = await importOrders(draft, { ...draft, ...done }, bo)
    const edit = { version: 1, customerName: 'Ann Zhou-Lin', shippingAddress: { line1: '8 Secret Lane' } }
    await owner.fetch(`/api/orders/${first}/edits`, { json: edit, headers: { 'Idempotency-Key': 'edit-1' } })
    // Rejected with the values of both, and without the number of the order.
    const conflicting = { json: { ...edit, customerName: 'Zhou' }, headers: { 'Idempotency-Key': 'edit-2' } }
    expect((await owner.fetch(`/api/orders/${first}/edits`, conflicting)).status).toBe(409)
    await owner.fetch(`/api/orders/${first}/notes`, { json: { text: 'Call Zhou' } })
    const body = new FormData()
    body.set('file', new File(['%PDF-1.7'], 'letter of Zhou.pdf'))
    await owner.fetch(`/api/orders/${first}/attachments`, { method: 'POST', body })
    const proof = new FormData()
    for (const [name, value] of Object.entries({ version: '2', method: 'bank_transfer', amount: '5.00' }))
      proof.set(name, value)
    proof.set('evidence', new File(['%PDF-1.7'], 'transfer of Zhou.pdf'))
    const paid = await owner.fetch(`/api/orders/${first}/payments`, { method: 'POST', body: proof })
    expect(paid.status).toBe(201)
    const customer = await customerOf(first)

    const blocked = await post(`${customer}/erasure`, { confirmation: customer })
    expect(blocked).toMatchObject({ status: 409, answer: { type: '/problems/customer-unfinished' } })
    expect(blocked.answer.detail).toContain(first)
    await owner.fetch(`/api/orders/${first}/cancellation`, { json: { reason: 'Lost', version: 3, refund: '1' } })
    const { refunds, version } = await getOrder(first)
    expect(refunds.map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
    expect(await post(`${customer}/erasure`, { confirmation: 'Ann' })).toMatchObject({
      status: 422,
      answer: { errors: [{ pointer: '/confirmation' }] },
    })

    const { status, answer } = await post(`${customer}/erasure`, { confirmation: 'ann zhou' })
    expect(status).toBe(200)
    expect(answer).toMatchObject({ number: customer, name: '', email: '', phone: '', orderCount: 2, actions: [] })
    expect(answer.erasedAt).toBe(kontor.clock.now)
    const order = await getOrder(first)
    expect(order).toMatchObject({
      version: version + 1,
      customerName: '',
      email: '',
      note: '',
      place: 'Shanghai, China',
    })
    expect(order).toMatchObject({ notes: [], attachments: [{ name: 'evidence.pdf' }], totalMinor: 1000 })
    expect(order.shippingAddress).toEqual({ ...address, name: '', phone: '', line1: '', line2: '', postcode: '' })
    const [edited] = order.events.filter(({ action }) => action === 'order.edited')
    expect(edited?.changes).toContainEqual({ field: 'customerName', from: null, to: null, isErased: true })
    expect(await findTables(/Zhou|ann@example|555 ?010 ?1234|Secret Lane|ZQ4 ?7XX/i)).toEqual([])
    expect(await findTables(/Bo Lin/)).toEqual(['orders', 'order_imports'])
    await expectVerified()

    const replay = await owner.fetch(`/api/orders/${first}/edits`, {
      json: edit,
      headers: { 'Idempotency-Key': 'edit-1' },
    })
    expect(await replay.text()).not.toContain('Zhou')
    expect(await customerOf(second)).toBe(customer)
    expect((await post(`${customer}/erasure`, { confirmation: 'again' })).status).toBe(200)

    const repeated = await importAsOperator(kontor.kontor, [createDraft(1, draft), createDraft(9, ann)])
    expect(repeated.map(({ outcome }) => outcome)).toEqual(['unchanged', 'created'])
    const [, created] = repeated
    expect(await customerOf(created && 'number' in created ? (created.number ?? '') : '')).not.toBe(customer)
    expect(await post(`${customer}/merges`, { other: 'ann@example.com' })).toMatchObject({ status: 409 })
    await expectVerified()
  })

  test('a newer version of an erased order from the shop does not bring its personal data back', async () => {
    const done = { status: 'cancelled', cancelledAt: createDraft(9).placedAt, payment: null } as const
    const [number = ''] = await importOrders({ ...ann, ...done })
    const customer = await customerOf(number)
    expect((await post(`${customer}/erasure`, { confirmation: customer })).status).toBe(200)
    const moved = { ...ann, ...done, phone: '555 010 7777' }
    const [outcome] = await kontor.kontor.database.inTransaction((transaction) =>
      importDrafts(transaction, createOperatorContext(kontor.kontor), [createDraft(1, moved)]),
    )
    expect(outcome).toEqual({ outcome: 'unchanged', number })
    expect(await findTables(/555 ?010 ?7777/)).toEqual([])
    await expectVerified()
  })

  const cancelled = { status: 'cancelled', cancelledAt: createDraft(99).placedAt, payment: null } as const

  test('what is added to an erased order can be erased again', async () => {
    const [number = ''] = await importOrders({ ...ann, ...cancelled })
    const customer = await customerOf(number)
    const erase = (confirmation = customer) => post(`${customer}/erasure`, { confirmation })
    expect((await erase()).answer.actions).toEqual([])
    await owner.fetch(`/api/orders/${number}/notes`, { json: { text: 'Ann Zhou called' } })
    const body = new FormData()
    body.set('file', new File(['%PDF-1.7'], 'Ann Zhou.pdf'))
    await owner.fetch(`/api/orders/${number}/attachments`, { method: 'POST', body })
    expect((await getOrder(number)).attachments.map(({ name }) => name)).toEqual(['Ann Zhou.pdf'])
    await expectVerified()
    expect((await load(customer)).actions).toEqual(['eraseCustomer'])
    expect((await erase('wrong')).status).toBe(422)
    kontor.clock.now += 1000
    expect((await erase()).answer).toMatchObject({ actions: [], erasedAt: kontor.clock.now })
    expect(await findTables(/Ann Zhou/)).toEqual([])
    await expectVerified()
    const { events } = await getOrder(number)
    expect((await erase()).status).toBe(200)
    expect((await getOrder(number)).events).toEqual(events)
  })

  test('a personal value that is missing or back is noticed, also in an order that was erased', async () => {
    const [number = ''] = await importOrders({ ...ann, ...cancelled })
    const customer = await customerOf(number)
    await owner.fetch(`/api/customers/${customer}/erasure`, { json: { confirmation: customer } })
    const body = new FormData()
    body.set('file', new File(['%PDF-1.7'], 'invoice.pdf'))
    await owner.fetch(`/api/orders/${number}/attachments`, { method: 'POST', body })
    await expectVerified()
    await kontor.kontor.database.inTransaction((transaction) =>
      transaction.deleteFrom('event_personal_values').execute(),
    )
    const failed = (await checkRows(kontor.kontor)).filter(({ passed }) => !passed)
    expect(failed.map(({ id }) => id)).toEqual(['orders-recorded'])
  })

  test('a version from the shop that comes in while a customer is being erased does not bring personal data back', async () => {
    const [first = '', second = ''] = await importOrders({ ...ann, ...cancelled }, { ...ann, ...cancelled })
    const customer = await customerOf(first)
    // As the first of its transactions leaves it.
    const context = createOperatorContext(kontor.kontor)
    await kontor.kontor.database.inTransaction((transaction) => eraseOrder(transaction, context, first))
    const moved = { ...ann, ...cancelled, phone: '555 010 7777' }
    const [known, created] = await importAsOperator(kontor.kontor, [createDraft(1, moved), createDraft(3, moved)])
    expect(known).toEqual({ outcome: 'unchanged', number: first })
    const third = created && 'number' in created ? (created.number ?? '') : ''
    expect(await customerOf(third)).toBe(customer)
    expect((await post(`${customer}/erasure`, { confirmation: customer })).answer.orderCount).toBe(3)
    expect(await findTables(/555 ?010 ?7777|Ann Zhou/)).toEqual([])
    const [later] = await importAsOperator(kontor.kontor, [createDraft(4, ann)])
    expect(await customerOf(later && 'number' in later ? (later.number ?? '') : '')).not.toBe(customer)
    expect((await getOrder(second)).customerName).toBe('')
    await expectVerified()
  })

  test('a contact that is entered in an erased order belongs to another customer', async () => {
    const [number = ''] = await importOrders({ ...ann, ...cancelled })
    const customer = await customerOf(number)
    await post(`${customer}/erasure`, { confirmation: customer })
    const { kontor: process } = kontor
    const changed = await process.database.inTransaction(async (transaction) => {
      const order = await findOrder(transaction, number)
      if (!order) throw new Error('missing')
      return withCustomer(transaction, createOperatorContext(process), order, { email: 'ann@example.com' })
    })
    expect(changed.customer_number).not.toBe(customer)
    expect(changed.customer_number).toMatch(/^CU/)
  })

  test('a customer who is erased twice at once is erased once', async () => {
    const done = { status: 'cancelled', cancelledAt: createDraft(99).placedAt, payment: null } as const
    const [number = ''] = await importOrders({ ...ann, ...done })
    const customer = await customerOf(number)
    const erase = () => post(`${customer}/erasure`, { confirmation: customer })
    expect((await Promise.all([erase(), erase(), erase()])).map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await getOrder(number)).events.filter(({ action }) => action === 'order.erased')).toHaveLength(1)
    await expectVerified()
  })

  test('a customer with many orders is erased in parts, all of them', async () => {
    const done = { status: 'cancelled', cancelledAt: createDraft(99).placedAt, payment: null } as const
    const numbers = await importOrders(...Array.from({ length: 25 }, () => ({ ...ann, ...done })))
    const customer = await customerOf(numbers[0] ?? '')
    expect((await post(`${customer}/erasure`, { confirmation: customer })).answer.orderCount).toBe(25)
    expect(await findTables(/ann@example/)).toEqual([])
    await expectVerified()
  })

  test('erasing stops when the customer is merged into another one, whose data stays', async () => {
    const done = { status: 'cancelled', cancelledAt: createDraft(99).placedAt, payment: null } as const
    const [first = '', second = ''] = await importOrders(
      { ...bo, ...done },
      ...Array.from({ length: 25 }, () => ({ ...ann, ...done })),
    )
    const [kept, erased] = [await customerOf(first), await customerOf(second)]
    const [erasure, merge] = await Promise.all([
      post(`${erased}/erasure`, { confirmation: erased }),
      post(`${kept}/merges`, { other: erased }),
    ])
    // Merged first, it is another customer than the one that was confirmed; merged meanwhile, the erasure stops.
    expect([
      [409, 200],
      [422, 200],
      [200, 422],
    ]).toContainEqual([erasure.status, merge.status])
    expect(await getOrder(first)).toMatchObject(bo)
    await expectVerified()
  })

  test('a contact that another customer has, too, stays theirs when the first one is erased', async () => {
    const done = { status: 'cancelled', cancelledAt: createDraft(99).placedAt, payment: null } as const
    const shared = { ...bo, phone: `00${ann.phone}` }
    const [first = '', , second = ''] = await importOrders({ ...ann, ...done }, bo, shared)
    const [erased, other] = [await customerOf(first), await customerOf(second)]
    expect(other).not.toBe(erased)
    expect((await post(`${erased}/erasure`, { confirmation: erased })).status).toBe(200)
    await expectVerified()
    const [created] = await importAsOperator(kontor.kontor, [createDraft(4, { email: '', phone: ann.phone })])
    expect(await customerOf(created && 'number' in created ? (created.number ?? '') : '')).toBe(other)
  })
})
