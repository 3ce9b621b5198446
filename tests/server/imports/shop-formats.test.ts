import { receiveDraftTaxes } from '#server/orders/tax-columns.ts'
import { add } from '#shared/money.ts'
import { isConsistent } from '#shared/orders/draft.ts'
import { ProblemError } from '#shared/problem.ts'
import {
  buildCsv,
  buildWorkbook,
  readOnly,
  readReason,
  readTable,
  type TableRow,
} from '#tests/server/imports/read-table.ts'
import { describe, expect, test } from 'bun:test'
import { strToU8, zipSync } from 'fflate'

/** An order with two items, a discount, shipping and tax: 90.00 + 10.00 + 19.00 = 119.00. */
const wooRows: TableRow[] = [
  {
    order_id: '812',
    order_number: '812',
    date: '2026-03-02 09:30:00',
    status: 'completed',
    shipping_total: '10.00',
    shipping_tax_total: '1.90',
    fee_total: '0.00',
    tax_total: '19.00',
    discount_total: '10.00',
    order_total: '119.00',
    refunded_total: '0.00',
    order_currency: 'EUR',
    payment_method: 'stripe',
    shipping_method: 'Flat rate',
    billing_first_name: 'Ann',
    billing_last_name: 'Bell',
    billing_email: 'ann@example.com',
    billing_phone: '555 0101',
    shipping_first_name: 'Bo',
    shipping_last_name: 'Cole',
    shipping_address_1: '1 High Street',
    shipping_city: 'Leeds',
    shipping_postcode: 'LS1',
    shipping_country: 'GB',
    customer_note: 'Ring twice',
    item_name: 'Tea',
    item_sku: 'T1',
    item_quantity: '3',
    item_subtotal: '50.00',
    item_total: '45.00',
  },
  {
    order_number: '812',
    item_name: 'Pot',
    item_sku: 'P1',
    item_quantity: '1',
    item_subtotal: '50.00',
    item_total: '45.00',
  },
]
const wooOrder = (change: TableRow): TableRow[] => [{ ...wooRows[0], ...change }, wooRows[1] ?? {}]

