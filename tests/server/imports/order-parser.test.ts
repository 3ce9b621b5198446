import { type ParsedOrder, OrderParser } from '#server/imports/order-parser.ts'
import { recognizeTable } from '#server/imports/order-formats.ts'
import { detectDelimiter } from '#server/imports/csv-text.ts'
import { readRecords } from '#server/imports/records.ts'
import { answers } from '#shared/messages/answers.ts'
import { ProblemError } from '#shared/problem.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import {
  columns,
  toCsvRow,
  buildExportCsv,
  type ExportedOrder,
  toRows,
} from '#tests/server/imports/build-export-csv.ts'
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'

const openParser = (fields: string[]): OrderParser =>
  new OrderParser(recognizeTable([{ line: 1, fields }]), {
    messages: answers.en.imports,
    timeZone: 'Asia/Shanghai',
    currency: '',
  })

/** Parses a whole file. */
async function readOrders(text: string): Promise<ParsedOrder[]> {
  async function* chunks() {
    yield { text, bytes: text.length }
  }
  const orders: ParsedOrder[] = []
  let parser: OrderParser | undefined
  for await (const { records } of readRecords(chunks(), detectDelimiter(text)))
    for (const record of records)
      if (parser) orders.push(...parser.push(record))
      else parser = openParser(record.fields)
  return [...orders, ...(parser?.end() ?? [])]
}

async function readDraft(order: ExportedOrder): Promise<OrderDraft> {
  const [found] = await readOrders(buildExportCsv([order]))
  if (!found || 'reason' in found) throw new Error(`rejected: ${found?.reason}`)
  return found.draft
}

async function readReason(order: ExportedOrder): Promise<string> {
  const [found] = await readOrders(buildExportCsv([order]))
  return found && 'reason' in found ? found.reason : 'accepted'
}

