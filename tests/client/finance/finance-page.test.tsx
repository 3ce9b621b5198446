import FinancePage from '#client/finance/finance-page.tsx'
import { financeHref } from '#client/finance/finance-url.ts'
import { convertAll } from '#shared/finance/conversion.ts'
import { financeQuery } from '#shared/finance/inputs.ts'
import type { LedgerAccount } from '#shared/finance/account-views.ts'
import type { FlowFigures } from '#shared/finance/flow-figures.ts'
import type { EntryRow, EntryView } from '#shared/finance/views.ts'
import type { FlowTabView } from '#shared/finance/page-views.ts'
import {
  findHref,
  getColumnTexts,
  getPanel,
  getSection,
  getTexts,
  getTextsByRole,
  now,
  renderOnServer,
} from '#tests/client/render-on-server.tsx'
import { within } from '@testing-library/dom'
import { preloadOverlays } from '#client/pages.ts'
import { beforeAll, describe, expect, test } from 'bun:test'

beforeAll(() => preloadOverlays('finance'))

const payment: EntryView = {
  number: 41,
  kind: 'payment.captured',
  accountingDay: '2026-11-25',
  occurredAt: now,
  postedAt: now,
  memo: 'c10248.1',
  actor: null,
  source: 'shopify',
  externalId: '4000000010248:payment:1',
  links: [
    { type: 'order', number: 'SO261125-00001' },
    { type: 'payment', number: 'PY261125-00001' },
  ],
  flows: [{ currency: 'USD', in: 47_238, out: 0 }],
  postings: [
    posting('1012.1.1.USD', 'clearing', 47_238, 147_238, 'Shopify Payments'),
    posting('5001.USD', 'sales', -44_000, -144_000),
    posting('5051.1.USD', 'shipping', -3_238, -3_238),
  ],
  reverses: null,
  reversedBy: null,
  hash: 'ab12'.repeat(16),
  previousHash: '',
}

const refund: EntryView = {
  ...payment,
  number: 42,
  kind: 'refund.succeeded',
  links: [...payment.links, { type: 'refund', number: 'RF261125-00001' }],
  flows: [{ currency: 'USD', in: 0, out: 1_000 }],
  postings: [
    posting('5001.9.USD', 'returns', 1_000, 1_000),
    posting('1012.1.1.USD', 'clearing', -1_000, 146_238, 'Shopify Payments'),
  ],
  previousHash: payment.hash,
}

const row = ({ number, kind, occurredAt, memo, flows, postings }: EntryView, document: string): EntryRow => ({
  number,
  kind,
  occurredAt,
  memo,
  flows,
  counterparty: null,
  order: 'SO261125-00001',
  document,
  postings,
})

const figures: FlowFigures = {
  opening: 100_000,
  transfers: 0,
  in: 47_238,
  out: 1_000,
  net: 46_238,
  inCount: 1,
  outCount: 1,
  closing: 146_238,
  payments: 47_238,
  refunds: { minor: 1_000, count: 1 },
  fees: [],
  unsettled: 146_238,
  openLines: [],
}

const view: FlowTabView & { entry: EntryView | { missing: number } | null } = {
  tab: 'flow',
  currency: 'USD',
  rows: [row(refund, 'RF261125-00001'), row(payment, 'PY261125-00001')],
  next: 'older',
  previous: null,
  queryErrors: [],
  count: { exact: 2 },
  totals: [{ currency: 'USD', in: 47_238, out: 1_000, count: 2 }],
  converted: null,
  columns: null,
  widths: {},
  density: 'compact',
  searchError: null,
  isCut: false,
  views: [],
  currencies: ['USD'],
  accounts: [],
  figures: {
    now: figures,
    before: null,
  },
  chart: null,
  grouped: null,
  entry: null,
}

