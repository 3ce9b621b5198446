import type { Db } from '#server/db/database.ts'

/** The debits, minor units, of the entries in a currency that a user posted or reversed by hand since a time. */
export async function sumManualDebits(
  db: Db,
  userId: string,
  { since, currency }: { since: number; currency: string },
): Promise<number> {
  const { debits } = await db
    .selectFrom('events')
    .innerJoin('ledger_postings', (join) =>
      join.on((eb) => eb('ledger_postings.entry_seq', '=', eb.cast<number>('events.object_id', 'bigint'))),
    )
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_postings.account_id')
    .select(({ fn }) => fn.sum<number | null>('ledger_postings.amount_minor').as('debits'))
    .where('events.actor_id', '=', userId)
    .where('events.topic', '=', 'ledger')
    .where('events.action', 'in', ['entry.posted', 'entry.reversed'])
    .where('events.at', '>=', since)
    .where('ledger_accounts.currency', '=', currency)
    .where('ledger_postings.amount_minor', '>', 0)
    .executeTakeFirstOrThrow()
  return debits ?? 0
}