describe('reads an order', () => {
  test('with all fields of the export', async () => {
    const draft = await readDraft({
      name: '#1001',
      lines: [
        { name: 'Green tea', sku: 'G1', quantity: 3, priceMinor: 1250, discountMinor: 50 },
        { name: 'Gift card', sku: '', quantity: 1, priceMinor: 10_000, ships: false },
      ],
      shippingMinor: 1200,
      taxMinor: 900,
      financialStatus: 'partially_refunded',
      refundedMinor: 500,
      first: {
        'Notes': 'Ring twice.\r\nThen wait.',
        'Discount Code': 'SPRING',
        'Shipping Zip': "'00120",
        'Shipping Phone': "'+86 21 5555",
      },
    })
    const address = {
      name: 'Chen Jiayi',
      company: '',
      phone: '',
      line1: '1 Long Street',
      line2: '',
      city: 'Shanghai',
      province: '',
      postcode: '',
      country: 'China',
    }
    expect(draft).toEqual({
      source: 'shopify',
      externalId: '40001001',
      externalNumber: '#1001',
      status: 'completed',
      currency: 'CNY',
      subtotalMinor: 13_700,
      shippingMinor: 1200,
      taxMinor: 900,
      taxesIncluded: false,
      totalMinor: 15_800,
      authorizedMinor: 0,
      placedAt: Date.parse('2026-03-02T01:00:00Z'),
      cancelledAt: null,
      customerName: 'Chen Jiayi',
      email: '1001@customer.example',
      phone: '+86 21 5555',
      note: 'Ring twice.\nThen wait.',
      shippingMethod: 'Express',
      discountCode: 'SPRING',
      shippingAddress: { ...address, phone: '+86 21 5555', postcode: '00120' },
      billingAddress: address,
      lines: [
        {
          sku: 'G1',
          name: 'Green tea',
          quantity: 3,
          shippedQuantity: 3,
          requiresShipping: true,
          unitPriceMinor: 1250,
          discountMinor: 50,
        },
        {
          sku: '',
          name: 'Gift card',
          quantity: 1,
          shippedQuantity: 0,
          requiresShipping: false,
          unitPriceMinor: 10_000,
          discountMinor: 0,
        },
      ],
      payment: {
        provider: 'Shopify Payments',
        reference: 'c#1001.1',
        capturedMinor: 15_800,
        capturedAt: Date.parse('2026-03-02T01:30:00Z'),
      },
      // The latest time in the file: that of the shipment.
      refund: { amountMinor: 500, refundedAt: Date.parse('2026-03-04T07:00:00Z') },
      shippedAt: Date.parse('2026-03-04T07:00:00Z'),
    })
  })

  test('with a thousand lines', async () => {
    const lines = Array.from({ length: 1000 }, (_each, index) => ({ quantity: (index % 9) + 1, priceMinor: index * 7 }))
    expect((await readDraft({ name: '#1', lines })).lines).toHaveLength(1000)
  })

  test('with a note of nothing but combining characters', async () => {
    const note = `a${'\u0301\u0316'.repeat(2000)}`
    expect((await readDraft({ name: '#1', every: { Notes: note } })).note).toBe(note)
  })

  test('from a file with thousands of other columns', async () => {
    const [header = '', row = ''] = buildExportCsv([{ name: '#1' }]).split('\r\n')
    const [found] = await readOrders(`${header}${',x'.repeat(5000)}\r\n${row}${',y'.repeat(5000)}\r\n`)
    expect(found).toMatchObject({ line: 2, draft: { externalNumber: '#1' } })
  })

  test('with formulas as plain text', async () => {
    const draft = await readDraft({
      name: '#1',
      lines: [{ name: '=1+1' }],
      first: { 'Billing Name': '=HYPERLINK("http://x")', 'Notes': '@SUM(A1)' },
    })
    expect([draft.customerName, draft.note, draft.lines[0]?.name]).toEqual([
      '=HYPERLINK("http://x")',
      '@SUM(A1)',
      '=1+1',
    ])
  })

  test('with control characters replaced by spaces', async () => {
    const draft = await readDraft({ name: '#1', lines: [{ name: 'a\0b\tc\n\u0007d' }], first: { Notes: 'x\0y\nz' } })
    expect([draft.lines[0]?.name, draft.note]).toEqual(['a b c d', 'x y\nz'])
  })

  test('in a currency without decimals and in one with three', async () => {
    expect((await readDraft({ name: '#1', currency: 'JPY', lines: [{ priceMinor: 3300 }] })).totalMinor).toBe(3300)
    expect((await readDraft({ name: '#1', currency: 'KWD', lines: [{ priceMinor: 1234 }] })).totalMinor).toBe(1234)
  })

  test('with taxes included in the prices when only that adds up', async () => {
    const draft = await readDraft({
      name: '#1',
      lines: [{ priceMinor: 1000 }],
      shippingMinor: 100,
      taxMinor: 126,
      taxesIncluded: true,
    })
    expect([draft.taxesIncluded, draft.totalMinor]).toEqual([true, 1100])
  })

  test('with duties as an item that is not shipped, if the total has them', async () => {
    const order = { name: '#1', lines: [{ priceMinor: 1000 }], shippingMinor: 100, taxMinor: 190 }
    const charged = await readDraft({ ...order, first: { Duties: '3.00', Total: '15.90' } })
    expect(charged).toMatchObject({ subtotalMinor: 1300, taxMinor: 190, taxesIncluded: false, totalMinor: 1590 })
    expect(charged.lines[1]).toMatchObject({ name: 'Duties', unitPriceMinor: 300, requiresShipping: false })
    expect(charged.payment?.capturedMinor).toBe(1590)
    expect((await readDraft({ ...order, first: { Duties: '3.00' } })).lines).toHaveLength(1)
  })

  test('with a tip as an item that is not taxed, and an error that names what only the total has', async () => {
    const order = { name: '#1', lines: [{ priceMinor: 1000 }], shippingMinor: 100, taxMinor: 190 }
    const read = (first: Record<string, string>) =>
      readOrders(buildExportCsv([{ ...order, first }], { columns: [...columns, 'Tip'] }))
    const [tipped] = await read({ Tip: '2.00', Total: '14.90' })
    expect(tipped).toMatchObject({
      draft: {
        ...{ subtotalMinor: 1200, taxMinor: 190, totalMinor: 1490 },
        lines: [{}, { name: 'Tip', unitPriceMinor: 200, requiresShipping: false, taxRate: '0', taxMinor: 0 }],
      },
    })
    expect(await read({ Tip: '2.00', Duties: '3.00', Total: '17.90' })).toMatchObject([
      { draft: { lines: [{}, { name: 'Duties' }, { name: 'Tip' }] } },
    ])
    expect(await read({ Total: '14.90' })).toMatchObject([
      {
        reason:
          'Subtotal 10.00 + Shipping 1.00 + Taxes 1.90 = 12.90, but Total is 14.90. If the other 2.00 is a tip, add it in a column “Tip”.',
      },
    ])
    expect(await read({ Total: '11.90' })).toMatchObject([{ reason: expect.stringMatching(/but Total is 11\.90\.$/) }])
  })

  test('with the taxes that it names and the rate in their names', async () => {
    const readTaxLines = async (first: Record<string, string>) =>
      (await readDraft({ name: '#1', lines: [{ priceMinor: 10_000 }], taxMinor: 1900, first })).taxLines
    const named = { name: 'DE VAT 19%', rate: '19', amountMinor: 1900 }
    expect(await readTaxLines({ 'Tax 1 Name': 'DE VAT 19%', 'Tax 1 Value': '19.00' })).toEqual([named])
    expect(await readTaxLines({ 'Tax 1 Name': 'DE VAT 19%', 'Tax 1 Value': '15.00' })).toEqual([
      { ...named, amountMinor: 1500 },
      { name: '', rate: '', amountMinor: 400 },
    ])
    expect(await readTaxLines({ 'Tax 1 Name': 'DE VAT 19%', 'Tax 1 Value': '20.00' })).toBeUndefined()
    expect(await readTaxLines({})).toBeUndefined()
  })

  test('with columns in any order and any case, and with unknown columns', async () => {
    const names = ['Something new', ...columns.toReversed().map((name) => (name === 'Total' ? ' total ' : name))]
    const text = buildExportCsv([{ name: '#1', every: { ' total ': '10.00' } }], { columns: names })
    expect(await readOrders(text)).toMatchObject([{ line: 2, draft: { totalMinor: 1000 } }])
  })

  test.each([';', '\t'])('with the delimiter %j', async (delimiter) => {
    const text = buildExportCsv([{ name: '#1', lines: [{ name: 'a,b;c\td' }] }], { delimiter, lineEnd: '\r\n' })
    expect(await readOrders(text)).toMatchObject([{ draft: { lines: [{ name: 'a,b;c d' }] } }])
  })
})

