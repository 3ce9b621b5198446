import IndexPage from '#client/home/index-page.tsx'
import type { HomeFigures, HomeView, PeriodFigures } from '#shared/home/views.ts'
import { ordersList } from '#shared/orders/list.ts'
import type { BuiltInRole } from '#shared/permissions.ts'
import { href } from '#shared/routes/pages.ts'
import type { Locale } from '#shared/locales.ts'
import { findHref, getSection, getTexts, now, renderOnServer } from '#tests/client/render-on-server.tsx'
import { within } from '@testing-library/dom'
import { describe, expect, test } from 'bun:test'

const instant = (text: string): number => Date.parse(`${text}+08:00`)

const today: PeriodFigures = {
  days: { from: '2026-11-25', to: '2026-11-25' },
  from: instant('2026-11-25T00:00'),
  until: now,
  before: { from: '2026-11-24', to: '2026-11-24T14:20' },
  inMinor: { now: 30_000, before: 0 },
  outMinor: { now: 0, before: 1_000 },
  netMinor: { now: 30_000, before: -1_000 },
  orders: { now: 3, before: 3 },
  averageMinor: { now: 10_000, before: 10_000 },
  refundedMinor: 0,
}

const month: PeriodFigures = {
  days: { from: '2026-11-01', to: '2026-11-25' },
  from: instant('2026-11-01T00:00'),
  until: now,
  before: { from: '2026-10-01', to: '2026-10-25T14:20' },
  inMinor: { now: 110_000, before: 100_000 },
  outMinor: { now: 9_000, before: 10_000 },
  netMinor: { now: 101_000, before: 90_000 },
  orders: { now: 1_713, before: 1_628 },
  averageMinor: { now: 6_400, before: 6_000 },
  refundedMinor: 5_500,
}

const figures: HomeFigures = {
  currency: 'USD',
  currencies: ['USD'],
  period: 'month',
  today,
  chosen: month,
  month: null,
  range: null,
  newCustomers: { exact: 412 },
  channels: [{ source: 'shopify', count: 1_713, totalMinor: 10_963_200 }],
  series: {
    unit: 'day',
    from: '2026-11-01',
    to: '2026-11-25',
    flows: [{ start: '2026-11-03', in: 110_000, out: 9_000 }],
    inBefore: [0, 0, 100_000],
  },
  latestMonth: null,
}

const view: HomeView = {
  empty: false,
  figures,
  waiting: {
    toConfirm: 0,
    openStatementLines: 0,
    waitingStatementLines: 0,
    toShip: 38,
    oldestToShipAt: instant('2026-11-23T09:30'),
    unpaid: 0,
    refunds: [],
    disputes: [],
    returns: [],
    entries: [],
    dueEntries: [],
    refundDue: { exact: 0 },
    pendingUsers: 1,
    brokenWebhooks: 0,
    late: { exact: 0 },
    lateThrough: '2026-11-23',
    expiring: { exact: 0 },
    expiringThrough: '2026-11-20',
    overdueBackup: null,
  },
  events: [],
}

const renderPage = (data: HomeView, role: BuiltInRole = 'owner', locale: Locale = 'en') =>
  renderOnServer(<IndexPage query={{}} data={data} form={null} />, { role, locale })