describe('WooCommerce, one row for each item', () => {
  test('reads the tax of each item, from which its rate follows', async () => {
    const [tea, pot] = wooRows
    const draft = await readOnly([
      { ...tea, item_total_tax: '8.55', tax_total: '11.70', shipping_tax_total: '0.00', order_total: '111.70' },
      { ...pot, item_total_tax: '3.15' },
    ])
    expect(draft.lines.map(({ taxMinor }) => taxMinor)).toEqual([855, 315])
    const { lines, columns } = receiveDraftTaxes(draft)
    expect(lines).toEqual([
      { tax_rate: '19', tax_minor: 855, tax_is_derived: 1 },
      { tax_rate: '7', tax_minor: 315, tax_is_derived: 1 },
    ])
    expect(columns).toMatchObject({ shipping_tax_rate: '0', shipping_tax_minor: 0 })
  })

  test('reads items, amounts, addresses and the payment', async () => {
    const draft = await readOnly(wooRows)
    expect(draft).toMatchObject({
      ...{ source: 'woocommerce', externalId: '812', externalNumber: '812', status: 'completed', currency: 'EUR' },
      ...{ subtotalMinor: 9000, shippingMinor: 1000, taxMinor: 1900, taxesIncluded: false, totalMinor: 11_900 },
      placedAt: Date.parse('2026-03-02T01:30:00Z'),
      ...{ customerName: 'Ann Bell', email: 'ann@example.com', phone: '555 0101', note: 'Ring twice' },
      shippingAddress: { name: 'Bo Cole', line1: '1 High Street', city: 'Leeds', postcode: 'LS1', country: 'GB' },
      payment: { provider: 'stripe', capturedMinor: 11_900, capturedAt: Date.parse('2026-03-02T01:30:00Z') },
      refund: null,
    })
    // 50.00 for 3 is no price of whole cents: the rest is a discount, so that the sum stays exact.
    expect(draft.lines).toEqual([
      { ...shipped, sku: 'T1', name: 'Tea', quantity: 3, shippedQuantity: 3, unitPriceMinor: 1667, discountMinor: 501 },
      { ...shipped, sku: 'P1', name: 'Pot', quantity: 1, shippedQuantity: 1, unitPriceMinor: 5000, discountMinor: 500 },
    ])
    expect(isConsistent(draft)).toBe(true)
  })
  const shipped = { requiresShipping: true }

  test.each([
    ['pending', { status: 'open', payment: null }],
    ['wc-on-hold', { status: 'open', payment: null }],
    ['Processing', { status: 'open', payment: { capturedMinor: 11_900 }, shippedAt: null }],
    ['cancelled', { status: 'cancelled', payment: null }],
    ['failed', { status: 'cancelled', payment: null }],
    ['refunded', { status: 'completed', refund: { amountMinor: 11_900 } }],
  ])('the status %s', async (status, expected) => {
    expect(await readOnly(wooOrder({ status }))).toMatchObject(expected)
  })

  test('a partial refund, written with or without a sign', async () => {
    for (const refunded_total of ['20.00', '-20.00'])
      expect(await readOnly(wooOrder({ refunded_total }))).toMatchObject({ refund: { amountMinor: 2000 } })
  })

  test('the tax of shipping and of fees beside the tax of the items', async () => {
    const draft = await readOnly(wooOrder({ tax_total: '17.10' }))
    expect(draft).toMatchObject({ taxMinor: 1900, taxesIncluded: false, totalMinor: 11_900 })
    const fees = { fee_total: '5.00', fee_tax_total: '0.95', order_total: '124.95' }
    const both = await readOnly(wooOrder({ tax_total: '17.10', ...fees }))
    expect(both).toMatchObject({ taxMinor: 1995, taxesIncluded: false, totalMinor: 12_495 })
  })

  test('prices with and without tax, by what adds up to the total', async () => {
    const included = await readOnly(wooOrder({ order_total: '100.00' }))
    expect(included).toMatchObject({ taxMinor: 1900, taxesIncluded: true, totalMinor: 10_000 })
    const untaxed = await readOnly(wooOrder({ tax_total: '0.00', shipping_tax_total: '0.00', order_total: '100.00' }))
    expect(untaxed).toMatchObject({ taxMinor: 0, taxesIncluded: false, totalMinor: 10_000 })
    for (const draft of [included, untaxed]) expect(isConsistent(draft)).toBe(true)
  })

  test('a credit above the price of the items reduces the shipping', async () => {
    const draft = await readOnly(wooOrder({ fee_total: '-95.00', order_total: '24.00' }))
    expect(draft).toMatchObject({ subtotalMinor: 0, shippingMinor: 500, taxMinor: 1900, totalMinor: 2400 })
    expect(isConsistent(draft)).toBe(true)
  })

  test('a cancelled order was paid if it has a time of payment or a refund', async () => {
    const capturedAt = Date.parse('2026-03-03T02:00:00Z')
    const cancelled = { status: 'cancelled', date_paid: '2026-03-03 10:00:00' }
    expect(await readOnly(wooOrder(cancelled))).toMatchObject({
      ...{ status: 'cancelled', cancelledAt: capturedAt, shippedAt: null, refund: null },
      payment: { capturedMinor: 11_900, capturedAt },
    })
    expect(await readOnly(wooOrder({ status: 'cancelled', refunded_total: '0.01' }))).toMatchObject({
      ...{ payment: { capturedMinor: 11_900 }, refund: { amountMinor: 1 } },
    })
  })

  test('rows that agree on what they say of the order as a whole', async () => {
    const [tea = {}, pot = {}] = wooRows
    expect(await readOnly([tea, { ...pot, order_total: '119.00' }])).toMatchObject({ totalMinor: 11_900 })
    expect(await readReason([tea, { ...pot, order_total: '119.01' }])).toContain('119.01')
  })

  test('fees are an item, and negative ones a discount', async () => {
    const surcharge = await readOnly(wooOrder({ fee_total: '5.00', order_total: '124.00' }))
    expect(surcharge.lines[2]).toMatchObject({
      ...{ name: 'Fees', unitPriceMinor: 500, requiresShipping: false, shippedQuantity: 0 },
    })
    expect(surcharge).toMatchObject({ subtotalMinor: 9500, totalMinor: 12_400 })
    const credit = await readOnly(wooOrder({ fee_total: '-5.00', order_total: '114.00' }))
    expect(credit).toMatchObject({ subtotalMinor: 8500, totalMinor: 11_400 })
    for (const draft of [surcharge, credit]) expect(isConsistent(draft)).toBe(true)
  })

  test.each([
    ['an order that does not add up', { order_total: '120.00' }, 'do not add up to the total, 120.00.'],
    [
      'an amount with fractions of a cent',
      { item_total: '45.005' },
      'item_total “45.005” is not a valid amount in EUR',
    ],
    ['an unknown status', { status: 'packed' }, 'status “packed” must be one of pending,'],
    ['an order that was never placed', { status: 'checkout-draft' }, 'the customer has not placed this order.'],
    [
      'a refund above the payment',
      { refunded_total: '119.01' },
      'The refund 119.01 is more than the paid amount, 119.00.',
    ],
    ['a day that does not exist', { date: '2026-02-30 10:00:00' }, 'date “2026-02-30 10:00:00” is not a valid date'],
    ['an order without a number', { order_number: '' }, 'order_number is empty'],
    ['no quantity', { item_quantity: '0' }, 'item_quantity “0” must be a whole number'],
  ])('rejects %s', async (_, change, reason) => {
    expect(await readReason(wooOrder(change))).toContain(reason)
  })
})

