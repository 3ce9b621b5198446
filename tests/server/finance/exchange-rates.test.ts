import type { ConvertedView } from '#shared/finance/conversion.ts'
import type { ExchangeRateChange } from '#shared/finance/exchange-rates.ts'
import type { Problem } from '#shared/problem.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { expect, test } from 'bun:test'

const rates = (...lines: string[]) => new File([lines.join('\n')], 'eurofxref.csv')
const header = 'Date,USD,JPY,CNY,XYZ,'

forEachDatabase((_dialect, open) => {
  test('rates are imported, corrected and taken back, and convert what moved on each day', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const owner = await kontor.createUser('owner')
    const send = async <Answer>(path: string, body: object): Promise<Answer> => {
      const response = await owner.fetch(path, {
        method: 'POST',
        ...(body instanceof FormData ? { body } : { json: body }),
      })
      expect([response.status, response.ok ? '' : await response.clone().text()]).toEqual([response.status, ''])
      return response.json()
    }
    const importRates = (file: File, query = ''): Promise<ExchangeRateChange> => {
      const form = new FormData()
      form.set('file', file)
      form.set('source', 'ECB')
      return send(`/api/finance/exchange-rates/imports${query}`, form)
    }
    for (const [externalId, placedAt, amount] of [
      ['1', '2026-02-07T04:00:00Z', 10_000],
      ['2', '2026-02-09T04:00:00Z', 5_000],
    ] as const)
      await send('/api/orders', {
        ...{ externalId, currency: 'USD', placedAt: Date.parse(placedAt) },
        lines: [{ name: 'Lamp', quantity: 1, unitPriceMinor: amount }],
        payment: { provider: 'Stripe', capturedMinor: amount, capturedAt: Date.parse(placedAt) },
      })
    const show = async (): Promise<ConvertedView> => {
      const response = await owner.fetch('/finance/_payload.json?convert=CNY&from=2026-02-01&to=2026-02-10')
      return (await response.json()).pageState.data.content.converted
    }
    expect((await show()).currencies.find(({ currency }) => currency === 'USD')?.daily).toMatchObject({
      missing: ['2026-02-07', '2026-02-09', '2026-02-10'],
    })
    const dialog = await (await owner.fetch('/finance?convert=CNY&from=2026-02-01&to=2026-02-10&action=rate')).text()
    expect(dialog).toMatch(/name="day"[^>]*value="2026-02-07"/)
    expect(dialog).toMatch(/name="from"[^>]*value="USD"/)

    const file = rates(header, '2026-02-06,1.08,160,7.83,1,', '2026-02-09,1.1,161,7.92,N/A,')
    expect(await importRates(file, '?dryRun=1')).toMatchObject({ change: null, read: 4, added: 4, replaced: 0 })
    expect(await importRates(file)).toMatchObject({ change: 1, added: 4, currencies: ['CNY', 'EUR', 'USD'] })
    expect(await importRates(file)).toMatchObject({ change: null, added: 0, replaced: 0 })
    const view = await show()
    // 100 at 7.25 of the Friday before, 50 at 7.2, and 150 at 7.2 in the end.
    expect(view.total).toEqual({
      opening: 0,
      ...{ in: 108_500, out: 0, net: 108_500, transfers: 0 },
      difference: -500,
      closing: 108_000,
    })
    expect(view.rates.map(({ day, from, to, rate, source }) => [day, from, to, rate, source])).toEqual([
      ['2026-02-09', 'EUR', 'CNY', '7.92', 'ECB'],
      ['2026-02-09', 'EUR', 'USD', '1.1', 'ECB'],
      ['2026-02-06', 'EUR', 'CNY', '7.83', 'ECB'],
      ['2026-02-06', 'EUR', 'USD', '1.08', 'ECB'],
    ])

    const own = { day: '2026-02-07', from: 'USD', to: 'CNY' }
    const corrected = await send<ExchangeRateChange>('/api/finance/exchange-rates', {
      ...{ ...own, rate: '7.30', source: 'Bank' },
    })
    expect((await show()).total?.in).toBe(109_000)
    await send(`/api/finance/exchange-rates/changes/${corrected.change}/undo`, {})
    expect((await show()).total?.in).toBe(108_500)
    const replaced = await importRates(rates(header, '2026-02-09,1.2,161,7.92,,'))
    expect(replaced).toMatchObject({ added: 0, replaced: 1, read: 2 })
    expect((await show()).total?.in).toBe(72_500 + 33_000)
    await send(`/api/finance/exchange-rates/changes/${replaced.change}/undo`, {})
    expect((await show()).total?.in).toBe(108_500)
    const removal = { day: '2026-02-09', from: 'EUR', to: 'USD' }
    const removed = await send<ExchangeRateChange>('/api/finance/exchange-rates/removals', removal)
    expect((await show()).total?.closing).toBe(108_750)
    expect(await findViolations(kontor)).toEqual([])
    const undo = `/api/finance/exchange-rates/changes/${removed.change}/undo`
    await send(undo, {})
    expect((await show()).total?.closing).toBe(108_000)
    expect((await show()).rates.find(({ day, to }) => day === removal.day && to === 'USD')?.source).toBe('ECB')
    expect((await owner.fetch(undo, { json: {} })).status).toBe(409)
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a file that makes no sense is refused as a whole, with its line', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const owner = await kontor.createUser('owner')
    for (const [lines, detail] of [
      [['Day,Rate', '2026-02-06,1.08'], 'The first row'],
      [[header, '2026-02-06,1.08,160,7.83,,', '2026-02-09,1.1,161,x,,'], 'Line 3, column 4:'],
      [[header, '2026-02-30,1.08,160,7.83,,'], 'Line 2, column 1:'],
      [[header, '2026-13-01,1.08,160,7.83,,'], 'Line 2, column 1:'],
      [[header, '2026-01-99,1.08,160,7.83,,'], 'Line 2, column 1:'],
      [[header, '2999-01-01,1.08,160,7.83,,'], 'Line 2, column 1:'],
      [[header, '2026-02-06,1.08,160,0,,'], 'Line 2, column 4:'],
      [[header, '2026-02-06,1,1,1,,', '6 February 2026,1,1,1,,'], 'Line 3: 2026-02-06 is'],
      [['Date,XYZ,JPY', '2026-02-06,1.08,160'], 'The file has no rates'],
    ] as const) {
      const body = new FormData()
      body.set('file', rates(...lines))
      const response = await owner.fetch('/api/finance/exchange-rates/imports', { method: 'POST', body })
      const [error] = ((await response.json()) as Problem).errors ?? []
      expect(error).toMatchObject({ pointer: '/file', detail: expect.stringContaining(detail) })
    }
    const tooLarge = new FormData()
    tooLarge.set('file', rates(header, 'x'.repeat(5_000_000)))
    const refused = await owner.fetch('/api/finance/exchange-rates/imports', { method: 'POST', body: tooLarge })
    expect((await refused.json()) as Problem).toMatchObject({ status: 413, detail: 'The maximum is 4.7 MB.' })
    const { rates: stored } = await (await owner.fetch('/api/finance/exchange-rates')).json()
    expect(stored).toEqual([])
    for (const [change, pointer] of [
      [{ rate: '0' }, '/rate'],
      [{ rate: '1e3' }, '/rate'],
      [{ to: 'USD' }, '/to'],
      [{ day: '2999-01-01' }, '/day'],
      [{ from: 'usd' }, '/from'],
    ] as const) {
      const json = { day: '2026-02-07', from: 'USD', to: 'CNY', rate: '7.2', source: 'Bank', ...change }
      const response = await owner.fetch('/api/finance/exchange-rates', { json })
      expect(((await response.json()) as Problem).errors?.map((error) => error.pointer)).toEqual([pointer])
    }
    expect(await findViolations(kontor)).toEqual([])
  })

  test('stores no U+0000 of the name of a file, which PostgreSQL cannot', async () => {
    const owner = await (await createTestKontor(await open())).createUser('owner')
    const body = new FormData()
    body.set('file', new File(['Date,CNY\n2026-02-06,8.1'], 'ra\0tes.csv'))
    const response = await owner.fetch('/api/finance/exchange-rates/imports', { method: 'POST', body })
    expect([response.status, await response.json()]).toMatchObject([200, { added: 1 }])
    const { rates: stored } = await (await owner.fetch('/api/finance/exchange-rates')).json()
    expect(stored).toMatchObject([{ source: 'ra tes.csv', fileName: 'ra tes.csv' }])
  })
})