describe('a discount of the whole order', () => {
  test('is allocated to the lines to the last cent', async () => {
    const lines = [{ priceMinor: 1000 }, { priceMinor: 1000 }, { quantity: 2, priceMinor: 500 }]
    const draft = await readDraft({ name: '#1', lines, discountMinor: 1000 })
    expect(draft.lines.map(({ discountMinor }) => discountMinor)).toEqual([334, 333, 333])
    expect(draft.subtotalMinor).toBe(2000)
  })

  test('can be combined with line discounts, included or not', async () => {
    const lines = [{ priceMinor: 1000, discountMinor: 100 }, { priceMinor: 1000 }]
    const counted = await readDraft({ name: '#1', lines, discountMinor: 190 })
    const apart = await readDraft({ name: '#1', lines, discountMinor: 190, first: { 'Discount Amount': '1.90' } })
    for (const draft of [counted, apart])
      expect(draft.lines.map(({ discountMinor }) => discountMinor)).toEqual([190, 100])
  })

  test('that no line accounts for reduces the shipping', async () => {
    const free = { name: '#1', lines: [{ priceMinor: 1000 }], first: { 'Discount Amount': '5.00' } }
    expect(await readDraft(free)).toMatchObject({ shippingMinor: 0, totalMinor: 1000, lines: [{ discountMinor: 0 }] })
    const first = { 'Discount Amount': '5.00', 'Shipping': '8.00', 'Total': '13.00' }
    expect(await readDraft({ ...free, first })).toMatchObject({ shippingMinor: 300, totalMinor: 1300 })
  })

  test('is optional when lines have discounts', async () => {
    const order = {
      name: '#1',
      lines: [{ priceMinor: 1000, discountMinor: 100 }],
      first: { 'Discount Amount': '0.00' },
    }
    expect(await readDraft(order)).toMatchObject({ subtotalMinor: 900, lines: [{ discountMinor: 100 }] })
  })
})

