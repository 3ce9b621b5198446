import type { TaxEntries } from '#shared/finance/closing/period-views.ts'
import type { ReportView } from '#shared/finance/closing/reports.ts'
import { add } from '#shared/money.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { expect, test } from 'bun:test'

/** Two items taxed at 19 % and 7 % on top, shipping without tax: 100 + 50 + 5 and 22.50 of tax. */
const order = (externalId: string) => ({
  externalId,
  currency: 'CNY',
  placedAt: Date.parse('2026-03-02T04:00:00Z'),
  lines: [
    { name: 'Lamp', quantity: 1, unitPriceMinor: 10_000 },
    { name: 'Book', quantity: 2, unitPriceMinor: 2_500 },
  ],
  shippingMinor: 500,
  taxLines: [
    { name: 'VAT', rate: '19.0', amountMinor: 1_900 },
    { name: 'VAT', rate: '7', amountMinor: 350 },
  ],
  payment: { provider: 'Stripe', reference: `ch_${externalId}`, capturedMinor: 17_750 },
})

forEachDatabase((_dialect, open) => {
  test('an edit leaves what was refunded before at its rate', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const owner = await kontor.createUser('owner')
    const send = async (path: string, json: object): Promise<OrderView> =>
      (await (await owner.fetch(path, { method: 'POST', json })).json()) as OrderView
    const { number, lines } = await send('/api/orders', order('1'))
    const { version } = await send(`/api/orders/${number}/refunds`, {
      ...{ lines: [{ id: lines[1]?.id, quantity: 1 }], reason: 'Broken', version: 1 },
    })
    const rowsOf = async () =>
      (await readReport(owner)).sections[0]?.rows.map(({ taxRate, values }) => [taxRate, values[0], values[1]])
    expect(await rowsOf()).toEqual([
      ['19', 10_000, 1_900],
      ['7', 2_500, 175],
      ['0', 500, 0],
    ])
    await send(`/api/orders/${number}/edits`, { version, lines: [{ id: lines[0]?.id, unitPrice: '80.00' }] })
    expect(await rowsOf()).toEqual([
      ['19', 8_000, 1_520],
      ['7', 2_500, 175],
      ['0', 500, 0],
    ])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('tax is reported by rate: what was sold, given back and edited, each figure with its entries', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const owner = await kontor.createUser('owner')
    const send = async <Answer>(path: string, json: object): Promise<Answer> => {
      const response = await owner.fetch(path, { method: 'POST', json })
      expect([response.status, response.ok ? '' : await response.clone().text()]).toEqual([response.status, ''])
      return response.json()
    }
    const first = await send<OrderView>('/api/orders', order('1'))
    expect(first.taxLines.map(({ rate }) => rate)).toEqual(['19', '7', '0'])
    const second = await send<OrderView>('/api/orders', order('2'))
    await send('/api/orders', { ...order('3'), taxLines: [], taxMinor: 2_250 })
    await send('/api/orders', { ...order('4'), taxLines: [], payment: { provider: 'Stripe', capturedMinor: 15_500 } })
    await send(`/api/orders/${first.number}/edits`, { version: 1, lines: [{ id: first.lines[1]?.id, remove: '1' }] })
    await send(`/api/orders/${second.number}/cancellation`, { reason: 'Sold out', version: 1 })

    const report = await readReport(owner)
    const rows = report.sections[0]?.rows.map(({ taxRate, values }) => [taxRate, ...values])
    // The edited order has lost its line at 7 % and keeps the tax of the other.
    expect(rows).toEqual([
      ['19', 10_000, 1_900, 0, 0],
      ['0', 16_000, 0, 0, 0],
      ['', 15_500, 2_250, 0, 0],
    ])
    expect((await readReport(owner, '2026-02')).sections.flatMap(({ rows: ofMonth }) => ofMonth)).toEqual([])
    expect(report.sections.map(({ id, total }) => [id, ...total])).toEqual([
      ['orders', 41_500, 4_150, 0, 0],
      ['other_entries', 0, 0, 0, 0],
      ['sales_and_tax', 41_500, 4_150, 0, 0],
    ])
    for (const { taxRate, values } of report.sections[0]?.rows ?? []) {
      const entries = await readEntries(owner, taxRate || 'unknown')
      expect([
        add(...entries.rows.map(({ netMinor }) => netMinor)),
        add(...entries.rows.map(({ taxMinor }) => taxMinor)),
      ]).toEqual(values.slice(0, 2))
    }
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a refund of a line gives back its tax at its rate', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const owner = await kontor.createUser('owner')
    const created = (await (await owner.fetch('/api/orders', { json: order('1') })).json()) as OrderView
    const [, book] = created.lines
    for (const lines of [[{ id: book?.id, quantity: 1 }], [{ id: book?.id, quantity: 1 }]]) {
      const response = await owner.fetch(`/api/orders/${created.number}/refunds`, {
        json: { reason: 'Damaged', lines },
      })
      expect(response.status).toBe(201)
    }
    const { refunds } = (await (await owner.fetch(`/api/orders/${created.number}`)).json()) as OrderView
    // 50.00 at 7 % and half of it at a time: 25.00 + 1.75.
    expect(refunds.map(({ amountMinor }) => amountMinor)).toEqual([2_675, 2_675])
    const rows = (await readReport(owner)).sections[0]?.rows.map(({ taxRate, values }) => [taxRate, ...values])
    expect(rows).toEqual([
      ['19', 10_000, 1_900, 0, 0],
      ['0', 500, 0, 0, 0],
    ])
    expect(await findViolations(kontor)).toEqual([])
  })
})

async function readReport(
  owner: Awaited<ReturnType<TestKontor['createUser']>>,
  month = '2026-03',
): Promise<ReportView> {
  return (await owner.fetch(`/api/finance/periods/${month}/reports/tax`)).json()
}

async function readEntries(owner: Awaited<ReturnType<TestKontor['createUser']>>, rate: string): Promise<TaxEntries> {
  const response = await owner.fetch(`/finance/_payload.json?tab=closing&month=2026-03&report=tax&rate=${rate}`)
  return (await response.json()).pageState.data.content.opened.taxEntries
}
