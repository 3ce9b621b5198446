/** The baseline `bare`: template strings, which escape only text. */
import { type OrderRecord, serveBaseline } from './baseline.ts'

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

const renderDocument = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`

const renderRow = (order: OrderRecord): string =>
  `<tr><td><a href="/orders?order=${order.number}">${order.number}</a></td><td>${escapeHtml(order.external_number)}</td>` +
  `<td>${new Date(order.placed_at).toISOString()}</td><td><b>${escapeHtml(order.customer_name)}</b> ${escapeHtml(order.place)}</td>` +
  `<td>${order.item_count}</td><td>${order.status}</td><td>${order.payment_status}</td><td>${order.fulfillment_status}</td>` +
  `<td>${order.currency} ${(order.total_minor / 100).toFixed(2)}</td></tr>`

serveBaseline({
  renderLogin: () =>
    renderDocument(
      'Log in',
      '<main><h1>Log in</h1><form method="post"><label>Email<input name="email" type="email"></label>' +
        '<label>Password<input name="password" type="password"></label><button>Log in</button></form></main>',
    ),
  renderOrders: (orders) => renderDocument('Orders', `<table>${orders.map(renderRow).join('')}</table>`),
})