/** 2 × 12.50 + 3 × 3.33 (10.00) − 5.00 + 4.00 + 6.80 = 40.80. */
const advancedRows: TableRow[] = [
  {
    'Order Number': '77',
    'Order Status': 'Processing',
    'Order Date': '2026-03-02 21:05',
    'First Name (Billing)': 'Ann',
    'Last Name (Billing)': 'Bell',
    'Address 1&2 (Billing)': '1 High Street',
    'Email (Billing)': 'ann@example.com',
    'Payment Method Title': 'PayPal',
    'Cart Discount Amount': '5',
    'Order Shipping Amount': '4',
    'Order Refund Amount': '',
    'Order Total Amount': '40.8',
    'Order Total Tax Amount': '6.80',
    'SKU': 'T1',
    'Item Name': 'Tea',
    'Quantity': '2',
    'Item Cost': '12.5',
    'Coupon Code': 'SPRING',
  },
  { 'Order Number': '77', 'SKU': 'C1', 'Item Name': 'Cup', 'Quantity': '3', 'Item Cost': '3.33' },
]

describe('Advanced Order Export For WooCommerce', () => {
  test('reads amounts in the currency that is asked for, and makes up for rounded prices', async () => {
    const draft = await readOnly(advancedRows, 'USD')
    expect(draft).toMatchObject({
      ...{ source: 'woocommerce', externalId: '77', currency: 'USD', status: 'open', discountCode: 'SPRING' },
      ...{ subtotalMinor: 3000, shippingMinor: 400, taxMinor: 680, totalMinor: 4080, taxesIncluded: false },
      billingAddress: { name: 'Ann Bell', line1: '1 High Street' },
      payment: { provider: 'PayPal', capturedMinor: 4080 },
    })
    expect(isConsistent(draft)).toBe(true)
  })

  test('takes the items below an order whose number is filled in once, and no totals', async () => {
    const [first = {}, second = {}] = advancedRows
    const below = { ...second, 'Order Number': '' }
    const totals = { 'Item Name': 'Total:', 'Quantity': '7', 'Order Total Amount': '81.60' }
    const last = [
      { ...first, 'Order Number': '78' },
      { ...below, 'Order Date': first['Order Date'] ?? '' },
    ]
    const notes = [{ 'Item Name': '共 4 件', 'Quantity': '4' }, { 'Item Name': 'End of the list' }]
    const found = await readTable(buildCsv([first, below, ...last, totals, ...notes]), 'USD')
    expect(found).toMatchObject([
      { line: 2, draft: { externalId: '77', totalMinor: 4080, lines: [{ name: 'Tea' }, { name: 'Cup' }] } },
      { line: 4, draft: { externalId: '78', totalMinor: 4080, lines: [{ name: 'Tea' }, { name: 'Cup' }] } },
      ...[6, 7, 8].map((line) => ({ line, reason: expect.stringContaining('order number is empty') })),
    ])
    const wrong = await readTable(buildCsv([first, below, { ...below, Quantity: '1' }]), 'USD')
    expect(wrong).toMatchObject([{ line: 2, reason: expect.stringContaining('do not add up') }])
  })

  test('takes a note below an order for no item of it', async () => {
    const [first = {}, second = {}] = advancedRows
    const found = await readTable(buildCsv([first, second, { 'Item Name': 'End of the list' }]), 'USD')
    expect(found).toMatchObject([
      { line: 2, draft: { totalMinor: 4080 } },
      { line: 4, reason: expect.any(String) },
    ])
  })

  test('reads the rate of each item', async () => {
    const draft = await readOnly(
      advancedRows.map((row) => ({ ...row, 'Item Tax Rate': '20 %' })),
      'USD',
    )
    expect(draft.lines.map(({ taxRate }) => taxRate)).toEqual(['20', '20'])
  })

  test('an order may be as far off as its prices are rounded, half a cent for each piece', async () => {
    const [first = {}, second = {}] = advancedRows
    const withTotal = (total: string) => [{ ...first, 'Order Total Amount': total }, second]
    // 2 × 12.50 + 3 × 3.33 − 5.00 + 4.00 + 6.80 = 40.79, and a cent more or less for each item.
    for (const [total, itemsMinor] of [
      ['40.77', [2499, 998]],
      ['40.78', [2499, 999]],
      ['40.81', [2501, 1000]],
    ] as const) {
      const draft = await readOnly(withTotal(total), 'USD')
      const sums = draft.lines.map((line) => line.quantity * line.unitPriceMinor - line.discountMinor)
      expect(add(...sums)).toBe(add(...itemsMinor, -500))
      expect(isConsistent(draft)).toBe(true)
    }
    for (const total of ['40.76', '40.82', '40.83'])
      expect(await readReason(withTotal(total), 'USD')).toContain('do not add up')
    // 12.50 + 3.33 − 5.00 + 4.00 + 6.80 = 21.63: single pieces have exact prices.
    const single = withTotal('21.64').map((row) => ({ ...row, Quantity: '1' }))
    expect(await readReason(single, 'USD')).toContain('do not add up')
  })
})

