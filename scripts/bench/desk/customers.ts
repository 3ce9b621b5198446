import type { Desk, Figure } from './desk.ts'
import { timePage, timeSlowest, toFigure } from './timings.ts'

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