describe('the home page', () => {
  test('links a return that waits for approval to its order', () => {
    const at = instant('2026-11-23T09:30')
    const returns = [{ number: 'RT261123-00001', orderNumber: 'SO261120-00006', at, requestedBy: 'Zhou Min' }]
    const body = renderPage({ ...view, waiting: { ...view.waiting, returns } })
    const link = within(body).getByRole('link', { name: /Approve return RT261123-00001/ })
    expect(link.textContent).toContain('SO261120-00006 · Zhou Min')
    expect(link.getAttribute('href')).toBe('/orders?order=SO261120-00006')
  })

  test('counts late orders once: they are among those to ship', () => {
    const sumOf = (late: number) => {
      const body = renderPage({ ...view, waiting: { ...view.waiting, late: { exact: late } } })
      return within(body).getByRole('heading', { name: 'Needs attention' }).parentElement?.textContent
    }
    expect(sumOf(5)).toBe('Needs attention39 items')
    expect(sumOf(0)).toBe('Needs attention39 items')
  })

  test('says that there are more orders than lists count', () => {
    const refundDue = { atLeast: 10_000 }
    const body = renderPage({ ...view, waiting: { ...view.waiting, refundDue } })
    expect(within(body).getByRole('link', { name: /^Refunds due.* 10,000\+$/ })).toBeTruthy()
    const heading = within(body).getByRole('heading', { name: 'Needs attention' })
    expect(heading.parentElement?.textContent).toBe('Needs attention10,039+ items')
  })

  test('names both compared periods, the time of day and the time zone', () => {
    const period =
      '1–25 Nov, until 14:20 · compared to 1–25 Oct, until 14:20 · today compared to 24 Nov, until 14:20 · Asia/Shanghai'
    expect(getTexts(renderPage(view), '[data-summary]')).toEqual([period])
  })

  test('says so when a shorter previous month is compared as a whole', () => {
    const chosen = { ...month, before: { from: '2026-09-01', to: '2026-09-30' } }
    const body = renderPage({ ...view, figures: { ...figures, chosen } })
    expect(getTexts(body, '[data-summary]')[0]).toContain('compared to 1–30 Sep · ')
  })

  test('compares the figures of the period and of today with those before', () => {
    for (const figure of [
      'IncomeUS$1,100.00up10%Income was US$ 1,000.00Today Income US$300.00Today Income was US$ 0.00',
      'ExpenseUS$90.00down10%Expense was US$ 100.00Today Expense US$0.00down100%Today Expense was US$ 10.00',
      'NetUS$1,010.00up12.2%Net was US$ 900.00Today Net US$300.00up> 999%Today Net was −US$ 10.00',
      'Orders1,713up5.2%Orders was 1,628excluding canceledToday Orders 30%Today Orders was 3',
    ])
      expect(getTexts(renderPage(view), 'main')[0]).toContain(figure)
    // The figure of the period has the same label.
    const links = within(renderPage(view)).getAllByRole('link', { name: /^(Today )?Income US/ })
    expect(links.map(({ textContent }) => textContent)).toEqual(['US$1,100.00', 'Today Income US$300.00'])
  })

  test('opens the rows of each figure: its days, its currency, its direction', () => {
    const body = renderPage(view)
    expect(findHref(body, 'US$1,100.00')).toBe('/finance?from=2026-11-01&to=2026-11-25&currency=USD&flow=in')
    expect(findHref(body, 'US$90.00')).toBe('/finance?from=2026-11-01&to=2026-11-25&currency=USD&flow=out')
    expect(findHref(body, 'US$1,010.00')).toBe('/finance?from=2026-11-01&to=2026-11-25&currency=USD')
    expect(findHref(body, 'Today Expense US$0.00')).toBe('/finance?from=2026-11-25&to=2026-11-25&currency=USD&flow=out')
    const orders = '&currency=USD&status=pending&status=open&status=on_hold&status=completed&archived=no&archived=yes'
    expect(findHref(body, '1,713')).toBe(`/orders?from=2026-11-01&to=2026-11-25${orders}`)
    expect(findHref(body, 'Today Orders 3')).toBe(`/orders?from=2026-11-25&to=2026-11-25${orders}`)
  })

  test('opens the rows of the figures before, until the same time of day', () => {
    const body = renderPage(view)
    const before = 'from=2026-10-01&to=2026-10-25T14%3A20&currency=USD'
    expect(findHref(body, 'Income was US$ 1,000.00')).toBe(`/finance?${before}&flow=in`)
    expect(findHref(body, 'Orders was 1,628')).toStartWith(`/orders?${before}&status=`)
    expect(findHref(body, 'Today Net was −US$ 10.00')).toBe(
      '/finance?from=2026-11-24&to=2026-11-24T14%3A20&currency=USD',
    )
  })

  test('does not compare all time', () => {
    const nothing = { now: 1, before: null }
    const chosen = { days: null, from: null, until: now, before: null }
    const all = {
      ...chosen,
      inMinor: nothing,
      outMinor: nothing,
      netMinor: nothing,
      orders: nothing,
      averageMinor: nothing,
      refundedMinor: 0,
    }
    const body = renderPage({ ...view, figures: { ...figures, period: 'all', chosen: all } })
    expect(getTexts(body, '[data-summary]')).toEqual([
      'All time, as of 14:20 · today compared to 24 Nov, until 14:20 · Asia/Shanghai',
    ])
    expect(getTexts(body, 'main')[0]).toContain('IncomeUS$0.01Today')
    expect(findHref(body, 'US$0.01')).toBe('/finance?currency=USD&flow=in')
  })

  test('draws every day of the period', () => {
    const labels = getTexts(renderPage(view), 'figure > svg text')
    expect(labels).toEqual(['1 Nov', '5', '10', '15', '20', '25'])
  })

  test('lists what needs attention with its age and a link, and nothing else', () => {
    const body = renderPage(view)
    const links = within(getSection(body, 'Needs attention')).getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual([
      'Orders to shipOldest from 23\u00A0Nov\u00A009:3038',
      'Access requestsNew colleagues who need your approval1',
    ])
    expect(links.map((link) => link.getAttribute('href'))).toEqual([href('orders', ordersList.tabs.toShip), '/users'])
  })

  test('puts an overdue backup first, with the time of the last one, in both languages', () => {
    const show = (lastAt: number | null, locale: 'en' | 'zh', title: string): (string | null)[] => {
      const waiting = { ...view.waiting, overdueBackup: { lastAt } }
      const body = renderPage({ ...view, waiting }, 'owner', locale)
      const [link] = within(getSection(body, title)).getAllByRole('link')
      return [link?.textContent ?? null, link?.getAttribute('href') ?? null]
    }
    const url = href('test', { tab: 'backups' })
    expect(show(instant('2026-11-20T08:00'), 'en', 'Needs attention')).toEqual([
      'Backup overdueLast backup 20\u00A0Nov\u00A008:001',
      url,
    ])
    expect(show(null, 'en', 'Needs attention')).toEqual(['Backup overdueNo backup yet1', url])
    expect(show(instant('2026-11-20T08:00'), 'zh', '待处理')).toEqual([
      '备份逾期最近一次备份 11月20日\u00A008:001',
      url,
    ])
  })

  test('names the missing permission of each part and the roles that have it', () => {
    const waiting = { ...view.waiting, pendingUsers: null }
    const body = renderPage({ ...view, figures: null, events: null, waiting }, 'viewer')
    const cards = getTexts(body, 'section')
    expect(cards).toHaveLength(3)
    // Below what its readers can see.
    expect(cards[0]).toMatch(/^Recent activity.*Owner, Admin, Finance and Operations/)
    expect(cards[1]).toMatch(/^Figures.*View 财务明细.*Owner, Admin and Finance/)
    expect(cards[2]).toMatch(/Orders to ship.*Owner and Admin/)
    expect(body.querySelector('figure')).toBeNull()
  })

  test('says that the period is empty and offers the newest month with data', () => {
    const none = { now: 0, before: 0 }
    const chosen = { ...month, inMinor: none, outMinor: none, netMinor: none, orders: none }
    const body = renderPage({ ...view, figures: { ...figures, chosen, latestMonth: '2026-09' } })
    expect(body.textContent).toContain('The latest are from Sep 2026.')
    expect(findHref(body, 'Show Sep 2026')).toBe('/?month=2026-09&currency=USD')
    const todayBody = renderPage({ ...view, figures: { ...figures, chosen, period: 'today', latestMonth: '2026-11' } })
    expect(findHref(todayBody, 'Show Nov 2026')).toBe('/?period=month&currency=USD')
  })

  test('shows a chosen month among the periods', () => {
    const body = renderPage({ ...view, figures: { ...figures, month: '2026-09' } })
    expect(getTexts(body, '[role=group] [aria-current=true]')).toEqual(['Sep 2026', 'Sep 2026'])
    expect(findHref(body, 'This month')).toBe('/?period=month')
  })

  test('shows the first steps in an empty shop, by the permissions of the user', () => {
    const empty = { ...view, empty: true }
    expect(findHref(renderPage(empty), 'Import orders')).toBe('/orders?import=1')
    expect(findHref(renderPage(empty), 'Invite a colleague')).toBe('/users?invite=1')
    const operations = renderPage({ ...empty, figures: null }, 'operations')
    expect(findHref(operations, 'Import orders')).toBe('/orders?import=1')
    expect(findHref(operations, 'Invite a colleague')).toBeUndefined()
    expect(findHref(renderPage({ ...empty, figures: null }, 'viewer'), 'Import orders')).toBeUndefined()
  })

  test('offers a choice of currencies when there are several', () => {
    const body = renderPage({ ...view, figures: { ...figures, currencies: ['CNY', 'USD'] } })
    expect(findHref(body, 'CNY')).toBe('/?period=month&currency=CNY')
    expect(findHref(body, 'Last 7 days')).toBe('/?period=7d&currency=USD')
    expect(findHref(renderPage(view), 'Last 7 days')).toBe('/?period=7d')
  })
})
