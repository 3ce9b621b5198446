/**
 * The baseline of the browser: the table of `/orders` with two filters, rendered by Hono and React and hydrated, with the styles of
 * Kontor but without its frame. `bun baseline-server.tsx SQLITE_FILE PORT`. It checks no session.
 */
import { BaselinePage } from './baseline-page.tsx'
import type { OrderRecord } from '../baseline.ts'
import { Database } from 'bun:sqlite'
import { Hono } from 'hono'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { renderToString } from 'react-dom/server'

const [file = '', port = '4000'] = process.argv.slice(2)
const database = new Database(file, { readonly: true, strict: true })
const columns = `number, external_number, status, payment_status, fulfillment_status, currency, total_minor, placed_at, customer_name, place,
  item_count`
const order = 'order by placed_at desc, id desc limit 50'
const allOrders = database.prepare<OrderRecord, []>(`select ${columns} from orders where archived = 0 ${order}`)
const unpaidOrders = database.prepare<OrderRecord, []>(
  `select ${columns} from orders where archived = 0 and status in ('pending', 'open', 'on_hold')
     and payment_status in ('unpaid', 'partially_paid') ${order}`,
)
const listOrders = (filter: string | undefined): OrderRecord[] => (filter === 'unpaid' ? unpaidOrders : allOrders).all()

const compressed = (text: string, type: string): Response =>
  new Response(brotliCompressSync(text), { headers: { 'Content-Type': type, 'Content-Encoding': 'br' } })

const { outputs } = await Bun.build({
  entrypoints: [join(import.meta.dir, 'baseline-client.tsx')],
  minify: true,
  define: { 'process.env.NODE_ENV': '"production"' },
})
const script = compressed((await outputs[0]?.text()) ?? '', 'text/javascript')
const clientFolder = join(import.meta.dir, '../../../dist/client')
const styleNames = [...new Bun.Glob('*.css').scanSync(clientFolder)]
const styles = await Promise.all(styleNames.map((name) => Bun.file(join(clientFolder, name)).text()))
const style = compressed(styles.join(''), 'text/css')

const app = new Hono()
app.get('/login', (c) => c.text('ready'))
app.get('/client.js', () => script.clone())
app.get('/styles.css', () => style.clone())
app.get('/orders.json', (c) => compressed(JSON.stringify(listOrders(c.req.query('filter'))), 'application/json'))
app.get('/orders', (c) => {
  const orders = listOrders(c.req.query('filter'))
  const now = Date.now()
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Orders</title>
<link rel="stylesheet" href="/styles.css"><script type="module" src="/client.js"></script></head>
<body><div id="root">${renderToString(<BaselinePage initialOrders={orders} now={now} />)}</div>
<script id="state" type="application/json">${JSON.stringify({ orders, now }).replaceAll('<', '\\u003c')}</script></body></html>`
  return compressed(html, 'text/html; charset=utf-8')
})

Bun.serve({ hostname: '127.0.0.1', port: Number(port), development: false, fetch: app.fetch })