function posting(
  accountCode: string,
  role: EntryView['postings'][number]['role'],
  amountMinor: number,
  balanceMinor: number,
  provider = '',
): EntryView['postings'][number] {
  return { accountCode, role, provider, name: '', nameZh: '', currency: 'USD', amountMinor, balanceMinor }
}

const page = ({ entry, ...content }: typeof view, query: Record<string, string> = {}) => (
  <FinancePage
    query={financeQuery.parse(query)}
    data={{
      missingPermission: null,
      tabs: ['flow', 'accounts'],
      content,
      sellerName: 'North & Salt GmbH',
      entry,
      canPost: true,
      approval: 'never',
      openRequests: [],
      request: null,
      attachments: [],
      origin: null,
      verification: null,
      chain: null,
      templates: [],
      accountOptions: null,
    }}
    form={null}
  />
)

describe('the finance page', () => {
  test('keeps its title in every language and explains it in English', () => {
    const english = renderOnServer(page(view))
    expect(getTextsByRole(english, 'heading', { level: 1 })).toEqual(['财务明细'])
    expect(english.querySelector('h1 [lang]')?.getAttribute('lang')).toBe('zh-CN')
    expect(within(english).getByText('Financial details')).toBeDefined()
    const chinese = renderOnServer(page(view), { locale: 'zh' })
    expect(getTextsByRole(chinese, 'heading', { level: 1 })).toEqual(['财务明细'])
    expect(within(chinese).queryByText('Financial details')).toBeNull()
  })

  test('names the seller above what is printed', () => {
    const title = within(renderOnServer(page(view))).getByRole('heading', { level: 1 })
    expect(title.closest('main')?.textContent).toStartWith('North & Salt GmbH')
  })

  test('shows cards that add up', () => {
    const body = renderOnServer(page(view))
    for (const name of ['Income US$ 472.38', 'Expense US$ 10.00', 'Net US$ 462.38', 'Closing balance US$ 1,462.38'])
      expect(within(body).getByRole('link', { name })).toBeDefined()
    expect(getTexts(body, 'main')[0]).toContain('Opening US$1,000.00+ Net')
  })

  test('opens the open lines of each account below their number', () => {
    const openLines = ['1012.1.1.USD', '1012.2.1.USD'].map((code, index) => ({
      account: { code, role: 'clearing' as const, provider: `Provider ${index}`, name: '', nameZh: '' },
      count: index + 3,
    }))
    const body = renderOnServer(page({ ...view, figures: { now: { ...figures, openLines }, before: null } }))
    const opened = within(body).getByText('In 2 accounts').closest('details')
    expect(opened?.querySelectorAll('a')[1]?.getAttribute('href')).toBe(
      '/finance?tab=reconciliation&account=1012.2.1.USD',
    )
  })

  test('opens the entries of each card: the same currency, days and kinds; balances do not depend on the kinds', () => {
    const query = { from: '2026-11-01', to: '2026-11-25', currency: 'USD', kind: 'refund.succeeded', cursor: 'abc' }
    const body = renderOnServer(page(view, query))
    const days = 'from=2026-11-01&to=2026-11-25'
    expect(findHref(body, 'US$472.38')).toBe(`/finance?${days}&kind=refund.succeeded&flow=in&currency=USD`)
    expect(findHref(body, 'US$10.00')).toBe(`/finance?${days}&kind=refund.succeeded&flow=out&currency=USD`)
    expect(findHref(body, 'US$462.38')).toBe(`/finance?${days}&kind=refund.succeeded&currency=USD`)
    expect(findHref(body, 'US$1,462.38')).toBe('/finance?to=2026-11-25&currency=USD')
    expect(findHref(body, 'Opening')).toBe('/finance?to=2026-10-31&currency=USD')
  })

  test('offers each period once: above the figures, not in the filter menu', () => {
    const body = renderOnServer(page(view))
    for (const period of ['Today', 'This month', 'Last month', 'This year'])
      expect(within(body).getAllByRole('link', { name: period, hidden: true })).toHaveLength(1)
  })

  test('filters by direction, and names the filter', () => {
    const body = renderOnServer(page(view, { flow: 'out', menu: 'filter' }))
    expect(within(body).getByRole('link', { name: 'Remove Direction' }).getAttribute('href')).toBe('/finance')
    expect(body.querySelector('input[name=flow][value=out]')?.hasAttribute('checked')).toBe(true)
    expect(body.querySelector('a[aria-current=true][aria-labelledby]')?.textContent).toBe('US$10.00')
  })

  test('lists the newest entry first, with separate columns for in and out and the sums of the filter below', () => {
    const body = renderOnServer(page(view))
    expect(getColumnTexts(body, 'In')).toEqual(['', '+472.38'])
    expect(getColumnTexts(body, 'Out')).toEqual(['−10.00', ''])
    expect(getTexts(body, 'tfoot tr')).toEqual([expect.stringContaining('+472.38−10.00')])
    expect(within(body).getByText(/^2 entries/)).toBeDefined()
  })

  test('shows the columns that the user chose, in their order, with the sums below theirs', () => {
    const rows = view.rows.map((each) => ({ ...each, actor: 'Zhou' }))
    const body = renderOnServer(page({ ...view, rows, columns: ['out', 'in', 'actor'] }))
    expect(getTexts(body, 'thead th')).toEqual(['Entry', 'Out', 'In', 'Posted by'])
    expect(getColumnTexts(body, 'Posted by')).toEqual(['Zhou', 'Zhou'])
    expect(getTexts(body, 'tfoot td')).toEqual(['−10.00', '+472.38', ''])
  })

  test('shows the postings of each entry, debits before credits, each account with its amount', () => {
    expect(getColumnTexts(renderOnServer(page(view)), 'Debit / credit')).toEqual([
      'Dr Returns 10.00 Cr Shopify Payments 10.00',
      'Dr Shopify Payments 472.38 Cr Sales 440.00, Shipping 32.38',
    ])
    expect(getColumnTexts(renderOnServer(page(view), { locale: 'zh' }), '借 / 贷')[1]).toBe(
      '借 Shopify Payments 472.38 贷 收入 440.00、运费 32.38',
    )
  })

  test('shows the currency of each amount when the list has several', () => {
    const totals = [...view.totals, { currency: 'CNY', in: 5, out: 0, count: 1 }]
    const body = renderOnServer(page({ ...view, totals }))
    expect(getTexts(body, 'tfoot tr')).toEqual(['Total USD+US$ 472.38−US$ 10.00', 'Total CNY+¥0.05¥0.00'])
    expect(getColumnTexts(body, 'In')).toEqual(['', '+US$ 472.38'])
    expect(getColumnTexts(body, 'Debit / credit')[0]).toBe('Dr Returns US$ 10.00 Cr Shopify Payments US$ 10.00')
  })

  test('keeps the filter when an entry is opened, and returns to the first page when the filter changes', () => {
    const query = { from: '2026-11-01', kind: 'refund.succeeded', cursor: 'abc' }
    const body = renderOnServer(page(view, query))
    expect(findHref(body, '42')).toBe('/finance?from=2026-11-01&kind=refund.succeeded&cursor=abc&entry=42')
    expect(findHref(body, 'Last month')).toBe('/finance?from=last-month&kind=refund.succeeded')
    expect(findHref(body, 'Older')).toBe('/finance?from=2026-11-01&kind=refund.succeeded&cursor=older')
    expect(within(body).getByRole('link', { name: 'Remove Kind' }).getAttribute('href')).toBe(
      '/finance?from=2026-11-01',
    )
  })

  test('keeps the groups and the chart when a filter is removed', () => {
    const body = renderOnServer(page(view, { group: 'day', chart: 'composition', kind: 'refund.succeeded' }))
    expect(within(body).getByRole('link', { name: 'Remove Kind' }).getAttribute('href')).toBe(
      '/finance?group=day&chart=composition',
    )
  })

  test('links an entry to its order', () => {
    expect(findHref(renderOnServer(page(view)), 'SO261125-00001')).toBe('/orders?order=SO261125-00001')
  })

  test('names the filters to remove when nothing matches', () => {
    const none = { ...view, rows: [], totals: [], count: { exact: 0 } }
    const body = renderOnServer(page(none, { from: '2026-11-25', kind: 'refund.succeeded', currency: 'USD' }))
    expect(getTextsByRole(body, 'heading', { level: 2 })).toContain('No matching data')
    expect(findHref(body, 'Remove “Kind: Refund”')).toBe('/finance?from=2026-11-25&currency=USD')
    expect(findHref(body, 'Remove “Accounting day: since 25 Nov”')).toBe('/finance?kind=refund.succeeded&currency=USD')
  })

  test('explains where entries come from when there are none, and offers the import to users with the permission', () => {
    const none = { ...view, currency: null, rows: [], totals: [], figures: null, count: { exact: 0 } }
    expect(findHref(renderOnServer(page(none)), 'Import orders')).toBe('/orders?import=1')
    expect(findHref(renderOnServer(page(none), { role: 'finance' }), 'Import orders')).toBeUndefined()
  })

  test('names the missing permission and the roles that have it', () => {
    const body = renderOnServer(
      <FinancePage query={financeQuery.parse({})} data={{ missingPermission: 'finance.view' }} form={null} />,
      { role: 'operations' },
    )
    expect(within(body).getByText(/Owner, Admin and Finance/)).toBeDefined()
    expect(within(body).queryByRole('table')).toBeNull()
    expect(body.textContent).not.toContain('US$')
  })
})

