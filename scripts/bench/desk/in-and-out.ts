import { generateOrders } from '../../seed/generate-orders.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import { buildExportCsv } from '#tests/server/imports/build-export-csv.ts'
import { readMemoryMegabytes, resetMemoryPeak } from '../process-usage.ts'
import { buildEnvironment, builtBinary, placeSettings } from '../servers.ts'
import type { Desk, Figure } from './desk.ts'
import { readText, send } from './requests.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const importedOrders = 30_000
const intakeOrders = 10_000
const ordersPerBatch = 500
const probeIntervalMs = 20

/** Exports of all orders, and the pages of others meanwhile. */
export async function measureExport(desk: Desk): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const format of ['csv', 'xlsx']) {
    const before = readMemoryMegabytes(desk.server.pid).resident
    resetMemoryPeak(desk.server.pid)
    const {
      seconds,
      result: bytes,
      slowestMs,
    } = await whileListed(desk, async () => {
      const response = await fetch(`${desk.server.origin}/api/orders/exports`, {
        method: 'POST',
        headers: { 'cookie': desk.cookie, 'origin': desk.server.origin, 'content-type': 'application/json' },
        body: JSON.stringify({ format, archived: ['no', 'yes'] }),
        timeout: false,
      })
      if (!response.ok || !response.body)
        throw new Error(`The export answered ${response.status}: ${await response.text()}`)
      let size = 0
      for await (const chunk of response.body) size += chunk.length
      return size
    })
    if (bytes < desk.sample.orderCount)
      throw new Error(`The export of ${desk.sample.orderCount} orders has ${bytes} bytes`)
    const { peak } = readMemoryMegabytes(desk.server.pid)
    figures.push(
      toRate(`export ${format}`, desk.sample.orderCount / seconds, 'rows/s', '100000'),
      {
        label: `export ${format}: more memory`,
        text: `${(peak - before).toFixed(0)} MB`,
        value: Math.max(1, peak - before),
        target: '64 MB',
      },
      toWait(`export ${format}: list meanwhile`, slowestMs),
    )
  }
  return figures
}

/** Orders that a shop sends in batches, over one connection. */
export async function measureIntake(desk: Desk): Promise<Figure[]> {
  const orders = generate(intakeOrders, 2).map((draft) => toReceivedOrder(draft, 'intake'))
  const { seconds, slowestMs } = await whileListed(desk, async () => {
    for (let from = 0; from < orders.length; from += ordersPerBatch) {
      const sent = orders.slice(from, from + ordersPerBatch)
      const { results } = (await send(desk, 'POST', '/api/orders/batch', { orders: sent })) as {
        results: { outcome: string; problem?: unknown }[]
      }
      const refused = results.find(({ outcome }) => outcome !== 'created')
      if (refused) throw new Error(`An order was not created: ${JSON.stringify(refused)}`)
    }
  })
  return [
    toRate('intake in batches', orders.length / seconds, 'orders/s', '500'),
    toWait('intake: list meanwhile', slowestMs),
  ]
}

/**
 * `kontor import orders` beside the server, with order exports of a shop: of the last days, as a book gets every day, and of two years, which come in once and
 * belong everywhere in the book.
 */
export const measureImport = async (desk: Desk): Promise<Figure[]> => [
  await importFile(desk, 'import by command, recent orders', generate(importedOrders, 3, recentDays)),
  await importFile(desk, 'import by command, orders of two years', generate(importedOrders, 4)),
]