describe('the status of an order follows from its payment and fulfillment', () => {
  test.each([
    ['completed', { financialStatus: 'paid' }],
    ['open', { financialStatus: 'paid', fulfillmentStatus: 'unfulfilled' }],
    ['open', { financialStatus: 'paid', fulfillmentStatus: '' }],
    ['open', { financialStatus: 'pending' }],
    ['open', { financialStatus: 'unpaid', fulfillmentStatus: 'unfulfilled' }],
    ['open', { financialStatus: 'expired' }],
    ['open', { financialStatus: 'authorized' }],
    ['open', { financialStatus: 'partially_paid', first: { 'Outstanding Balance': '4.00' } }],
    ['completed', { financialStatus: 'partially_refunded', refundedMinor: 1 }],
    ['completed', { financialStatus: 'refunded', refundedMinor: 1000 }],
    // A refunded order is not shipped.
    ['completed', { financialStatus: 'refunded', refundedMinor: 1000, fulfillmentStatus: 'unfulfilled' }],
    ['cancelled', { financialStatus: 'voided', fulfillmentStatus: 'unfulfilled' }],
    ['cancelled', { financialStatus: 'voided', first: { 'Cancelled at': '' } }],
    ['cancelled', { financialStatus: 'paid', first: { 'Cancelled at': '2026-03-05 10:00:00 +0800' } }],
    ['completed', { financialStatus: 'paid', fulfillmentStatus: 'restocked' }],
    ['open', { financialStatus: 'pending', fulfillmentStatus: 'restocked' }],
    ['completed', { financialStatus: 'paid', lines: [{ priceMinor: 0 }] }],
    ['completed', { financialStatus: 'paid', fulfillmentStatus: 'unfulfilled', lines: [{ ships: false }] }],
    [
      'open',
      {
        financialStatus: 'paid',
        fulfillmentStatus: 'partial',
        lines: [{ status: 'fulfilled' }, { status: 'pending' }],
      },
    ],
  ] as [OrderDraft['status'], Partial<ExportedOrder>][])('%s: %o', async (status, order) => {
    expect((await readDraft({ name: '#1', ...order })).status).toBe(status)
  })

  test('a partial payment leaves the rest outstanding', async () => {
    const first = { 'Outstanding Balance': '4.00', 'Paid at': '' }
    expect(await readDraft({ name: '#1', financialStatus: 'partially_paid', first })).toMatchObject({
      payment: { capturedMinor: 600, capturedAt: Date.parse('2026-03-02T01:00:00Z') },
    })
  })

  test('an authorized order has no payment yet', async () => {
    expect(await readDraft({ name: '#1', financialStatus: 'authorized' })).toMatchObject({
      authorizedMinor: 1000,
      payment: null,
    })
  })

  test('a restocked line needs no shipping', async () => {
    const lines = [{ status: 'fulfilled' }, { status: 'restocked' }]
    const draft = await readDraft({ name: '#1', fulfillmentStatus: 'fulfilled', lines })
    expect(draft.lines.map(({ shippedQuantity, requiresShipping }) => [shippedQuantity, requiresShipping])).toEqual([
      [1, true],
      [0, false],
    ])
  })
})

const withFirstRow = (first: Record<string, string>): ExportedOrder => ({ name: '#1', first })

