import OrdersPage from '#client/orders/orders-page.tsx'
import { preloadOverlays } from '#client/pages.ts'
import { ordersPageQuery } from '#shared/orders/page-query.ts'
import type { OrderRow } from '#shared/orders/views.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import { parseSearchParams } from '#shared/routes/pages.ts'
import { sampleRow, sampleView } from '#tests/client/orders/sample-orders.ts'
import { findHref, getColumnTexts, getTexts, getTextsByRole, renderOnServer } from '#tests/client/render-on-server.tsx'
import { within } from '@testing-library/dom'
import { beforeAll, describe, expect, test } from 'bun:test'

beforeAll(() => preloadOverlays('orders'))

function renderList(
  rows: OrderRow[],
  search = '',
  change: Partial<OrdersView> = {},
  renderOptions?: Parameters<typeof renderOnServer>[1],
) {
  const query = ordersPageQuery.parse(parseSearchParams(new URLSearchParams(search)))
  return renderOnServer(<OrdersPage data={sampleView(rows, change)} query={query} form={null} />, renderOptions)
}

describe('a row', () => {
  test('shows number, shop number, day, customer, place, items, the three statuses and the amount', () => {
    const body = renderList([sampleRow()])
    const texts = {
      'Order': 'SO261125-00001',
      'Shop no.': '#10248',
      'Placed': '24 Nov 14:20',
      'Customer': 'Vins et alcools Chevalier Reims, France',
      'Items': '27',
      'Status': 'Open',
      'Payment': 'Paid',
      'Fulfillment': 'Unfulfilled',
      'Total, US$': '472.38',
    }
    for (const [heading, text] of Object.entries(texts))
      expect([heading, ...getColumnTexts(body, heading)]).toEqual([heading, text])
  })

  test('shows the currency only when the page has more than one', () => {
    expect(getColumnTexts(renderList([sampleRow()]), 'Total, US$')).toEqual(['472.38'])
    const mixed = renderList([sampleRow(), sampleRow({ number: 'SO261125-00002', currency: 'CNY' })])
    expect(getColumnTexts(mixed, 'Total')).toEqual(['US$ 472.38', '¥472.38'])
  })

  test('opens its order next to the same rows: filter, direction and position stay in the URL', () => {
    const link = findHref(
      renderList([sampleRow()], 'q=paul&status=open&status=pending&sort=placed&cursor=abc'),
      'SO261125-00001',
    )
    expect(link).toBe('/orders?q=paul&status=open&status=pending&sort=placed&cursor=abc&order=SO261125-00001')
  })

  test('is marked when its order is open', () => {
    const body = renderList([sampleRow(), sampleRow({ number: 'SO261125-00002' })], 'order=SO261125-00002')
    expect(getTexts(body, 'tr[data-open] a')).toEqual(['SO261125-00002'])
  })

  test('has a dash for a customer without a name, which is the title of the card on phones', () => {
    expect(getColumnTexts(renderList([sampleRow({ customerName: '', place: '' })]), 'Customer')).toEqual(['–'])
  })

  test('shows customer input as text', () => {
    const body = renderList([sampleRow({ customerName: '<img src=x onerror=alert(1)>' })])
    expect(body.querySelector('img')).toBeNull()
    expect(within(body).getByText('<img src=x onerror=alert(1)>')).toBeDefined()
  })
})

describe('the tabs', () => {
  const getTabs = (body: HTMLElement) => within(body).getByRole('navigation', { name: 'Views' })

  test('show their counts, capped above ten thousand', () => {
    expect(getTextsByRole(getTabs(renderList([sampleRow()])), 'link')).toEqual(
      expect.arrayContaining(['All10,000+', 'To ship38', 'Unpaid0']),
    )
  })

  test('mark the one whose filter is active, in any order of its values', () => {
    const body = renderList(
      [sampleRow()],
      'fulfillment=partially_fulfilled&fulfillment=unfulfilled&status=open&q=paul' +
        '&payment=authorized&payment=partially_refunded&payment=paid&payment=overpaid',
    )
    expect(getTextsByRole(getTabs(body), 'link', { current: 'page' })).toEqual(['To ship38'])
    expect(getTextsByRole(getTabs(renderList([sampleRow()], 'status=open')), 'link', { current: 'page' })).toEqual([])
  })
})

