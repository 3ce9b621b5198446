import type { ImportResult } from '#shared/orders/import-views.ts'
import { guessCustomerMapping } from '#shared/customers/import-mapping.ts'
import { ordersExport } from '#shared/messages/en/orders-export.ts'
import { lineExportColumns, orderExportColumns, toColumnsOfLines } from '#shared/orders/export-formats.ts'
import { guessOrderMapping } from '#shared/orders/order-mapping.ts'
import type { Problem } from '#shared/problem.ts'
import { buildCsv, buildWorkbook, type TableRow } from '#tests/server/imports/read-table.ts'
import { writeWorkbook } from '#server/xlsx/write-workbook.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeEach, describe, expect, test } from 'bun:test'

/** The sales of a marketplace that no format knows. */
const rows: TableRow[] = [
  {
    ...{
      'Sale no': 'M-1',
      'Sale date': '03/25/2026 2:30 PM',
      'Product': 'Tea',
      'Units': '2',
      'Price each': '$1,012.50',
    },
    ...{ 'Buyer': 'Ann Bell', 'Post': '5.00', 'Paid in all': '$2,050.00' },
  },
  { 'Sale no': 'M-1', 'Product': 'Pot', 'Units': '1', 'Price each': '$20.00' },
  {
    ...{ 'Sale no': 'M-2', 'Sale date': '03/26/2026', 'Product': 'Cup', 'Units': '4', 'Price each': '2.50' },
    ...{ 'Buyer': 'Bo Cole', 'Post': '', 'Paid in all': '11.00' },
  },
]

const mapping = {
  ...{ headingRow: '0', dayOrder: 'mdy', decimalMark: '.', source: 'market', currency: 'USD', assumedStatus: 'paid' },
}
const columns = {
  ...{ number: '0', placedAt: '1', itemName: '2', quantity: '3', unitPrice: '4', customerName: '5', shipping: '6' },
  total: '7',
}
const fieldsOf = (values: object, chosen: object) =>
  Object.fromEntries([
    ...Object.entries(values).map(([name, value]) => [`mapping[${name}]`, value] as const),
    ...Object.entries(chosen).map(([name, value]) => [`mapping[columns][${name}]`, value] as const),
  ])