describe('rejects an inconsistent order with column and value', () => {
  test.each([
    ['Total “1e3” is not a valid amount in CNY (example:', withFirstRow({ Total: '1e3' })],
    ['Total “NaN” is not a valid amount in CNY (example:', withFirstRow({ Total: 'NaN' })],
    ['Subtotal “1,000.00” is not a valid amount in CNY (example:', withFirstRow({ Subtotal: '1,000.00' })],
    [
      'Total “10.005” is not a valid amount in USD (example: 1234.50)',
      { name: '#1', currency: 'USD', first: { Total: '10.005' } },
    ],
    [
      'Total “10.50” is not a valid amount in JPY (example: 1234)',
      { name: '#1', currency: 'JPY', first: { Total: '10.50' } },
    ],
    ['Lineitem price “¥10” is not a valid amount in CNY (example:', withFirstRow({ 'Lineitem price': '¥10' })],
    ['Taxes “+1.00” is not a valid amount', withFirstRow({ Taxes: '+1.00' })],
    ['Shipping “ 1 0” is not a valid amount'.replace(' 1', '1'), withFirstRow({ Shipping: '1 0' })],
    ['Lineitem price “-10.00” is negative.', withFirstRow({ 'Lineitem price': '-10.00' })],
    ['Shipping “-0” is negative.', withFirstRow({ Shipping: '-0' })],
    ['Total “9999999999999.00” is too large.', withFirstRow({ Total: '9999999999999.00' })],
    [
      'The amount of line item 1 is too large',
      { name: '#1', lines: [{ quantity: 1_000_000, priceMinor: 1_000_000_000 }], first: { Subtotal: '1', Total: '1' } },
    ],
    [
      'The sum of the line items is too large',
      {
        name: '#1',
        lines: Array(10).fill({ quantity: 1, priceMinor: 80_000_000_000_000 }),
        first: { Subtotal: '1', Total: '1' },
      },
    ],
    ['Subtotal is empty.', withFirstRow({ Subtotal: '' })],
    ['Total is empty.', withFirstRow({ Total: '' })],
    ['Lineitem price is empty.', withFirstRow({ 'Lineitem price': '' })],
    ['Lineitem name is empty.', withFirstRow({ 'Lineitem name': ' ' })],
    ['Lineitem name is empty.', withFirstRow({ 'Lineitem name': '\u200b' })],
    ['Lineitem quantity is empty.', withFirstRow({ 'Lineitem quantity': '' })],
    ['Lineitem quantity “0” must be a whole number', withFirstRow({ 'Lineitem quantity': '0' })],
    ['Lineitem quantity “-1” must be a whole number', withFirstRow({ 'Lineitem quantity': '-1' })],
    ['Lineitem quantity “1.5” must be a whole number', withFirstRow({ 'Lineitem quantity': '1.5' })],
    ['Lineitem quantity “1000001” must be a whole number', withFirstRow({ 'Lineitem quantity': '1000001' })],
    ['Currency “EURO” is not a currency code.', withFirstRow({ Currency: 'EURO' })],
    ['Currency “usd” is not a currency code.', withFirstRow({ Currency: 'usd' })],
    ['Currency is empty.', withFirstRow({ Currency: '' })],
    [
      'Created at “2026-09-31 10:00:00 +0800” is not a valid date and time',
      withFirstRow({ 'Created at': '2026-09-31 10:00:00 +0800' }),
    ],
    ['Paid at “31/09/2026 10:00” is not a valid date and time', withFirstRow({ 'Paid at': '31/09/2026 10:00' })],
    [
      'Fulfilled at “2026-03-04 15:00:00” is not a valid date and time',
      withFirstRow({ 'Fulfilled at': '2026-03-04 15:00:00' }),
    ],
    [
      'Cancelled at “2026-03-04 25:00:00 Z” is not a valid date and time',
      withFirstRow({ 'Cancelled at': '2026-03-04 25:00:00 Z' }),
    ],
    [
      'Created at “2026-02-29 10:00:00 +0000” is not a valid date and time',
      withFirstRow({ 'Created at': '2026-02-29 10:00:00 +0000' }),
    ],
    [
      'Created at “2026-03-04 10:00:00 +9900” is not a valid date and time',
      withFirstRow({ 'Created at': '2026-03-04 10:00:00 +9900' }),
    ],
    ['Created at is empty.', withFirstRow({ 'Created at': '' })],
    ['Financial Status “payed” must be one of paid,', withFirstRow({ 'Financial Status': 'payed' })],
    ['Financial Status is empty.', withFirstRow({ 'Financial Status': '' })],
    ['Fulfillment Status “shipped” must be one of fulfilled,', withFirstRow({ 'Fulfillment Status': 'shipped' })],
    [
      'Lineitem requires shipping “maybe” must be one of true, false.',
      withFirstRow({ 'Lineitem requires shipping': 'maybe' }),
    ],
    ['Id is empty.', withFirstRow({ Id: '' })],
    ['Id “4.00E+12” was rounded by a spreadsheet program.', withFirstRow({ Id: '4.00E+12' })],
    ['Phone “1.38E+10” was rounded', withFirstRow({ Phone: '1.38E+10' })],
    ['Shipping Phone “8,61E+12” was rounded', withFirstRow({ 'Shipping Phone': '8,61E+12' })],
    ['Payment Reference “4.2e+27” was rounded', withFirstRow({ 'Payment Reference': '4.2e+27' })],
    ['Id contains control characters.', withFirstRow({ Id: '40\u000701' })],
    ['Lineitem name has 501 characters. The maximum is 500.', withFirstRow({ 'Lineitem name': 'x'.repeat(501) })],
    ['Notes has 5,001 characters', withFirstRow({ Notes: 'x'.repeat(5001) })],
    [
      'The line items add up to 10.00, but Discount Amount is 0.00 and Subtotal is 10.01.',
      withFirstRow({ Subtotal: '10.01' }),
    ],
    [
      'The line items add up to 10.00, but Discount Amount is 1.00 and Subtotal is 9.99.',
      withFirstRow({ 'Subtotal': '9.99', 'Discount Amount': '1.00' }),
    ],
    ['Subtotal 10.00 + Shipping 0.00 + Taxes 0.00 = 10.00, but Total is 10.01.', withFirstRow({ Total: '10.01' })],
    [
      'Discount Amount is 0.50, but the line items are discounted by 1.00.',
      { name: '#1', lines: [{ discountMinor: 100 }], first: { 'Discount Amount': '0.50' } },
    ],
    [
      'Discount Amount is 2.00, but the line items are discounted by 1.00.',
      { name: '#1', lines: [{ discountMinor: 100 }], shippingMinor: 500, first: { 'Discount Amount': '2.00' } },
    ],
    [
      'Lineitem discount 10.01 of line item 1 is more than its price, 10.00.',
      { name: '#1', lines: [{ discountMinor: 1001 }], first: { Subtotal: '0', Total: '0' } },
    ],
    ['Taxes 11.00 are more than Total 10.00.', { name: '#1', taxMinor: 1100, taxesIncluded: true }],
    [
      'Refunded Amount 10.01 is more than the paid amount, 10.00.',
      { name: '#1', financialStatus: 'partially_refunded', refundedMinor: 1001 },
    ],
    [
      'Refunded Amount 1.00 is more than the paid amount, 0.00.',
      { name: '#1', financialStatus: 'pending', refundedMinor: 100 },
    ],
    ['Financial Status is paid, but Refunded Amount is 1.00 of 10.00 paid.', { name: '#1', refundedMinor: 100 }],
    [
      'Financial Status is partially_refunded, but Refunded Amount is 0.00 of 10.00 paid.',
      { name: '#1', financialStatus: 'partially_refunded' },
    ],
    [
      'Financial Status is partially_refunded, but Refunded Amount is 10.00 of 10.00 paid.',
      { name: '#1', financialStatus: 'partially_refunded', refundedMinor: 1000 },
    ],
    [
      'Financial Status is refunded, but Refunded Amount is 9.99 of 10.00 paid.',
      { name: '#1', financialStatus: 'refunded', refundedMinor: 999 },
    ],
    [
      'Financial Status is partially_paid, but Outstanding Balance is empty',
      { name: '#1', financialStatus: 'partially_paid' },
    ],
    [
      'Financial Status is partially_paid, but Outstanding Balance is 10.00 of Total 10.00.',
      { name: '#1', financialStatus: 'partially_paid', first: { 'Outstanding Balance': '10.00' } },
    ],
    [
      'Financial Status is partially_paid, but Outstanding Balance is 0.00 of Total 10.00.',
      { name: '#1', financialStatus: 'partially_paid', first: { 'Outstanding Balance': '0.00' } },
    ],
    [
      'Financial Status is paid, but Outstanding Balance is 1.00 of Total 10.00.',
      withFirstRow({ 'Outstanding Balance': '1.00' }),
    ],
    ['Financial Status is paid, but Paid at is empty.', withFirstRow({ 'Paid at': '' })],
    [
      '“Tea 1” was partly shipped, but the file does not say how many.',
      { name: '#1', fulfillmentStatus: 'partial', lines: [{ status: 'partial' }, { status: 'fulfilled' }] },
    ],
    ['Fulfillment Status is partial, but no line item was shipped.', { name: '#1', fulfillmentStatus: 'partial' }],
  ] as [string, ExportedOrder][])('%s', async (reason, order) => {
    expect(await readReason(order)).toStartWith(reason)
  })

  test('with the line of a later row', async () => {
    const lines = [{}, { quantity: 2 }, {}]
    const text = buildExportCsv([{ name: '#1' }, { name: '#2', lines }]).replace(',2,Tea 2,', ',2.5,Tea 2,')
    expect(await readOrders(text)).toMatchObject([
      { line: 2, draft: {} },
      { line: 3, order: '#2', reason: 'Line 4: Lineitem quantity “2.5” must be a whole number from 1 to 1,000,000.' },
    ])
  })

  test('when two of its rows have different currencies or totals', async () => {
    const [first = {}, second = {}] = toRows({ name: '#1', lines: [{}, {}] })
    const file = (changes: Record<string, string>): string =>
      [columns.join(','), toCsvRow(first), toCsvRow({ ...second, ...changes })].join('\n')
    expect(await readOrders(file({ Currency: 'EUR' }))).toMatchObject([
      { line: 2, reason: 'Line 3: Currency is “EUR” here, but “CNY” in line 2 of the same order.' },
    ])
    expect(await readOrders(file({ Currency: 'CNY', Total: '20.00' }))).toMatchObject([{ draft: { totalMinor: 2000 } }])
  })
})

