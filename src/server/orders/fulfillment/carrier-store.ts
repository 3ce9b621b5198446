import type { Db, Transaction } from '#server/db/database.ts'
import { cachedLookup } from '#server/db/cached-query.ts'
import type { CarriersTable } from '#server/db/schema/order-documents.ts'

/** The carriers that users added, by name. */
export const listCarriers = (db: Db): Promise<CarriersTable[]> => selectCarriers(db)

const selectCarriers = cachedLookup<CarriersTable>((db) =>
  db.selectFrom('carriers').selectAll().orderBy('name_key').compile(),
)

/** Returns false if there is a carrier with this name. */
export async function insertCarrier(transaction: Transaction, carrier: CarriersTable): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('carriers')
    .values(carrier)
    .onConflict((conflict) => conflict.column('name_key').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Returns the carrier that was there. */
export const deleteCarrier = (transaction: Transaction, id: string): Promise<CarriersTable | undefined> =>
  transaction.deleteFrom('carriers').where('id', '=', id).returningAll().executeTakeFirst()

/** How many carriers there are. */
export async function countCarriers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('carriers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
