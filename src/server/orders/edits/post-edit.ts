import type { RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { postMovements, requireCapacity } from '#server/finance/movements.ts'
import { toLedgerOrder } from '#server/orders/order-money.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import type { OrderColumns } from '#server/orders/store.ts'

interface Edit {
  order: OrderRecord
  /** The columns that change. */
  columns: Partial<OrderColumns>
  at: number
}

/** Posts what a change of an order's amounts means for its revenue. Throws `ledger-full`. */
export async function postEdit(
  transaction: Transaction,
  context: RequestContext,
  { order, columns, at }: Edit,
): Promise<void> {
  const [before, after] = [toLedgerOrder(order), toLedgerOrder({ ...order, ...columns, status: order.status })]
  if (Bun.deepEquals(before, after)) return
  await requireCapacity(transaction, order.currency, Math.max(before.totalMinor, after.totalMinor))
  await postMovements(transaction, context, [
    {
      kind: 'edited',
      order: after,
      before,
      occurredAt: at,
      source: order.source,
      externalId: `order.edited/${order.id}/${order.version + 1}`,
    },
  ])
}
