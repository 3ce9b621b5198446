import { loadOrderTaxes } from '#server/finance/order-taxes.ts'
import { areSharesOf } from '#server/print/issued-taxes.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { CreditNoteContent, InvoiceContent } from '#shared/print/issued-content.ts'
import type { Problem } from '#shared/problem.ts'
import { createDraft, createLine, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { toText } from '#tests/server/print/to-text.ts'
import { checkRows } from '#tests/support/find-violations.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { addShares, negateShare } from '#shared/finance/taxes.ts'
import { beforeEach, describe, expect, test } from 'bun:test'

test('shares of an amount add up to it, and none of them is negative', () => {
  const share = (netMinor: number, taxMinor: number) => ({ rate: '13', netMinor, taxMinor })
  expect(areSharesOf([share(100, 13), share(10, 1)], 124)).toBe(true)
  expect(areSharesOf([share(100, 13)], 124)).toBe(false)
  expect(areSharesOf([share(114, 11), share(-1, 0)], 124)).toBe(false)
  expect(areSharesOf([share(114, 11), share(0, -1)], 124)).toBe(false)
})

const [first, second, third] = ['SO260301-00001', 'SO260301-00002', 'SO260301-00003'] as const

forEachDatabase((_, open) => {
  let kontor: TestKontor
  let owner: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    owner = await kontor.createUser('owner')
    // 2 × 30.00 and 1 × 33.01, less 3.00, shipping 7.00, tax 5.50 on top: 102.51.
    const paid = createDraft(1, {
      lines: [
        createLine({ quantity: 2, unitPriceMinor: 3000 }),
        createLine({ sku: 'T-2', name: 'Cup', quantity: 1, unitPriceMinor: 3301, discountMinor: 300 }),
      ],
      subtotalMinor: 9001,
      shippingMinor: 700,
      taxMinor: 550,
      taxLines: [
        { name: 'VAT 13%', rate: '13', amountMinor: 400 },
        { name: 'VAT 6%', rate: '6', amountMinor: 150 },
      ],
      totalMinor: 10_251,
      payment: { provider: 'Cash', reference: '1', capturedMinor: 10_251, capturedAt: createDraft(1).placedAt },
    })
    await importAsOperator(kontor.kontor, [paid, createDraft(2, { payment: null }), createDraft(3)])
  })

  const seller = {
    name: '青禾茶业 Qinghe Tea Ltd.',
    address: '1 Long Street\n200000 Shanghai',
    taxId: '91310000MA1',
    bank: 'ICBC\nCN12 3456',
    footer: 'Registered in Shanghai.',
  }
  const saveSeller = (change: object = {}, user = owner): Promise<Response> =>
    user.fetch('/api/seller', { method: 'PUT', json: { ...seller, version: 1, ...change } })
  const print = (kind: string, orders: string[] = [first], change: object = {}): Promise<Response> =>
    owner.fetch('/api/prints', { json: { kind, paper: 'a4', language: 'en', orders, ...change } })
  const printText = async (kind: string, orders?: string[], change?: object): Promise<string> => {
    const response = await print(kind, orders, change)
    expect(response.status).toBe(200)
    return toText(await response.text())
  }
  const errorsOf = async (response: Response): Promise<unknown> => {
    expect(response.status).toBe(422)
    return ((await response.json()) as Problem).errors
  }
  const send = async (path: string, json: object): Promise<OrderView> => {
    const response = await owner.fetch(`/api/orders/${first}/${path}`, { json })
    expect(response.ok).toBe(true)
    return (await response.json()) as OrderView
  }
  const refund = (input: object): Promise<OrderView> => send('refunds', { reason: 'Broken', ...input })
  const listContents = async <Content>(kind: 'invoice' | 'credit-note'): Promise<Content[]> =>
    (
      await kontor.kontor.database.read
        .selectFrom('documents')
        .select('content')
        .where('kind', 'in', kind === 'invoice' ? ['invoice', 'supplementary-invoice'] : [kind])
        .orderBy('number')
        .execute()
    ).map(({ content }) => JSON.parse(content) as Content)
  /** Lets days pass, after which the owner logs in again. */
  const pass = async (days: number): Promise<void> => {
    kontor.clock.now += days * 86_400_000
    owner = await kontor.createUser('owner')
  }
  const expectVerified = async (): Promise<void> => {
    const checks = await checkRows(kontor.kontor)
    expect(checks.flatMap(({ violations }) => violations)).toEqual([])
  }

  describe('the seller', () => {
    test('is changed by owners and admins, on the version they saw, with every field recorded', async () => {
      expect((await saveSeller({}, await kontor.createUser('operations'))).status).toBe(403)
      expect(await (await saveSeller()).json()).toEqual({ ...seller, version: 2 })
      expect((await saveSeller({ name: 'Other' })).status).toBe(409)
      expect(await (await saveSeller({ version: 2 })).json()).toEqual({ ...seller, version: 2 })
      const admin = await kontor.createUser('admin')
      expect(await (await saveSeller({ name: 'Other', bank: '', version: 2 }, admin)).json()).toEqual({
        ...seller,
        name: 'Other',
        bank: '',
        version: 3,
      })
      await expectVerified()
    })

    test('must be known before anything is issued', async () => {
      expect(await errorsOf(await print('invoice'))).toEqual([
        { pointer: '/kind', detail: 'Enter the seller’s details first.' },
      ])
      expect(await listContents('invoice')).toEqual([])
    })
  })

  describe('an invoice', () => {
    beforeEach(async () => void (await saveSeller()))

    test('shows seller, buyer, items and exact amounts', async () => {
      const text = await printText('invoice')
      for (const part of [
        'Invoice Seller 青禾茶业 Qinghe Tea Ltd. 1 Long Street 200000 Shanghai Tax ID 91310000MA1',
        'Invoice no. IN2026-00001 Date 2026-03-15',
        'Bill to Chen Jiayi Tea House 1 Long Street',
        'Green tea T-1 2 30.00 60.00 Cup T-2 1 33.01 −3.00 30.01',
        'Subtotal ¥90.01 Shipping ¥7.00 Tax 13% on 30.77 ¥4.00 Tax 6% on 25.00 ¥1.50 Tax 0% on 41.24 ¥0.00 Total ¥102.51',
        'Payment details ICBC CN12 3456 Registered in Shanghai.',
      ])
        expect(text).toContain(part)
      expect(text).not.toContain('Copy')
      await expectVerified()
    })

    test('stays as it was issued, and every later print is a copy', async () => {
      await printText('invoice')
      await saveSeller({ name: 'Other name', version: 2 })
      await send('edits', { version: 1, billingAddress: { name: 'Someone Else' } })
      await pass(400)
      const text = await printText('invoice', [first], { language: 'zh', paper: '80mm' })
      for (const part of ['副本', 'IN2026-00001', '2026-03-15', 'Qinghe Tea', 'Chen Jiayi', '¥102.51'])
        expect(text).toContain(part)
      expect(await listContents('invoice')).toHaveLength(1)
      await expectVerified()
    })

    test('has the next number of its year, without gaps, also for many and after a refusal', async () => {
      await printText('invoice', [third])
      expect((await print('invoice', [second, 'SO260301-00099'])).status).toBe(422)
      const text = await printText('invoice', [first, second, third])
      expect(text).toStartWith('3 invoices')
      expect(text.match(/IN2026-\d+/g)).toEqual(['IN2026-00002', 'IN2026-00003', 'IN2026-00001'])
      await importAsOperator(kontor.kontor, [createDraft(4)])
      await pass(365)
      expect(await printText('invoice', ['SO260301-00004'])).toContain('IN2027-00001')
      await expectVerified()
    })

    test('is followed by one of what was added to the order, and all of it can be credited', async () => {
      await printText('invoice')
      const { totalMinor } = await send('edits', {
        version: 1,
        shipping: '9.00',
        addedLines: [{ sku: 'P-1', name: 'Pot', quantity: 2, unitPrice: '5.00' }],
      })
      const text = await printText('invoice')
      expect(text).toContain('Supplementary invoice Seller')
      expect(text).toContain('Invoice no. IN2026-00002')
      expect(text).toContain('In addition to IN2026-00001')
      expect(text).toContain('Pot P-1 2 5.00 10.00')
      expect(text).toContain('Subtotal ¥10.00 Shipping ¥2.00')
      expect(text).not.toContain('Cup')
      const contents = await listContents<InvoiceContent>('invoice')
      expect(contents.map((content) => content.totalMinor)).toEqual([10_251, totalMinor - 10_251])
      for (const { taxes, taxMinor, totalMinor: sum } of contents) {
        expect(taxes.reduce((all, share) => all + share.taxMinor, 0)).toBe(taxMinor)
        expect(taxes.reduce((all, share) => all + share.netMinor, 0)).toBe(sum - taxMinor)
      }
      expect((await printText('invoice')).match(/Copy/g)).toHaveLength(2)
      await expectVerified()
      await owner.fetch(`/api/orders/${first}/cancellation`, { json: { reason: 'Sold out', refund: '1', version: 2 } })
      expect(await printText('credit-note')).toContain('Invoice no. IN2026-00001, IN2026-00002')
      const [creditNote] = await listContents<CreditNoteContent>('credit-note')
      expect(creditNote?.totalMinor).toBe(totalMinor)
      expect(creditNote?.taxes).toEqual(addShares(...contents.map(({ taxes }) => taxes)))
      await expectVerified()
    })

    test('is followed by one of the difference alone where something was taken off, too, or was refunded', async () => {
      await printText('invoice', [third])
      const act = async (path: string, json: object): Promise<OrderView> => {
        const response = await owner.fetch(`/api/orders/${third}/${path}`, { json })
        expect(response.ok).toBe(true)
        return (await response.json()) as OrderView
      }
      const { version, lines } = await act('refunds', { reason: 'Late', amount: '1.00' })
      expect(await printText('invoice', [third])).toContain('Copy')
      const [line] = lines
      await act('edits', { version, lines: [{ id: line?.id, unitPrice: '12.50' }] })
      const text = await printText('invoice', [third])
      expect(text).toMatch(/Supplementary invoice.*Order changed 1\.50 Subtotal ¥1\.50 Total ¥1\.50/)
      expect(await errorsOf(await print('credit-note', [third]))).toBeDefined()
      await expectVerified()
    })

    test('is followed by one of the difference alone where an item or the shipping costs less than before', async () => {
      await printText('invoice')
      const addedLines = [{ sku: 'P-1', name: 'Pot', quantity: 2, unitPrice: '50.00' }]
      const { version, lines } = await send('edits', { version: 1, shipping: '5.00', addedLines })
      expect(await printText('invoice')).toMatch(/Supplementary invoice.*Order changed/)
      await send('edits', { version, lines: [{ id: lines[0]?.id, quantity: 1 }], addedLines })
      expect(await printText('invoice')).toMatch(/In addition to IN2026-00001, IN2026-00002 .*Order changed/)
      await expectVerified()
    })

    test('is issued once, however many ask at the same time', async () => {
      const texts = await Promise.all(Array.from({ length: 8 }, () => printText('invoice')))
      expect(texts.filter((text) => !text.includes('Copy'))).toHaveLength(1)
      expect(await listContents('invoice')).toHaveLength(1)
      await expectVerified()
    })

    test('is not issued for an order that is cancelled', async () => {
      await owner.fetch(`/api/orders/${second}/cancellation`, { json: { reason: 'Sold out', version: 1 } })
      expect(await errorsOf(await print('invoice', [first, second]))).toEqual([
        { pointer: '/orders/1', detail: `${second} has no invoice and cannot get one in its status.` },
      ])
      expect(await listContents('invoice')).toEqual([])
    })
  })

  describe('a credit note', () => {
    beforeEach(async () => {
      await saveSeller()
      await printText('invoice')
    })

    test('needs an invoice and something to credit', async () => {
      const detail = (number: string): string =>
        `${number} has nothing to credit: it has no invoice, or all of it is unpaid.`
      expect(await errorsOf(await print('credit-note'))).toEqual([{ pointer: '/orders/0', detail: detail(first) }])
      expect(await errorsOf(await print('credit-note', [third]))).toEqual([
        { pointer: '/orders/0', detail: detail(third) },
      ])
    })

    test('lists the items and the shipping of a refund, with the invoice that it corrects', async () => {
      const { lines } = (await (await owner.fetch(`/api/orders/${first}`)).json()) as OrderView
      await refund({ lines: [{ id: lines[0]?.id, quantity: 1 }], shipping: '7.00' })
      const text = await printText('credit-note')
      expect(text).toContain('Credit note no. CN2026-00001')
      expect(text).toContain('Invoice no. IN2026-00001')
      expect(text).not.toContain('ICBC')
      expect(text).toMatch(/Green tea T-1 1 \d+\.\d\d Shipping 7\.00 Total credit/)
      expect(await printText('credit-note')).toContain('Copy')
      const [content] = await listContents<CreditNoteContent>('credit-note')
      const { refundedMinor } = (await (await owner.fetch(`/api/orders/${first}`)).json()) as OrderView
      expect(content?.totalMinor).toBe(refundedMinor)
      await expectVerified()
    })

    test('names the tax at each rate', async () => {
      expect(await printText('invoice')).toContain(
        'Tax 13% on 30.77 ¥4.00 Tax 6% on 25.00 ¥1.50 Tax 0% on 41.24 ¥0.00 Total ¥102.51',
      )
      await refund({ everything: true })
      expect(await printText('credit-note')).toContain('Tax included 13% on 30.77 ¥4.00')
    })

    test('credits each refund once, and all of them add up to the invoice with its tax', async () => {
      await refund({ amount: '0.10' })
      await refund({ amount: '0.20' })
      expect(await printText('credit-note')).toContain('Total credit ¥0.30')
      await refund({ everything: true })
      expect(await printText('credit-note')).toContain('Total credit ¥102.21')
      const contents = await listContents<CreditNoteContent>('credit-note')
      const [invoice] = await listContents<InvoiceContent>('invoice')
      const sum = (of: (content: CreditNoteContent) => number): number =>
        contents.reduce((all, each) => all + of(each), 0)
      expect(sum(({ totalMinor }) => totalMinor)).toBe(invoice?.totalMinor ?? 0)
      expect(sum(({ taxMinor }) => taxMinor)).toBe(invoice?.taxMinor ?? 0)
      expect(addShares(...contents.map(({ taxes }) => taxes))).toEqual(invoice?.taxes ?? [])
      for (const { taxes, totalMinor, taxMinor } of contents) {
        expect(taxes.reduce((all, share) => all + share.taxMinor, 0)).toBe(taxMinor)
        expect(taxes.reduce((all, share) => all + share.netMinor, 0)).toBe(totalMinor - taxMinor)
      }
      expect(new Set(contents.flatMap(({ refunds }) => refunds)).size).toBe(3)
      await expectVerified()
    })

    test('credits all that is left of a cancelled order', async () => {
      await printText('invoice', [second])
      await owner.fetch(`/api/orders/${second}/cancellation`, { json: { reason: 'Sold out', version: 1 } })
      const text = await printText('credit-note', [second])
      expect(text).toContain('Order canceled 10.00 Total credit ¥10.00')
      await expectVerified()
    })

    test('credits of a refund only what was not owed to the customer anyway', async () => {
      const { lines } = await send('edits', { version: 1, shipping: '0.00' })
      await printText('credit-note')
      await refund({ amount: '2.00' })
      expect(await printText('credit-note')).toContain('Credit note Copy')
      await refund({ lines: [{ id: lines[1]?.id, quantity: 1 }] })
      const text = await printText('credit-note')
      expect(text).toContain('Item Qty Amount CNY Refund 26.31 Total credit ¥26.31')
      const contents = await listContents<CreditNoteContent>('credit-note')
      expect(contents.map(({ refunds }) => refunds.length)).toEqual([0, 1])
      await expectVerified()
    })

    test('credits what an edit took off the total', async () => {
      // The tax falls with the shipping.
      const { totalMinor } = await send('edits', { version: 1, shipping: '0.00' })
      expect(totalMinor).toBe(9511)
      expect(await printText('credit-note')).toContain('Order changed 7.40 Total credit ¥7.40')
      await expectVerified()
    })

    test('leaves what the books have at each rate, also after a refund and a change', async () => {
      const number = 'SO260301-00004'
      const line = (price: number, taxRate: string) =>
        createLine({ sku: taxRate, quantity: 2, unitPriceMinor: price, taxRate })
      const payment = { provider: 'Cash', reference: '4', capturedMinor: 6720, capturedAt: createDraft(4).placedAt }
      const amounts = { subtotalMinor: 6000, taxMinor: 720, totalMinor: 6720, payment }
      await importAsOperator(kontor.kontor, [
        createDraft(4, { lines: [line(2000, '15'), line(1000, '6')], ...amounts }),
      ])
      await printText('invoice', [number])
      const act = async (path: string, json: object): Promise<OrderView> => {
        const response = await owner.fetch(`/api/orders/${number}/${path}`, { json })
        expect(response.ok).toBe(true)
        return (await response.json()) as OrderView
      }
      const { lines } = (await (await owner.fetch(`/api/orders/${number}`)).json()) as OrderView
      const { version } = await act('refunds', { reason: 'Broken', lines: [{ id: lines[0]?.id, quantity: 1 }] })
      await act('edits', { version, lines: [{ id: lines[1]?.id, remove: '1' }] })
      expect(await printText('credit-note', [number])).toContain(
        'Tax included 15% on 20.00 ¥3.00 Tax included 6% on 20.00 ¥1.20',
      )
      const { version: edited } = await act('refunds', { reason: 'Late', amount: '0.10' })
      await act('edits', { version: edited, lines: [{ id: lines[0]?.id, unitPrice: '19.99' }] })
      await printText('credit-note', [number])
      const issued = (await listContents<InvoiceContent>('invoice')).filter(({ orderNumber }) => orderNumber === number)
      const credited = await listContents<CreditNoteContent>('credit-note')
      const { database } = kontor.kontor
      const { id } = await database.read
        .selectFrom('orders')
        .select('id')
        .where('number', '=', number)
        .executeTakeFirstOrThrow()
      const books = await database.inTransaction((transaction) => loadOrderTaxes(transaction, [id]))
      expect(
        addShares(...issued.map(({ taxes }) => taxes), ...credited.map(({ taxes }) => taxes.map(negateShare))),
      ).toEqual(books.get(id) ?? [])
      await expectVerified()
    })

    test('of one refund is issued once, however many ask at the same time', async () => {
      await refund({ amount: '5.00' })
      const texts = await Promise.all(Array.from({ length: 8 }, () => printText('credit-note')))
      expect(texts.filter((text) => !text.includes('Copy'))).toHaveLength(1)
      expect(await listContents('credit-note')).toHaveLength(1)
      await expectVerified()
    })
  })

  test('the event of an order names the document, and hides its hash', async () => {
    await saveSeller()
    await printText('invoice')
    const { events } = (await (await owner.fetch(`/api/orders/${first}`)).json()) as OrderView
    const shown = events.filter(({ action }) => action === 'order.document_issued' || action === 'order.printed')
    expect(shown.map(({ action, parameters }) => [action, parameters]).toSorted()).toEqual([
      ['order.document_issued', { kind: 'invoice', document: 'IN2026-00001' }],
      ['order.printed', { kind: 'invoice', paper: 'a4', language: 'en', document: 'IN2026-00001' }],
    ])
  })

  test('hostile texts of seller and buyer are escaped', async () => {
    const hostile = `</style><script>alert(1)</script>" onload='x`
    await saveSeller({ name: hostile, address: hostile, taxId: hostile, bank: hostile, footer: hostile })
    const address = { ...createDraft(4).billingAddress, name: hostile, company: hostile, line1: hostile }
    await importAsOperator(kontor.kontor, [
      createDraft(4, {
        billingAddress: address,
        externalNumber: hostile,
        lines: [createLine({ name: hostile, unitPriceMinor: 1000 })],
      }),
    ])
    const markup = await (await print('invoice', ['SO260301-00004'])).text()
    expect(markup.match(/<script/g)).toHaveLength(1)
    expect(markup.match(/<\/style>/g)).toHaveLength(1)
    expect(toText(markup).split(hostile)).toHaveLength(11)
  })
})
