import type { RequestContext } from '#server/context.ts'
import { findCustomer } from '#server/customers/find-customer.ts'
import { countPersonalValues, deletePersonalValues } from '#server/customers/erase-store.ts'
import { releaseContact } from '#server/customers/link-customers.ts'
import { updateListKeys } from '#server/customers/list-keys.ts'
import * as profiles from '#server/customers/profile-store.ts'
import * as ordersStore from '#server/customers/orders-store.ts'
import * as store from '#server/customers/store.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { recordEvents } from '#server/events/events.ts'

/**
 * Removes up to `limit` of the customers that an import has created and that were not changed since; of those who have orders, only what the
 * import said. Returns how many; fewer than `limit` when they were the last.
 */
export async function removeImported(
  transaction: Transaction,
  context: RequestContext,
  importNumber: string,
  limit: number,
): Promise<number> {
  const numbers = await profiles.listUntouched(transaction, importNumber, limit)
  for (const number of numbers) await removeCustomer(transaction, context, { number, importNumber })
  return numbers.length
}

async function removeCustomer(
  transaction: Transaction,
  context: RequestContext,
  { number, importNumber }: { number: string; importNumber: string },
): Promise<void> {
  const at = context.kontor.now()
  const record = await findCustomer(transaction, number)
  const hasOrders = (await ordersStore.countOrders(transaction, [number])) > 0
  const erasedValues = await countPersonalValues(transaction, number)
  const contacts = await profiles.listContactsOfProfile(transaction, number)
  await profiles.deleteTokens(transaction, number)
  await profiles.deleteProfile(transaction, number)
  for (const contact of contacts) await releaseContact(transaction, contact)
  await updateListKeys(transaction, [number])
  await deletePersonalValues(transaction, number)
  if (!hasOrders) await store.updateRemoved(transaction, number, at)
  await recordEvents(transaction, context, {
    action: 'customer.removed',
    objectType: 'customer',
    objectId: number,
    objectLabel: number,
    parameters: { import: importNumber, erasedValues, ...(!hasOrders && { version: (record?.version ?? 0) + 1 }) },
    at,
  })
}

/** How many profiles of an import are still there. */
export const countImported = (db: Db, importNumber: string): Promise<number> => profiles.countOfImport(db, importNumber)
