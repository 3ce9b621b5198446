import type { Transaction } from '#server/db/database.ts'
import { listOrderTaxes, toTaxShare } from '#server/finance/document-entries-store.ts'
import { addShares, type TaxShare } from '#shared/finance/taxes.ts'

/** The revenue and the tax of each order by rate, as its entries have moved them, without those of disputes. */
export async function loadOrderTaxes(
  transaction: Transaction,
  orderIds: readonly string[],
): Promise<Map<string, TaxShare[]>> {
  const rows = await listOrderTaxes(transaction, orderIds)
  const shares = Map.groupBy(rows, ({ object_id }) => object_id)
  return new Map([...shares].map(([id, ofOrder]) => [id, addShares(ofOrder.map(toTaxShare))]))
}
