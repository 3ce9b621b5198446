import type { OrderList, OrderView } from '#shared/orders/views.ts'
import type { OrderPreview } from '#shared/orders/preview-views.ts'
import type { Problem } from '#shared/problem.ts'
import { checkRows } from '#tests/support/find-violations.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeAll, expect, test } from 'bun:test'
import * as fc from 'fast-check'

const entered = {
  customerName: 'Wang Fang <b>',
  email: 'wang@mail.example',
  phone: '13800000000',
  note: 'Gift\nno price slip',
  shippingAddress: { line1: '1 Long Street', city: 'Shanghai' },
  lines: [
    { sku: 'T-1', name: 'Green tea', quantity: 3, unitPrice: '12.50' },
    { name: 'Gift card', unitPrice: '20', withoutShipping: '1' },
    { name: '', unitPrice: '' },
  ],
  discount: '10%',
  shipping: '8',
  tax: '3.05',
}

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  let user: TestUser
  beforeAll(async () => {
    kontor = await createTestKontor(await open())
    user = await kontor.createUser('operations')
  })
  const enter = async (changes: object = {}): Promise<OrderView> => {
    const response = await user.fetch('/api/orders/drafts', { json: { ...entered, ...changes } })
    expect(response.status).toBe(201)
    return (await response.json()) as OrderView
  }
  const act = async ({ number, version }: OrderView, path: string, input: object = {}): Promise<OrderView> => {
    const response = await user.fetch(`/api/orders/${number}/${path}`, { json: { version, ...input } })
    expect(response.ok).toBe(true)
    return (await response.json()) as OrderView
  }
  const expectVerified = async (): Promise<void> =>
    expect((await checkRows(kontor.kontor)).filter(({ passed }) => !passed)).toEqual([])

  test('an order that staff enter is a draft with the sums of the server, until it is confirmed', async () => {
    const draft = await enter()
    expect(draft).toMatchObject({
      source: 'kontor',
      externalNumber: '',
      status: 'draft',
      paymentStatus: 'unpaid',
      fulfillmentStatus: 'unfulfilled',
      currency: 'CNY',
      subtotalMinor: 5175,
      discountMinor: 575,
      shippingMinor: 800,
      taxMinor: 305,
      totalMinor: 6280,
      customerName: 'Wang Fang <b>',
      place: 'Shanghai',
      itemCount: 4,
      importedAt: null,
      actions: ['confirm', 'edit', 'discard'],
      shippingAddress: { name: 'Wang Fang <b>', city: 'Shanghai' },
      billingAddress: { city: 'Shanghai' },
    })
    expect(draft.lines.map(({ requiresShipping, discountMinor }) => [requiresShipping, discountMinor])).toEqual([
      [true, 375],
      [false, 200],
    ])
    expect(draft.events.map(({ action }) => action)).toEqual(['order.created'])
    const edited = await act(draft, 'edits', { note: 'Call first', shipping: '0' })
    expect([edited.status, edited.shippingMinor]).toEqual(['draft', 0])
    const confirmed = await act(edited, 'confirmation')
    expect([confirmed.status, confirmed.paymentStatus]).toEqual(['open', 'unpaid'])
    expect(confirmed.actions).toContain('ship')
    await expectVerified()
  })

  test('an order can be confirmed at once', async () => {
    const order = await enter({ confirm: '1', taxesIncluded: '1' })
    expect([order.status, order.totalMinor]).toEqual(['open', 5975])
    expect(order.events.map(({ action }) => action)).toEqual(['order.created'])
    await expectVerified()
  })

  test('the tax follows from rates of the items and of the order, and is kept by rate', async () => {
    const [tea, card] = entered.lines
    const lines = [{ ...tea, taxRate: '13' }, card]
    const order = await enter({ tax: '', taxRate: '6', lines, confirm: '1' })
    // 33.75 at 13 %; 18.00 and the shipping at 6 %.
    expect(order.taxLines).toEqual([
      { name: '13%', rate: '13', amountMinor: 439, netMinor: 3375 },
      { name: '6%', rate: '6', amountMinor: 156, netMinor: 2600 },
    ])
    expect([order.taxMinor, order.totalMinor]).toEqual([595, 5175 + 800 + 595])
    const included = await enter({ tax: '', taxRate: '13', taxesIncluded: '1', confirm: '1' })
    expect([included.taxMinor, included.totalMinor]).toEqual([687, 5975])
    const preview = await user.fetch('/api/orders/draft-previews', {
      json: { ...entered, tax: '', taxRate: '6', lines },
    })
    expect(await preview.json()).toMatchObject({ taxMinor: 595, totalMinor: order.totalMinor })
    for (const [changes, pointer] of [
      [{ taxRate: '13' }, '/tax'],
      [{ tax: '', taxRate: '13%' }, '/taxRate'],
      [{ tax: '', lines: [{ ...tea, taxRate: '100' }] }, '/lines/0/taxRate'],
    ] as const) {
      const response = await user.fetch('/api/orders/drafts', { json: { ...entered, ...changes } })
      expect(((await response.json()) as Problem).errors?.map((error) => error.pointer)).toEqual([pointer])
    }
    await expectVerified()
  })

  test('an edit to a rate calculates the tax of everything, and the books have it at that rate', async () => {
    const order = await enter({ confirm: '1' })
    const edited = await act(order, 'edits', { taxRate: '13', shipping: '10' })
    expect(edited.taxLines).toEqual([{ name: '13%', rate: '13', amountMinor: 803, netMinor: 6175 }])
    expect([edited.taxMinor, edited.totalMinor]).toEqual([803, 5175 + 1000 + 803])
    expect((await act(edited, 'edits', { taxRate: '0' })).taxMinor).toBe(0)
    const json = { version: 3, taxRate: '6', tax: '1.00' }
    const response = await user.fetch(`/api/orders/${order.number}/edits`, { json })
    expect(((await response.json()) as Problem).errors?.map(({ pointer }) => pointer)).toEqual(['/tax'])
    await expectVerified()
  })

  test('an edit of one item leaves the tax of the others, and can give an item a rate of its own', async () => {
    const [tea, card] = entered.lines
    const lines = [
      { ...tea, taxRate: '13' },
      { ...card, taxRate: '6' },
    ]
    const order = await enter({ tax: '', taxRate: '9', lines, confirm: '1' })
    const taxesOf = ({ lines: all, shippingTaxRate, shippingTaxMinor }: OrderView) => [
      ...all.map(({ taxRate, taxMinor }) => [taxRate, taxMinor]),
      [shippingTaxRate, shippingTaxMinor],
    ]
    expect(taxesOf(order)).toEqual([
      ['13', 439],
      ['6', 108],
      ['9', 72],
    ])
    const [first, second] = order.lines
    const edited = await act(order, 'edits', { lines: [{ id: second?.id, quantity: '2' }] })
    expect(taxesOf(edited).filter((_, index) => index !== 1)).toEqual([
      ['13', 439],
      ['9', 72],
    ])
    const changed = edited.events.find(({ action }) => action === 'order.edited')?.changes.map(({ field }) => field)
    expect(changed?.filter((field) => field.includes(first?.id ?? ''))).toEqual([])
    const reduced = await act(edited, 'edits', {
      lines: [{ id: first?.id, taxRate: '0' }],
      addedLines: [{ name: 'Cup', unitPrice: '10', taxRate: '13' }],
    })
    expect(taxesOf(reduced)).toEqual([['0', 0], taxesOf(edited)[1] ?? [], ['13', 130], ['9', 72]])
    expect(reduced.taxLines.map(({ rate, netMinor }) => [rate, netMinor])).toEqual([
      ['13', 1000],
      ['9', 800],
      ['6', reduced.lines[1]?.totalMinor],
      ['0', 3375],
    ])
    const response = await user.fetch(`/api/orders/${order.number}/edits`, {
      json: { version: reduced.version, tax: '1', lines: [{ id: first?.id, taxRate: '6' }] },
    })
    expect(((await response.json()) as Problem).errors?.map(({ pointer }) => pointer)).toEqual(['/lines/0/taxRate'])
    await expectVerified()
  })

  /** The tax of each item and of shipping: its rate, its amount, and whether it was derived. */
  const listTaxes = ({ lines, shippingTaxRate, shippingTaxMinor }: OrderView) => [
    ...lines.map(({ taxRate, taxMinor, isTaxDerived }) => [taxRate, taxMinor, isTaxDerived]),
    [shippingTaxRate, shippingTaxMinor],
  ]

  test('an edit may state the tax and send the rates of the items unchanged, as the form does', async () => {
    const [tea, card] = entered.lines
    const order = await enter({ tax: '', taxRate: '6', lines: [{ ...tea, taxRate: '13' }, card], confirm: '1' })
    expect(listTaxes(order)).toEqual([
      ['13', 439, false],
      ['6', 108, false],
      ['6', 48],
    ])
    const lines = order.lines.map(({ id, taxRate }) => ({ id, taxRate }))
    // A cent more is rounded in another way.
    const rounded = await act(order, 'edits', { tax: '5.96', lines })
    expect(listTaxes(rounded)).toEqual([
      ['13', 440, false],
      ['6', 108, false],
      ['6', 48],
    ])
    const other = await act(rounded, 'edits', { tax: '7.00', lines })
    expect([other.taxMinor, other.totalMinor]).toEqual([700, 5175 + 800 + 700])
    expect(other.lines.map(({ taxRate, isTaxDerived }) => [taxRate, isTaxDerived])).toEqual([
      ['', true],
      ['', true],
    ])
    await expectVerified()
  })

  test('an edit that states the tax leaves a known rate if the rest is that of the others', async () => {
    const order = await enter({ tax: '5.00', confirm: '1' })
    const added = await act(order, 'edits', { addedLines: [{ name: 'Cup', unitPrice: '10', taxRate: '13' }] })
    expect([added.taxMinor, listTaxes(added)[2]]).toEqual([630, ['13', 130, false]])
    const [tea, card, cup] = added.lines.map(({ id, taxRate }) => ({ id, taxRate }))
    expect([tea?.taxRate, card?.taxRate]).toEqual(['', ''])
    const edited = await act(added, 'edits', { tax: '8.00', lines: [tea, card, cup] })
    expect([edited.taxMinor, listTaxes(edited)[2]]).toEqual([800, ['13', 130, false]])
    const untaxed = await act(edited, 'edits', { lines: [{ ...tea, taxRate: '0' }] })
    expect(listTaxes(untaxed)[0]).toEqual(['0', 0, false])
    await expectVerified()
  })

  test('a discarded draft is cancelled and stays so', async () => {
    const draft = await enter()
    const discarded = await act(draft, 'discard')
    expect([discarded.status, discarded.paymentStatus, discarded.balanceMinor]).toEqual(['cancelled', 'voided', 0])
    const response = await user.fetch(`/api/orders/${draft.number}/confirmation`, { json: { version: 2 } })
    expect(((await response.json()) as Problem).type).toBe('/problems/illegal-transition')
    await expectVerified()
  })

  test('a draft can be found, but is not shipped, put on hold or cancelled', async () => {
    const draft = await enter({ customerName: 'Ouyang Xiu' })
    const list = (await (await user.fetch('/api/orders?status=draft&q=ouyang')).json()) as OrderList
    expect(list.rows.map(({ number }) => number)).toEqual([draft.number])
    const actions: [string, object][] = [
      ['shipments', { carrier: 'DHL' }],
      ['hold', { reason: 'x' }],
      ['cancellation', { reason: 'x' }],
    ]
    for (const [path, input] of actions) {
      const response = await user.fetch(`/api/orders/${draft.number}/${path}`, { json: { version: 1, ...input } })
      const { type, detail } = (await response.json()) as Problem
      expect(type).toBe('/problems/illegal-transition')
      expect(detail).toContain('Possible now: confirm order, edit, discard draft.')
    }
  })

  test.each<[string, object, string]>([
    ['no items', { lines: [] }, '/lines'],
    ['an item without a price', { lines: [{ name: 'Tea' }] }, '/lines/0/unitPrice'],
    ['too many decimals', { lines: [{ name: 'Tea', unitPrice: '1.005' }] }, '/lines/0/unitPrice'],
    ['a discount above 100 %', { discount: '101%' }, '/discount'],
    ['a discount above the price', { discount: '57.51' }, '/discount'],
    ['a negative shipping cost', { shipping: '-1' }, '/shipping'],
    ['included tax above the total', { tax: '90', taxesIncluded: '1' }, '/tax'],
    ['no name', { customerName: ' ' }, '/customerName'],
    ['an unknown currency', { currency: 'ABC' }, '/currency'],
    [
      'a price beyond 2^53',
      {
        lines: [
          { name: 'Cup', unitPrice: '5' },
          { name: 'Tea', unitPrice: '90000000000000', quantity: 1_000_000 },
        ],
      },
      '/lines/1/unitPrice',
    ],
    [
      'shipping beyond 2^53',
      { lines: [{ name: 'Tea', unitPrice: '80000000000000' }], shipping: '90000000000000' },
      '/shipping',
    ],
  ])('refuses %s at its field', async (_case, changes, pointer) => {
    const response = await user.fetch('/api/orders/drafts', { json: { ...entered, ...changes } })
    const { errors } = (await response.json()) as Problem
    expect([response.status, errors?.map((error) => error.pointer)]).toEqual([422, [pointer]])
  })

  test('the preview has the sums that the order gets', async () => {
    const amounts = fc.nat({ max: 5_000_000 }).map((minor) => (minor / 100).toFixed(2))
    const lines = fc.array(
      fc.record({ name: fc.constant('Tea'), unitPrice: amounts, quantity: fc.integer({ min: 1, max: 500 }) }),
      { minLength: 1, maxLength: 6 },
    )
    const discount = fc.nat({ max: 10_000 }).map((hundredths) => `${hundredths / 100}%`)
    const order = fc.record({ lines, discount, shipping: amounts, tax: amounts })
    await fc.assert(
      fc.asyncProperty(order, async (amountsOfOrder) => {
        const response = await user.fetch('/api/orders/draft-previews', { json: amountsOfOrder })
        const { duplicates: _, ...preview } = (await response.json()) as OrderPreview
        const created = await enter(amountsOfOrder)
        expect(created).toMatchObject(preview)
        expect(created.lines.reduce((sum, line) => sum + line.discountMinor, 0)).toBe(preview.discountMinor)
      }),
      { numRuns: 20 },
    )
    await expectVerified()
  })

  test('a form without script opens the order that it created', async () => {
    const body = new URLSearchParams({
      '_endpoint': 'enterOrder',
      'customerName': 'Li Na',
      'lines[0][name]': 'Tea',
      'lines[0][unitPrice]': '5',
      'lines[1][name]': '',
      'confirm': '1',
    }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const response = await user.fetch('/orders?new=1', { method: 'POST', headers, body })
    expect(response.status).toBe(303)
    const location = response.headers.get('location') ?? ''
    expect(location).toMatch(/^\/orders\?order=SO\d{6}-\d{5}$/)
    const page = await (await user.fetch(location)).text()
    expect(page).toContain('Li Na')
  })
})
