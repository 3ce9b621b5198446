import type { Kontor } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { sql } from 'kysely'

/** A transaction whose statements may take minutes. */
export const inLongTransaction = (
  database: Kontor['database'],
  work: (transaction: Transaction) => Promise<unknown>,
): Promise<unknown> =>
  database.inTransaction(async (transaction) => {
    if (database.dialect === 'postgres') await sql`set local statement_timeout = 0`.execute(transaction)
    return work(transaction)
  })
