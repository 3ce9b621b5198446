import type { EndToEnd } from '#tests/support/end-to-end.ts'
import { addDays, dayOf } from '#shared/time.ts'

/** The time zone of the book in tests. */
const timeZone = 'Asia/Shanghai'

/** The fields in which the orders of the file differ. */
interface CsvOrder {
  name: string
  /** Days before today. */
  daysAgo: number
  status?: 'paid' | 'pending' | 'partially_refunded'
  refunded?: string
  currency?: string
  /** Price of the only line item; shipping adds 10.00. */
  price: string
  fulfilled?: boolean
  customerName?: string
  email?: string
}

/** Today in the time zone of the book. */
export const today = (): string => dayOf(Date.now(), timeZone)

/** Imports a small order export as an owner. All times are in the morning, so that every order is in the past. */
export async function importOrders({ fetch, server }: EndToEnd, orders: readonly CsvOrder[]): Promise<void> {
  const body = new FormData()
  body.set('file', new File([toOrdersCsv(orders)], 'orders.csv', { type: 'text/csv' }))
  const response = await fetch(
    '/api/imports/orders',
    { method: 'POST', body, headers: { origin: server.origin } },
    'owner',
  )
  const responseText = await response.text()
  if (!responseText.includes(`"created":${orders.length}`)) throw new Error(responseText)
}

const columns =
  'Name,Id,Email,Financial Status,Paid at,Fulfillment Status,Currency,Subtotal,Shipping,Taxes,Total,Discount Amount,Created at,' +
  'Cancelled at,Refunded Amount,Lineitem quantity,Lineitem name,Lineitem price,Lineitem fulfillment status,Billing Name,' +
  'Payment Method,Payment Reference'

/** The order export of a shop. */
export const toOrdersCsv = (orders: readonly CsvOrder[]): string => [columns, ...orders.map(toCsvRow)].join('\n')

function toCsvRow({
  name,
  daysAgo,
  status = 'paid',
  refunded = '0.00',
  currency = 'CNY',
  price,
  fulfilled,
  customerName = `Customer ${name}`,
  email = `${name}@example.com`,
}: CsvOrder): string {
  const at = `${addDays(today(), -daysAgo)} 00:00:01 +0800`
  const total = (Number(price) + 10).toFixed(2)
  const [payment, line] = [status === 'pending' ? '' : at, fulfilled ? 'fulfilled' : 'pending']
  return [
    `#${name}`,
    `id-${name}`,
    email,
    status,
    payment,
    fulfilled ? 'fulfilled' : 'unfulfilled',
    ...[currency, price, '10.00', '0.00', total, '0.00', at, '', refunded],
    ...['1', 'Celadon teapot', price, line, customerName, 'WeChat Pay', `wx-${name}`],
  ].join(',')
}
