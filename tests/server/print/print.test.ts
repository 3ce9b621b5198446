import type { OrderView } from '#shared/orders/views.ts'
import type { Problem } from '#shared/problem.ts'
import { createDraft, createLine, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { toText } from '#tests/server/print/to-text.ts'
import { checkRows } from '#tests/support/find-violations.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeEach, describe, expect, test } from 'bun:test'

const hostileName = `<script>alert(1)</script>" onload="x' & 陈\u0301`

forEachDatabase((_, open) => {
  let kontor: TestKontor
  let clerk: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    clerk = await kontor.createUser('operations')
  })

  const print = (orders: string[], change: object = {}): Promise<Response> =>
    clerk.fetch('/api/prints', { json: { kind: 'packing-slip', paper: 'a4', language: 'en', orders, ...change } })
  const printText = async (orders: string[], change: object = {}): Promise<string> => {
    const response = await print(orders, change)
    expect(response.status).toBe(200)
    return toText(await response.text())
  }
  const getOrder = async (number: string): Promise<OrderView> =>
    (await (await clerk.fetch(`/api/orders/${number}`)).json()) as OrderView
  const [first, second, third] = ['SO260301-00001', 'SO260301-00002', 'SO260301-00003'] as const

  describe('a packing slip', () => {
    test('shows where the parcel goes and what is in it, and no price', async () => {
      await importAsOperator(kontor.kontor, [createDraft(1, { totalMinor: 987_654 })])
      const text = await printText([first])
      expect(text).toContain('Packing slip')
      for (const part of ['Chen Jiayi', 'Tea House', '1 Long Street', '200000 Shanghai SH', '+86 21 5555 0199'])
        expect(text).toContain(part)
      for (const part of [first, '#10001', '2026-03-01 08:01', 'SF Express', 'Note Ring twice.', 'T-1 Green tea 1'])
        expect(text).toContain(part)
      expect(text).not.toMatch(/9,?876|¥|CNY/)
    })

    test('names the country in the language of the document', async () => {
      const { shippingAddress } = createDraft(1)
      await importAsOperator(kontor.kontor, [
        createDraft(1, { shippingAddress: { ...shippingAddress, country: 'GB' } }),
      ])
      expect(await printText([first])).toContain('Shanghai SH United Kingdom')
      expect(await printText([first], { language: 'zh' })).toContain('Shanghai SH 英国')
    })

    test('goes to the billing address, or to the customer by name, if there is no other', async () => {
      const { billingAddress } = createDraft(1)
      const empty = Object.fromEntries(Object.keys(billingAddress).map((field) => [field, ''])) as typeof billingAddress
      await importAsOperator(kontor.kontor, [
        createDraft(1, { shippingAddress: empty }),
        createDraft(2, { shippingAddress: empty, billingAddress: empty, customerName: 'Wang Fang' }),
      ])
      expect(await printText([first])).toContain('Ship to Chen Jiayi Tea House 1 Long Street')
      expect(await printText([second])).toContain('Ship to Wang Fang +86 21 5555 0199')
    })

    test('lists what is still to be shipped, and everything once nothing is', async () => {
      const lines = [
        createLine({ quantity: 3, unitPriceMinor: 100 }),
        createLine({ sku: 'GIFT', requiresShipping: false, unitPriceMinor: 700 }),
      ]
      await importAsOperator(kontor.kontor, [createDraft(1, { lines })])
      const [line] = (await getOrder(first)).lines
      const ship = (quantity: number, version: number): Promise<Response> =>
        clerk.fetch(`/api/orders/${first}/shipments`, {
          json: { carrier: 'DHL', version, lines: [{ id: line?.id, quantity }] },
        })
      expect((await ship(1, 1)).status).toBe(201)
      const partial = await printText([first])
      expect(partial).toContain('1 shipped before 2 ')
      expect(partial).toContain('2 items')
      expect(partial).not.toContain('GIFT')
      expect((await ship(2, 2)).status).toBe(201)
      expect(await printText([first])).toContain('3 items')
    })

    test('warns of a status in which the order must not be shipped', async () => {
      await importAsOperator(kontor.kontor, [createDraft(1, { payment: null })])
      expect(await printText([first])).not.toContain('On hold')
      await clerk.fetch(`/api/orders/${first}/hold`, { json: { reason: 'Address unclear', version: 1 } })
      expect(await printText([first])).toContain('On hold')
    })

    test('is written in the language chosen, whatever the language of the user', async () => {
      await importAsOperator(kontor.kontor, [createDraft(1)])
      const response = await print([first], { language: 'zh', paper: '80mm' })
      const markup = await response.text()
      expect(markup).toContain('<html lang="zh-CN">')
      expect(toText(markup)).toContain('装箱单')
      expect(toText(markup)).toContain('收货人')
    })

    test('escapes every text of the customer, and runs no script but its own', async () => {
      const address = {
        name: hostileName,
        company: hostileName,
        phone: hostileName,
        line1: hostileName,
        line2: hostileName,
        city: hostileName,
        province: hostileName,
        postcode: hostileName,
        country: hostileName,
      }
      const lines = [createLine({ name: hostileName, sku: hostileName, unitPriceMinor: 1000 })]
      await importAsOperator(kontor.kontor, [
        createDraft(1, {
          customerName: hostileName,
          note: hostileName,
          phone: hostileName,
          shippingMethod: hostileName,
          externalNumber: hostileName,
          shippingAddress: address,
          lines,
        }),
      ])
      for (const kind of ['packing-slip', 'pick-list']) {
        const response = await print([first], { kind })
        const policy = response.headers.get('content-security-policy') ?? ''
        const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
        expect(policy).toStartWith(`default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; `)
        const markup = await response.text()
        expect(markup.match(/<script/g)).toHaveLength(1)
        expect(markup).toContain(`<script nonce="${nonce}">`)
        expect(markup).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot; onload=&quot;x&#39; &amp; 陈\u0301')
        expect(toText(markup)).toContain(hostileName)
      }
    })
  })

  describe('a pick list', () => {
    test('adds up what to pick for all orders, by SKU', async () => {
      const draft = (index: number, quantities: [sku: string, quantity: number][]) =>
        createDraft(index, {
          payment: null,
          totalMinor: quantities.reduce((sum, [, quantity]) => sum + quantity * 100, 0),
          lines: quantities.map(([sku, quantity]) =>
            createLine({ sku, name: `Tea ${sku}`, quantity, unitPriceMinor: 100 }),
          ),
        })
      await importAsOperator(kontor.kontor, [
        draft(1, [['T-2', 3]]),
        draft(2, [
          ['T-1', 1],
          ['T-2', 2],
          ['T-2', 2],
        ]),
        draft(3, [['T-9', 5]]),
      ])
      await clerk.fetch(`/api/orders/${third}/hold`, { json: { reason: 'Address unclear', version: 1 } })
      const text = await printText([first, second, third], { kind: 'pick-list' })
      expect(text).toContain('2 orders, 8 items')
      expect(text).toContain(`T-1 Tea T-1 1 ${second} × 1 T-2 Tea T-2 7 ${first} × 3 ${second} × 4`)
      expect(text).toContain(`Not included ${third} · On hold`)
      expect(text).not.toContain('T-9')
    })

    test('says so when there is nothing to pick', async () => {
      await importAsOperator(kontor.kontor, [createDraft(1, { status: 'cancelled', cancelledAt: 1, payment: null })])
      const text = await printText([first], { kind: 'pick-list' })
      expect(text).toContain('There is nothing to pick.')
      expect(text).toContain(`${first} · Canceled`)
    })
  })

  describe('each print', () => {
    test('is an event of every order, changes no version, and a second one is a reprint', async () => {
      await importAsOperator(kontor.kontor, [createDraft(1), createDraft(2)])
      expect(await printText([first])).not.toContain('Reprint')
      expect(await printText([first, second, first])).toMatch(
        /^2 packing slips .*Packing slip Reprint .*Packing slip Ship/s,
      )
      expect(await printText([first], { kind: 'pick-list' })).not.toContain('Reprint')
      const { events, version } = await getOrder(first)
      const printed = events.filter(({ action }) => action === 'order.printed').toReversed()
      expect(printed.map(({ parameters }) => parameters)).toEqual([
        { kind: 'packing-slip', paper: 'a4', language: 'en' },
        { kind: 'packing-slip', paper: 'a4', language: 'en', copy: 1 },
        { kind: 'pick-list', paper: 'a4', language: 'en' },
      ])
      expect(version).toBe(1)
      const checks = await checkRows(kontor.kontor)
      expect(checks.flatMap(({ violations }) => violations)).toEqual([])
    })

    test('needs one to 200 orders that exist, else nothing is recorded', async () => {
      await importAsOperator(kontor.kontor, [createDraft(1)])
      const cases: [orders: unknown, pointer: string, detail: string][] = [
        [undefined, '/orders', 'Choose at least one order.'],
        [[], '/orders', 'Choose at least one order.'],
        [[first, 'SO260301-00099'], '/orders/1', 'Order SO260301-00099 does not exist.'],
        [Array(201).fill(first), '/orders', 'Choose 200 orders or fewer.'],
        [[{ number: first }], '/orders/0', 'This value is not valid.'],
      ]
      for (const [orders, pointer, detail] of cases) {
        const response = await print(orders as string[])
        expect(response.status).toBe(422)
        expect(((await response.json()) as Problem).errors).toEqual([{ pointer, detail }])
      }
      expect((await getOrder(first)).events.map(({ action }) => action)).toEqual(['order.imported'])
    })

    test('takes 200 orders at once, each on a page of its own', async () => {
      const drafts = Array.from({ length: 200 }, (_each, index) => createDraft(index + 1))
      const outcomes = await importAsOperator(kontor.kontor, drafts)
      const numbers = outcomes.flatMap((outcome) => ('number' in outcome && outcome.number ? [outcome.number] : []))
      const markup = await (await print(numbers)).text()
      expect(markup.match(/<article/g)).toHaveLength(200)
      for (const number of numbers) expect(markup).toContain(`content: "${number}"`)
    })
  })

  test('a form opens the document, and comes back with the error if no order is chosen', async () => {
    await importAsOperator(kontor.kontor, [createDraft(1), createDraft(2)])
    const post = (fields: [string, string][]): Promise<Response> =>
      clerk.fetch('/orders?print=orders', {
        method: 'POST',
        body: new URLSearchParams([
          ['_endpoint', 'printOrders'],
          ['kind', 'packing-slip'],
          ['paper', 'a4'],
          ['language', 'en'],
          ...fields,
        ]),
      })
    const document = await post([
      ['orders', first],
      ['orders', second],
    ])
    expect(document.headers.get('content-type')).toStartWith('text/html')
    expect(toText(await document.text())).toStartWith('2 packing slips')
    const refused = await post([])
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('Choose at least one order.')
  })

  test('the dialog offers the open order, or the orders of the list from its page on', async () => {
    await importAsOperator(
      kontor.kontor,
      Array.from({ length: 230 }, (_each, index) => createDraft(index + 1)),
    )
    const load = async (
      query: string,
      user = clerk,
    ): Promise<{ orders: { number: string }[]; count: unknown } | null> =>
      (await (await user.fetch(`/orders/_payload.json?${query}`)).json()).pageState.data.printable
    expect(await load(`order=${first}&print=orders`)).toMatchObject({
      orders: [{ number: first }],
      count: { exact: 1 },
    })
    const all = await load('print=orders')
    expect(all?.orders).toHaveLength(200)
    expect(all?.orders[0]?.number).toBe('SO260301-00230')
    expect(all?.count).toEqual({ exact: 230 })
    expect(await load('print=orders&q=SO260301-00007')).toMatchObject({ orders: [{ number: 'SO260301-00007' }] })
    expect(await load('')).toBeNull()
    expect(await load('print=orders', await kontor.createUser('viewer'))).toBeNull()
  })
})