forEachDatabase((_name, open) => {
  let kontor: TestKontor
  let clerk: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    clerk = await kontor.createUser('operations')
  })

  const send = async (file: Blob | string, fields: Record<string, string> = {}, query = '') => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    body.append('file', new Blob([file]), 'sales.csv')
    const response = await clerk.fetch(`/api/imports/orders${query}`, { method: 'POST', body })
    return { status: response.status, body: (await response.json()) as ImportResult & Problem }
  }

  describe('a table that no format recognizes', () => {
    test('is refused with its first rows and what its columns may be', async () => {
      const { status, body } = await send(buildCsv(rows))
      expect(status).toBe(422)
      expect(body).toMatchObject({
        type: '/problems/not-an-order-export',
        table: {
          rows: [Object.keys(rows[0] ?? {}), Object.values(rows[0] ?? {}), expect.any(Array), expect.any(Array)],
          guess: { headingRow: '0', dayOrder: 'mdy', decimalMark: '.', columns: { itemName: '2', quantity: '3' } },
        },
      })
    })

    test('needs a number, a date, an item and a price', async () => {
      const { status, body } = await send(buildCsv(rows), fieldsOf(mapping, { ...columns, unitPrice: '', number: '' }))
      expect(status).toBe(422)
      expect(body.errors?.map(({ pointer }) => pointer)).toContain('/mapping/columns/number')
    })

    test('is shown as it would be read, and nothing is saved', async () => {
      const { body } = await send(buildCsv(rows), fieldsOf(mapping, columns), '?dryRun=1')
      expect(body).toMatchObject({
        ...{ read: 2, created: 1 },
        refused: [{ line: 4, order: 'M-2', reason: expect.stringContaining('do not add up to the total, 11.00') }],
        mapped: {
          orders: [
            {
              ...{ line: 2, order: 'M-1', customer: 'Ann Bell', totalMinor: 205_000, currency: 'USD', itemCount: 2 },
              placedAt: Date.parse('2026-03-25T14:30:00+08:00'),
              items: [
                { quantity: 2, name: 'Tea' },
                { quantity: 1, name: 'Pot' },
              ],
            },
          ],
          table: { guess: { source: 'market', columns: { number: '0' } } },
        },
      })
      expect(await kontor.kontor.database.read.selectFrom('imports').select('number').execute()).toEqual([])
    })

    test('needs a currency, and asks for it among its columns', async () => {
      const { status, body } = await send(buildCsv(rows), fieldsOf({ ...mapping, currency: '' }, columns), '?dryRun=1')
      expect(status).toBe(422)
      expect(body.errors).toMatchObject([
        { pointer: '/mapping/currency', detail: expect.stringContaining('in which currency') },
      ])
    })

    test('has no amount with the sign of another currency', async () => {
      const signed = (price: string, total: string) =>
        rows
          .slice(0, 2)
          .map((row, index) => (index === 0 ? { ...row, 'Price each': price, 'Paid in all': total } : row))
      const { body } = await send(buildCsv(signed('€1,012.50', 'US$2,050.00')), fieldsOf(mapping, columns), '?dryRun=1')
      expect(body.refused).toEqual([
        { line: 2, order: 'M-1', reason: 'Price each “€1,012.50” has the sign of EUR, the order is in USD.' },
      ])
      const { body: dollars } = await send(
        buildCsv(signed('1012.50 USD', '$ 2050')),
        fieldsOf(mapping, columns),
        '?dryRun=1',
      )
      expect(dollars).toMatchObject({ created: 1, refused: [] })
    })

    test('has amounts of each row, which are added up, or of the order, which its rows repeat', async () => {
      const row = (product: string, price: string, changes: TableRow = {}): TableRow => ({
        ...{ 'order-id': 'A-1', 'purchase-date': '03/25/2026', 'product-name': product, 'quantity-purchased': '1' },
        ...{
          'item-price': price,
          'shipping-price': '5.00',
          'item-promotion-discount': '-1.00',
          'total': '',
          ...changes,
        },
      })
      const read = async (chosen: object, total = '') => {
        const file = buildCsv([row('Tea', '20.00', { total }), row('Pot', '30.00', { total })])
        const ofRows = { number: '0', placedAt: '1', itemName: '2', quantity: '3', itemTotal: '4', ...chosen }
        const { body } = await send(file, fieldsOf(mapping, ofRows), '?dryRun=1')
        return { refused: body.refused.map(({ reason }) => reason), total: body.mapped?.orders[0]?.totalMinor }
      }
      const ofEach = { itemShippingPrice: '5', itemDiscount: '6' }
      const ofOrder = { shipping: '5', discount: '6' }
      expect(await read(ofEach)).toEqual({ refused: [], total: 5800 })
      expect(await read(ofOrder)).toEqual({ refused: [], total: 5400 })
      expect(await read({ ...ofEach, total: '7' }, '58.00')).toEqual({ refused: [], total: 5800 })
      const reason =
        'Items 50.00 − discount 1.00 + shipping 5.00 + fees 0.00 + tax 0.00 do not add up to the total, 58.00.'
      expect(await read({ ...ofOrder, total: '7' }, '58.00')).toEqual({ refused: [reason], total: undefined })
      await send(
        buildCsv([row('Tea', '20.00', { 'item-promotion-discount': '' }), row('Pot', '30.00')]),
        fieldsOf(mapping, { number: '0', placedAt: '1', itemName: '2', quantity: '3', itemTotal: '4', ...ofEach }),
      )
      const { read: db } = kontor.kontor.database
      expect(
        await db
          .selectFrom('order_lines')
          .select(['name', 'discount_minor', 'total_minor'])
          .orderBy('position')
          .execute(),
      ).toEqual([
        { name: 'Tea', discount_minor: 0, total_minor: 2000 },
        { name: 'Pot', discount_minor: 100, total_minor: 2900 },
      ])
      expect(await findViolations(kontor)).toEqual([])
    })

    test('without totals, has as its total what its amounts add up to', async () => {
      const sale = { number: 'A-1', date: '03/25/2026', product: 'Tea', price: '20.00' }
      const chosen = {
        number: '0',
        placedAt: '1',
        itemName: '2',
        itemTotal: '3',
        shipping: '4',
        tax: '5',
        discount: '6',
      }
      const read = async (discount: string) => {
        const file = buildCsv([{ ...sale, shipping: '5.00', tax: '1.00', discount }])
        const { body } = await send(file, fieldsOf(mapping, chosen), '?dryRun=1')
        return body.mapped?.orders[0]?.totalMinor ?? body.refused.map(({ reason }) => reason)
      }
      expect(await read('4.00')).toBe(2200)
      // A discount that the items do not have reduces the shipping, and no more.
      expect(await read('22.00')).toBe(400)
      expect(await read('25.00')).toBe(100)
      expect(await read('25.01')).toEqual(['The discount 20.01 is more than the items, 20.00.'])
    })

    test('has the discount of each item where it is not above its price, and shares of it otherwise', async () => {
      const read = async (...discounts: string[]) => {
        const file = buildCsv(
          ['Tea', 'Pot'].map((product, index) => ({
            ...{ number: `A-${discounts[0]}`, date: '03/25/2026', product, price: index === 0 ? '10.00' : '20.00' },
            discount: discounts[index] ?? '',
          })),
        )
        const chosen = { number: '0', placedAt: '1', itemName: '2', itemTotal: '3', itemDiscount: '4' }
        await send(file, fieldsOf(mapping, chosen))
        const lines = await kontor.kontor.database.read
          .selectFrom('order_lines')
          .select(['discount_minor'])
          .orderBy('order_id', 'desc')
          .orderBy('position')
          .limit(2)
          .execute()
        return lines.map((line) => line.discount_minor)
      }
      expect(await read('10.00', '2.00')).toEqual([1000, 200])
      expect(await read('12.00', '0.00')).toEqual([400, 800])
    })

    test('has a column for what the payment provider paid itself', async () => {
      const paid = (subsidy: string) => rows.map((row, index) => ({ ...row, Coupon: index === 0 ? subsidy : '' }))
      const fields = fieldsOf(mapping, { ...columns, subsidy: '8' })
      const { body } = await send(buildCsv(paid('2050.01').slice(0, 2)), fields)
      expect(body.refused).toEqual([
        { line: 2, order: 'M-1', reason: 'The provider paid 2050.01 itself, more than the payment of 2050.00.' },
      ])
      await send(buildCsv(paid('50.00').slice(0, 2)), fields)
      const { read } = kontor.kontor.database
      expect(await read.selectFrom('payments').select(['captured_minor', 'subsidy_minor']).execute()).toEqual([
        { captured_minor: 205_000, subsidy_minor: 5000 },
      ])
      expect(await findViolations(kontor)).toEqual([])
    })

    test('is imported, and a later one with the same headings without asking', async () => {
      const [first = {}, second = {}] = rows
      const imported = await send(buildCsv([first, second]), fieldsOf(mapping, columns))
      expect(imported.body).toEqual({ read: 1, created: 1, unchanged: 0, refused: [] } as never)
      const later = await send(
        await buildWorkbook([
          { ...first, 'Sale no': 'M-3' },
          { ...second, 'Sale no': 'M-3' },
        ]),
      )
      expect(later).toMatchObject({ status: 200, body: { read: 1, created: 1 } })
      const orders = await kontor.kontor.database.read
        .selectFrom('orders')
        .select(['source', 'external_number', 'total_minor', 'payment_status'])
        .orderBy('external_number')
        .execute()
      expect(orders).toEqual([
        { source: 'market', external_number: 'M-1', total_minor: 205_000, payment_status: 'paid' },
        { source: 'market', external_number: 'M-3', total_minor: 205_000, payment_status: 'paid' },
      ])
      expect(await findViolations(kontor)).toEqual([])
    })

    test('has no item without the number of its order, unless the total proves that it is one of the order above', async () => {
      const [first = {}, second = {}] = rows
      const file = buildCsv([first, { ...second, 'Sale no': '' }])
      const { total: _, ...untotaled } = columns
      const { body } = await send(file, fieldsOf(mapping, untotaled), '?dryRun=1')
      expect(body).toMatchObject({
        ...{ read: 1, created: 0 },
        refused: [
          { line: 2, order: 'M-1', reason: 'Line 3: Sale no is empty, so the row cannot be matched to an order.' },
        ],
      })
      const { body: totaled } = await send(file, fieldsOf(mapping, columns), '?dryRun=1')
      expect(totaled).toMatchObject({
        read: 1,
        created: 1,
        mapped: { orders: [{ itemCount: 2, totalMinor: 205_000 }] },
      })
    })

    test('is known by its headings, whatever titles are above them', async () => {
      const [first = {}, second = {}] = rows
      await send(buildCsv([first, second]), fieldsOf(mapping, columns))
      const next = buildCsv([
        { ...first, 'Sale no': 'M-3' },
        { ...second, 'Sale no': 'M-3' },
      ])
      expect(await send(`Sales of April,\nExported,2026-05-01\n${next}`)).toMatchObject({
        status: 200,
        body: { read: 1, created: 1, refused: [] },
      })
    })

    test('is read the same way as a workbook, whose numbers have a dot where its texts have a comma', async () => {
      const headings = ['Nummer', 'Datum', 'Artikel', 'Menge', 'Preis']
      const sheet = {
        name: 'Bestellungen',
        columns: headings.map((heading) => ({ heading, width: 12 })),
        rows: [
          ['1', { day: '2026-03-02' }, 'Tee', 2, { minor: 1234, currency: 'KWD' }],
          ['2', '03.03.2026', 'Tee', 2, '1.234,5'],
        ],
      }
      const file = new Blob(await Array.fromAsync(writeWorkbook([sheet])))
      const german = { ...mapping, dayOrder: 'dmy', decimalMark: ',', currency: 'KWD' }
      const chosen = { number: '0', placedAt: '1', itemName: '2', quantity: '3', unitPrice: '4' }
      const { body } = await send(file, fieldsOf(german, chosen), '?dryRun=1')
      expect(body).toMatchObject({ refused: [], mapped: { orders: [{ totalMinor: 2468 }, { totalMinor: 2_469_000 }] } })
    })

    test('can be read in another way than the time before', async () => {
      const { body } = await send(
        buildCsv(rows.slice(0, 2)),
        fieldsOf({ ...mapping, source: 'fair' }, columns),
        '?dryRun=1',
      )
      expect(body).toMatchObject({ created: 1, mapped: { table: { guess: { source: 'fair' } } } })
    })

    test('has no row of headings beyond its end', async () => {
      const { body } = await send(buildCsv(rows), fieldsOf({ ...mapping, headingRow: '19' }, columns))
      expect(body.errors).toMatchObject([{ pointer: '/mapping/headingRow' }])
    })

    test('has no column beyond its last one, and does not come from Kontor', async () => {
      const beyond = await send(buildCsv(rows), fieldsOf(mapping, { ...columns, number: '88' }))
      expect(beyond.status).toBe(422)
      expect(beyond.body.errors).toMatchObject([{ pointer: '/mapping/columns/number' }])
      const own = await send(buildCsv(rows), fieldsOf({ ...mapping, source: 'kontor' }, columns))
      expect(own.status).toBe(422)
      expect(own.body.errors).toMatchObject([{ pointer: '/mapping/source' }])
    })
  })
})

