import type { Kontor } from '#server/context.ts'

/** Begins a part of the tokens, in which the next orders are. */
export const addTokenPart = async ({ database }: Pick<Kontor, 'database'>, part: number): Promise<void> =>
  database.inTransaction(async (transaction) => {
    await transaction.insertInto('token_parts').values({ part, orders_before: 0, placed_before: 0 }).execute()
  })
