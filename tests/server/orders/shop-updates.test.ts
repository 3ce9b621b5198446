import { createOperatorContext } from '#server/context.ts'
import { updateFromShop } from '#server/orders/intake/update-from-shop.ts'
import { formatDecimal } from '#shared/money.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { ProblemError } from '#shared/problem.ts'
import { createDraft, createLine, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { checkRows } from '#tests/support/find-violations.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { expect, test } from 'bun:test'
import fc from 'fast-check'

/** The items of an order in the shop, of which it has the first one, two or three. */
const names = ['Green tea', 'Coffee', '龙井茶']

/** What a shop says of an order at one time. */
const told = fc.record({
  lines: fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 3 }),
      unitPriceMinor: fc.constantFrom(0, 500, 999),
      isShipped: fc.boolean(),
      requiresShipping: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  shippingMinor: fc.constantFrom(0, 300),
  taxMinor: fc.constantFrom(0, 100),
  taxesIncluded: fc.boolean(),
  email: fc.constantFrom('a@mail.example', 'b@mail.example'),
  city: fc.constantFrom('Lyon', '上海'),
  money: fc.constantFrom('pending', 'authorized', 'half', 'paid', 'refundedPart', 'refunded', 'voided', 'cancelled'),
})
/** The same before it was paid or shipped. */
const toldEarly = told.map((shop) => ({
  ...shop,
  money: 'pending' as const,
  lines: shop.lines.map((line) => ({ ...line, isShipped: false })),
}))
type Told = typeof told extends fc.Arbitrary<infer Value> ? Value : never

function toDraft(index: number, { lines: items, city, money, ...shop }: Told): OrderDraft {
  const base = createDraft(index)
  const lines = items.map(({ isShipped, requiresShipping, ...line }, position) =>
    createLine({
      ...line,
      sku: names[position] ?? '',
      name: names[position] ?? '',
      requiresShipping,
      shippedQuantity: isShipped && requiresShipping ? line.quantity : 0,
    }),
  )
  const subtotalMinor = lines.reduce((sum, line) => sum + line.quantity * line.unitPriceMinor, 0)
  const taxMinor = shop.taxesIncluded ? Math.min(shop.taxMinor, subtotalMinor) : shop.taxMinor
  const totalMinor = subtotalMinor + shop.shippingMinor + (shop.taxesIncluded ? 0 : taxMinor)
  const isCancelled = money === 'voided' || money === 'cancelled'
  const capturedMinor =
    { pending: 0, authorized: 0, voided: 0, half: Math.floor(totalMinor / 2) }[money as 'half'] ?? totalMinor
  const refundedMinor =
    { refundedPart: Math.floor(capturedMinor / 3), refunded: capturedMinor, cancelled: capturedMinor }[
      money as 'refunded'
    ] ?? 0
  const isShipped = lines.some(({ shippedQuantity }) => shippedQuantity > 0)
  const isDone =
    capturedMinor === totalMinor &&
    (lines.every((line) => !line.requiresShipping || line.shippedQuantity > 0) ||
      (capturedMinor > 0 && refundedMinor === capturedMinor))
  return {
    ...base,
    ...shop,
    lines,
    subtotalMinor,
    taxMinor,
    totalMinor,
    authorizedMinor: money === 'authorized' ? totalMinor : 0,
    shippingAddress: { ...base.shippingAddress, city },
    status: isCancelled ? 'cancelled' : isDone ? 'completed' : 'open',
    cancelledAt: isCancelled ? base.placedAt + 5000 : null,
    payment:
      capturedMinor > 0
        ? { provider: 'Alipay', reference: `p${index}`, capturedMinor, capturedAt: base.placedAt }
        : null,
    refund: refundedMinor > 0 ? { amountMinor: refundedMinor, refundedAt: base.placedAt + 6000 } : null,
    shippedAt: isShipped ? base.placedAt + 4000 : null,
  }
}

/** What staff do meanwhile: the path of the endpoint and its input, given the order. */
const staffSteps: Record<string, (order: OrderView) => [path: string, input: object]> = {
  edit: ({ lines: [first] }) => [
    'edits',
    { lines: [{ id: first?.id, quantity: 2 }], shippingAddress: { city: 'Reims' } },
  ],
  add: () => ['edits', { addedLines: [{ sku: 'Coffee', name: 'Coffee', unitPrice: '7.00' }] }],
  remove: ({ lines }) => ['edits', { lines: [{ id: lines.at(-1)?.id, remove: '1' }] }],
  ship: ({ lines: [first] }) => ['shipments', { carrier: 'DHL', lines: [{ id: first?.id, quantity: 1 }] }],
  cancelShipment: ({ shipments }) => [
    `shipments/${shipments.findLast(({ cancelledAt }) => cancelledAt === null)?.number}/cancellation`,
    { reason: 'Wrong parcel' },
  ],
  pay: ({ balanceMinor }) => [
    'payments',
    { method: 'bank_transfer', amount: formatDecimal(Math.max(balanceMinor, 1), 'CNY') },
  ],
  refund: () => ['refunds', { amount: '3', reason: 'Late' }],
  refundAll: () => ['refunds', { everything: '1', reason: 'Unhappy' }],
  hold: () => ['hold', { reason: 'Address unclear' }],
  release: () => ['release', {}],
  writeOff: () => ['write-offs', { reason: 'Too little' }],
  cancel: () => ['cancellation', { reason: 'Sold out' }],
}
const staffStep = fc.constantFrom(...Object.keys(staffSteps))
const history = fc.record({
  first: told,
  later: fc.array(fc.oneof(told, told, staffStep), { minLength: 1, maxLength: 8 }),
})