test('rejects a number with more characters than numbers have, which a pattern would search for long', async () => {
  const spaces = ' '.repeat(60_000)
  expect(await readReason(wooOrder({ shipping_total: `1${spaces}1` }), 'EUR')).toContain('has 60,002 characters')
})

/** 2 × 19.90 + 60.20 − 10.00 + 8.00 = 98.00. */
const youzanRows: TableRow[] = [
  {
    '订单号': 'E20260302093000000000001',
    '订单状态': '部分发货',
    '订单创建时间': '2026-03-02 09:30:00',
    '买家付款时间': '2026-03-02 09:31:05',
    '付款方式': '微信支付',
    '支付流水号': '4200001234',
    '商品名称': '龙井',
    '商品规格': '250克',
    '规格编码': 'LJ250',
    '商品单价': '19.90',
    '商品数量': '2',
    '商品发货状态': '已发货',
    '运费': '8.00',
    '店铺优惠合计': '10.00',
    '应收订单金额': '98.00',
    '订单实付金额': '98.00',
    '订单已退款金额': '0.00',
    '收货人/提货人': '张三',
    '收货人手机号/提货人手机号': '13800000000',
    '收货人省份': '浙江省',
    '收货人城市': '杭州市',
    '收货人地区': '西湖区',
    '详细收货地址/提货地址': '龙井路1号',
    '买家备注': '尽快发货',
  },
  {
    订单号: 'E20260302093000000000001',
    订单状态: '部分发货',
    商品名称: '茶壶',
    规格编码: 'CH1',
    商品单价: '60.20',
    商品数量: '1',
    商品发货状态: '未发货',
  },
]

