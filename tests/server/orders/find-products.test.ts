import type { FoundProducts } from '#shared/orders/products.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import { createDraft, createLine, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { createRole } from '#tests/support/create-role.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestClient } from '#tests/support/test-client.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeAll, expect, test } from 'bun:test'

type Sale = Pick<OrderDraft['lines'][number], 'sku' | 'name' | 'unitPriceMinor' | 'taxRate'>

/** An order of one item, unpaid. */
const sell = (index: number, sale: Sale, changes: Partial<OrderDraft> = {}): OrderDraft => {
  const taxMinor = Math.round((sale.unitPriceMinor * Number(sale.taxRate ?? 0)) / 100)
  const totalMinor = sale.unitPriceMinor + taxMinor
  return createDraft(index, {
    totalMinor,
    taxMinor,
    subtotalMinor: sale.unitPriceMinor,
    payment: null,
    lines: [createLine(sale)],
    ...changes,
  })
}

forEachDatabase((_, open) => {
  let kontor: TestKontor
  let owner: TestUser
  beforeAll(async () => {
    kontor = await createTestKontor(await open())
    owner = await kontor.createUser('owner')
    await importAsOperator(kontor.kontor, [
      sell(1, { sku: 'TP-CE', name: 'Teapot celadon', unitPriceMinor: 40_000, taxRate: '13' }),
      sell(2, { sku: 'TP-CE', name: 'Teapot celadon', unitPriceMinor: 5900 }, { currency: 'EUR' }),
      sell(3, { sku: 'TP-CE', name: 'Teapot celadon', unitPriceMinor: 46_800, taxRate: '13' }),
      sell(4, { sku: 'TP-WH', name: 'Théière blanche', unitPriceMinor: 39_000 }),
      sell(5, { sku: '', name: '青瓷茶壶', unitPriceMinor: 12_000, taxRate: '0' }),
      sell(6, { sku: '100%_', name: "O'Neil's <b>50% off</b>; drop table", unitPriceMinor: 100 }),
      ...Array.from({ length: 12 }, (__, index) =>
        sell(10 + index, { sku: `MG-${index}`, name: `Mug no. ${index}`, unitPriceMinor: 100 + index }),
      ),
    ])
  })

  const find = async (text: string, currency?: string): Promise<FoundProducts> => {
    const query = new URLSearchParams({ text, ...(currency && { currency }) })
    return (await (await owner.fetch(`/api/products?${query}`)).json()) as FoundProducts
  }
  const names = async (text: string): Promise<string[]> => (await find(text)).products.map(({ name }) => name)

  test('products are found by words of their names and by SKUs, with what one cost last in the currency', async () => {
    const teapot = { sku: 'TP-CE', name: 'Teapot celadon', taxRate: '13' }
    const sold = { currency: 'CNY', products: [{ ...teapot, unitPriceMinor: 46_800 }] }
    for (const text of [
      'teap',
      'CELADON',
      'celadon teapot',
      'tp-ce',
      'TPCE',
      'tp ce',
      'tp cela',
      'teapot - celadon',
      '& teapot',
    ]) {
      expect(await find(text)).toEqual(sold)
    }
    expect(await find('teapot', 'EUR')).toEqual({
      currency: 'EUR',
      products: [{ ...teapot, unitPriceMinor: 5900, taxRate: '' }],
    })
    expect(await find('teapot', 'USD')).toEqual({
      currency: 'USD',
      products: [{ ...teapot, unitPriceMinor: null, taxRate: '' }],
    })
  })

  test('accents, case and scripts without spaces are found like in the search of orders', async () => {
    expect(await names('theiere')).toEqual(['Théière blanche'])
    for (const text of ['青瓷', '茶壶', '壶', '瓷茶']) expect(await names(text)).toEqual(['青瓷茶壶'])
    expect(await names('青壶')).toEqual([])
    expect((await find('青瓷')).products).toMatchObject([{ taxRate: '0' }])
  })

  test('at most eight are answered, those sold last first, and the exact SKU before all', async () => {
    expect((await find('mug')).products.map(({ sku }) => sku)).toEqual(
      [11, 10, 9, 8, 7, 6, 5, 4].map((index) => `MG-${index}`),
    )
    expect((await find('mg-1')).products.map(({ sku }) => sku)).toEqual(['MG-1', 'MG-11', 'MG-10'])
    expect(await names('tp')).toEqual(['Théière blanche', 'Teapot celadon'])
  })

  test('those sold last in the same order are sorted by name, then by SKU', async () => {
    const kettles = [
      { sku: 'KT-2', name: 'Kettle red' },
      { sku: 'KT-4', name: 'Kettle blue' },
      { sku: 'KT-1', name: 'Kettle green' },
      { sku: 'KT-3', name: 'Kettle blue' },
    ]
    const lines = kettles.map((kettle) => createLine({ ...kettle, unitPriceMinor: 100 }))
    await importAsOperator(kontor.kontor, [createDraft(50, { lines, totalMinor: 400, payment: null })])
    expect((await find('kettle')).products.map(({ sku }) => sku)).toEqual(['KT-3', 'KT-4', 'KT-1', 'KT-2'])
  })

  test('an item whose name was corrected is found by the new name alone', async () => {
    const number = await enter('Saucre')
    const before = (await (await owner.fetch(`/api/orders/${number}`)).json()) as { version: number }
    await owner.fetch(`/api/orders/${number}/edits`, {
      json: { version: before.version, ...(await replaceFirstLine(number, 'Saucer')) },
    })
    expect(await names('sauc')).toEqual(['Saucer'])
  })

  test('a text is data, whatever it contains', async () => {
    expect(await names("o'neil")).toEqual(["O'Neil's <b>50% off</b>; drop table"])
    expect(await names('100%_')).toEqual(["O'Neil's <b>50% off</b>; drop table"])
    for (const text of ['%', '_', "' or 1=1 --", '#', '\u{10FFFF}', 'x'.repeat(200), 'a '.repeat(100), '💥', '..'])
      expect(await names(text)).toEqual([])
    for (const query of ['', 'text=', 'text=%20', `text=${'x'.repeat(201)}`, 'text=tea&currency=XXZ'])
      expect((await owner.fetch(`/api/products?${query}`)).status).toBe(422)
  })

  test('only users who may see orders find them', async () => {
    const status = async (user: Pick<TestUser, 'fetch'>): Promise<number> =>
      (await user.fetch('/api/products?text=teapot')).status
    expect(await status(createTestClient(kontor))).toBe(401)
    expect(await status(await kontor.createUser(await createRole(owner, ['users.view'])))).toBe(403)
    expect(await status(await kontor.createUser('viewer'))).toBe(200)
  })

  const enter = async (name: string): Promise<string> => {
    const input = { customerName: 'Li Na', lines: [{ name, unitPrice: '3.00' }], confirm: '1' }
    return ((await (await owner.fetch('/api/orders/drafts', { json: input })).json()) as { number: string }).number
  }

  /** The input of an edit that removes the first line of an order for one with another name. */
  const replaceFirstLine = async (number: string, name: string) => {
    const { lines } = (await (await owner.fetch(`/api/orders/${number}`)).json()) as { lines: { id: string }[] }
    return { lines: [{ id: lines[0]?.id, remove: '1' }], addedLines: [{ name, unitPrice: '3.00' }] }
  }
})
