import type { OrderRecord } from '#server/db/schema/orders.ts'
import { listLines, toLineQuantities } from '#server/orders/lines.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import {
  formatDateTime,
  type Markup,
  type PrintJob,
  renderDocument,
  renderFacts,
  type Sheet,
} from '#server/print/render-document.ts'
import { formatCount } from '#shared/count.ts'
import { findBlocker } from '#shared/orders/actions.ts'
import { openQuantityOf } from '#shared/orders/order.ts'
import { toOrderFacts } from '#server/orders/order-money.ts'
import { html } from 'hono/html'

/** One list of what to take from the shelves for all orders that can be shipped now, by SKU and name. */
export const renderPickList = (job: PrintJob, orders: readonly OrderRecord[]): Promise<Response> =>
  renderDocument(job, job.messages.documents.pickList.title, renderSheets(job, orders))

/** How many of an item to pick, and for which orders. */
interface Pick {
  sku: string
  name: string
  quantity: number
  parts: { number: string; quantity: number }[]
}

async function* renderSheets(job: PrintJob, orders: readonly OrderRecord[]): AsyncGenerator<Sheet> {
  const isShippable = (order: OrderRecord): boolean => findBlocker(toOrderFacts(order), 'ship') === undefined
  const picks = await listPicks(job, orders.filter(isShippable))
  const others = orders.filter((order) => !isShippable(order))
  yield { footer: '', content: renderPicks(job, picks, orders.length - others.length, others) }
}

async function listPicks({ db }: PrintJob, orders: readonly OrderRecord[]): Promise<Pick[]> {
  const picks = new Map<string, Pick>()
  for (const { id, number } of orders) {
    for (const line of await listLines(db, id)) {
      const quantity = openQuantityOf(toLineQuantities(line))
      if (quantity === 0) continue
      const { sku, name } = line
      const pick = picks.getOrInsertComputed(JSON.stringify([sku, name]), () => ({ sku, name, quantity: 0, parts: [] }))
      pick.quantity += quantity
      const part = pick.parts.at(-1)
      if (part?.number === number) part.quantity += quantity
      else pick.parts.push({ number, quantity })
    }
    await yieldToEventLoop()
  }
  return [...picks.values()].toSorted((a, b) => compare(a.sku, b.sku) || compare(a.name, b.name))
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function renderPicks(
  job: PrintJob,
  picks: readonly Pick[],
  orderCount: number,
  others: readonly OrderRecord[],
): Markup {
  const { documents, common } = job.messages
  const words = documents.pickList
  const itemCount = picks.reduce((sum, { quantity }) => sum + quantity, 0)
  return html`
    <header class="head"><h2>${words.title}</h2></header>
    ${renderFacts([
      [words.orders, words.summary(orderCount, itemCount)],
      [documents.printed, formatDateTime(job.now, job.timeZone)],
    ])}
    ${
      picks.length === 0
        ? html`<p>${words.nothingToPick}</p>`
        : html`<table>
            <thead>
              <tr>
                <th class="tick"></th>
                <th>${documents.sku}</th>
                <th class="wide">${documents.item}</th>
                <th class="number">${documents.quantity}</th>
                <th>${words.orders}</th>
              </tr>
            </thead>
            <tbody>
              ${picks.map(
                ({ sku, name, quantity, parts }) =>
                  html`<tr>
                    <td class="tick"><i></i></td>
                    <td class="sku">${sku}</td>
                    <td>${name}</td>
                    <td class="number"><b>${formatCount(quantity)}</b></td>
                    <td class="parts">
                      ${parts.map((part) => html`<span>${words.part(part.number, part.quantity)}</span> `)}
                    </td>
                  </tr>`,
              )}
            </tbody>
          </table>`
    }
    ${
      others.length > 0 &&
      html`<section class="others">
        <h3>${words.notIncluded}</h3>
        <ul>
          ${others.map(({ number, status }) => {
            const reason =
              status === 'open' || status === 'completed' ? words.nothingToShip : common.statuses.order[status]
            return html`<li>${number} · ${reason}</li>`
          })}
        </ul>
      </section>`
    }
  `
}
