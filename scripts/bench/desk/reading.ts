import { encodeCursor } from '#server/list/keyset-page.ts'
import { addDays, lastDayOfMonth } from '#shared/time.ts'
import type { Desk, Figure } from './desk.ts'
import { readText, send } from './requests.ts'
import { timePage, timeSlowest, type Timing, toFigure, toFigureOfSlowest } from './timings.ts'

/** The first page of every filter, alone and with the days of a month, the slowest of its values. */
export async function measureLists(desk: Desk): Promise<Figure[]> {
  const { middle } = desk.sample
  const month = middle.day.slice(0, 7)
  const days = `from=${month}-01&to=${lastDayOfMonth(month)}`
  const figures = [toFigure('unfiltered', await timePage(desk, '/orders'), '10')]
  for (const [label, queries] of Object.entries(listFilters(desk))) {
    const dated = label === 'placed' ? [] : queries.map((query) => `${query}&${days}`)
    figures.push(
      await timeSlowest(
        desk,
        label,
        [...queries, ...dated].map((query) => `/orders?${query}`),
        '25',
      ),
    )
  }
  return figures
}

/** The queries of each filter: values that many orders have, few, and none. */
function listFilters({ sample: { middle, commonSku } }: Desk): Record<string, string[]> {
  const month = middle.day.slice(0, 7)
  const [from, to] = [addDays(`${month}-01`, -334), lastDayOfMonth(month)]
  const daysOf = (name: string): string[] => [
    `${name}From=${middle.day}&${name}To=${middle.day}`,
    `${name}From=${month}-01&${name}To=${lastDayOfMonth(month)}`,
    `${name}From=${from}&${name}To=${to}`,
    `${name}From=${middle.day}`,
  ]
  return {
    'order status': ['open', 'completed', 'cancelled', 'draft'].map((value) => `status=${value}`),
    'payment status': ['paid', 'unpaid', 'refunded', 'partially_refunded'].map((value) => `payment=${value}`),
    'fulfillment status': ['unfulfilled', 'partially_fulfilled', 'fulfilled'].map((value) => `fulfillment=${value}`),
    'currency': ['CNY', 'JPY', 'CHF'].map((value) => `currency=${value}`),
    'balance': ['due', 'owed'].map((value) => `balance=${value}`),
    'has': ['note', 'customer_note', 'refund'].map((value) => `has=${value}`),
    'source': ['wechat', 'taobao', 'woocommerce'].map((value) => `source=${value}`),
    'payment method': ['wechatpay', 'paypal', 'unionpay'].map((value) => `method=${value}`),
    'country': ['CN', 'CA', 'NO'].map((value) => `country=${value}`),
    'assignee': ['me', 'none'].map((value) => `assignee=${value}`),
    'tag': ['tag=vip'],
    'archived': ['archived=yes', 'archived=yes&archived=no'],
    'SKU': [`sku=${commonSku}`, 'sku=nothing'],
    'customer': [`customer=${middle.customer}`],
    'amount': [
      'amountFrom=100',
      'amountFrom=1000&amountTo=1001',
      'amountTo=50',
      'amountFrom=50&currency=USD',
      'amountFrom=9999999',
    ],
    'placed': [`from=${middle.day}&to=${middle.day}`, `from=${from}&to=${to}`, `to=${middle.day}`],
    'paid': daysOf('paid'),
    'shipped': daysOf('shipped'),
    'refunded': daysOf('refunded'),
    'changed': daysOf('changed'),
    'exclusion': ['country:CN', 'country:NO', 'has:refund', 'source:wechat', 'tag:vip'].map(
      (value) => `not=${encodeURIComponent(value)}`,
    ),
  }
}

/** A page in the middle of the book, beside the second page: both have a cursor. */
export async function measurePages(desk: Desk): Promise<Figure[]> {
  const { middle } = desk.sample
  const pageAfter = (placedAt: number, key: number): string =>
    `/orders?cursor=${encodeCursor('-placed', { reversed: false, key: [placedAt, key] })}`
  const next = /href="(\/orders\?cursor=[^"]+)"/.exec(await readText(desk, '/orders'))?.[1]
  if (next === undefined) throw new Error('The list has one page only.')
  const second = await timePage(desk, next)
  const inMiddle = await timePage(desk, pageAfter(middle.placedAt, middle.key))
  return [
    toFigure('second page', second),
    toFigure('page in the middle of the book', inMiddle, `${(second.medianMs * 1.2).toFixed(1)}`),
  ]
}

/** The pages that add up what happened: home and 财务明细. */
export async function measureOverviews(desk: Desk): Promise<Figure[]> {
  const month = desk.sample.middle.day.slice(0, 7)
  const pages = {
    'home': '/',
    'home, a past month': `/?month=${month}`,
    'home, all time': '/?period=all',
    'entries': '/finance',
    'entries of a month': `/finance?from=${month}-01&to=${lastDayOfMonth(month)}`,
    'refunds': '/finance?kind=refund.succeeded',
  }
  const figures: Figure[] = []
  for (const [label, path] of Object.entries(pages)) figures.push(toFigure(label, await timePage(desk, path)))
  return figures
}

/** Counting alone, as the tabs of saved views do after the rows are shown. */
export async function measureCounts(desk: Desk): Promise<Figure[]> {
  const queries = Object.values(listFilters(desk)).flat()
  const save = async (query: string, id?: string): Promise<string> => {
    const body = { viewName: 'Bench', query, ...(id !== undefined && { replaces: id }) }
    const { view } = (await send(desk, 'POST', '/api/lists/orders/views', body)) as { view: { id: string } }
    return view.id
  }
  const id = await save('status=open')
  const timed = new Map<string, Timing>()
  for (const query of queries) {
    await save(query, id)
    timed.set(query, await timePage(desk, '/api/lists/orders/view-counts'))
  }
  await send(desk, 'DELETE', `/api/list-views/${id}`)
  return [toFigureOfSlowest('counts', timed, '10')]
}

/** Counting all orders of long lists, a part with each request. */
export async function measureCountAll(desk: Desk): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const query of ['q=c', 'amountFrom=100', 'not=country:CN']) {
    const startedAt = performance.now()
    let [cursor, parts, longestMs] = ['', 0, 0]
    for (let next: string | null = ''; next !== null; parts += 1) {
      const partAt = performance.now()
      const path = `/api/lists/orders/count?${query}${cursor && `&cursor=${cursor}`}`
      next = (JSON.parse(await readText(desk, path)) as { next: string | null }).next
      cursor = next ?? ''
      longestMs = Math.max(longestMs, performance.now() - partAt)
    }
    const value = performance.now() - startedAt
    const text = `${(value / 1000).toFixed(2)} s, ${parts} parts of at most ${longestMs.toFixed(0)} ms`
    figures.push({ label: `count all (${query})`, text, value, target: '' })
  }
  return figures
}