test('the columns of a table are guessed by their headings, also in Chinese', () => {
  const german = ['Bestellnummer', 'Bestelldatum', 'Artikel', 'Menge', 'Einzelpreis', 'Gesamtbetrag']
  expect(guessOrderMapping([german, ['1', '25.03.2026', 'Tee', '2', '1.012,50', '2.025,00']])).toMatchObject({
    ...{ dayOrder: 'dmy', decimalMark: ',' },
    columns: { placedAt: '1', itemName: '2', quantity: '3', unitPrice: '4', total: '5' },
  })
  const chinese = ['导出时间 2026-03', '']
  const headings = ['订单编号', '下单时间', '商品名称', '数量', '单价', '实付金额', '收货人', '手机', '地址']
  expect(guessOrderMapping([chinese, headings, ['1', '2026-03-25', '茶', '2', '10.00', '20.00']])).toMatchObject({
    headingRow: '1',
    columns: {
      number: '0',
      placedAt: '1',
      itemName: '2',
      quantity: '3',
      unitPrice: '4',
      total: '5',
      shippingName: '6',
    },
  })
})

test('columns of marketplaces are guessed: prices of Amazon are those of all pieces', () => {
  const guess = (headings: string, row = ''): Record<string, string | undefined> => {
    const names = headings.split(',')
    const { columns: found, ...notation } = guessOrderMapping([
      names,
      row === '' ? names.map(() => '1') : row.split(';'),
    ])
    return {
      ...notation,
      ...Object.fromEntries(Object.entries(found).map(([field, at]) => [field, names[Number(at)]])),
    }
  }
  const amazon = guess('order-id,purchase-date,sku,product-name,quantity-purchased,currency,item-price,shipping-price')
  expect(amazon).toMatchObject({ number: 'order-id', itemTotal: 'item-price', quantity: 'quantity-purchased' })
  expect(amazon['unitPrice']).toBeUndefined()
  expect(amazon).toMatchObject({ itemShippingPrice: 'shipping-price' })
  expect(amazon['shipping']).toBeUndefined()
  const promotions = guess('order-id,item-promotion-discount,ship-promotion-discount')
  expect([promotions['itemDiscount'], promotions['discount']]).toEqual(['item-promotion-discount', undefined])
  for (const [headings, field] of [
    ['Lineitem discount', 'itemDiscount'],
    ['Order discount', 'discount'],
    ['行优惠', 'itemDiscount'],
    ['行运费', 'itemShippingPrice'],
    ['运费', 'shipping'],
  ] as const)
    expect(guess(headings)).toEqual({ ...guess('x'), [field]: headings })
  expect(guess('Order ID,Sale Date,Item Name,Quantity,Price,Order Shipping,Item Total')).toMatchObject({
    ...{ unitPrice: 'Price', itemTotal: 'Item Total', shipping: 'Order Shipping' },
  })
  expect(guess('订单编号,买家应付货款,买家应付邮费,买家实际支付金额,订单创建时间,宝贝标题,宝贝总数量')).toMatchObject({
    ...{ itemName: '宝贝标题', itemTotal: '买家应付货款', total: '买家实际支付金额', quantity: '宝贝总数量' },
  })
  expect(guess('订单号,商品名称,订购数量,下单时间,京东价,订单金额')).toMatchObject({
    unitPrice: '京东价',
    total: '订单金额',
  })
  expect(guess('Bestellnr.,Datum,Artikelname,Anzahl,Preis,Summe', 'B1;2.3.2026;Tee;2;5,00;10,00')).toMatchObject({
    ...{ number: 'Bestellnr.', unitPrice: 'Preis', total: 'Summe', decimalMark: ',' },
  })
})

