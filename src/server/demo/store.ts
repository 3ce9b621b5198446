import type { Reader } from '#server/db/database.ts'

/** Whether nobody has an account and no order is there. */
export async function isEmptyInstallation(reader: Reader): Promise<boolean> {
  const user = await reader.selectFrom('users').select('id').limit(1).executeTakeFirst()
  const order = await reader.selectFrom('orders').select('id').limit(1).executeTakeFirst()
  return !user && !order
}
