import { cachedQuery } from '#server/db/cached-query.ts'
import type { Transaction } from '#server/db/database.ts'
import { insertAll } from '#server/db/insert.ts'
import { linesPerTurn, yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { type DocumentTexts, tokenizeChange, tokenizeOrderRows } from '#server/orders/tokens/order-tokens.ts'
import { storeProducts } from '#server/orders/tokens/product-store.ts'
import { type Product, toProductToken } from '#server/orders/tokens/product-tokens.ts'
import { toReferenceToken } from '#server/orders/tokens/search-tokens.ts'
import type { OrderLineRecord, OrderRecord } from '#server/db/schema/orders.ts'
import { deleteToken, insertTokens } from '#server/orders/tokens/token-store.ts'
import { sql } from 'kysely'

/** Columns of an order from which search tokens are made and that change. */
const searchedColumns = [
  'customer_name',
  'email',
  'phone',
  'shipping_address',
  'billing_address',
  'customer_number',
] as const satisfies (keyof OrderRecord)[]

/** Writes the lines that differ. A line that documents refer to cannot be removed. */
export async function updateLines(
  transaction: Transaction,
  orderId: string,
  { before, after }: { before: readonly OrderLineRecord[]; after: readonly OrderLineRecord[] },
): Promise<void> {
  const known = new Map(before.map((line) => [line.id, line]))
  const kept = new Set(after.map(({ id }) => id))
  for (const { id } of before) if (!kept.has(id)) await deleteLine(transaction, [orderId, id])
  await insertAll(
    transaction,
    'order_lines',
    after.filter(({ id }) => !known.has(id)),
  )
  for (const [index, line] of after.entries()) {
    if (index % linesPerTurn === linesPerTurn - 1) await yieldToEventLoop()
    const stored = known.get(line.id)
    if (!stored || lineColumns.every((column) => stored[column] === line[column])) continue
    await updateLine(transaction, [...lineColumns.map((column) => line[column]), orderId, line.id])
  }
}

const lineColumns = [
  'sku',
  'name',
  'quantity',
  'requires_shipping',
  'unit_price_minor',
  'discount_minor',
  'total_minor',
  'tax_rate',
  'tax_minor',
  'tax_is_derived',
] as const satisfies (keyof OrderLineRecord)[]

const deleteLine = cachedQuery((db) =>
  db.deleteFrom('order_lines').where('order_id', '=', '').where('id', '=', '').compile(),
)

const updateLine = cachedQuery((db) =>
  db
    .updateTable('order_lines')
    .set({
      sku: '',
      name: '',
      quantity: 1,
      requires_shipping: 1,
      unit_price_minor: 0,
      discount_minor: 0,
      total_minor: 0,
      tax_rate: '',
      tax_minor: 0,
      tax_is_derived: 1,
    })
    .where('order_id', '=', '')
    .where('id', '=', '')
    .compile(),
)

interface SearchedOrder {
  order: OrderRecord
  lines: readonly Product[]
}

/** Makes an order findable by what it is now, and no longer by what it was; `lines` are empty on both sides if none changed. */
export async function updateTokens(
  transaction: Transaction,
  before: SearchedOrder,
  after: SearchedOrder,
): Promise<void> {
  if (isFoundBySame(before, after)) return
  const { removed, added } = tokenizeChange(before, after)
  await storeProducts(
    transaction,
    after.lines.filter((line) => added.has(toProductToken(line))),
  )
  const { id } = after.order
  await insertTokens(transaction, after.order, added)
  if (removed.size === 0) return
  // Another text or a document of the order may have the same one.
  const kept = new Set(tokenizeOrderRows(after.order, after.lines, await findDocumentTexts(transaction, id)))
  for (const token of removed.difference(kept)) await deleteToken(transaction, after.order, token)
}

const isFoundBySame = (before: SearchedOrder, after: SearchedOrder): boolean =>
  searchedColumns.every((column) => before.order[column] === after.order[column]) &&
  Bun.deepEquals(listProducts(before), listProducts(after))

const listProducts = ({ lines }: SearchedOrder): Product[] => lines.map(({ sku, name }) => ({ sku, name }))

/**
 * Makes an order findable by the reference that a document has now instead of the one before, unless another document has that one, too. The document
 * is written already.
 */
export async function replaceReference(
  transaction: Transaction,
  order: Pick<OrderRecord, 'key' | 'id' | 'placed_at'>,
  { before, after }: Record<'before' | 'after', string>,
): Promise<void> {
  const [old, current] = [toReferenceToken(before), toReferenceToken(after)]
  if (old === current) return
  if (current !== noReference) await insertTokens(transaction, order, [current])
  if (old === noReference) return
  const { references } = await findDocumentTexts(transaction, order.id)
  if (!references.map(toReferenceToken).includes(old)) await deleteToken(transaction, order, old)
}

const noReference = toReferenceToken('')

async function findDocumentTexts(transaction: Transaction, orderId: string): Promise<DocumentTexts> {
  const rows = await selectDocumentTexts(transaction, [orderId, orderId, orderId, orderId, orderId])
  return { numbers: rows.map(({ number }) => number), references: rows.map(({ reference }) => reference) }
}

const selectDocumentTexts = cachedQuery((db) =>
  db
    .selectFrom('payments')
    .select(['number', 'reference'])
    .where('order_id', '=', '')
    .unionAll(db.selectFrom('refunds').select(['number', 'reference']).where('order_id', '=', ''))
    .unionAll(db.selectFrom('disputes').select(['number', 'reference']).where('order_id', '=', ''))
    .unionAll(
      db
        .selectFrom('returns')
        .select(['number', sql.lit('').as('reference')])
        .where('order_id', '=', ''),
    )
    .unionAll(db.selectFrom('shipments').select(['number', 'tracking_number as reference']).where('order_id', '=', ''))
    .compile(),
)