describe('a file of many orders', () => {
  const three = [{ name: '#1' }, { name: '#2', lines: [{}, {}] }, { name: '#3' }]
  const summarize = async (text: string) =>
    (await readOrders(text)).map((found) =>
      'reason' in found ? [found.line, found.order, found.reason] : [found.line, found.draft.externalNumber],
    )

  test('gives each order the physical line of its first row', async () => {
    const orders: ExportedOrder[] = [
      { name: '#1', first: { Notes: 'a\r\nb\n\nc' } },
      { name: '#2', lines: [{ name: 'x\ny' }, {}] },
      { name: '#3' },
    ]
    for (const lineEnd of ['\n', '\r\n'])
      expect(await summarize(buildExportCsv(orders, { lineEnd }))).toEqual([
        [2, '#1'],
        [6, '#2'],
        [9, '#3'],
      ])
  })

  test('ignores empty lines and rows of commas', async () => {
    const [header, ...rows] = buildExportCsv(three).split('\n')
    expect(await summarize([header, '', rows[0], ',,,,', ...rows.slice(1, 3), '', rows[3]].join('\n'))).toEqual([
      [3, '#1'],
      [5, '#2'],
      [8, '#3'],
    ])
  })

  test('a malformed row affects only its own order', async () => {
    const rows = buildExportCsv(three).split('\n')
    const short = rows.with(2, '#2,only,three')
    expect(await summarize(short.join('\n'))).toEqual([
      [2, '#1'],
      [3, '#2', 'The row has 3 fields, but the header has 63.'],
      [5, '#3'],
    ])
    const unclosed = rows.with(3, (rows[3] ?? '').replace(',Tea 2,', ',"Tea 2,'))
    expect(await summarize(unclosed.join('\n'))).toEqual([
      [2, '#1'],
      [3, '#2', `Line 4: ${answers.en.imports.refused.quotes}`],
      [5, '#3'],
    ])
    const long = rows.with(3, (rows[3] ?? '').replace(',Tea 2,', `,${'x'.repeat(70_000)},`))
    expect(await summarize(long.join('\n'))).toEqual([
      [2, '#1'],
      [3, '#2', 'Line 4: The row has more than 65,536 characters. Shorten its longest field.'],
      [5, '#3'],
    ])
  })

  test('rejects rows of an order that reappear later, but not the order before them', async () => {
    const [header, one, two, twoAgain, last] = buildExportCsv(three).split('\n')
    const duplicateReason = '#1 already appears in this file (line 2). Keep all rows of an order together.'
    expect(await summarize([header, one, two, twoAgain, one, one, last].join('\n'))).toEqual([
      [2, '#1'],
      [3, '#2'],
      [5, '#1', duplicateReason],
      [7, '#3'],
    ])
    const interrupted = await summarize([header, two, one, twoAgain].join('\n'))
    expect(interrupted.map(([line]) => line)).toEqual([2, 3, 4])
    expect(interrupted[0]?.[2]).toStartWith(
      'The line items add up to 10.00, but Discount Amount is 0.00 and Subtotal is 20.00.',
    )
  })

  test('rejects a second order with the same id', async () => {
    const text = buildExportCsv([
      { name: '#1', id: '77' },
      { name: '#2', id: '77' },
    ])
    expect(await summarize(text)).toEqual([
      [2, '#1'],
      [3, '#2', 'The order in line 2 has the same Id 77.'],
    ])
  })

  test('rejects an order of more than a thousand rows', async () => {
    const lines = Array.from({ length: 1001 }, () => ({}))
    const [found] = await readOrders(buildExportCsv([{ name: '#1', lines }]))
    expect(found).toMatchObject({ line: 2, reason: 'Line 1,002: This order has more than 1,000 rows.' })
  })

  test('rejects a row without a name', async () => {
    expect(await summarize(buildExportCsv([{ name: '#1' }, { name: '' }, { name: '#3' }]))).toEqual([
      [2, '#1'],
      [3, '', 'Name is empty, so the row cannot be matched to an order.'],
      [4, '#3'],
    ])
  })

  test('makes unprintable characters of a name visible', async () => {
    const found = await summarize(
      buildExportCsv([
        { name: '#1\0', id: '1' },
        { name: `#${'x'.repeat(98)}😀`, id: '2' },
      ]),
    )
    expect(found.map(([, order]) => order)).toEqual(['#1�', `#${'x'.repeat(98)}�`])
  })

  test('skips the header of a second, concatenated file', async () => {
    expect(await summarize(buildExportCsv([{ name: '#1' }]) + buildExportCsv([{ name: '#2' }]))).toEqual([
      [2, '#1'],
      [4, '#2'],
    ])
  })
})

