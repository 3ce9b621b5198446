/**
 * The baseline: a bare Hono handler on Bun that runs the same SQL on the same file and renders the same rows with template strings.
 * `bun bare-server.ts SQLITE_FILE LOGIN_PAGE PORT`, where LOGIN_PAGE is the HTML of Kontor's login page; it inserts its own nonce.
 * It checks neither signature, permission nor host, and escapes only text.
 */
import { Database } from 'bun:sqlite'
import { Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { readFileSync } from 'node:fs'

const [file = '', loginPage = '', port = '4000'] = process.argv.slice(2)
const database = new Database(file, { readonly: true, strict: true })

const sessionQuery = database.prepare<Record<string, string | number | null>, [string]>(
  `select sessions.created_at, sessions.last_seen_at, sessions.expires_at, sessions.revoked_at, users.id as user_id, users.name,
     users.email, users.role, users.status, users.locale
   from sessions inner join users on users.id = sessions.user_id where sessions.id = ?`,
)
const tabCountsQuery = database.prepare<{ all: number; toShip: number; unpaid: number }, []>(
  `select
     (select count(*) from (select status from orders limit 10001)) as "all",
     (select count(*) from (select status from orders where status in ('open')
       and payment_status in ('paid', 'overpaid', 'partially_refunded', 'authorized')
       and fulfillment_status in ('unfulfilled', 'partially_fulfilled') limit 10001)) as toShip,
     (select count(*) from (select status from orders where status in ('pending', 'open', 'on_hold')
       and payment_status in ('unpaid', 'partially_paid') limit 10001)) as unpaid`,
)
const ordersQuery = database.prepare<Record<string, string | number>, []>(
  `select id, number, source, external_id, external_number, status, payment_status, fulfillment_status, currency, total_minor,
     captured_minor, refunded_minor, placed_at, customer_name, place, item_count
   from orders order by placed_at desc, id desc limit 51`,
)

const escapeHtml = (text: unknown): string =>
  String(text).replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

function findSession(cookie: string | undefined): Record<string, string | number | null> | null {
  if (!cookie) return null
  const { sid } = JSON.parse(Buffer.from(cookie.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }
  return sessionQuery.get(sid)
}

const renderPage = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`

const app = new Hono()

const loginHtml = readFileSync(loginPage, 'utf8')
const loginParts = loginHtml.split(/(?<= nonce=")([^"]+)(?=")/).filter((_, index) => index % 2 === 0)

app.get('/login', (c) => c.html(loginParts.join(crypto.getRandomValues(new Uint8Array(16)).toBase64())))

app.get('/orders', (c) => {
  const user = findSession(getCookie(c, 'kontor'))
  if (!user) return c.redirect('/login')
  const counts = tabCountsQuery.get()
  const rows = ordersQuery.all().slice(0, 50)
  const cells = rows.map(
    (row) =>
      `<tr><td><a href="/orders?order=${escapeHtml(row['number'])}">${escapeHtml(row['number'])}</a></td><td>${escapeHtml(row['external_number'])}</td>` +
      `<td>${new Date(Number(row['placed_at'])).toISOString()}</td><td><b>${escapeHtml(row['customer_name'])}</b> ${escapeHtml(row['place'])}</td>` +
      `<td>${row['item_count']}</td><td>${row['status']}</td><td>${row['payment_status']}</td><td>${row['fulfillment_status']}</td>` +
      `<td>${row['currency']} ${(Number(row['total_minor']) / 100).toFixed(2)}</td></tr>`,
  )
  return c.html(
    renderPage(
      'Orders',
      `<nav>All ${counts?.all} To ship ${counts?.toShip} Unpaid ${counts?.unpaid}</nav><table>${cells.join('')}</table>`,
    ),
  )
})

app.get('/api/_auth/session', (c) => {
  const user = findSession(getCookie(c, 'kontor'))
  if (!user) return c.json({})
  const { user_id: id, name, email, role, locale, created_at: loggedInAt } = user
  return c.json({ user: { id, name, email, role, locale }, loggedInAt })
})

Bun.serve({ hostname: '127.0.0.1', port: Number(port), development: false, fetch: app.fetch })