async function importFile(desk: Desk, label: string, drafts: readonly OrderDraft[]): Promise<Figure> {
  const path = join(desk.folder, 'orders.csv')
  mkdirSync(desk.folder, { recursive: true })
  writeFileSync(path, buildExportCsv(drafts.map(toExportedOrder)))
  const startedAt = performance.now()
  const child = Bun.spawn([builtBinary, 'import', 'orders', path], {
    env: buildEnvironment(placeSettings(desk.book)),
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const output = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`The import failed: ${output.slice(0, 500)}`)
  return toRate(label, drafts.length / ((performance.now() - startedAt) / 1000), 'orders/s', '3000')
}

/** Runs work while somebody opens the list again and again; returns how long it took, and the slowest 95th percentile of these pages. */
async function whileListed<Result>(
  desk: Desk,
  work: () => Promise<Result>,
): Promise<{ seconds: number; result: Result; slowestMs: number[] }> {
  const waits: number[] = []
  let isRunning = true
  const listing = (async () => {
    while (isRunning) {
      const askedAt = performance.now()
      await readText(desk, '/orders')
      waits.push(performance.now() - askedAt)
      await Bun.sleep(probeIntervalMs)
    }
  })()
  const startedAt = performance.now()
  const result = await work().finally(() => (isRunning = false))
  const seconds = (performance.now() - startedAt) / 1000
  await listing
  return { seconds, result, slowestMs: waits }
}

const toRate = (label: string, rate: number, unit: string, target: string): Figure => ({
  label,
  text: `${rate.toFixed(0)} ${unit}`,
  value: 1 / rate,
  target: `${target} ${unit}`,
})

function toWait(label: string, waits: readonly number[]): Figure {
  const sorted = waits.toSorted((a, b) => a - b)
  const [middle = 0, p95 = 0] = [0.5, 0.95].map((share) => sorted[Math.floor(sorted.length * share)] ?? 0)
  return {
    label,
    text: `${middle.toFixed(0)} / ${p95.toFixed(0)}, longest ${sorted.at(-1)?.toFixed(0) ?? '-'}`,
    value: p95,
    target: '100',
  }
}

/** In which a merchant with a million orders in two years has as many as are imported. */
const recentDays = 20

/** Orders of the days before now, with ids that no run before has used. */
function generate(count: number, seed: number, days?: number): OrderDraft[] {
  const options = { count, openShare: 0.5, seed, until: Date.now(), timeZone: 'Asia/Shanghai' }
  const drafts = generateOrders(days === undefined ? options : { ...options, days })
  const run = Date.now().toString(36)
  return [...drafts].map((draft, index) => ({
    ...draft,
    externalId: `${run}-${index}`,
    externalNumber: `#${run}-${index}`,
  }))
}

const toReceivedOrder = (draft: OrderDraft, source: string) => ({
  source,
  externalId: draft.externalId,
  externalNumber: draft.externalNumber,
  placedAt: draft.placedAt,
  currency: draft.currency,
  customerName: draft.customerName,
  email: draft.email,
  phone: draft.phone,
  note: draft.note,
  shippingAddress: draft.shippingAddress,
  lines: draft.lines.map(({ sku, name, quantity, unitPriceMinor, discountMinor }) => ({
    sku,
    name,
    quantity,
    unitPriceMinor,
    discountMinor,
  })),
  shippingMethod: draft.shippingMethod,
  shippingMinor: draft.shippingMinor,
  taxMinor: draft.taxMinor,
  taxesIncluded: draft.taxesIncluded,
  ...(draft.payment && { payment: draft.payment }),
})

const toExportedOrder = (draft: OrderDraft) => ({
  name: draft.externalNumber,
  id: draft.externalId,
  currency: draft.currency,
  lines: draft.lines.map(({ sku, name, quantity, unitPriceMinor, discountMinor }) => ({
    sku,
    name,
    quantity,
    discountMinor,
    priceMinor: unitPriceMinor,
  })),
  shippingMinor: draft.shippingMinor,
  taxMinor: draft.taxMinor,
  taxesIncluded: draft.taxesIncluded,
  first: {
    'Email': draft.email,
    'Phone': draft.phone,
    'Shipping Name': draft.customerName,
    'Billing Name': draft.customerName,
    'Shipping City': draft.shippingAddress.city,
    'Billing City': draft.shippingAddress.city,
    'Shipping Phone': draft.phone,
    'Payment Reference': draft.payment?.reference ?? '',
  },
  every: { 'Created at': new Date(draft.placedAt).toISOString().replace('T', ' ').slice(0, 19) + ' +0000' },
})
