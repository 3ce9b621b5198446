import type { Db } from '#server/db/database.ts'
import * as store from '#server/orders/export/export-store.ts'
import type { ExportWords } from '#server/orders/export/export-words.ts'
import type { FoundOrder } from '#server/orders/list/list-store.ts'
import type { Cell } from '#server/xlsx/cells.ts'
import type { LineExportColumn } from '#shared/orders/export-formats.ts'

type LineCells = Record<LineExportColumn, Cell>

/**
 * The rows of orders in a file with a row for each line, in their order: the items, and shipping where it costs something. With the tax, unless prices
 * include it, they add up to the totals of the orders.
 */
export async function loadLineCells(
  db: Db,
  orders: readonly FoundOrder[],
  words: ExportWords,
): Promise<(order: FoundOrder) => LineCells[]> {
  const ids = orders.map(({ id }) => id)
  const [lines, details] = await Promise.all([store.findLinesOf(db, ids), store.findDetails(db, ids)])
  const linesOf = Map.groupBy(lines, ({ order_id }) => order_id)
  const detailsOf = new Map(details.map((each) => [each.id, each]))
  return ({ id, row: { currency } }) => {
    const amount = (minor: number): Cell => ({ minor, currency })
    const sums = detailsOf.get(id)
    const items = (linesOf.get(id) ?? []).map((line): LineCells => ({
      line: words.lineKinds.item,
      sku: line.sku,
      product: line.name,
      quantity: line.quantity,
      shippedQuantity: line.shipped_quantity,
      returnedQuantity: line.returned_quantity,
      unitPrice: amount(line.unit_price_minor),
      lineDiscount: amount(line.discount_minor),
      lineTotal: amount(line.total_minor),
      taxRate: line.tax_rate,
      lineTax: amount(line.tax_minor),
    }))
    if (!sums || sums.shipping_minor === 0) return items
    const shipping: LineCells = {
      line: words.lineKinds.shipping,
      sku: '',
      product: '',
      quantity: null,
      shippedQuantity: null,
      returnedQuantity: null,
      unitPrice: null,
      lineDiscount: null,
      lineTotal: amount(sums.shipping_minor),
      taxRate: sums.shipping_tax_rate,
      lineTax: amount(sums.shipping_tax_minor),
    }
    return [...items, shipping]
  }
}
