/** The baseline `react`: `renderToString` of the table of `/orders`, with the same columns, texts and attributes as in Kontor. */
import { OrdersTable } from './orders-table.tsx'
import { serveBaseline } from './baseline.ts'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'

const Document = ({ title, children }: { title: string; children: ReactNode }) => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
      <title>{title}</title>
    </head>
    <body>{children}</body>
  </html>
)

const LoginPage = () => (
  <Document title="Log in">
    <main>
      <h1>Log in</h1>
      <form method="post">
        <label>
          Email
          <input name="email" type="email" autoComplete="username" required />
        </label>
        <label>
          Password
          <input name="password" type="password" autoComplete="current-password" required />
        </label>
        <button type="submit">Log in</button>
      </form>
    </main>
  </Document>
)

serveBaseline({
  renderLogin: () => `<!doctype html>${renderToString(<LoginPage />)}`,
  renderOrders: (orders) =>
    `<!doctype html>${renderToString(
      <Document title="Orders">
        <OrdersTable orders={orders} now={Date.now()} />
      </Document>,
    )}`,
})
