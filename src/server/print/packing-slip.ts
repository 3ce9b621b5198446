import { listLines, type OrderLineRecord, type OrderRecord } from '#server/orders/actions.ts'
import { toLineQuantities } from '#server/orders/lines.ts'
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
import type { Address } from '#shared/orders/views.ts'
import { html } from 'hono/html'

/** A packing slip for each order: what is to be shipped, or what was, once nothing is left. It never shows prices. */
export const renderPackingSlips = (job: PrintJob): Promise<Response> =>
  renderDocument(job, job.messages.documents.packingSlip.titles(job.orders.length), renderSheets(job))

async function* renderSheets(job: PrintJob): AsyncGenerator<Sheet> {
  for (const order of job.orders)
    yield { footer: order.number, content: renderPackingSlip(job, order, await listLines(job.db, order.id)) }
}

function renderPackingSlip(job: PrintJob, order: OrderRecord, lines: readonly OrderLineRecord[]): Markup {
  const { documents } = job.messages
  const words = documents.packingSlip
  const packed = listPackedLines(lines)
  const itemCount = packed.reduce((sum, { quantity }) => sum + quantity, 0)
  return html`
    <header class="head">
      <h2>${words.title}</h2>
      ${renderMarks(job, order)}
    </header>
    <div class="parties">
      <section>
        <h3>${words.shipTo}</h3>
        ${renderAddress(JSON.parse(order.shipping_address) as Address, order.phone)}
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
function renderMarks({ messages, printedBefore }: PrintJob, { id, status }: OrderRecord): Markup {
  const marks = [
    ...(printedBefore.has(id) ? [messages.documents.reprint] : []),
    ...(status === 'open' || status === 'completed' ? [] : [messages.common.statuses.order[status]]),
  ]
  return html`${marks.map((mark) => html`<span class="mark">${mark}</span>`)}`
}

/** An address as it stands on a label, with the phone number of the order if it has none of its own. */
function renderAddress(
  { name, company, phone, line1, line2, postcode, city, province, country }: Address,
  orderPhone: string,
): Markup {
  const place = [postcode, city, province].filter(Boolean).join(' ')
  const lines = [company, line1, line2, place, country, phone || orderPhone].filter(Boolean)
  return html`<address><b>${name}</b>${lines.map((line) => html`<br />${line}`)}</address>`
}
