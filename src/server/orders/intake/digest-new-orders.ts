import type { LedgerEntryTaxesTable, LedgerLinksTable } from '#server/db/schema/ledger.ts'
import type { CustomerContactsTable } from '#server/db/schema/customers.ts'
import { hashRows, type Rows } from '#server/orders/digests/digest-orders.ts'
import type { PartName } from '#server/orders/digests/digest-parts-store.ts'
import type { ImportedRows } from '#server/orders/intake/import-store.ts'
import { createTextWriter, joinTokens, sortRows } from '#server/orders/digests/row-texts.ts'

/** Rows of other features that were written for new orders. */
interface RelatedRows {
  contacts: readonly CustomerContactsTable[]
  links: readonly LedgerLinksTable[]
  taxes: readonly LedgerEntryTaxesTable[]
}

/** Rows by the id of their order. */
type RowsByOrder = Map<string, Partial<Record<PartName, object[]>>>

/** The texts of rows by id of their order; null for an order that has a row with separators in a value, so that others could have the same texts. */
type TextsByOrder = Map<string, Rows | null>

let textWriter: Awaited<ReturnType<typeof createTextWriter>> | undefined

/** The texts of the rows of each order, sorted as they are read. */
async function writeTexts(rowsByOrder: RowsByOrder): Promise<TextsByOrder> {
  const write = (textWriter ??= await createTextWriter())
  const texts: TextsByOrder = new Map()
  for (const [id, rows] of rowsByOrder) {
    const written: Rows = {}
    let isAmbiguous = false
    for (const part in rows) {
      const name = part as PartName
      written[name] = sortRows(name, rows[name] ?? []).map((row) => {
        const text = write(name, row)
        isAmbiguous ||= text === undefined
        return { text: text ?? '' }
      })
    }
    texts.set(id, isAmbiguous ? null : written)
  }
  return texts
}

function addRow(rows: RowsByOrder, name: PartName, orderId: string | null | undefined, row: object): void {
  if (typeof orderId !== 'string') return
  const ofOrder = rows.getOrInsertComputed(orderId, () => ({}))
  const ofPart = ofOrder[name]
  if (ofPart) ofPart.push(row)
  else ofOrder[name] = [row]
}

export function toRelatedTexts({ contacts, links, taxes }: RelatedRows): Promise<TextsByOrder> {
  const rows: RowsByOrder = new Map()
  for (const contact of contacts) addRow(rows, 'contacts', contact.order_id, contact)
  const orderIds = new Map<number, string>()
  for (const link of links) {
    if (link.type !== 'order') continue
    orderIds.set(link.entry_seq, link.object_id)
    addRow(rows, 'links', link.object_id, link)
  }
  for (const tax of taxes) addRow(rows, 'taxes', orderIds.get(tax.entry_seq), tax)
  return writeTexts(rows)
}

/**
 * What the events of the import of new orders record as `rows`, by id of the order: the digests that `digestOrders` finds of them, without reading
 * what was just written.
 */
export async function digestNewOrders(
  rows: ImportedRows,
  related: TextsByOrder,
  timeZone: string,
): Promise<ReadonlyMap<string, string>> {
  const own: RowsByOrder = new Map(rows.orders.map((order) => [order.id, { order: [order] }]))
  const addAll = (name: PartName, ofPart: readonly { order_id: string }[]): void => {
    for (const row of ofPart) addRow(own, name, row.order_id, row)
  }
  addAll('lines', rows.order_lines)
  addAll('imports', rows.order_imports)
  addAll('payments', rows.payments)
  addAll('refunds', rows.refunds)
  addAll('shipments', rows.shipments)
  addAll('shipmentLines', rows.shipment_lines)
  const texts = await writeTexts(own)
  const tokensByKey = Map.groupBy(rows.order_tokens, ({ order_key }) => order_key)
  const digests = new Map<string, string>()
  for (const { id, key, placed_at } of rows.orders) {
    const [ofOrder, others] = [texts.get(id), related.get(id)]
    if (!ofOrder || others === null) continue
    const tokens = tokensByKey.get(key) ?? []
    const ofTokens = [{ text: joinTokens(tokens, placed_at), rows: tokens.length }]
    digests.set(id, hashRows(timeZone, { ...ofOrder, tokens: ofTokens, ...others }, 1))
  }
  return digests
}
