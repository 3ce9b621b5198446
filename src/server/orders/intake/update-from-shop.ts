import type { RequestContext } from '#server/context.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { writeOrderChange } from '#server/orders/change-order.ts'
import { planShopUpdate } from '#server/orders/intake/plan-shop-update.ts'
import { ShopUpdate } from '#server/orders/intake/shop-update.ts'
import { findOrder } from '#server/orders/find-order.ts'
import type { EventView } from '#shared/events/views.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import type { ShopChanges } from '#shared/orders/shop-changes.ts'

/**
 * Applies changes of the shop to a known order, in one transaction: its fields, and the payments, shipments, refunds and the
 * cancellation that are new, each with its ledger entry. Returns what was taken over and what was kept; nothing is written if both are
 * empty. `settle` is called in that transaction, too. Throws what `planShopUpdate` throws, and `ledger-full`.
 */
export async function updateFromShop(
  context: RequestContext,
  number: string,
  draft: OrderDraft,
  eventParameters: EventView['parameters'],
  settle?: (transaction: Transaction, compared: Pick<ShopChanges, 'changes' | 'kept'>) => Promise<void> | undefined,
): Promise<Pick<ShopChanges, 'changes' | 'kept'>> {
  let result: Pick<ShopChanges, 'changes' | 'kept'> = { changes: [], kept: [] }
  await writeOrderChange(context, { number }, async (order, transaction) => {
    const plan = await planShopUpdate(transaction, order, draft)
    result = { changes: plan?.changes ?? [], kept: plan?.kept ?? [] }
    await settle?.(transaction, result)
    if (!plan) return undefined
    if (plan.changes.length + plan.kept.length === 0) return undefined
    const update = new ShopUpdate(transaction, context, { order, plan, at: context.kontor.now() })
    return update.write(eventParameters)
  })
  return result
}

/** The changes that `updateFromShop` would apply, and the values that it would keep; writes nothing. Throws what `planShopUpdate` throws. */
export async function previewShopUpdate(
  db: Db,
  number: string,
  draft: OrderDraft,
): Promise<Pick<ShopChanges, 'changes' | 'kept'>> {
  const order = await findOrder(db, number)
  const plan = order && (await planShopUpdate(db, order, draft))
  return { changes: plan?.changes ?? [], kept: plan?.kept ?? [] }
}
