import type { OrderLineRecord, OrderRecord } from '#server/db/schema/orders.ts'
import { listLines, toLineQuantities } from '#server/orders/lines.ts'
import { loadSeller } from '#server/print/seller-actions.ts'
import { findAddress, renderAddress } from '#server/print/render-address.ts'
import {
  formatDateTime,
  type Markup,
  type PrintJob,
  renderDocument,
  renderFacts,
  type Sheet,
} from '#server/print/render-document.ts'
import { formatCount } from '#shared/count.ts'
import { openQuantityOf } from '#shared/orders/order.ts'
import { html } from 'hono/html'

/** A packing slip for each order: what is to be shipped, or what was, once nothing is left. It never shows prices. */
export const renderPackingSlips = (
  job: PrintJob,
  orders: readonly OrderRecord[],
  printedBefore: ReadonlySet<string>,
): Promise<Response> =>
  renderDocument(
    job,
    job.messages.documents.packingSlip.titles(orders.length),
    renderSheets(job, orders, printedBefore),
  )

async function* renderSheets(
  job: PrintJob,
  orders: readonly OrderRecord[],
  printedBefore: ReadonlySet<string>,
): AsyncGenerator<Sheet> {
  const { name: sellerName } = await loadSeller(job.db)
  for (const order of orders) {
    const slip = { order, sellerName, isReprint: printedBefore.has(order.id), lines: await listLines(job.db, order.id) }
    yield { footer: order.number, content: renderPackingSlip(job, slip) }
  }
}

interface PackingSlip {
  order: OrderRecord
  /** Empty if it is unknown. */
  sellerName: string
  isReprint: boolean
  lines: readonly OrderLineRecord[]
}

function renderPackingSlip(job: PrintJob, { order, sellerName, isReprint, lines }: PackingSlip): Markup {
  const { documents } = job.messages
  const words = documents.packingSlip
  const address = findAddress(order, 'shipping')
  const packed = listPackedLines(lines)
  const itemCount = packed.reduce((sum, { quantity }) => sum + quantity, 0)
  return html`
    ${sellerName && html`<p class="sender">${sellerName}</p>`}
    <header class="head">
      <h2>${words.title}</h2>
      ${renderMarks(job, order, isReprint)}
    </header>
    <div class="parties">
      <section>
        <h3>${words.shipTo}</h3>
        ${renderAddress(address, address.phone || order.phone, job.language)}
      </section>
      ${renderFacts([
        [documents.order, order.number],
        [documents.shopNumber, order.external_number],
        [documents.placed, formatDateTime(order.placed_at, job.timeZone)],
        [words.shippingMethod, order.shipping_method],
      ])}
    </div>
    ${order.note && html`<p class="note"><b>${words.note}</b> ${order.note}</p>`}
    ${packed.length === 0 ? html`<p>${words.nothingToShip}</p>` : renderLines(job, packed)}
    ${packed.length > 0 && html`<p class="sum">${words.itemCount(itemCount)}</p>`}
  `
}

interface PackedLine extends Pick<OrderLineRecord, 'sku' | 'name'> {
  quantity: number
  shippedBefore: number
}

/** The quantities that are still to be shipped; of an order that is shipped completely, everything. */
function listPackedLines(lines: readonly OrderLineRecord[]): PackedLine[] {
  const shippable = lines
    .map((line) => ({ line, quantities: toLineQuantities(line) }))
    .filter(({ quantities }) => quantities.requiresShipping)
  const isShipped = shippable.every(({ quantities }) => openQuantityOf(quantities) === 0)
  return shippable
    .map(({ line: { sku, name }, quantities }) => ({
      sku,
      name,
      quantity: isShipped ? quantities.quantity : openQuantityOf(quantities),
      shippedBefore: isShipped ? 0 : quantities.shippedQuantity,
    }))
    .filter(({ quantity }) => quantity > 0)
}

const renderLines = ({ messages: { documents } }: PrintJob, lines: readonly PackedLine[]): Markup =>
  html`<table>
    <thead>
      <tr>
        <th class="tick"></th>
        <th>${documents.sku}</th>
        <th class="wide">${documents.item}</th>
        <th class="number">${documents.quantity}</th>
      </tr>
    </thead>
    <tbody>
      ${lines.map(
        ({ sku, name, quantity, shippedBefore }) =>
          html`<tr>
            <td class="tick"><i></i></td>
            <td class="sku">${sku}</td>
            <td>
              ${name}${shippedBefore > 0 && html`<br /><small>${documents.packingSlip.shippedBefore(shippedBefore)}</small>`}
            </td>
            <td class="number">${formatCount(quantity)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`

/** What must be seen before the goods leave: a reprint, and an order that is not to be shipped. */
function renderMarks({ messages }: PrintJob, { status }: OrderRecord, isReprint: boolean): Markup {
  const marks = [
    ...(isReprint ? [messages.documents.reprint] : []),
    ...(status === 'open' || status === 'completed' ? [] : [messages.common.statuses.order[status]]),
  ]
  return html`${marks.map((mark) => html`<span class="mark">${mark}</span>`)}`
}