test('the columns of our own workbook with a row for each item are guessed', () => {
  const { columns: ofOrder, lineColumns } = ordersExport
  const names = [
    ...toColumnsOfLines(orderExportColumns).map((name) => ofOrder[name]),
    ...lineExportColumns.map((name) => lineColumns[name]),
  ]
  const found = guessOrderMapping([names, names.map(() => '1')]).columns
  expect(Object.entries(found).map(([field, at]) => `${field}: ${names[Number(at)]}`)).toEqual(
    expect.arrayContaining([
      ...[
        'number: Order',
        'placedAt: Placed (UTC)',
        'itemName: Product',
        'quantity: Quantity',
        'unitPrice: Unit price',
      ],
      ...['itemTaxRate: Tax rate (%)', 'tax: Tax', 'shippedAt: First shipped (UTC)', 'currency: Currency'],
    ]),
  )
})

test('headings as shops in China write them are recognized, what was paid before sums of items', () => {
  const guess = (headings: string): Record<string, string | undefined> => {
    const names = headings.split(' ')
    const found = guessOrderMapping([names, names.map(() => '1')]).columns
    return Object.fromEntries(Object.entries(found).map(([field, at]) => [field, names[Number(at)]]))
  }
  expect(
    guess(
      '订单号 创建时间 商品标题 购买数量 售价 商品总价 实付金额 收货人姓名 收件人手机号 邮箱地址 收货地址 收件人市 邮政编码 买家留言',
    ),
  ).toEqual({
    ...{ number: '订单号', placedAt: '创建时间', itemName: '商品标题', quantity: '购买数量', unitPrice: '售价' },
    ...{ itemTotal: '商品总价', total: '实付金额', shippingName: '收货人姓名', phone: '收件人手机号' },
    ...{ email: '邮箱地址', shippingLine1: '收货地址', shippingCity: '收件人市', shippingPostcode: '邮政编码' },
    note: '买家留言',
  })
  expect(guess('商户订单号 商品名称 购买件数 成交单价 商品小计 支付金额')).toMatchObject({ total: '支付金额' })
})

test('customers in a file of a shop in China are recognized, a name before a nickname', () => {
  const names = '用户ID 微信昵称 收货人姓名 收件人手机号 邮箱地址 收货地址 门牌号 城市 邮政编码 买家留言'.split(' ')
  const found = guessCustomerMapping([names, names.map(() => '1')]).columns
  expect(Object.entries(found).map(([field, at]) => [field, names[Number(at)]])).toEqual([
    ['name', '收货人姓名'],
    ['email', '邮箱地址'],
    ['phone', '收件人手机号'],
    ['line1', '收货地址'],
    ['line2', '门牌号'],
    ['postcode', '邮政编码'],
    ['city', '城市'],
    ['note', '买家留言'],
    ['externalId', '用户ID'],
  ])
  expect(
    guessCustomerMapping([
      ['昵称', '手机号码'],
      ['1', '2'],
    ]).columns,
  ).toMatchObject({ name: '0', phone: '1' })
})
