import type { EditPreview } from '#shared/orders/preview-views.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { Problem } from '#shared/problem.ts'
import { createDraft, createLine, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { checkRows } from '#tests/support/find-violations.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeEach, describe, expect, test } from 'bun:test'

forEachDatabase((_, open) => {
  let kontor: TestKontor
  let clerk: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    clerk = await kontor.createUser('operations')
    const lines = [
      createLine({ quantity: 2, unitPriceMinor: 500, discountMinor: 100 }),
      createLine({ sku: 'C-1', name: 'Coffee', quantity: 1, unitPriceMinor: 1100 }),
    ]
    await importAsOperator(kontor.kontor, [
      createDraft(1, { payment: null, lines, subtotalMinor: 2000, shippingMinor: 0, taxMinor: 160, totalMinor: 2160 }),
    ])
  })

  const number = 'SO260301-00001'
  const post = async (path: string, json: object, actor: Pick<TestUser, 'fetch'> = clerk) => {
    const response = await actor.fetch(`/api/orders/${number}/${path}`, { json })
    return {
      status: response.status,
      answer: (await response.json()) as OrderView & EditPreview & Omit<Problem, 'status'>,
    }
  }
  const edit = (json: object, actor: Pick<TestUser, 'fetch'> = clerk) => post('edits', { version: 1, ...json }, actor)
  const load = async (): Promise<OrderView> => (await clerk.fetch(`/api/orders/${number}`)).json() as Promise<OrderView>
  const lineIds = async (): Promise<string[]> => (await load()).lines.map(({ id }) => id)
  const find = async (q: string): Promise<number> =>
    ((await (await clerk.fetch(`/api/orders?q=${encodeURIComponent(q)}`)).json()) as { rows: unknown[] }).rows.length
  const expectVerified = async (): Promise<void> => {
    const checks = await checkRows(kontor.kontor)
    expect(checks.flatMap(({ violations }) => violations)).toEqual([])
  }

  test('an address, the contact and the note are corrected, found and recorded with what they were', async () => {
    const { status, answer } = await edit({
      customerName: 'Zhou Min',
      email: 'zhou@example.com',
      note: 'Gift,\r\nno price slip',
      shippingAddress: { name: 'Zhou Min', city: 'Lyon', country: 'France' },
    })
    expect(status).toBe(200)
    expect(answer).toMatchObject({
      version: 2,
      customerName: 'Zhou Min',
      note: 'Gift,\nno price slip',
      place: 'Lyon, France',
      shippingAddress: { name: 'Zhou Min', city: 'Lyon', line1: '1 Long Street' },
      billingAddress: { name: 'Chen Jiayi', city: 'Shanghai' },
      totalMinor: 2160,
    })
    expect(answer.events[0]).toMatchObject({ action: 'order.edited', actor: clerk.name, parameters: { version: 2 } })
    expect(answer.events[0]?.changes).toContainEqual({ field: 'shippingAddress.city', from: 'Shanghai', to: 'Lyon' })
    expect(answer.events[0]?.changes).toContainEqual({ field: 'customerName', from: 'Chen Jiayi', to: 'Zhou Min' })
    const stored = await kontor.kontor.database.read.selectFrom('events').select('parameters').execute()
    expect(JSON.stringify(stored)).not.toMatch(/Zhou|Chen|Gift|customer1|Long Street/)
    expect([await find('zhou@example.com'), await find('Lyon'), await find('customer1@mail.example')]).toEqual([
      1, 1, 0,
    ])
    await expectVerified()
  })

  test('the billing address follows the shipping address if it is the same', async () => {
    const { answer } = await edit({ shippingAddress: { city: 'Lyon' }, sameAddress: '1' })
    expect(answer.billingAddress).toEqual(answer.shippingAddress)
    await expectVerified()
  })

  test('what is sent unchanged changes nothing and is not recorded', async () => {
    const { customerName, note, shippingAddress } = await load()
    const { answer } = await edit({ customerName, note, shippingAddress, tax: '1.60', shipping: '0.00', discount: '' })
    expect([answer.version, answer.events.length]).toEqual([1, 1])
  })

  test('lines are changed, added and removed; sums, tax and statuses follow', async () => {
    const [tea, coffee] = await lineIds()
    const { status, answer } = await edit({
      lines: [
        { id: tea, quantity: '3', unitPrice: '5.50', discount: '0.50' },
        { id: coffee, remove: '1' },
      ],
      addedLines: [
        { sku: 'G-1', name: 'Gift card', quantity: '2', unitPrice: '4', withoutShipping: '1' },
        { sku: '', name: '', quantity: '', unitPrice: '' },
      ],
      shipping: '5',
      shippingMethod: 'DHL',
    })
    expect(status).toBe(200)
    expect(
      answer.lines.map(({ name, quantity, totalMinor, requiresShipping: isSent }) => [
        name,
        quantity,
        totalMinor,
        isSent,
      ]),
    ).toEqual([
      ['Green tea', 3, 1600, true],
      ['Gift card', 2, 800, false],
    ])
    // The tax was 8 % of 20.00; the new amount is 24.00 + 5.00.
    expect(answer).toMatchObject({
      subtotalMinor: 2400,
      discountMinor: 50,
      shippingMinor: 500,
      taxMinor: 232,
      totalMinor: 3132,
      balanceMinor: 3132,
      itemCount: 5,
      shippingMethod: 'DHL',
    })
    expect(answer.events[0]?.changes).toContainEqual({ field: `lines.${coffee}.name`, from: 'Coffee', to: null })
    expect([await find('G-1'), await find('C-1')]).toEqual([1, 0])
    await expectVerified()
  })

  test('a discount on all items is split, as an amount or a percentage', async () => {
    const first = await edit({ discount: '10%' })
    expect(first.answer).toMatchObject({ discountMinor: 210, subtotalMinor: 1890 })
    const second = await edit({ version: 2, discount: '1.01', tax: '1' })
    expect(second.answer).toMatchObject({ discountMinor: 101, subtotalMinor: 1999, taxMinor: 100, totalMinor: 2099 })
    await expectVerified()
  })

  test('a preview says what an edit would do, and changes nothing', async () => {
    const [tea] = await lineIds()
    const { answer } = await post('edit-previews', { version: 1, lines: [{ id: tea, quantity: 1 }] })
    expect(answer).toMatchObject({ totalMinor: 1620, differenceMinor: -540, balanceMinor: 1620 })
    expect(await load()).toMatchObject({ version: 1, totalMinor: 2160 })
  })

  describe('an order that was paid', () => {
    const send = async (version: number, json: object): Promise<OrderView> => {
      const response = await clerk.fetch('/api/orders/SO260301-00002/edits', { json: { version, ...json } })
      expect(response.status).toBe(200)
      return (await response.json()) as OrderView
    }
    beforeEach(async () => void (await importAsOperator(kontor.kontor, [createDraft(2)])))

    test('is owed when it costs more, overpaid when it costs less, and the books follow', async () => {
      expect(await send(1, { shipping: '5' })).toMatchObject({ paymentStatus: 'partially_paid', balanceMinor: 500 })
      await expectVerified()
      expect(await send(2, { shipping: '0', discount: '10%' })).toMatchObject({
        paymentStatus: 'overpaid',
        balanceMinor: -100,
      })
      await expectVerified()
      expect(await send(3, { discount: '0' })).toMatchObject({ paymentStatus: 'paid', balanceMinor: 0 })
      await expectVerified()
    })

    test('keeps its books when only its address changes', async () => {
      const { payments } = await send(1, { shippingAddress: { city: 'Lyon' } })
      expect(payments).toHaveLength(1)
      const { rows } = (await (await (await kontor.createUser('finance')).fetch('/api/finance/entries')).json()) as {
        rows: unknown[]
      }
      expect(rows).toHaveLength(1)
      await expectVerified()
    })

    test('is paid when a part payment covers what is left of it', async () => {
      await importAsOperator(kontor.kontor, [
        createDraft(3, {
          payment: { provider: 'Alipay', reference: 'p', capturedMinor: 600, capturedAt: Date.parse('2026-03-02') },
        }),
      ])
      const response = await clerk.fetch('/api/orders/SO260301-00003/edits', { json: { version: 1, discount: '50%' } })
      expect(await response.json()).toMatchObject({ totalMinor: 500, paymentStatus: 'overpaid', balanceMinor: -100 })
      await expectVerified()
    })
  })

  test('an order on hold can be edited, a cancelled one cannot', async () => {
    await post('hold', { reason: 'Address unclear', version: 1 })
    expect((await edit({ version: 2, note: 'Gift' })).answer).toMatchObject({ status: 'on_hold', note: 'Gift' })
    await post('cancellation', { reason: 'Customer asked', version: 3 })
    expect((await edit({ version: 4, note: 'No gift' })).status).toBe(409)
  })

  describe('an invalid edit changes nothing and names its fields', () => {
    const invalid: [string, (ids: string[]) => object, string[]][] = [
      [
        'amounts',
        ([tea]) => ({ lines: [{ id: tea, unitPrice: '1,5' }], shipping: '-1', tax: 'x' }),
        ['/shipping', '/tax', '/lines/0/unitPrice'],
      ],
      ['no items', (ids) => ({ lines: ids.map((id) => ({ id, remove: '1' })) }), ['/lines']],
      ['too much off', ([tea]) => ({ lines: [{ id: tea, discount: '99' }] }), ['/lines/0/discount']],
      ['too much off everything', () => ({ discount: '99' }), ['/discount']],
      ['a percentage above 100', () => ({ discount: '101%' }), ['/discount']],
      ['quantities', ([tea]) => ({ lines: [{ id: tea, quantity: 0 }] }), ['/lines/0/quantity']],
      ['an unknown line', () => ({ lines: [{ id: 'x', quantity: 1 }] }), ['/lines/0/id']],
      ['an email', () => ({ email: 'nobody' }), ['/email']],
      ['control characters', () => ({ customerName: 'A\u202eB', note: 'a\u0007b' }), ['/customerName', '/note']],
      ['a line without a name', () => ({ addedLines: [{ sku: 'X', unitPrice: '1' }] }), ['/addedLines/0/name']],
      [
        'amounts beyond exact numbers',
        ([tea]) => ({ lines: [{ id: tea, quantity: 1_000_000, unitPrice: '90000000000.00' }] }),
        ['/lines/0/unitPrice'],
      ],
    ]
    test.each(invalid)('%s', async (_name, json, pointers) => {
      const { status, answer } = await edit(json(await lineIds()))
      expect([status, answer.errors?.map(({ pointer }) => pointer)]).toEqual([422, pointers])
      expect(await load()).toMatchObject({ version: 1, totalMinor: 2160 })
    })

    test('a tax above a total that includes it', async () => {
      await importAsOperator(kontor.kontor, [createDraft(2, { payment: null, taxesIncluded: true, taxMinor: 100 })])
      const response = await clerk.fetch('/api/orders/SO260301-00002/edits', { json: { version: 1, tax: '10.01' } })
      expect(((await response.json()) as Problem).errors?.map(({ pointer }) => pointer)).toEqual(['/tax'])
    })

    test('fewer than were shipped', async () => {
      const [tea, coffee] = await lineIds()
      await post('shipments', { carrier: 'DHL', version: 1 })
      const { status, answer } = await edit({
        version: 2,
        lines: [
          { id: tea, quantity: 1 },
          { id: coffee, remove: '1' },
        ],
      })
      expect([status, answer.errors?.map(({ pointer }) => pointer)]).toEqual([
        422,
        ['/lines/0/quantity', '/lines/1/remove'],
      ])
      expect((await edit({ version: 2, lines: [{ id: tea, quantity: 3 }] })).answer).toMatchObject({
        fulfillmentStatus: 'partially_fulfilled',
      })
      await expectVerified()
    })
  })

  test('an item of a cancelled shipment stays, and its quantity can be lowered', async () => {
    const [tea, coffee] = await lineIds()
    await post('shipments', { carrier: 'DHL', version: 1, lines: [{ id: tea, quantity: 2 }] })
    const [shipment] = (await load()).shipments
    await post(`shipments/${shipment?.number}/cancellation`, { reason: 'Wrong parcel', version: 2 })
    const removed = await edit({ version: 3, lines: [{ id: tea, remove: '1' }] })
    expect([removed.status, removed.answer.errors?.map(({ pointer }) => pointer)]).toEqual([422, ['/lines/0/remove']])
    const lowered = await edit({
      version: 3,
      lines: [
        { id: tea, quantity: 1 },
        { id: coffee, remove: '1' },
      ],
    })
    expect(lowered).toMatchObject({ status: 200, answer: { itemCount: 1 } })
    await expectVerified()
  })

  describe('two people on one order', () => {
    test('merge when they change different fields', async () => {
      const [tea, coffee] = await lineIds()
      await edit({ note: 'Gift', lines: [{ id: tea, quantity: 3 }] }, await kontor.createUser('admin'))
      const { status, answer } = await edit({
        note: 'Ring twice.',
        email: 'a@b.example',
        lines: [{ id: coffee, quantity: 2 }],
      })
      expect(status).toBe(200)
      expect(answer).toMatchObject({ version: 3, note: 'Gift', email: 'a@b.example' })
      expect(answer.lines.map(({ quantity }) => quantity)).toEqual([3, 2])
      expect(answer.events[0]?.parameters).toEqual({ version: 3, currency: 'CNY', merged: 1 })
      await expectVerified()
    })

    test('are asked when they change the same field, field by field, and save again with their choices', async () => {
      await edit({ note: 'Gift', phone: '1' })
      const mine = { note: 'No gift', phone: '2', email: 'mine@b.example' }
      const { status, answer } = await edit(mine)
      expect(status).toBe(409)
      expect(answer).toMatchObject({
        type: '/problems/changed-meanwhile',
        conflictVersion: 2,
        conflicts: [
          { field: 'phone', base: '+86 21 5555 0199', mine: '2', theirs: '1' },
          { field: 'note', base: 'Ring twice.', mine: 'No gift', theirs: 'Gift' },
        ],
      })
      expect(await load()).toMatchObject({ version: 2, email: 'customer1@mail.example' })
      const undecided = await edit({ ...mine, conflictVersion: 2, choices: { note: 'mine' } })
      expect(undecided.answer.conflicts?.map(({ field }) => field)).toEqual(['phone'])
      const saved = await edit({ ...mine, conflictVersion: 2, choices: { note: 'mine', phone: 'theirs' } })
      expect(saved.answer).toMatchObject({ note: 'No gift', phone: '1', email: 'mine@b.example', version: 3 })
      await expectVerified()
    })

    test('add a line once when the same edit is sent twice', async () => {
      const added = { addedLines: [{ sku: 'X', name: 'Cup', quantity: 1, unitPrice: '1' }] }
      const answers = await Promise.all(Array.from({ length: 5 }, () => edit(added)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
      expect(await load()).toMatchObject({ version: 2, itemCount: 4 })
      await expectVerified()
    })

    test('lose nothing when many edit at the same time', async () => {
      const fields = ['customerName', 'phone', 'note', 'shippingMethod', 'email']
      const values = fields.map((field) => (field === 'email' ? 'x@y.example' : `new ${field}`))
      const answers = await Promise.all(fields.map((field, index) => edit({ [field]: values[index] })))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
      const order = await load()
      expect(fields.map((field) => order[field as 'note'])).toEqual(values)
      expect(order.version).toBe(6)
      await expectVerified()
    })
  })

  test('a forged field of an edited order is named by the self-check', async () => {
    const [tea] = await lineIds()
    await edit({ note: 'Gift', shippingAddress: { city: 'Lyon' }, lines: [{ id: tea, quantity: 3 }] })
    const forge = async (table: 'orders' | 'order_lines', column: string, value: string | number): Promise<string> => {
      await kontor.kontor.database.inTransaction((transaction) =>
        transaction
          .updateTable(table)
          .set({ [column]: value })
          .execute(),
      )
      const checks = await checkRows(kontor.kontor)
      return checks.flatMap(({ violations }) => violations).join()
    }
    expect(await forge('orders', 'note', 'Forged')).toContain('note')
    expect(await forge('orders', 'shipping_address', '{"city":"Paris"}')).toContain('shipping_address')
    expect(await forge('order_lines', 'name', 'Forged')).toContain('name')
  })

  test('users without the permission cannot edit', async () => {
    expect((await edit({ note: 'Gift' }, await kontor.createUser('finance'))).status).toBe(403)
    expect(await load()).toMatchObject({ version: 1 })
  })
})