describe('有赞', () => {
  const check = (draft: Awaited<ReturnType<typeof readOnly>>) => {
    expect(draft).toMatchObject({
      ...{ source: 'youzan', currency: 'CNY', status: 'open', customerName: '张三', phone: '13800000000' },
      ...{ subtotalMinor: 9000, shippingMinor: 800, taxMinor: 0, totalMinor: 9800, note: '尽快发货' },
      shippingAddress: { province: '浙江省', city: '杭州市', line1: '西湖区龙井路1号' },
      payment: { provider: '微信支付', reference: '4200001234', capturedAt: Date.parse('2026-03-02T01:31:05Z') },
    })
    expect(draft.lines.map(({ name, shippedQuantity }) => [name, shippedQuantity])).toEqual([
      ['龙井 - 250克', 2],
      ['茶壶', 0],
    ])
    expect(isConsistent(draft)).toBe(true)
  }

  test('reads CSV in UTF-8', async () => check(await readOnly(youzanRows)))

  test('reads full-width digits and yuan signs, and names a row of totals', async () => {
    const [first = {}, second = {}] = youzanRows
    const typed = {
      商品单价: '１９．９０',
      商品数量: '２',
      订单创建时间: '２０２６-03-02 09:30:00',
      应收订单金额: '￥98.00',
    }
    check(await readOnly([{ ...first, ...typed }, second]))
    const [, totals] = await readTable(
      buildCsv([...youzanRows, { 订单号: '合计', 商品数量: '3', 应收订单金额: '98.00' }]),
    )
    expect(totals).toMatchObject({ reason: 'This is a row of totals, not an order. It is left out.' })
  })

  const text = buildCsv(youzanRows)
  test.each([
    ['GB18030 without saying so', toGb18030(text)],
    ['GB18030 below a title without Chinese', toGb18030(`2026-03-01 - 2026-03-31\n${text}`)],
    ['UTF-16', Uint8Array.from(Buffer.from(`\u{FEFF}${text}`, 'utf16le'))],
    ['UTF-8 with a byte order mark', new TextEncoder().encode(`\u{FEFF}${text}`)],
  ])('reads %s', async (_, bytes) => {
    const [found] = await readTable(new Blob([bytes]))
    if (!found || 'reason' in found) throw new Error(`rejected: ${found?.reason}`)
    check(found.draft)
  })

  test('reads a workbook, also with a title above the headings', async () => {
    const [found] = await readTable(await buildWorkbook(youzanRows))
    if (!found || 'reason' in found) throw new Error(`rejected: ${found?.reason}`)
    check(found.draft)
    const [titled] = await readTable(`订单报表 2026-03\r\n${text}`)
    expect(titled).toMatchObject({ line: 3, draft: found.draft })
  })

  test('an order of the report without items is one item', async () => {
    const draft = await readOnly([
      {
        ...{ 订单号: 'E1', 订单状态: '交易完成', 订单创建时间: '2026-03-02 09:30:00', 全部商品名称: '龙井;茶壶' },
        ...{ 商品金额合计: '100.00', 运费: '0.00', 店铺优惠合计: '2.00', 应收订单金额: '98.00', 订单实付金额: '98.00' },
      },
    ])
    expect(draft).toMatchObject({ status: 'completed', totalMinor: 9800 })
    expect(draft.lines).toMatchObject([{ name: '龙井;茶壶', quantity: 1, shippedQuantity: 1, unitPriceMinor: 10_000 }])
  })

  test('rejects an order that was partly shipped where no item says so', async () => {
    const [first = {}, second = {}] = youzanRows
    expect(await readReason([{ ...first, 商品发货状态: '未发货' }, second])).toContain('does not say which items')
  })
})

test('微信小店: totals of items, and refunds by item', async () => {
  const row = {
    ...{ 订单号: '3705115058471208928', 订单下单时间: '2026/3/2 9:30', 订单状态: '已完成', 订单实际支付金额: '55' },
    ...{ '商品名称': '龙井', '商品属性': '', '商品编码(自定义)': 'LJ', '商品数量': '2', '商品价格': '25.00' },
    ...{
      '商品实际价格（总共）': '50.00',
      '运费': '5',
      '商品已退款金额': '0',
      '收件人姓名': '张三',
      '收件人手机': '13800000000',
    },
  }
  const draft = await readOnly([
    row,
    { ...row, '商品名称': '茶包', '商品实际价格（总共）': '0', '商品已退款金额': '7.50' },
  ])
  expect(draft).toMatchObject({
    ...{ source: 'wechat', externalId: '3705115058471208928', status: 'completed', currency: 'CNY' },
    ...{ subtotalMinor: 5000, shippingMinor: 500, totalMinor: 5500, refund: { amountMinor: 750 } },
  })
})