describe('the filter', () => {
  const search = 'q=paul&status=open&status=pending&from=2026-11-01&to=2026-11-25'

  test('is shown above the rows, each part with a link to the list without it', () => {
    const body = renderList([sampleRow()], search)
    const links = within(body).getAllByRole('link', { name: /^Remove / })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/orders?status=open&status=pending&from=2026-11-01&to=2026-11-25',
      '/orders?q=paul&from=2026-11-01&to=2026-11-25',
      '/orders?q=paul&status=open&status=pending',
    ])
    expect(findHref(body, 'Clear')).toBeDefined()
  })

  test('says in its chips that one of several values is enough, and shows a range of amounts as one', () => {
    const chipsOf = (filters: string, locale: 'en' | 'zh') =>
      within(renderList([sampleRow()], filters, {}, { locale }))
        .getAllByTitle(/^(Edit filter|修改筛选)$/)
        .map(({ textContent }) => textContent)
    const statuses = 'status=draft&status=pending&status=open'
    expect(chipsOf(statuses, 'en')).toEqual(['StatusDraft, Pending or Open'])
    expect(chipsOf(statuses, 'zh')).toEqual(['状态草稿、待确认或处理中'])
    expect(chipsOf('not=country:CN&not=source:api', 'en')[0]).toEndWith('Country CN and Source api')
    const amounts = [
      'amountFrom=1000.5&amountTo=25000',
      'amountFrom=1000',
      'amountFrom=>1000&amountTo=<2000',
      'amountTo=99',
    ]
    expect(amounts.map((each) => chipsOf(each, 'en')[0])).toEqual([
      'Total1000.5–25000',
      'Total≥ 1000',
      'Total> 1000 < 2000',
      'Total≤ 99',
    ])
  })

  test('has a chip for each field that leads to its control', () => {
    const body = renderList([sampleRow()], `${search}&payment=paid&currency=USD&menu=filter`, {
      currencies: ['CNY', 'USD'],
    })
    const chips = within(body).getByRole('group', { name: 'Active filters' })
    const links = within(chips).getAllByTitle('Edit filter')
    expect(links.map((link) => link.textContent)).toEqual([
      'Searchpaul',
      'StatusOpen or Pending',
      'PaymentPaid',
      'CurrencyUSD',
      'Placed1–25 Nov',
    ])
    for (const link of links) {
      const [page, id] = link.getAttribute('href')?.split('#') ?? []
      expect(page).toContain('menu=filter')
      expect(body.querySelector(`#${id}`)).not.toBeNull()
    }
  })

  test('offers the currencies of the book where it has several', () => {
    const currencyLabels = (currencies: string[]) =>
      getTexts(renderList([sampleRow()], 'menu=filter', { currencies }), '#filter-currency label')
    expect(currencyLabels(['CNY', 'USD'])).toEqual(['CNY', 'USD'])
    expect(currencyLabels(['USD'])).toEqual([])
  })

  test('offers common ranges of days with the other filters kept', () => {
    const body = renderList([sampleRow()], 'status=open&from=today&menu=filter')
    expect(findHref(body, 'Today')).toBe('/orders?status=open&from=today')
    expect(findHref(body, 'Yesterday')).toBe('/orders?status=open&from=yesterday')
    expect(findHref(body, 'Last 7 days')).toBe('/orders?status=open&from=last-7-days')
    expect(findHref(body, 'Last month')).toBe('/orders?status=open&from=last-month')
    expect(getTexts(body, '[aria-current=true]')).toEqual(['Today'])
  })

  test('shows a range that ends before it begins open, with what is wrong at its field', () => {
    const body = renderList([], 'from=2026-11-25&to=2026-11-01', {
      queryErrors: [{ pointer: '/to', reason: 'range-reversed' }],
    })
    expect(getTexts(body, '[role=alert]')).toEqual(['The end is before the start. Swap the two.'])
    expect(body.querySelector('details[open] input[name=to]')?.getAttribute('aria-invalid')).toBe('true')
    expect(body.querySelector('input[name=to]')?.getAttribute('value')).toBe('2026-11-01')
  })

  test('is a form that works without script: active values are checked and filled in, and the time zone of the days is named', () => {
    const body = renderList([sampleRow()], `${search}&menu=filter`)
    const form = within(body).getByRole('search')
    expect(form?.getAttribute('method')).toBe('get')
    expect(form?.getAttribute('action')).toBe('/orders')
    expect([...body.querySelectorAll('input[checked]')].map((box) => box.getAttribute('value'))).toEqual([
      'pending',
      'open',
      // New customers or any.
      '',
    ])
    expect(body.querySelector('input[name=from]')?.getAttribute('value')).toBe('2026-11-01')
    expect(form?.textContent).toContain('Asia/Shanghai')
  })

  test('has no controls until its menu opens, and is submitted with the active values all the same', () => {
    const body = renderList([sampleRow()], search)
    expect(body.querySelectorAll('fieldset')).toHaveLength(0)
    const hidden = [...body.querySelectorAll<HTMLInputElement>('form[role=search] input[type=hidden]')]
    expect(hidden.map(({ name, value }) => `${name}=${value}`)).toEqual([
      'status=open',
      'status=pending',
      'from=2026-11-01',
      'to=2026-11-25',
    ])
  })

  test('keeps the direction of the list on submit', () => {
    expect(renderList([sampleRow()], 'sort=placed').querySelector('input[name=sort]')?.getAttribute('value')).toBe(
      'placed',
    )
  })
})

