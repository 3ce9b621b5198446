import { encodeCursor } from '#server/keyset-page.ts'
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

/** The words that staff know of an order, and those that many orders have. */
function listWords({ sample }: Desk): Record<string, string[]> {
  const { newest, middle, commonName, commonLatinName, commonSku } = sample
  const [first = '', last = ''] = commonLatinName.split(' ')
  return {
    'order number': [middle.number, newest.number],
    'its last digits': [middle.number.slice(-5), newest.number.slice(-5)],
    // Of a month, of all months, of three months and of a year before, and of the payments of these months.
    'its beginning': [middle.number.slice(0, 6), 'so26', 'so251', 'so25', 'py251'],
    'shop number': [newest.externalNumber, newest.externalNumber.slice(1), newest.externalNumber.slice(0, 3)],
    'external id': [newest.externalId],
    'email': [middle.email],
    'email domain': [`@${middle.email.split('@')[1]}`],
    'phone': [
      middle.phone,
      `+86 ${middle.phone}`,
      `${middle.phone.slice(0, 3)} ${middle.phone.slice(3, 7)} ${middle.phone.slice(7)}`,
    ],
    'last four digits': [middle.phone.slice(-4)],
    'common full name': [commonName, commonLatinName],
    'full name': [newest.name],
    'one character': [...commonName].slice(0, 2),
    'two characters': [[...commonName].slice(0, 2).join('')],
    'name': [first, last, first.slice(0, 3), 'chloe', 'muller'],
    'letters': ['c', 'so', 'an'],
    'name and city': [`${commonName} 上海`, `${commonLatinName} austin`, '王 上海'],
    'company': ['trading', 'smith trading'],
    'city': ['上海', 'hamburg', 'Zürich'],
    'SKU': [commonSku, commonSku.slice(0, 3)],
    'payment number': [sample.paymentNumber],
    'refund number': [sample.refundNumber],
    'provider reference': [sample.paymentReference],
    'what nothing has': ['xyzzy', 'smith xyzzy', '龘'],
    'with a filter': [`${commonName} status:open`, 'c pay:refunded', '王 -country:CN'],
  }
}

/** The list with each kind of word. */
export async function measureSearch(desk: Desk): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [label, words] of Object.entries(listWords(desk))) {
    const paths = words.filter(Boolean).map((word) => `/orders?q=${encodeURIComponent(word)}`)
    figures.push(await timeSlowest(desk, `search: ${label}`, paths, '50'))
  }
  return figures
}

/** The global search with each kind of word, and with a mistyped number. */
export async function measurePalette(desk: Desk): Promise<Figure[]> {
  const { number } = desk.sample.middle
  const mistyped = number.slice(0, -1) + ((Number(number.at(-1)) + 1) % 10) + '9'
  const words = { ...listWords(desk), 'mistyped number': [mistyped], 'action': [`refund ${number}`] }
  const figures: Figure[] = []
  for (const [label, texts] of Object.entries(words)) {
    const paths = texts.filter(Boolean).map((text) => `/api/search?text=${encodeURIComponent(text)}`)
    figures.push(await timeSlowest(desk, `palette: ${label}`, paths, '50'))
  }
  return figures
}

const customerSorts = [
  'sort=name',
  'sort=-name',
  'sort=-lastOrder',
  'sort=lastOrder',
  'sort=-orderCount',
  'sort=orderCount',
]
const customerFilters = [
  'orderCount=none',
  'orderCount=one',
  'orderCount=several',
  'lastOrderFrom=last-30-days',
  'lastOrderTo=2025-12-31',
  'firstOrderFrom=last-7-days',
  'firstOrderTo=2025-12-31',
  'erased=yes',
  'orderCount=several&lastOrderTo=2025-12-31',
]
const listCustomers = (query: string): string => `/orders?customers=list&${query}`

/** Words and beginnings of products that few and many orders have. */
const productWords = ({ sample: { commonSku } }: Desk): string[] =>
  [commonSku, commonSku.slice(0, 2), 'tea', 'blue', 'a', '茶'].map(
    (word) => `/api/products?text=${encodeURIComponent(word)}`,
  )

/** The customers in place of the orders, with words that few and many have, and those of one customer with the most orders. */
export async function measureCustomers(desk: Desk): Promise<Figure[]> {
  const { commonName, commonLatinName, middle, busiestCustomer } = desk.sample
  const words = [commonName, [...commonName][0] ?? '', ...commonLatinName.split(' '), 'c', middle.email, middle.phone]
  const listed = words.map((word) => `/orders?customers=list&q=${encodeURIComponent(word)}`)
  return [
    toFigure('customers', await timePage(desk, '/orders?customers=list'), '10'),
    await timeSlowest(desk, 'customers: search', listed, '50'),
    await timeSlowest(desk, 'customers: sort', customerSorts.map(listCustomers), '25'),
    await timeSlowest(desk, 'customers: filter', customerFilters.map(listCustomers), '25'),
    await timeSlowest(
      desk,
      'customers: filter and sort',
      customerFilters.flatMap((filter) => customerSorts.map((sort) => listCustomers(`${filter}&${sort}`))),
      '50',
    ),
    await timeSlowest(
      desk,
      'customers: search and sort',
      words.flatMap((word) => customerSorts.map((sort) => listCustomers(`q=${encodeURIComponent(word)}&${sort}`))),
      '50',
    ),
    await timeSlowest(
      desk,
      'suggested customers',
      words.map((word) => `/api/customers?q=${encodeURIComponent(word)}`),
      '50',
    ),
    await timeSlowest(desk, 'suggested products', productWords(desk), '50'),
    toFigure('the customer with the most orders', await timePage(desk, `/api/customers/${busiestCustomer}`), '25'),
    await timeSlowest(
      desk,
      'their orders',
      ['', '&status=open', `&q=${encodeURIComponent('c')}`].map((more) => `/orders?customer=${busiestCustomer}${more}`),
      '25',
    ),
  ]
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
