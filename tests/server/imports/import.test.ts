import { maxRefused } from '#server/imports/order-batches.ts'
import { getMessages } from '#server/messages.ts'
import type { ImportResult } from '#shared/orders/import-views.ts'
import type { Problem } from '#shared/problem.ts'
import { builtInRoles } from '#shared/permissions.ts'
import { columns, buildExportCsv, type ExportedOrder } from '#tests/server/imports/build-export-csv.ts'
import { buildCsv, buildWorkbook } from '#tests/server/imports/read-table.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { beforeEach, describe, expect, test } from 'bun:test'

/** A small shop with orders in many states and amounts that are easy to add up. */
const sampleOrders: ExportedOrder[] = [
  {
    name: '#1001',
    lines: [
      { quantity: 2, priceMinor: 1500, discountMinor: 300 },
      { quantity: 1, priceMinor: 4000 },
    ],
    shippingMinor: 800,
  },
  {
    name: '#1002',
    lines: [{ quantity: 10, priceMinor: 990 }],
    financialStatus: 'partially_refunded',
    refundedMinor: 990,
  },
  { name: '#1003', lines: [{ priceMinor: 2500 }], financialStatus: 'refunded', refundedMinor: 2500 },
  { name: '#1004', lines: [{ priceMinor: 7000 }], financialStatus: 'voided', fulfillmentStatus: 'unfulfilled' },
  {
    name: '#1005',
    lines: [{ quantity: 3, priceMinor: 100 }],
    financialStatus: 'pending',
    fulfillmentStatus: 'unfulfilled',
  },
]

const send = (
  user: Pick<TestUser, 'fetch'>,
  file: Blob | string,
  { query = '', accept = '', fields = {} }: { query?: string; accept?: string; fields?: Record<string, string> } = {},
) => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  body.append('file', new Blob([file]), 'orders_export.csv')
  return user.fetch(`/api/imports/orders${query}`, { method: 'POST', body, headers: accept ? { accept } : {} })
}

const importFile = async (user: Pick<TestUser, 'fetch'>, file: Blob | string, query = ''): Promise<ImportResult> => {
  const response = await send(user, file, { query })
  expect(response.status).toBe(200)
  return (await response.json()) as ImportResult
}

