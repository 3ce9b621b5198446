import { ordersQuery } from '#shared/orders/inputs.ts'
import { createOperatorContext } from '#server/context.ts'
import { walkOrders } from '#server/orders/list/list.ts'
import { createRole } from '#tests/support/create-role.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { readWorkbook } from '#tests/support/read-workbook.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { showColumns } from '#shared/list/columns.ts'
import { defaultExportColumns, toExportColumns } from '#shared/orders/export-formats.ts'
import { ordersList } from '#shared/orders/list.ts'
import { expect, test } from 'bun:test'

forEachDatabase((_, open) => {
  test('the orders of a filter are exported as the list shows them, and the export is in the audit log', async () => {
    const { kontor, createUser } = await createTestKontor(await open())
    await importAsOperator(kontor, [
      createDraft(1, { externalNumber: '#1001' }),
      createDraft(2, { payment: null }),
      createDraft(3, { customerName: '=cmd("x"), 张三' }),
    ])
    const owner = await createUser('owner')
    const download = (input: object) => owner.fetch('/api/orders/exports', { json: input })
    const plain = await download({ format: 'csv', payment: ['paid'] })
    expect(plain.headers.get('content-disposition')).toMatch(/^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/)
    const [header, ...rows] = (await plain.text()).trim().split('\r\n')
    expect(header).toStartWith('number,source,shopNumber,placedAt,status')
    expect(rows).toHaveLength(2)
    expect(
      rows
        .map((row) => row.slice(0, 15))
        .toSorted()
        .toReversed(),
    ).toEqual(rows.map((row) => row.slice(0, 15)))
    // The same text as in the box of the list.
    expect(await (await download({ format: 'csv', q: 'pay:paid' })).text()).toBe(
      [header, ...rows].map((row) => `${row}\r\n`).join(''),
    )
    const excel = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
      await (await download({ format: 'excel' })).bytes(),
    )
    expect(excel).toStartWith('\ufeff"Order","Source"')
    expect(excel).toContain(`"'=cmd(""x""), 张三"`)
    const sheets = readWorkbook(await (await download({ format: 'xlsx' })).bytes())
    expect(Object.values(sheets)[0]).toHaveLength(4)
    const misspelled = await download({ format: 'csv', payments: ['paid'] })
    expect(misspelled.status).toBe(422)
    expect(await misspelled.json()).toMatchObject({ errors: [{ pointer: '/payments' }] })
    const events = await kontor.database.read
      .selectFrom('events')
      .select('parameters')
      .where('action', '=', 'orders.exported')
      .execute()
    expect(events.map(({ parameters }) => JSON.parse(parameters))).toContainEqual({ format: 'csv', payment: 'paid' })
    expect(events).toHaveLength(4)
    // A search may be a name, and events are kept for ever.
    await download({ format: 'csv', q: 'Zhang-Secret' })
    await owner.fetch('/api/orders/exports/jobs', { json: { format: 'csv', q: 'Zhang-Secret' } })
    const searches = await kontor.database.read
      .selectFrom('events')
      .select('parameters')
      .where('parameters', 'like', '%searched%')
      .execute()
    expect(searches.map(({ parameters }) => JSON.parse(parameters))).toEqual([
      { format: 'csv', searched: 'yes' },
      { format: 'csv', searched: 'yes' },
    ])
    const { rows: all } = (await (await owner.fetch('/api/events')).json()) as { rows: object[] }
    expect(JSON.stringify(all)).not.toContain('Zhang-Secret')
  })

  test('a file has the columns that were chosen, in their order', async () => {
    const { kontor, createUser } = await createTestKontor(await open())
    await importAsOperator(kontor, [
      createDraft(1, { externalNumber: '123456789012345678', customerName: '@SUM(A1)' }),
      createDraft(2, { customerName: '张三' }),
    ])
    const owner = await createUser('owner')
    const download = (input: object, user = owner) => user.fetch('/api/orders/exports', { json: input })
    const columns = toExportColumns(showColumns(ordersList, ['customer', 'shopNumber', 'total']).map(({ id }) => id))
    expect(columns).toBe('number,customer,shopNumber,total,currency')
    const csv = await (await download({ format: 'csv', columns })).text()
    expect(csv.split('\r\n')).toEqual([
      'number,customer,shopNumber,total,currency',
      'SO260301-00002,张三,#10002,10.00,CNY',
      'SO260301-00001,@SUM(A1),123456789012345678,10.00,CNY',
      '',
    ])
    const excel = await (await download({ format: 'excel', columns, q: '123456789012345678' })).text()
    expect(excel).toEndWith(`"SO260301-00001","'@SUM(A1)","123456789012345678\t","10.00","CNY"\r\n`)
    const [sheet = []] = Object.values(readWorkbook(await (await download({ format: 'xlsx', columns })).bytes()))
    expect(sheet.map((row) => row.slice(0, 3).map((cell) => cell && 'text' in cell && cell.text))).toEqual([
      ['Order', 'Customer', 'Shop no.'],
      ['SO260301-00002', '张三', '#10002'],
      ['SO260301-00001', '@SUM(A1)', '123456789012345678'],
    ])
    const role = await createRole(owner, ['orders.view', 'orders.export'])
    expect(await (await download({ format: 'csv', columns: 'customer' }, await createUser(role))).text()).toContain(
      '张*',
    )
    // An empty field of a form asks for none.
    expect(await (await download({ format: 'csv', columns: '' })).text()).toStartWith(defaultExportColumns.join())
    for (const wrong of ['number,price', 'number,number', 'number,,total', 'toString']) {
      const answer = await download({ format: 'csv', columns: wrong })
      expect([wrong, answer.status]).toEqual([wrong, 422])
      expect(await answer.json()).toMatchObject({
        errors: [{ pointer: '/columns', detail: expect.stringContaining('number, source') }],
      })
    }
  })

  test('recipients and addresses are only in files of users who may see them, and the audit log says so', async () => {
    const { kontor, createUser } = await createTestKontor(await open())
    await importAsOperator(kontor, [createDraft(1)])
    const { shippingAddress } = createDraft(1)
    const columns = 'number,recipient,recipientPhone,street,city,country'
    const owner = await createUser('owner')
    const role = await createRole(owner, ['orders.view', 'orders.export'])
    const exportAs = async (user: Pick<typeof owner, 'fetch'>) => {
      const text = await (await user.fetch('/api/orders/exports', { json: { format: 'csv', columns } })).text()
      return text.trim().split('\r\n')[1]
    }
    expect(shippingAddress.name).not.toBe('')
    const { name, phone, line1, line2, city, country } = shippingAddress
    const street = `"${line1}, ${line2}"`
    expect(await exportAs(owner)).toBe(['SO260301-00001', name, phone, street, city, country].join())
    expect(await exportAs(await createUser(role))).toBe('SO260301-00001,,,,,')
    const events = await kontor.database.read
      .selectFrom('events')
      .select('parameters')
      .where('action', '=', 'orders.exported')
      .orderBy('id')
      .execute()
    expect(events.map(({ parameters }) => JSON.parse(parameters))).toEqual([
      { format: 'csv', columns, includes: 'recipients' },
      { format: 'csv', columns },
    ])
    // A file that asks for no columns has none of them.
    const plain = await owner.fetch('/api/orders/exports', { json: { format: 'csv' } })
    expect(await plain.text()).not.toContain('recipient')
  })

  test('names are masked for roles that may not see them, and refused without the permission', async () => {
    const { kontor, createUser } = await createTestKontor(await open())
    await importAsOperator(kontor, [createDraft(1, { customerName: 'Paul Meier' })])
    const role = await createRole(await createUser('owner'), ['orders.view', 'orders.export'])
    const clerk = await createUser(role)
    const text = await (await clerk.fetch('/api/orders/exports', { json: { format: 'csv' } })).text()
    expect(text).toContain('SO260301-00001')
    expect(text).toContain('P. Meier')
    const viewer = await createUser('viewer')
    expect((await viewer.fetch('/api/orders/exports', { json: { format: 'csv' } })).status).toBe(403)
  })

  test('every order is in the file once, however many slices it takes', async () => {
    const { kontor } = await createTestKontor(await open())
    const count = 1203
    await importAsOperator(
      kontor,
      [...Array(count).keys()].map((index) => createDraft(index + 1)),
    )
    for (const query of [{}, { q: 'Shanghai' }]) {
      const numbers: string[] = []
      for await (const slice of walkOrders(createOperatorContext(kontor), { ...ordersQuery.parse({}), ...query })) {
        expect(slice.length).toBeLessThanOrEqual(500)
        numbers.push(...slice.map(({ row }) => row.number))
      }
      expect(new Set(numbers).size).toBe(count)
      expect(numbers).toHaveLength(count)
    }
  })
})
