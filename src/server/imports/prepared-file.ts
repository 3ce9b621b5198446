import { recognizeTable } from '#server/imports/order-formats.ts'
import { toMappedTable } from '#server/imports/mapped-format.ts'
import { type TableLayout, toTable } from '#server/imports/open-table.ts'
import { type FoundOrder, readHeads, readOrders } from '#server/imports/read-orders.ts'
import { getMessages } from '#server/messages.ts'
import { parsePrepared, prepareDraft, type SerializedDraft, serializePrepared } from '#server/orders/prepare-draft.ts'
import { startImportWorker } from '#server/start-worker.ts'
import { readTexts } from '#server/thread-texts.ts'
import type { Locale } from '#shared/locales.ts'
import type { ImportFormat } from '#shared/orders/import-formats.ts'
import type { OrderMapping } from '#shared/orders/order-mapping.ts'

/** A file that was opened, and how its orders are read. */
export interface PreparedFile {
  path: string
  layout: TableLayout
  format: ImportFormat | undefined
  mapping: OrderMapping | undefined
  locale: Locale
  timeZone: string
  currency: string
}

/** Reads and prepares the orders of a file in another thread. */
export async function* readPreparedFile(file: PreparedFile): AsyncGenerator<FoundOrder> {
  for await (const text of readTexts(startImportWorker(), file))
    for (const found of JSON.parse(text) as SerializedOrder[]) yield toFoundOrder(found)
}

/** An order as it passes from one thread to the other: rejected, or prepared. */
type SerializedOrder = Pick<FoundOrder, 'position' | 'bytes'> &
  ({ order: Exclude<FoundOrder['order'], { draft: unknown }> } | { line: number; prepared: SerializedDraft })

const ordersPerText = 25

/** The orders of a file in texts, some of them in each. */
export async function* serializeOrders(file: PreparedFile): AsyncGenerator<string> {
  const { path, layout, format, mapping, locale, timeZone, currency } = file
  const table = toTable(Bun.file(path), layout)
  const heads = await readHeads(table)
  const recognized = mapping ? toMappedTable(heads, mapping) : recognizeTable(heads, format)
  if (!recognized) throw new Error('The file has changed since it was opened')
  let orders: SerializedOrder[] = []
  for await (const { order, ...place } of readOrders(table, recognized, {
    messages: getMessages(locale).imports,
    timeZone,
    currency,
  })) {
    if ('reason' in order) orders.push({ ...place, order })
    else orders.push({ ...place, line: order.line, prepared: serializePrepared(prepareDraft(order.draft, timeZone)) })
    if (orders.length < ordersPerText) continue
    yield JSON.stringify(orders)
    orders = []
  }
  yield JSON.stringify(orders)
}

function toFoundOrder(found: SerializedOrder): FoundOrder {
  if ('order' in found) return found
  const { line, prepared: serialized, ...place } = found
  const prepared = parsePrepared(serialized)
  return { ...place, order: { line, draft: prepared.draft }, prepared }
}