forEachDatabase((dialect, open) => {
  let kontor: TestKontor
  let clerk: TestUser
  const read = () => kontor.kontor.database.read

  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    clerk = await kontor.createUser('operations')
  })

  const countRows = async (
    table: 'orders' | 'order_lines' | 'events' | 'ledger_entries' | 'counters' | 'order_tokens',
  ): Promise<number> => {
    const { count } = await read()
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  }

  describe('importing a file', () => {
    test('creates its orders exact to the cent; a second import changes nothing', async () => {
      expect(await importFile(clerk, buildExportCsv(sampleOrders))).toEqual({
        read: 5,
        created: 5,
        unchanged: 0,
        refused: [],
      })
      const sums = await read()
        .selectFrom('orders')
        .select(({ fn }) => [
          fn.sum<number>('subtotal_minor').as('subtotal'),
          fn.sum<number>('discount_minor').as('discount'),
          fn.sum<number>('shipping_minor').as('shipping'),
          fn.sum<number>('total_minor').as('total'),
          fn.sum<number>('captured_minor').as('captured'),
          fn.sum<number>('refunded_minor').as('refunded'),
          fn.sum<number>('granted_minor').as('granted'),
        ])
        .executeTakeFirstOrThrow()
      expect(sums).toEqual({
        subtotal: 6700 + 9900 + 2500 + 7000 + 300,
        discount: 300,
        shipping: 800,
        total: 27_200,
        captured: 7500 + 9900 + 2500,
        refunded: 3490,
        granted: 3490,
      })
      const states = await read()
        .selectFrom('orders')
        .select(['number', 'external_number', 'status', 'payment_status', 'fulfillment_status'])
        .orderBy('external_number')
        .execute()
      expect(states.map((state) => Object.values(state).join(' '))).toEqual([
        'SO260302-00001 #1001 completed paid fulfilled',
        'SO260302-00002 #1002 completed partially_refunded fulfilled',
        'SO260302-00003 #1003 completed refunded fulfilled',
        'SO260302-00004 #1004 cancelled voided unfulfilled',
        'SO260302-00005 #1005 open unpaid unfulfilled',
      ])
      expect([await countRows('order_lines'), await countRows('ledger_entries')]).toEqual([6, 5])

      const before = await countRows('events')
      expect(await importFile(clerk, buildExportCsv(sampleOrders))).toEqual({
        read: 5,
        created: 0,
        unchanged: 5,
        refused: [],
      })
      expect(await countRows('orders')).toBe(5)
      // Only the event of the import itself is added.
      expect(await countRows('events')).toBe(before + 1)
    })

    test('accepts any supported encoding, line ending and delimiter', async () => {
      const text = buildExportCsv([{ name: '#1', lines: [{ name: '雪茶 é' }] }])
      const crlf = `\uFEFF${buildExportCsv([{ name: '#1', lines: [{ name: '雪茶 é' }] }], { lineEnd: '\r\n', delimiter: ';' })}`
      const utf16 = new Uint8Array(
        new Uint16Array([...`\uFEFF${text}`].map((character) => character.charCodeAt(0))).buffer,
      )
      expect(await importFile(clerk, text)).toMatchObject({ created: 1 })
      expect(await importFile(clerk, crlf)).toMatchObject({ created: 0, unchanged: 1 })
      expect(await importFile(clerk, new Blob([utf16]))).toMatchObject({ created: 0, unchanged: 1 })
      const gb18030 = new Blob(
        [...text].map((character) =>
          character === '雪'
            ? new Uint8Array([0xd1, 0xa9])
            : character === '茶'
              ? new Uint8Array([0xb2, 0xe8])
              : character === 'é'
                ? new Uint8Array([0xa8, 0xa6])
                : character,
        ),
      )
      const declared = await send(clerk, gb18030, { fields: { encoding: 'gb18030' } })
      expect(await declared.json()).toMatchObject({ created: 0, unchanged: 1 })
    })

    test('says that it guessed the encoding of a file in Windows-1252', async () => {
      const text = buildExportCsv([{ name: '#1', lines: [{ name: 'Grüner Tee' }] }], { delimiter: ';' })
      const file = new Blob([Uint8Array.from(text, (character) => character.charCodeAt(0))])
      expect(await importFile(clerk, file)).toMatchObject({ created: 1, isEncodingGuessed: true })
      expect(await read().selectFrom('order_lines').select('name').execute()).toEqual([{ name: 'Grüner Tee' }])
    })

    test.each([
      ['gb18030', [0xd1, 0xa9, 0xb2, 0xe8], '雪茶'],
      ['"windows-1252"', [0x54, 0xe9, 0x80], 'Té€'],
    ] as [string, number[], string][])('uses the charset of its multipart part: %s', async (charset, bytes, name) => {
      const [before = '', after = ''] = buildExportCsv([{ name: '#1', lines: [{ name: 'TEA' }] }]).split('TEA')
      const head = `--b0\r\nContent-Disposition: form-data; name="file"; filename="orders.csv"\r\nContent-Type: text/csv; charset=${charset}\r\n\r\n`
      const body = new Blob([head, before, new Uint8Array(bytes), after, '\r\n--b0--\r\n'])
      const headers = { 'content-type': 'multipart/form-data; boundary=b0' }
      const response = await clerk.fetch('/api/imports/orders', { method: 'POST', body, headers })
      expect(await response.json()).toMatchObject({ created: 1 })
      expect(await read().selectFrom('order_lines').select('name').execute()).toEqual([{ name }])
    })

    test('rejects only inconsistent orders, each with its line', async () => {
      const file = buildExportCsv([
        { name: '#1' },
        { name: '#2', lines: [{}, { quantity: 2 }], first: { Total: '30.01' } },
        { name: '#3', first: { 'Lineitem quantity': '-1' } },
        { name: '#4', lines: [{ name: '=1+1' }], first: { 'Billing Name': '=cmd' } },
      ])
      expect(await importFile(clerk, file)).toEqual({
        read: 4,
        created: 2,
        unchanged: 0,
        refused: [
          {
            line: 3,
            order: '#2',
            reason:
              'Subtotal 30.00 + Shipping 0.00 + Taxes 0.00 = 30.00, but Total is 30.01. If the other 0.01 is a tip, add it in a column “Tip”.',
          },
          { line: 5, order: '#3', reason: 'Lineitem quantity “-1” must be a whole number from 1 to 1,000,000.' },
        ],
      })
    })

    test('rejects only orders that exceed the ledger capacity, each with its first line and the reason', async () => {
      const largeOrders = Array.from({ length: 110 }, (_each, index): ExportedOrder => ({
        name: `#${index + 1}`,
        lines: [{ priceMinor: 90_000_000_000_000 }],
        financialStatus: index % 2 ? 'refunded' : 'paid',
        refundedMinor: index % 2 ? 90_000_000_000_000 : 0,
      }))
      const file = buildExportCsv([...largeOrders, { name: '#111', financialStatus: 'pending' }])
      const checked = await importFile(clerk, file, '?dryRun=1')
      const { refused, ...counts } = await importFile(clerk, file)
      const reason = 'The ledger totals in CNY would exceed the maximum amount.'
      expect(counts).toEqual({ read: 111, created: 68, unchanged: 0 })
      expect(refused).toHaveLength(43)
      expect(refused[0]).toEqual({ line: 69, order: '#68', reason })
      expect(checked).toEqual({ refused, ...counts })
      const { refused: again, ...countsAgain } = await importFile(clerk, file)
      expect([again, countsAgain]).toEqual([refused, { read: 111, created: 0, unchanged: 68 }])
      const owner = await kontor.createUser('owner')
      for (const path of ['/', '/orders', '/finance']) expect((await owner.fetch(path)).status).toBe(200)
    })

    test('answers in the language of the user', async () => {
      const chineseUser = await kontor.createUser('operations', { locale: 'zh' })
      const { refused } = await importFile(chineseUser, buildExportCsv([{ name: '#1', first: { Total: '9.99' } }]))
      expect(refused[0]?.reason).toBe('Subtotal 10.00 + Shipping 0.00 + Taxes 0.00 = 10.00，Total 为 9.99，不一致。')
    })

    test('names the differences of a known order and does not change it', async () => {
      await importFile(clerk, buildExportCsv([{ name: '#1', lines: [{ quantity: 1 }, {}] }]))
      const changed = buildExportCsv([{ name: '#1', lines: [{ quantity: 2 }, {}], first: { 'Shipping City': 'Lyon' } }])
      const { refused, changed: found, ...counts } = await importFile(clerk, changed)
      expect(counts).toEqual({ read: 1, created: 0, unchanged: 0 })
      expect(found?.orders[0]?.changes.map(({ label, kontor: now, shop }) => `${label}: ${now} → ${shop}`)).toEqual([
        'Shipping address: city: Shanghai → Lyon',
        'Paid: ¥20.00 → ¥30.00',
        'Tea 1: quantity: 1 → 2',
        'Tea 1: shipped: 1 → 2',
        'Total: ¥20.00 → ¥30.00',
      ])
      expect(refused).toEqual([
        {
          line: 2,
          order: '#1',
          reason:
            'Already imported as SO260302-00001 with different content: Subtotal is 20.00 in Kontor, 30.00 in the file; Total is 20.00 in Kontor, 30.00 in the file; ' +
            'shipping address, city is Shanghai in Kontor, Lyon in the file; line item 1, Lineitem quantity is 1 in Kontor, 2 in the file; ' +
            'line item 1, shipped is 1 in Kontor, 2 in the file; 1 more.',
        },
      ])
      expect(await read().selectFrom('orders').select(['total_minor', 'version']).execute()).toEqual([
        { total_minor: 2000, version: 1 },
      ])
    })

    // Rejected orders of a trial run are not looked up in the database.
    if (dialect === 'sqlite')
      test('stops after too many rejected orders', async () => {
        const rows = Array.from({ length: maxRefused + 5 }, (_each, index) => `#${index}`).join('\n')
        const { read: known, refused } = await importFile(clerk, `${columns.join(',')}\n${rows}\n`, '?dryRun=1')
        expect([known, refused.length]).toEqual([maxRefused + 1, maxRefused + 1])
        expect(refused.at(-1)?.reason).toStartWith('Stopped after 100,000 rejected orders.')
      })

    test('imports all orders of a file that needs several transactions', async () => {
      const many = Array.from({ length: 250 }, (_each, index): ExportedOrder => ({ name: `#${index + 1}` }))
      many[7] = { name: '#8', first: { Currency: '' } }
      expect(await importFile(clerk, buildExportCsv(many))).toMatchObject({
        read: 250,
        created: 249,
        refused: [{ line: 9 }],
      })
      const { last } = await read()
        .selectFrom('orders')
        .select(({ fn }) => fn.max('number').as('last'))
        .executeTakeFirstOrThrow()
      expect(last).toBe('SO260302-00249')
    })

    test('creates each order once when the same file is imported twice concurrently', async () => {
      const file = buildExportCsv(
        Array.from({ length: 300 }, (_each, index) => ({
          name: `#${index + 1}`,
          refundedMinor: index % 2,
          financialStatus: index % 2 ? 'partially_refunded' : 'paid',
        })),
      )
      const [one, other] = await Promise.all([importFile(clerk, file), importFile(clerk, file)])
      expect(one.refused).toEqual([])
      expect(other.refused).toEqual([])
      expect(one.created + other.created).toBe(300)
      expect(one.unchanged + other.unchanged).toBe(300)
      expect([await countRows('orders'), await countRows('ledger_entries')]).toEqual([300, 450])
    })
  })

  describe('a dry run', () => {
    test('reports what an import would do and writes nothing', async () => {
      await importFile(clerk, buildExportCsv([{ name: '#1' }, { name: '#2' }]))
      const before = await Promise.all(
        (['orders', 'events', 'counters', 'ledger_entries', 'order_tokens'] as const).map(countRows),
      )
      const file = buildExportCsv([
        { name: '#1' },
        { name: '#2', first: { Notes: 'new' } },
        { name: '#3' },
        { name: '#4', first: { Id: '' } },
      ])
      const expected = {
        read: 4,
        created: 1,
        unchanged: 1,
        refused: [
          {
            line: 3,
            order: '#2',
            reason:
              'Already imported as SO260302-00002 with different content: Notes is empty in Kontor, new in the file.',
          },
          { line: 5, order: '#4', reason: 'Id is empty.' },
        ],
        changed: {
          count: 1,
          orders: [
            {
              line: 3,
              order: '#2',
              number: 'SO260302-00002',
              changes: [{ field: 'note', label: 'Customer note', kontor: '–', shop: 'new' }],
              kept: [],
            },
          ],
        },
      }
      expect(await importFile(clerk, file, '?dryRun=1')).toEqual(expected)
      const after = await Promise.all(
        (['orders', 'events', 'counters', 'ledger_entries', 'order_tokens'] as const).map(countRows),
      )
      expect(after).toEqual(before)
      expect(await importFile(clerk, file)).toEqual(expected)
    })
  })

  describe('a file that is rejected as a whole', () => {
    test.each([
      ['an empty file', '', 'The file is empty. Export the orders from the shop again, as CSV.'],
      ['a spreadsheet', 'PK\u0003\u0004…', 'This workbook cannot be read. Save it again as XLSX, or as CSV UTF-8.'],
      [
        'a web page',
        '<!doctype html>',
        'This is a web page, not a CSV file. Log in to the shop and download the export again.',
      ],
      [
        'a file without columns',
        buildExportCsv([{ name: '#1' }], { columns: columns.filter((name) => !/^(Total|Lineitem price)$/.test(name)) }),
        'This looks like an order export of Shopify, but these columns are missing: Total, Lineitem price. Export the orders with all columns, or choose what each column of this file contains.',
      ],
      [
        'a file of another kind',
        'Date,Amount\n2026-03-01,5\n',
        'No known format has these columns. Kontor recognizes order exports of Shopify, WooCommerce,',
      ],
      [
        'a file in another encoding',
        new Blob([buildExportCsv([{ name: '#1' }]), new Uint8Array([0xff]), '\n']),
        'Line 3 is not valid UTF-8. Save the file as CSV UTF-8, or choose its encoding.',
      ],
    ] as [string, string | Blob, string][])('%s: the problem says what to do', async (_, file, detail) => {
      for (const accept of ['application/json', 'application/x-ndjson, application/json']) {
        const response = await send(clerk, file, { accept })
        expect(response.status).toBe(422)
        expect(response.headers.get('content-type')).toStartWith('application/problem+json')
        const problem = (await response.json()) as Problem
        expect(problem.type).toBe('/problems/not-an-order-export')
        expect(problem.detail).toStartWith(detail)
      }
      expect(await countRows('orders')).toBe(0)
    })

    test('a file without a currency asks for it, and is imported with the one that is given', async () => {
      const file = buildCsv([
        {
          ...{ 'Order Number': '77', 'Order Status': 'completed', 'Order Date': '2026-03-02 21:05' },
          ...{ 'Order Total Amount': '12.50', 'Item Name': 'Tea', 'Quantity': '1', 'Item Cost': '12.50' },
        },
      ])
      const asked = await send(clerk, file)
      expect(asked.status).toBe(422)
      expect(await asked.json()).toMatchObject({
        type: '/problems/invalid-input',
        errors: [{ pointer: '/currency', detail: expect.stringContaining('in which currency') }],
      })
      expect(await countRows('orders')).toBe(0)
      const imported = await send(clerk, file, { fields: { currency: 'USD' } })
      expect(await imported.json()).toEqual({ read: 1, created: 1, unchanged: 0, refused: [] })
      const again = await send(clerk, file, { fields: { currency: 'USD' } })
      expect(await again.json()).toEqual({ read: 1, created: 0, unchanged: 1, refused: [] })
    })

    test('a workbook is imported like a CSV file, and its orders pass the self-check', async () => {
      const file = await buildWorkbook([
        {
          ...{ 订单号: 'E1', 订单状态: '交易完成', 订单创建时间: '2026-03-02 09:30:00', 商品名称: '龙井' },
          ...{ 商品单价: '30.00', 商品数量: '3', 运费: '8.00', 店铺优惠合计: '5.00', 应收订单金额: '93.00' },
          ...{ 订单已退款金额: '10.00', 付款方式: '微信支付' },
        },
        {
          ...{ 订单号: 'E2', 订单状态: '待发货', 订单创建时间: '2026-03-02 09:30:00', 商品名称: '茶壶' },
          商品单价: '一',
        },
      ])
      const result = (await (await send(clerk, file)).json()) as ImportResult
      expect(result).toMatchObject({ read: 2, created: 1, refused: [{ line: 3, order: 'E2' }] })
      expect(await findViolations(kontor)).toEqual([])
    })

    test('an unknown encoding is a problem', async () => {
      const response = await send(clerk, buildExportCsv(sampleOrders), { fields: { encoding: 'klingon' } })
      expect(response.status).toBe(422)
      expect(((await response.json()) as Problem).detail).toContain('klingon')
    })

    test('a header without orders imports nothing and records no event', async () => {
      expect(await importFile(clerk, buildExportCsv([]))).toEqual({ read: 0, created: 0, unchanged: 0, refused: [] })
      expect(await read().selectFrom('events').select('id').where('object_type', '=', 'import').execute()).toEqual([])
    })
  })

  describe('progress', () => {
    test('is streamed line by line to clients that accept it, followed by the result', async () => {
      const file = buildExportCsv(Array.from({ length: 125 }, (_each, index) => ({ name: `#${index + 1}` })))
      const response = await send(clerk, file, { accept: 'application/x-ndjson, application/json' })
      expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('no-store')
      const messages = (await response.text())
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
      const size = new Blob([file]).size
      expect(messages).toEqual([
        { progress: { bytes: expect.any(Number), totalBytes: size, read: 50, created: 50 } },
        { progress: { bytes: expect.any(Number), totalBytes: size, read: 100, created: 100 } },
        { progress: { bytes: size, totalBytes: size, read: 125, created: 125 } },
        { result: { read: 125, created: 125, unchanged: 0, refused: [] } },
      ])
      const [first, second] = messages.map(({ progress }) => progress?.bytes)
      expect(first).toBeLessThan(second)
      expect(second).toBeLessThanOrEqual(size)
    })

    test('is also streamed for a file of rejected orders, while other requests are served', async () => {
      const rows = Array.from({ length: 20_000 }, (_each, index) => `#${index},x`).join('\n')
      let served = 0
      const others = setInterval(() => served++, 0)
      const response = await send(clerk, `${columns.join(',')}\n${rows}\n`, { accept: 'application/x-ndjson' })
      const lines = (await response.text()).trimEnd().split('\n')
      clearInterval(others)
      expect(lines).toHaveLength(401)
      expect(JSON.parse(lines.at(-1) ?? '').result.refused).toHaveLength(20_000)
      // The import yields to the event loop after every batch.
      expect(served).toBeGreaterThan(50)
    })

    test('stops when the client disconnects, and the written orders remain', async () => {
      const file = buildExportCsv(Array.from({ length: 900 }, (_each, index) => ({ name: `#${index + 1}` })))
      const response = await send(clerk, file, { accept: 'application/x-ndjson' })
      const reader = response.body?.getReader()
      await reader?.read()
      await reader?.cancel()
      const findImportEvent = async () =>
        (await read().selectFrom('events').select('parameters').where('action', '=', 'orders.imported').execute())[0]
      while (!(await findImportEvent())) await Bun.sleep(5)
      const { read: known, created } = JSON.parse((await findImportEvent())?.parameters ?? '')
      expect(known).toBeLessThan(900)
      expect(await countRows('orders')).toBe(created)
      expect(await importFile(clerk, file)).toMatchObject({ read: 900, created: 900 - created, unchanged: created })
    })
  })

  test('records an event with the user, the file and the counts', async () => {
    await importFile(clerk, buildExportCsv([{ name: '#1' }, { name: '#2', first: { Id: '' } }]))
    const events = await read()
      .selectFrom('events')
      .select(['action', 'actor_name', 'object_label', 'parameters'])
      .where('action', 'in', ['order.imported', 'orders.imported'])
      .orderBy('action')
      .execute()
    expect(events).toEqual([
      {
        action: 'order.imported',
        actor_name: clerk.name,
        object_label: 'SO260302-00001',
        parameters: expect.stringMatching(
          /^\{"file":"orders_export\.csv","import":"IM260315-00001","hash":"[0-9a-f]{64}","rows":"[0-9a-f]{64}","customer":"CU260315-00001"\}$/,
        ),
      },
      {
        action: 'orders.imported',
        actor_name: clerk.name,
        object_label: 'orders_export.csv',
        parameters: '{"read":2,"created":1,"unchanged":0,"refused":1,"source":"shopify"}',
      },
    ])
  })

  test('requires the permission to import', async () => {
    const allowed = ['owner', 'admin', 'operations']
    for (const role of builtInRoles) {
      const response = await send(
        await kontor.createUser(role),
        buildExportCsv([{ name: `#${builtInRoles.indexOf(role) + 1}` }]),
      )
      expect([role, response.status]).toEqual([role, allowed.includes(role) ? 200 : 403])
    }
    expect((await send(kontor.createClient(), buildExportCsv(sampleOrders))).status).toBe(401)
    expect(await countRows('orders')).toBe(3)
  })

  test('a request without a file, or with text in its place, is invalid at that field', async () => {
    const empty = new FormData()
    empty.append('file', 'no file')
    for (const body of [empty, new FormData()]) {
      body.append('other', 'x')
      const response = await clerk.fetch('/api/imports/orders', { method: 'POST', body })
      expect(response.status).toBe(422)
      expect(((await response.json()) as Problem).errors?.[0]?.pointer).toBe('/file')
    }
  })

  test('unusual texts are kept as they are or rejected, and never cause an unexpected error', async () => {
    const unusualTexts = [
      '\u0000',
      '\u0007bell',
      '\u202Eright',
      '𝕏 𠮷 👩‍👩‍👧',
      '%s',
      "'; drop table orders; --",
      '\\',
      'ﷺ'.repeat(60),
      '\uFFFD',
    ]
    const orders = unusualTexts.map((text, index): ExportedOrder => ({
      name: `#${index + 1}`,
      lines: [{ name: `x${text}`, sku: text }],
      first: {
        'Notes': text,
        'Billing Name': text,
        'Email': text,
        'Payment Method': text,
        'Payment Reference': text,
        'Shipping City': text,
        'Discount Code': text,
      },
    }))
    const named = unusualTexts.map((text, index): ExportedOrder => ({
      name: `${text}${index + 100}`,
      id: `x${text}${index}`,
    }))
    const { read: found, created, refused } = await importFile(clerk, buildExportCsv([...orders, ...named]))
    expect(found).toBe(unusualTexts.length * 2)
    expect(created + refused.length).toBe(found)
    expect(refused.every(({ reason }) => /control characters|The maximum is/.test(reason))).toBeTrue()
    expect(created).toBeGreaterThan(unusualTexts.length)
  })
})

test('every reason for rejecting a file has a message in both languages', () => {
  const [en, zh] = [getMessages('en').imports, getMessages('zh').imports]
  for (const why of Object.keys(en.file)) {
    const parameters = { why, columns: 'Total', format: 'shopify', formats: 'Shopify', line: 7, encoding: 'UTF-8' }
    for (const messages of [en, zh]) expect(messages.whole(parameters)).not.toContain('undefined')
    expect(zh.whole(parameters)).toMatch(/\p{Script=Han}/u)
  }
})