describe('all currencies in one', () => {
  const toCny = convertAll(
    ['CNY', 'USD', 'EUR'].map((currency) => ({ currency, figures })),
    'CNY',
    new Map([['EUR', '7.8']]),
  )
  const converted = { ...view, converted: { ...toCny, rates: [], hasMoreRates: false } }

  test('applies each rate that was typed to its currency, also if others are left empty', () => {
    const body = renderOnServer(page(converted, { convert: 'CNY' }))
    const sent = [...body.querySelectorAll<HTMLInputElement>('input[name=exchangeRate]')].map(({ value }) => value)
    // Without script a form also sends its empty fields.
    for (const exchangeRate of [sent, sent.filter((value) => value !== '')])
      expect(financeQuery.parse({ exchangeRate }).exchangeRate).toEqual(['EUR:7.8'])
  })

  test('stays with its rates when the filter changes', () => {
    const query = { convert: 'CNY', exchangeRate: 'EUR:7.8', rateSource: 'ECB', kind: 'refund.succeeded' }
    const body = renderOnServer(page(converted, query))
    const fields = [...within(body).getByRole('search').querySelectorAll('input[type=hidden]')]
    expect(fields.map((field) => [field.getAttribute('name'), field.getAttribute('value')])).toEqual([
      ['convert', 'CNY'],
      ['exchangeRate', 'EUR:7.8'],
      ['rateSource', 'ECB'],
      ['kind', 'refund.succeeded'],
    ])
    expect(within(body).getByRole('link', { name: 'Remove Kind' }).getAttribute('href')).toBe(
      '/finance?convert=CNY&exchangeRate=EUR%3A7.8&rateSource=ECB',
    )
  })

  test('keeps the rates in links', () => {
    const query = financeQuery.parse({ convert: 'CNY', exchangeRate: ['USD:', '', 'EUR:', '7.8'] })
    const kept = new URL(financeHref(query, { from: 'today' }), 'https://kontor.example').searchParams
    expect(financeQuery.parse({ exchangeRate: kept.getAll('exchangeRate') }).exchangeRate).toEqual(['EUR:7.8'])
  })
})

