import type { Transaction } from '#server/db/database.ts'

/** Deletes what was sent of orders: it has personal data. What waits is made again from the order as it is then. */
export async function erasePayloads(transaction: Transaction, orderIds: readonly string[]): Promise<void> {
  await transaction
    .updateTable('webhook_deliveries')
    .set({ payload: null })
    .where('order_id', 'in', orderIds)
    .where('payload', 'is not', null)
    .execute()
}

/** Deletes what was sent by a webhook, so that what is sent again is composed with its settings of today. */
export async function eraseSentPayloads(transaction: Transaction, webhookId: string): Promise<void> {
  await transaction
    .updateTable('webhook_deliveries')
    .set({ payload: null })
    .where('webhook_id', '=', webhookId)
    .where('payload', 'is not', null)
    .execute()
}
