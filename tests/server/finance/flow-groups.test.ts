import { flowGroupings } from '#shared/finance/flow-groups.ts'
import type { FinanceView, FlowTabView } from '#shared/finance/page-views.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeAll, expect, test } from 'bun:test'

forEachDatabase((_name, open) => {
  let user: TestUser
  beforeAll(async () => {
    const kontor = await createTestKontor(await open())
    user = await kontor.createUser('finance')
    await importAsOperator(
      kontor.kontor,
      Array.from({ length: 5 }, (_, index) => createDraft(index + 1)),
    )
    for (const accountName of ['ICBC', 'BOC'])
      await user.fetch('/api/finance/accounts', { json: { role: 'bank', currency: 'CNY', accountName } })
    const post = (day: string, debit: string, credit: string, amount: string) =>
      user.fetch('/api/finance/entries', {
        json: {
          memo: 'x',
          day,
          lines: [
            { account: debit, debit: amount },
            { account: credit, credit: amount },
          ],
        },
      })
    for (const [day, debit, credit, amount] of [
      ['2024-12-29', '1002.1', '3001', '5000.00'],
      ['2024-12-30', '5602.1', '1002.1', '800.00'],
      ['2025-01-01', '1002.2', '1002.1', '1500.00'],
      ['2025-03-31', '5602.2', '1002.2', '0.07'],
      ['2025-04-01', '1002.1', '5301', '12.30'],
    ] as const)
      expect((await post(day, debit, credit, amount)).status).toBe(201)
  })

  const load = async (query: string): Promise<FlowTabView> => {
    const response = await user.fetch(`/finance/_payload.json?${query}`)
    const { data } = ((await response.json()) as { pageState: { data: FinanceView } }).pageState
    if (data.missingPermission !== null || data.content.tab !== 'flow') throw new Error('no cash flow')
    return data.content
  }

  test.each([...flowGroupings])('the groups by %s add up to the figures of the period', async (group) => {
    for (const days of ['', 'from=2024-12-30&to=2025-03-31', 'from=2025-01-01', 'to=2025-01-01']) {
      const { grouped, figures: comparison, rows } = await load(`group=${group}&${days}`)
      const figures = comparison?.now
      if (!grouped || !figures) throw new Error('no groups')
      const { groups } = grouped
      const sum = (column: 'in' | 'out' | 'net'): number => groups.reduce((total, each) => total + each[column], 0)
      expect([sum('in'), sum('out'), sum('net')]).toEqual([figures.in, figures.out, figures.net])
      expect(rows).toEqual([])
      for (const { opening, net, transfers, closing } of groups)
        if (opening !== null) expect(opening + net + (transfers ?? 0)).toBe(Number(closing))
      if (group === 'kind') continue
      const openings = groups.map(({ opening }) => Number(opening))
      const closings = groups.map(({ closing }) => Number(closing))
      if (group === 'account' || group === 'channel') {
        expect(openings.reduce((a, b) => a + b, 0)).toBe(Number(figures.opening))
        expect(closings.reduce((a, b) => a + b, 0)).toBe(Number(figures.closing))
      } else {
        expect([closings[0], openings.at(-1)]).toEqual([Number(figures.closing), Number(figures.opening)])
        expect(openings.slice(0, -1)).toEqual(closings.slice(1))
      }
    }
  })

  test('each group of time opens entries that add up to it, at the borders of weeks and years too', async () => {
    for (const unit of ['day', 'week', 'quarter']) {
      const { grouped } = await load(`group=${unit}&to=2025-12-31`)
      expect(grouped?.groups.length).toBeGreaterThan(1)
      for (const { days, in: received, out } of grouped?.groups ?? []) {
        const { totals } = await load(`from=${days?.from}&to=${days?.to}`)
        expect(totals[0] ?? { in: 0, out: 0 }).toMatchObject({ in: received, out })
      }
    }
  })

  test('a filter by kind leaves the balances out, and one by direction the other direction', async () => {
    const byKind = await load('group=year&kind=entry.manual')
    expect(byKind.grouped?.groups.map(({ in: received, out, closing }) => [received, out, closing])).toEqual([
      [1_230, 7, null],
      [0, 80_000, null],
    ])
    const byFlow = await load('group=year&kind=entry.manual&flow=out')
    expect(byFlow.grouped?.groups.map(({ in: received, out }) => [received, out])).toEqual([
      [0, 7],
      [0, 80_000],
    ])
  })

  test('an opening balance is neither income nor expense, also when it is reversed', async () => {
    const years = async () =>
      (await load('group=year')).grouped?.groups.map(({ opening, in: received, out, transfers, closing }) => [
        [opening, received, out, transfers, closing],
      ])
    expect((await years())?.at(-1)).toEqual([[0, 0, 80_000, 500_000, 420_000]])
    const { rows } = await load('to=2024-12-29')
    expect(rows.map(({ flows }) => flows)).toEqual([[{ currency: 'CNY', in: 0, out: 0 }]])
    const json = { memo: 'Entered twice' }
    expect((await user.fetch(`/api/finance/entries/${rows[0]?.number}/reversal`, { json })).status).toBe(201)
    expect((await load('')).figures?.now.transfers).toBe(0)
    const [newest] = (await load('')).rows
    expect(newest?.flows).toEqual([{ currency: 'CNY', in: 0, out: 0 }])
  })

  test('figures are compared with those of the period before', async () => {
    const { figures } = await load('from=2025-01-01&to=2025-12-31')
    expect(figures?.before).toMatchObject({
      days: { from: '2024-01-01', to: '2024-12-31' },
      figures: { in: 0, out: 80_000 },
    })
    expect((await load('from=2025-01-01')).figures?.before).toBeNull()
  })
})
