import type { FulfillmentStatus, OrderStatus, PaymentStatus } from '#shared/orders/order.ts'
import { Database } from 'bun:sqlite'
import { Hono } from 'hono'
import { getCookie } from 'hono/cookie'

/** What the SQL of a baseline returns for an order, times in epoch milliseconds. */
export interface OrderRecord {
  number: string
  external_number: string
  status: OrderStatus
  payment_status: PaymentStatus
  fulfillment_status: FulfillmentStatus
  currency: string
  total_minor: number
  placed_at: number
  customer_name: string
  place: string
  item_count: number
}

/** How a baseline renders its pages, each as a whole document. */
export interface Renderer {
  renderLogin(): string
  renderOrders(orders: readonly OrderRecord[]): string
}

/**
 * Serves the pages of a baseline: `bun SCRIPT SQLITE_FILE PORT`. A baseline does what the page needs and no more: it reads the
 * session and the 50 newest orders with prepared statements, and renders the table. It checks neither signature, permission nor host,
 * and has no tabs, filters, navigation or data for the browser.
 */
export function serveBaseline({ renderLogin, renderOrders }: Renderer): void {
  const [file = '', port = '4000'] = process.argv.slice(2)
  const database = new Database(file, { readonly: true, strict: true })
  const sessionQuery = database.prepare<Record<string, string | number | null>, [string]>(
    `select users.id, users.name, users.email, users.role, users.locale, sessions.created_at as loggedInAt
     from sessions inner join users on users.id = sessions.user_id
     where sessions.id = ? and sessions.revoked_at is null and users.status = 'active'`,
  )
  const ordersQuery = database.prepare<OrderRecord, []>(
    `select number, external_number, status, payment_status, fulfillment_status, currency, total_minor, placed_at, customer_name,
       place, item_count
     from orders where archived = 0 order by placed_at desc, id desc limit 50`,
  )
  const findSession = (token = ''): Record<string, string | number | null> | null => {
    const payload = token.split('.')[1]
    return payload ? sessionQuery.get(JSON.parse(Buffer.from(payload, 'base64url').toString()).sid) : null
  }

  const app = new Hono()
  app.get('/login', (c) => c.html(renderLogin()))
  app.get('/orders', (c) =>
    findSession(getCookie(c, 'kontor')) ? c.html(renderOrders(ordersQuery.all())) : c.redirect('/login'),
  )
  app.get('/api/_auth/session', (c) => {
    const session = findSession(getCookie(c, 'kontor'))
    if (!session) return c.json({})
    const { loggedInAt, ...user } = session
    return c.json({ user, loggedInAt })
  })
  Bun.serve({ hostname: '127.0.0.1', port: Number(port), development: false, fetch: app.fetch })
}