describe('recognizing a file', () => {
  const catchParameters = (rows: TableRow[]) =>
    readTable(buildCsv(rows)).then(
      () => 'accepted',
      (error: unknown) => (error instanceof ProblemError ? error.parameters : error),
    )

  test('names the columns that the nearest format needs', async () => {
    const rows = wooRows.map(({ item_total: _total, order_total: _orderTotal, ...rest }) => rest)
    expect(await catchParameters(rows)).toEqual({
      ...{ why: 'columns', format: 'woocommerce', columns: 'order_total, item_total' },
    })
  })

  test('names all formats for a file that is like none', async () => {
    expect(await catchParameters([{ when: '2026-03-02', what: 'Tea' }])).toMatchObject({ why: 'unknown-format' })
  })
})

describe('hostile files', () => {
  const headings = '订单号,订单状态,订单创建时间,商品名称,商品单价,商品数量,应收订单金额'
  const sheet = `<worksheet><sheetData>${'<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row>'.repeat(200_000)}</sheetData></worksheet>`

  test.each([
    [
      'a workbook that unpacks to too much',
      zipSync({ ...workbook('worksheets/a.xml'), 'xl/worksheets/a.xml': strToU8(sheet) }),
    ],
    ['a workbook without its sheet', zipSync(workbook('worksheets/b.xml')).slice(0, 200)],
    ['an archive', strToU8(`PK\u0003\u0004${'x'.repeat(10_000)}`)],
  ])('refuses %s', async (_, bytes) => {
    const error = await readTable(new Blob([bytes])).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ problem: 'not-an-order-export', parameters: { why: 'workbook' } })
  })

  test('a row with far too many columns or a quote without end costs only its order', async () => {
    const good = 'E9,待发货,2026-03-02,=1+1,1,1,1'
    const found = await readTable(
      [headings, `E1,待发货${',a'.repeat(300_000)}`, 'E2,待发货,"2026-03-02,x,1,1,1', good, ''].join('\n'),
    )
    expect(found.map((order) => 'reason' in order)).toEqual([true, true, false])
    // A formula is text.
    expect(found[2]).toMatchObject({ draft: { lines: [{ name: '=1+1' }] } })
  })
})

/** The parts of a workbook that name its first sheet. */
function workbook(target: string): Record<string, Uint8Array> {
  return {
    'xl/workbook.xml': strToU8('<workbook><sheets><sheet r:id="r1"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': strToU8(`<Relationships><Relationship Id="r1" Target="${target}"/></Relationships>`),
  }
}

/** The bytes of a text in GB18030, which only has a decoder in the runtime: the table of two bytes is built with it. */
function toGb18030(source: string): Uint8Array<ArrayBuffer> {
  const decoder = new TextDecoder('gb18030')
  const codes = new Map<string, [number, number]>()
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++)
      if (trail !== 0x7f) codes.set(decoder.decode(Uint8Array.of(lead, trail)), [lead, trail])
  return Uint8Array.from([...source].flatMap((character) => codes.get(character) ?? [character.charCodeAt(0)]))
}

test('a title with a comma does not say how the columns below it are separated', async () => {
  const read = async (text: string, currency?: string) =>
    (await readTable(text, currency)).map((found) => ('draft' in found ? found.draft.externalId : found.reason))
  const rows = buildCsv(wooRows).trimEnd().replaceAll(',', ';')
  expect(await read(`Orders of March 2, 2026\n${rows}`)).toEqual(['812'])
  expect(await read(`Orders of March 2, 2026\n\n${rows.replaceAll(';', '\t')}`)).toEqual(['812'])
  // A text over several lines is no header.
  const noted = wooOrder({ customer_note: 'one\na; b; c; d; e\n', billing_first_name: 'Ann' })
  expect(await read(buildCsv(noted))).toEqual(['812'])
})
