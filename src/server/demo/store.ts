import type { Db, Transaction } from '#server/db/database.ts'

/** Whether there are no accounts and no orders. */
export async function isEmptyInstallation(db: Db): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  const order = await db.selectFrom('orders').select('id').limit(1).executeTakeFirst()
  return !user && !order
}

/** Makes the book as old as what it contains, epoch milliseconds. */
export async function backdateBook(transaction: Transaction, createdAt: number): Promise<void> {
  await transaction.updateTable('book').set({ created_at: createdAt }).execute()
}