describe('paging', () => {
  test('links to newer and older orders, keeps the filter and leaves the open order open', () => {
    const body = renderList([sampleRow()], 'status=open&order=SO261125-00001', { next: 'old', previous: 'new' })
    expect(findHref(body, 'Newer')).toBe('/orders?status=open&cursor=new&order=SO261125-00001')
    expect(findHref(body, 'Older')).toBe('/orders?status=open&cursor=old&order=SO261125-00001')
  })

  test('follows the direction: in ascending order the next page is the newer one', () => {
    const body = renderList([sampleRow()], 'sort=placed', { next: 'after', previous: 'before' })
    expect(findHref(body, 'Newer')).toBe('/orders?sort=placed&cursor=after')
    expect(body.querySelector('[aria-sort]')?.getAttribute('aria-sort')).toBe('ascending')
    expect(findHref(body, 'Placed')).toBe('/orders')
  })
})

describe('a list without rows', () => {
  test('says where orders come from in a new shop, and offers the import to users with the permission', () => {
    const body = renderList([])
    expect(getTextsByRole(body, 'heading', { level: 2 })).toEqual(['No data'])
    expect(findHref(body, 'Import orders')).toBe('/orders?import=1')
    expect(findHref(renderList([], '', { canImport: false }), 'Import orders')).toBeUndefined()
  })

  test('names each filter that could be removed', () => {
    const body = renderList([], 'q=paul&payment=voided')
    expect(getTextsByRole(body, 'heading', { level: 2 })).toEqual(['No matching data'])
    expect(findHref(body, 'Remove “Search: paul”')).toBe('/orders?payment=voided')
    expect(findHref(body, 'Remove “Payment: Voided”')).toBe('/orders?q=paul')
    expect(findHref(body, 'Clear all filters')).toBe('/orders')
  })

  test('links back to the newest orders when the page is past the end', () => {
    expect(findHref(renderList([], 'status=open&cursor=abc'), 'Go to first page')).toBe('/orders?status=open')
  })
})

test('the list is in Chinese', () => {
  const body = renderList([sampleRow()], 'status=open', {}, { locale: 'zh' })
  expect(getTextsByRole(body, 'heading', { level: 1 })).toEqual(['订单'])
  expect(getTextsByRole(body, 'cell')).toContain('未发货')
  expect(getTextsByRole(body, 'columnheader').at(-1)).toBe('金额，US$')
})

test('where a search finds nothing, numbers that differ in a digit are links to their orders', () => {
  const similar = [{ number: 'SO260301-00001', written: '#10001' }]
  const data = sampleView([], { similar, count: { exact: 0 } })
  const body = renderOnServer(<OrdersPage data={data} query={ordersPageQuery.parse({ q: '#10011' })} form={null} />)
  expect(getTextsByRole(body, 'heading', { level: 2 })).toEqual(['No order has the number #10011'])
  expect(findHref(body, '#10001')).toBe('/orders?order=SO260301-00001')
})

test('a search that stopped early says so and goes on where it stopped', () => {
  const body = renderList([], 'q=a+b&status=open', { next: 'abc', count: { atLeast: 0 } })
  expect(within(body).getByText('No matches yet')).toBeDefined()
  expect(findHref(body, 'Continue searching')).toBe('/orders?q=a+b&status=open&cursor=abc')
})

test('a search that could not be understood is an error of its field, which screen readers announce', () => {
  const message = '“abc” is not an amount.'
  const searchError = {
    title: 'Not understood',
    text: 'total>abc',
    errors: [{ message, start: 0, end: 9 }],
    unknown: [],
  }
  const page = within(renderList([], 'q=total%3Eabc', { searchError }))
  const note = page.getByRole('alert')
  expect(note.textContent).toContain(message)
  const field = page.getByRole('searchbox')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(field.getAttribute('aria-describedby')).toBe(note.id)
  const found = within(renderList([sampleRow()], 'q=paul')).getByRole('searchbox')
  expect([found.getAttribute('aria-invalid'), found.getAttribute('aria-describedby')]).toEqual([null, null])
})
