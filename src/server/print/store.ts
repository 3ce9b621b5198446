import type { Db, Transaction } from '#server/db/database.ts'
import type { DocumentsTable, SellerTable } from '#server/db/schema/app.ts'
import { queryByIds } from '#server/db/query-by-ids.ts'
import { negateShare } from '#shared/finance/taxes.ts'

export const findSeller = (db: Db): Promise<SellerTable> =>
  db.selectFrom('seller').selectAll().executeTakeFirstOrThrow()

/** Writes the details and the next version; returns false if they have another version by now. */
export async function updateSeller(
  transaction: Transaction,
  { version, ...details }: Omit<SellerTable, 'id'>,
): Promise<boolean> {
  const updated = await transaction
    .updateTable('seller')
    .set({ ...details, version: version + 1 })
    .where('version', '=', version)
    .returning('id')
    .execute()
  return updated.length > 0
}

/** The invoices and credit notes of orders, in the order in which they were issued. */
export async function listIssued(db: Db, orderIds: readonly string[]): Promise<DocumentsTable[]> {
  const found = await queryByIds(orderIds, (ids) =>
    db
      .selectFrom('documents')
      .selectAll()
      .where('order_id', 'in', [...ids])
      .execute(),
  )
  return found.toSorted((a, b) => a.issued_at - b.issued_at || (a.number < b.number ? -1 : 1))
}

/** Which kinds of documents were issued for each of these orders. */
export const listIssuedKinds = (
  db: Db,
  orderIds: readonly string[],
): Promise<Pick<DocumentsTable, 'order_id' | 'kind'>[]> =>
  queryByIds(orderIds, (ids) =>
    db
      .selectFrom('documents')
      .select(['order_id', 'kind'])
      .distinct()
      .where('order_id', 'in', [...ids])
      .execute(),
  )

export const findDocument = (db: Db, number: string): Promise<DocumentsTable> =>
  db.selectFrom('documents').selectAll().where('number', '=', number).executeTakeFirstOrThrow()

/** The succeeded refunds of an order that reduced what the customer owes, each with its lines and what its entries have given back by tax rate, oldest first. */
export async function listGrantedRefunds(db: Db, orderId: string) {
  const refunds = await db
    .selectFrom('refunds')
    .select(['id', 'number', 'amount_minor', 'shipping_minor', 'granted_minor'])
    .where('order_id', '=', orderId)
    .where('status', 'in', ['succeeded', 'returned'])
    .where('granted_minor', '>', 0)
    .orderBy('refunded_at')
    .orderBy('number')
    .execute()
  const lines = await db
    .selectFrom('refund_lines as refunded')
    .innerJoin('order_lines as line', (join) =>
      join.onRef('line.order_id', '=', 'refunded.order_id').onRef('line.id', '=', 'refunded.line_id'),
    )
    .select(['refunded.refund_id', 'line.sku', 'line.name', 'refunded.quantity', 'refunded.amount_minor'])
    .select('refunded.tax_rate')
    .where('refunded.order_id', '=', orderId)
    .orderBy('line.position')
    .execute()
  const shares = await db
    .selectFrom('ledger_links as link')
    .innerJoin('ledger_entry_taxes as share', 'share.entry_seq', 'link.entry_seq')
    .select(['link.object_id', 'share.tax_rate', 'share.net_minor', 'share.tax_minor'])
    .where('link.type', '=', 'refund')
    .where('link.object_id', 'in', ['', ...refunds.map(({ id }) => id)])
    .execute()
  return refunds.map((refund) => ({
    ...refund,
    lines: lines.filter(({ refund_id }) => refund_id === refund.id),
    taxes: shares
      .filter(({ object_id }) => object_id === refund.id)
      .map((share) => negateShare({ rate: share.tax_rate, netMinor: share.net_minor, taxMinor: share.tax_minor })),
  }))
}