describe('an open entry', () => {
  test('shows both sides and that they balance', () => {
    const body = renderOnServer(page({ ...view, entry: payment }, { entry: '41' }))
    const panel = getPanel(body)
    expect(getTexts(panel, 'header')[0]).toEndWith('+US$472.38')
    expect(getTexts(panel, 'tbody tr')).toEqual([
      '1012.1.1.USD Shopify Payments, clearingBalance 1,472.38 Dr472.38',
      '5001.USD SalesBalance 1,440.00 Cr440.00',
      '5051.1.USD Shipping incomeBalance 32.38 Cr32.38',
    ])
    expect(getTexts(panel, 'tfoot td')).toEqual(['472.38', '472.38'])
    expect(within(panel).getByText('Balanced')).toBeDefined()
  })

  test('says so when they do not balance', () => {
    const broken = { ...payment, postings: payment.postings.slice(0, 2) }
    const body = renderOnServer(page({ ...view, entry: broken }, { entry: '41' }))
    expect(within(getPanel(body)).getByText('Not balanced')).toBeDefined()
  })

  test('shows its source and its position in the chain', () => {
    const body = renderOnServer(page({ ...view, entry: payment }, { entry: '41' }))
    const facts = getTexts(getSection(body, 'Source'), 'dd')
    expect(facts).toContain('Shopify export')
    expect(facts).toContain('4000000010248:payment:1')
    expect(facts).toContain('ab12 ab12 … ab12')
    expect(facts).toContain('None, this is the first entry')
  })

  test('names the API as its source like the order does', () => {
    const body = renderOnServer(page({ ...view, entry: { ...payment, source: 'api' } }, { entry: '41' }))
    expect(getTexts(getSection(body, 'Source'), 'dd')).toContain('API')
  })

  test('closes to the unchanged list', () => {
    const body = renderOnServer(page({ ...view, entry: refund }, { entry: '42', to: '2026-11-25', cursor: 'abc' }))
    expect(within(getPanel(body)).getByRole('link', { name: 'Close' }).getAttribute('href')).toBe(
      '/finance?to=2026-11-25&cursor=abc',
    )
    expect(body.querySelectorAll('tr[data-open]')).toHaveLength(1)
  })

  test('says when the entry does not exist', () => {
    const body = renderOnServer(page({ ...view, entry: { missing: 9 } }, { entry: '9' }))
    expect(getTextsByRole(getPanel(body), 'heading')).toEqual(['Entry 9 not found'])
  })
})