forEachDatabase((name, open) => {
  test('whatever the shop says and staff do meanwhile, orders, books and history stay consistent', async () => {
    const kontor = await createTestKontor(await open())
    const clerk = await kontor.createUser('owner')
    const operator = createOperatorContext(kontor.kontor)
    let count = 0
    await fc.assert(
      fc.asyncProperty(history, async ({ first, later }) => {
        count++
        const [outcome] = await importAsOperator(kontor.kontor, [toDraft(count, first)])
        if (outcome?.outcome !== 'created') throw new Error('The order was not imported')
        const number = outcome.number ?? ''
        const path = `/api/orders/${number}`
        for (const step of later) {
          kontor.clock.now += 1000
          if (typeof step === 'string') {
            const order = (await (await clerk.fetch(path)).json()) as OrderView
            const [action, input] = staffSteps[step]?.(order) ?? []
            const response = await clerk.fetch(`${path}/${action}`, { json: { ...input, version: order.version } })
            expect([200, 201, 404, 409, 422]).toContain(response.status)
          } else {
            const draft = toDraft(count, step)
            const update = () => updateFromShop(operator, number, draft, {})
            const refused = await update().then(
              () => false,
              (error: unknown) => {
                if (!(error instanceof ProblemError)) throw error
                return true
              },
            )
            // Once it is taken over, the same version changes nothing more.
            if (!refused) expect(await update()).toEqual({ changes: [], kept: [] })
          }
        }
      }),
      { numRuns: name === 'sqlite' ? 40 : 8 },
    )
    const checks = await checkRows(kontor.kontor)
    expect(checks.flatMap(({ violations }) => violations)).toEqual([])
  })

  test('an order that only the shop changes is the same as if it had come in like that', async () => {
    const kontor = await createTestKontor(await open())
    const clerk = await kontor.createUser('owner')
    const operator = createOperatorContext(kontor.kontor)
    const load = async (number: string) => {
      const order = (await (await clerk.fetch(`/api/orders/${number}`)).json()) as OrderView
      const { status, paymentStatus, fulfillmentStatus, balanceMinor, subtotalMinor, totalMinor, taxMinor } = order
      const { capturedMinor, refundedMinor, authorizedMinor, email, shippingAddress, taxesIncluded } = order
      const money = { balanceMinor, subtotalMinor, totalMinor, taxMinor, taxesIncluded, capturedMinor, refundedMinor }
      const lines = order.lines.map(({ name: item, quantity, shippedQuantity, totalMinor: lineMinor }) => ({
        item,
        quantity,
        shippedQuantity,
        lineMinor,
      }))
      return { status, paymentStatus, fulfillmentStatus, ...money, authorizedMinor, email, shippingAddress, lines }
    }
    let index = 0
    await fc.assert(
      fc.asyncProperty(toldEarly, told, async (first, second) => {
        index += 2
        const [before, fresh] = await importAsOperator(kontor.kontor, [
          toDraft(index, first),
          toDraft(index + 1, second),
        ])
        if (before?.outcome !== 'created' || fresh?.outcome !== 'created')
          throw new Error('The orders were not imported')
        const update = updateFromShop(operator, before.number ?? '', toDraft(index, second), {})
        const kept = await update.then(
          (result) => result.kept.length,
          () => 1,
        )
        if (kept === 0) expect(await load(before.number ?? '')).toEqual(await load(fresh.number ?? ''))
      }),
      { numRuns: name === 'sqlite' ? 50 : 8 },
    )
  })
  /** The tax of an order, of its lines and of its shipping, after the shop has sent two versions of it, and after it has sent only the second one. */
  const loadTaxes = async (first: Partial<OrderDraft>, second: Partial<OrderDraft>) => {
    const kontor = await createTestKontor(await open())
    const clerk = await kontor.createUser('owner')
    const change = (index: number, draft: Partial<OrderDraft>) => createDraft(index, { payment: null, ...draft })
    const outcomes = await importAsOperator(kontor.kontor, [change(1, first), change(2, second)])
    const numbers = outcomes.map((outcome) => ('number' in outcome ? (outcome.number ?? '') : ''))
    await updateFromShop(createOperatorContext(kontor.kontor), numbers[0] ?? '', change(1, second), {})
    const orders: OrderView[] = await Promise.all(
      numbers.map(async (number) => (await clerk.fetch(`/api/orders/${number}`)).json()),
    )
    const checks = await checkRows(kontor.kontor)
    expect(checks.flatMap(({ violations }) => violations)).toEqual([])
    return orders.map(({ lines, shippingTaxRate, shippingTaxMinor, taxMinor, taxLines, totalMinor, note }) => ({
      lines: lines.map(({ taxRate, taxMinor: ofLine, isTaxDerived }) => [taxRate, ofLine, isTaxDerived]),
      shipping: [shippingTaxRate, shippingTaxMinor],
      ...{ taxMinor, taxLines, totalMinor, note },
    }))
  }
  const tea = createLine({ quantity: 1, unitPriceMinor: 1000 })
  const coffee = createLine({ sku: 'C-1', name: 'Coffee', quantity: 1, unitPriceMinor: 1000 })
  const twoItems = { lines: [tea, coffee], subtotalMinor: 2000, shippingMinor: 0 }

  /** Two items with a tax that the shop names with its rate, or without. */
  const toTaxed = (taxMinor: number, rate?: string, item = { unitPriceMinor: 1000 }) => ({
    ...twoItems,
    lines: [tea, coffee].map((line) => ({ ...line, ...item })),
    subtotalMinor: 2 * item.unitPriceMinor,
    taxMinor,
    ...(rate !== undefined && { taxLines: [{ name: `VAT ${rate}%`, rate, amountMinor: taxMinor }] }),
    totalMinor: 2 * item.unitPriceMinor + taxMinor,
  })

  test('another tax of the shop is the tax of the lines, even if it is almost the same', async () => {
    const [updated, fresh] = await loadTaxes(toTaxed(120, '6'), toTaxed(260, '13'))
    expect(updated).toEqual(fresh)
    expect(updated?.lines).toEqual([
      ['13', 130, true],
      ['13', 130, true],
    ])
    const item = { unitPriceMinor: 100 }
    const [close] = await loadTaxes(toTaxed(14, '7', item), toTaxed(15, '7.5', item))
    expect(close?.lines.map(([taxRate]) => taxRate)).toEqual(['7.5', '7.5'])
  })

  test('a rate that the shop names later is that of the lines, although the amount stays', async () => {
    const [updated, fresh] = await loadTaxes(toTaxed(260), toTaxed(260, '13'))
    expect(updated).toEqual(fresh)
    expect(updated?.lines).toEqual([
      ['13', 130, true],
      ['13', 130, true],
    ])
  })

  test('a tax that the shop calls something else leaves the rate that it gave a line', async () => {
    const toNamed = (tax: string) => ({
      ...twoItems,
      lines: [{ ...tea, taxRate: '6', taxMinor: 60 }, coffee],
      taxMinor: 190,
      taxLines: [
        { name: `${tax} 13%`, rate: '13', amountMinor: 130 },
        { name: `${tax} 6%`, rate: '6', amountMinor: 60 },
      ],
      totalMinor: 2190,
    })
    const [updated] = await loadTaxes(toNamed('VAT'), toNamed('MwSt'))
    expect(updated?.lines).toEqual([
      ['6', 60, false],
      ['13', 130, true],
    ])
  })

  test('a tax that staff round in another way leaves the rates as those of the shop', async () => {
    const kontor = await createTestKontor(await open())
    const clerk = await kontor.createUser('owner')
    await importAsOperator(kontor.kontor, [createDraft(1, { payment: null, ...toTaxed(120, '6') })])
    const edited = await clerk.fetch('/api/orders/SO260301-00001/edits', { json: { version: 1, tax: '1.21' } })
    const { lines } = (await edited.json()) as OrderView
    expect(lines.map(({ taxRate, taxMinor, isTaxDerived }) => [taxRate, taxMinor, isTaxDerived])).toEqual([
      ['6', 61, true],
      ['6', 60, true],
    ])
  })

  test('a line keeps the rate that the shop does not name any more', async () => {
    const first = {
      ...twoItems,
      lines: [tea, coffee].map((line) => ({ ...line, taxRate: '13', taxMinor: 130 })),
      taxMinor: 260,
      totalMinor: 2260,
    }
    const [updated] = await loadTaxes(first, { ...first, lines: [tea, coffee] })
    expect(updated?.lines).toEqual([
      ['13', 130, false],
      ['13', 130, false],
    ])
  })

  test('an update that changes no amount leaves the tax of each line as the shop has rounded it', async () => {
    const first = {
      ...twoItems,
      lines: [
        { ...tea, taxRate: '13', taxMinor: 129 },
        { ...coffee, taxRate: '13', taxMinor: 131 },
      ],
      taxMinor: 260,
      totalMinor: 2260,
    }
    const [updated, fresh] = await loadTaxes(first, { ...first, note: 'Gift' })
    expect(updated).toEqual(fresh)
    expect(updated?.lines).toEqual([
      ['13', 129, false],
      ['13', 131, false],
    ])
  })
})