describe('rejects a file that is not such an export', () => {
  const catchParameters = (header: string[]): ProblemError['parameters'] => {
    try {
      openParser(header)
    } catch (error) {
      if (error instanceof ProblemError && error.problem === 'not-an-order-export') return error.parameters
      throw error
    }
    throw new Error('The header was accepted')
  }

  test('with the missing columns', () => {
    expect(catchParameters(columns.filter((name) => name !== 'Total' && name !== 'Id'))).toEqual({
      why: 'columns',
      format: 'shopify',
      columns: 'Id, Total',
    })
    expect(catchParameters(['Date', 'Amount'])).toEqual({ why: 'unknown-format' })
  })

  test('with the duplicate columns', () => {
    expect(catchParameters([...columns, 'total'])).toEqual({ why: 'columns-twice', columns: 'Total' })
  })
})

test('reads back any consistent order', async () => {
  const amount = fc.integer({ min: 0, max: 1_000_000 })
  const line = fc.record({
    name: fc.stringMatching(/^[a-zäß茶][!-~äß茶 "',;=]{0,20}$/),
    quantity: fc.integer({ min: 1, max: 99 }),
    priceMinor: amount,
  })
  const order = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 5 }),
    shippingMinor: amount,
    taxMinor: amount,
    currency: fc.constantFrom('CNY', 'USD', 'JPY', 'KWD'),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    note: fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', '中', '=') }),
    financialStatus: fc.constantFrom('paid', 'pending', 'voided', 'authorized'),
    fulfillmentStatus: fc.constantFrom('fulfilled', 'unfulfilled'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(order, { minLength: 1, maxLength: 5 }), async (orders) => {
      const exported = orders.map(({ share, note, ...rest }, index): ExportedOrder => {
        const goods = rest.lines.reduce((sum, { quantity, priceMinor }) => sum + quantity * priceMinor, 0)
        return { name: `#${index + 1}`, discountMinor: Math.floor(goods * share), first: { Notes: note }, ...rest }
      })
      const found = await readOrders(buildExportCsv(exported))
      expect(found).toHaveLength(orders.length)
      for (const [index, each] of found.entries()) {
        if ('reason' in each) throw new Error(each.reason)
        const { draft } = each
        const expected = exported[index]
        const lines = expected?.lines ?? []
        const goods = lines.reduce((sum, { quantity = 0, priceMinor = 0 }) => sum + quantity * priceMinor, 0)
        const stored = draft.lines.reduce(
          (sum, { quantity, unitPriceMinor, discountMinor }) => sum + quantity * unitPriceMinor - discountMinor,
          0,
        )
        expect(stored).toBe(draft.subtotalMinor)
        expect(draft.subtotalMinor).toBe(goods - (expected?.discountMinor ?? 0))
        expect(draft.lines.map(({ name, quantity, unitPriceMinor }) => [name, quantity, unitPriceMinor])).toEqual(
          lines.map(({ name = '', quantity = 0, priceMinor = 0 }) => [
            name.replaceAll(/\s+/g, ' ').trim(),
            quantity,
            priceMinor,
          ]),
        )
        expect(draft.totalMinor).toBe(
          draft.subtotalMinor + draft.shippingMinor + (draft.taxesIncluded ? 0 : draft.taxMinor),
        )
      }
    }),
    { numRuns: 200 },
  )
})
