import type { LedgerEntryTaxesTable, LedgerLinksTable } from '#server/db/schema/ledger.ts'
import type { CustomerContactsTable } from '#server/db/schema/orders.ts'
import { hashRows, type Rows } from '#server/orders/digest-orders.ts'
import type { PartName } from '#server/orders/digest-parts-store.ts'
import type { ImportedRows } from '#server/orders/import-store.ts'
import { createTextWriter, joinTokens, sortRows } from '#server/orders/row-texts.ts'

/** Rows of other features that were written for new orders. */
interface RelatedRows {
  contacts: readonly CustomerContactsTable[]
  links: readonly LedgerLinksTable[]
  taxes: readonly LedgerEntryTaxesTable[]
}

/** The texts of rows by id of their order; null for an order that has a row with separators in a value, so that others could have the same texts. */
type TextsByOrder = Map<string, Rows | null>

let textWriter: Awaited<ReturnType<typeof createTextWriter>> | undefined

async function createAdder(texts: TextsByOrder) {
  const write = (textWriter ??= await createTextWriter())
  return (name: PartName, orderId: string | null | undefined, row: object): void => {
    if (typeof orderId !== 'string') return
    const text = write(name, row)
    const rows = texts.getOrInsertComputed(orderId, () => ({}))
    if (text === undefined) texts.set(orderId, null)
    else if (rows) (rows[name] ??= []).push({ text })
  }
}

export async function toRelatedTexts({ contacts, links, taxes }: RelatedRows): Promise<TextsByOrder> {
  const texts: TextsByOrder = new Map()
  const add = await createAdder(texts)
  for (const contact of sortRows('contacts', contacts)) add('contacts', contact.order_id, contact)
  const orderIds = new Map<number, string>()
  for (const link of sortRows('links', links)) {
    if (link.type !== 'order') continue
    orderIds.set(link.entry_seq, link.object_id)
    add('links', link.object_id, link)
  }
  for (const tax of sortRows('taxes', taxes)) add('taxes', orderIds.get(tax.entry_seq), tax)
  return texts
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
  const texts: TextsByOrder = new Map()
  const add = await createAdder(texts)
  const tokensByKey = Map.groupBy(rows.order_tokens, ({ order_key }) => order_key)
  for (const order of rows.orders) {
    const tokens = tokensByKey.get(order.key)?.map(({ token }) => token) ?? []
    texts.set(order.id, { tokens: [{ text: joinTokens(tokens, order.placed_at), rows: tokens.length }] })
    add('order', order.id, order)
  }
  const addAll = (name: PartName, ofPart: readonly { order_id: string }[]): void => {
    for (const row of sortRows(name, ofPart)) add(name, row.order_id, row)
  }
  addAll('lines', rows.order_lines)
  addAll('imports', rows.order_imports)
  addAll('payments', rows.payments)
  addAll('refunds', rows.refunds)
  addAll('shipments', rows.shipments)
  addAll('shipmentLines', rows.shipment_lines)
  const digests = new Map<string, string>()
  for (const [id, own] of texts) {
    const others = related.get(id)
    if (own && others !== null) digests.set(id, hashRows(timeZone, { ...own, ...others }, 1))
  }
  return digests
}