describe('the accounts', () => {
  const account = (code: string, type: LedgerAccount['type'], balanceMinor: number): LedgerAccount => ({
    code,
    type,
    balanceMinor,
    role: 'bank',
    provider: '',
    name: code,
    nameZh: '',
    currency: 'USD',
    postingCount: 2,
    lastMovedAt: now,
    archivedAt: null,
    canArchive: false,
  })

  test('show a balance of zero as an amount, on the side where the account grows', () => {
    const accounts = [
      account('1002.1.USD', 'asset', 500),
      account('1122.USD', 'asset', 0),
      account('2221.USD', 'liability', 0),
      account('5001.USD', 'income', -500),
    ]
    const body = renderOnServer(
      <FinancePage
        query={financeQuery.parse({ tab: 'accounts' })}
        data={{
          missingPermission: null,
          tabs: ['flow', 'accounts'],
          content: { tab: 'accounts', accounts, opened: null },
          sellerName: '',
          entry: null,
          canPost: false,
          approval: 'never',
          openRequests: [],
          request: null,
          attachments: [],
          origin: null,
          verification: null,
          chain: null,
          templates: [],
          accountOptions: null,
        }}
        form={null}
      />,
    )
    const texts = (column: string) => getColumnTexts(body, column).map((text) => /[\d.]+$/.exec(text)?.[0] ?? '')
    expect(texts('Debit').slice(0, 4)).toEqual(['5.00', '0.00', '', ''])
    expect(texts('Credit').slice(0, 4)).toEqual(['', '', '0.00', '5.00'])
  })
})
