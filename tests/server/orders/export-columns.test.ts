import type { OrderDraft } from '#shared/orders/draft.ts'
import { defaultExportColumns, lineExportColumns, orderExportColumns } from '#shared/orders/export-formats.ts'
import { createDraft, createLine, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { createRole } from '#tests/support/create-role.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { readWorkbook } from '#tests/support/read-workbook.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeAll, expect, test } from 'bun:test'

/** Two items with a discount and shipping, of which a part was shipped. */
const taxed: Partial<OrderDraft> = {
  subtotalMinor: 2900,
  shippingMinor: 500,
  taxMinor: 442,
  shippingTaxRate: '13',
  shippingTaxMinor: 65,
  totalMinor: 3842,
  lines: [
    createLine({ sku: 'A', quantity: 3, unitPriceMinor: 800, discountMinor: 100, taxRate: '13', taxMinor: 299 }),
    createLine({ sku: 'B', name: 'Cup, blue', unitPriceMinor: 600, taxRate: '13', taxMinor: 78 }),
  ],
  payment: { provider: 'alipay', reference: 'A-77', capturedMinor: 3842, capturedAt: Date.parse('2026-03-01T01:00Z') },
}

forEachDatabase((_, open) => {
  let testKontor: TestKontor
  let owner: TestUser
  let clerk: TestUser
  beforeAll(async () => {
    testKontor = await createTestKontor(await open())
    const { kontor, createUser } = testKontor
    await importAsOperator(kontor, [createDraft(1, taxed), createDraft(2, { taxesIncluded: true, payment: null })])
    owner = await createUser('owner')
    clerk = await createUser(await createRole(owner, ['orders.view', 'orders.export']))
    const shipment = { carrier: 'SF', trackingNumber: 'SF100200300400', version: 1 }
    const shipped = await owner.fetch('/api/orders/SO260301-00001/shipments', { json: shipment })
    expect(shipped.status).toBe(201)
  })

  const createChineseUser = async (): Promise<TestUser> => {
    const user = await testKontor.createUser('owner')
    await user.fetch('/api/account/locale', { method: 'PUT', json: { locale: 'zh' } })
    return user
  }

  /** The rows of an export by the names of its columns. */
  async function read(input: object, user = owner): Promise<Record<string, string>[]> {
    const response = await user.fetch('/api/orders/exports', { json: { format: 'csv', sort: 'placed', ...input } })
    expect([input, response.status]).toEqual([input, 200])
    const [names = '', ...rows] = (await response.text()).trim().split('\r\n')
    return rows.map((row) => {
      const cells = [...row.matchAll(/(?:^|,)(?:"([^"]*)"|([^",]*))/g)].map(
        ([, quoted, plain]) => quoted ?? plain ?? '',
      )
      return Object.fromEntries(names.split(',').map((name, index) => [name, cells[index] ?? '']))
    })
  }

  test('a file may have the sums, the payments and the shipments of its orders', async () => {
    const columns = orderExportColumns.join()
    const [first, second] = await read({ columns })
    expect(Object.keys(first ?? {})).toEqual([...orderExportColumns])
    expect(first).toMatchObject({
      externalId: '4000001',
      goods: '30.00',
      discount: '1.00',
      shipping: '5.00',
      tax: '4.42',
      taxIncluded: 'no',
      total: '38.42',
      paymentMethod: 'alipay',
      paymentReference: 'A-77',
      carrier: 'SF',
      trackingNumber: 'SF100200300400',
      shippedAt: '2026-03-15T02:00:00.000Z',
    })
    expect(second).toMatchObject({ taxIncluded: 'yes', paymentMethod: '', carrier: '', shippedAt: '' })
    expect(await read({ columns }, clerk)).toMatchObject([
      { customer: 'C. Jiayi', paymentMethod: 'alipay', paymentReference: '', carrier: 'SF', trackingNumber: '' },
      {},
    ])
    expect(Object.keys((await read({}))[0] ?? {})).toEqual(defaultExportColumns)
  })

  test('the values of a file for programs are those of the API, whatever the language, and words in other files', async () => {
    const columns = 'status,payment,fulfillment,taxIncluded,paymentMethod'
    const chinese = await createChineseUser()
    for (const user of [owner, chinese])
      expect(await read({ columns }, user)).toEqual([
        { status: 'completed', payment: 'paid', fulfillment: 'fulfilled', taxIncluded: 'no', paymentMethod: 'alipay' },
        { status: 'open', payment: 'unpaid', fulfillment: 'unfulfilled', taxIncluded: 'yes', paymentMethod: '' },
      ])
    const readText = async (user: TestUser, rows: string): Promise<string> =>
      (await user.fetch('/api/orders/exports', { json: { format: 'excel', columns, rows } })).text()
    expect(await readText(owner, 'orders')).toContain('"Completed","Paid","Shipped","No","Alipay"')
    expect(await readText(chinese, 'orders')).toContain('"已完成","已付款","已发货","否","支付宝"')
    expect(await readText(chinese, 'lines')).toContain('"商品"')
  })

  test('with a row for each line the file adds up to the totals of the orders', async () => {
    const rows = await read({ rows: 'lines' })
    expect(rows.map(({ number, line, sku, quantity }) => [number, line, sku, quantity])).toEqual([
      ['SO260301-00001', 'item', 'A', '3'],
      ['SO260301-00001', 'item', 'B', '1'],
      ['SO260301-00001', 'shipping', '', ''],
      ['SO260301-00002', 'item', 'T-1', '1'],
    ])
    expect(rows[0]).toMatchObject({
      product: 'Green tea',
      shippedQuantity: '3',
      returnedQuantity: '0',
      unitPrice: '8.00',
      lineDiscount: '1.00',
      lineTotal: '23.00',
      taxRate: '13',
      lineTax: '2.99',
      currency: 'CNY',
      taxIncluded: 'no',
    })
    expect(rows[2]).toMatchObject({ lineTotal: '5.00', taxRate: '13', lineTax: '0.65' })
    const orders = await read({ columns: 'number,total,taxIncluded' })
    for (const { number, total, taxIncluded } of orders) {
      const lines = rows.filter((row) => row['number'] === number)
      const sum = lines.reduce(
        (value, row) => value + Number(row['lineTotal']) + (taxIncluded === 'no' ? Number(row['lineTax']) : 0),
        0,
      )
      expect([number, sum.toFixed(2)]).toEqual([number, total])
    }
  })

  test('the columns of a line follow those of its order, without what is of the whole order', async () => {
    const [first] = await read({ rows: 'lines', columns: 'tags,total,number,items' })
    expect(Object.keys(first ?? {})).toEqual(['tags', 'number', 'currency', 'taxIncluded', ...lineExportColumns])
    const response = await owner.fetch('/api/orders/exports', { json: { format: 'xlsx', rows: 'lines' } })
    const [sheet = []] = Object.values(readWorkbook(await response.bytes()))
    expect(sheet).toHaveLength(5)
    expect(sheet[2]?.slice(-3)).toMatchObject([{ number: '23.00' }, { text: '13' }, { number: '2.99' }])
  })

  test('a file may have only the orders that are named, which must exist', async () => {
    const numbers = ['SO260301-00002', 'SO260301-00001', 'SO260301-00002']
    expect((await read({ orders: numbers })).map(({ number }) => number)).toEqual(numbers.slice(0, 2))
    const unknown = { format: 'csv', orders: ['SO260301-00002', 'SO1'] }
    for (const path of ['/api/orders/exports', '/api/orders/exports/jobs']) {
      const response = await owner.fetch(path, { json: unknown })
      expect([path, response.status]).toEqual([path, 422])
      expect(await response.json()).toMatchObject({ errors: [{ pointer: '/orders/1' }] })
    }
  })
})
