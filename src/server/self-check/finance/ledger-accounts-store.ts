import { cachedQuery } from '#server/db/cached-query.ts'
import type { Db } from '#server/db/database.ts'
import type { LedgerAccountsTable } from '#server/db/schema/ledger.ts'
import { type Selectable, sql } from 'kysely'

export type Account = Selectable<LedgerAccountsTable>

export const listAccounts = (db: Db): Promise<Account[]> =>
  db.selectFrom('ledger_accounts').selectAll().orderBy('code').execute()

/** The events of accounts, in their order. */
export const listAccountEvents = (db: Db) =>
  db
    .selectFrom('events')
    .select(['action', 'object_id', 'object_label', 'at', 'parameters'])
    .where('object_type', '=', 'ledger_account')
    .orderBy('at')
    .orderBy('id')
    .execute()

/** The provider of the earliest payment that each clearing account has a posting of. Cross joins keep the order of the tables on SQLite. */
export const listClearedProviders = cachedQuery((db) =>
  sql<{ id: string; provider: string | null }>`
    select id, (
      select payments.provider from ledger_postings as posting cross join ledger_entries as entry cross join ledger_links as link cross join payments
      where posting.account_id = ledger_accounts.id and entry.seq = posting.entry_seq and entry.kind = 'payment.captured' and link.entry_seq = posting.entry_seq and link.type = 'payment'
        and payments.id = link.object_id
      order by posting.accounting_day, posting.occurred_at, posting.entry_seq limit 1
    ) as provider
    from ledger_accounts where role = 'clearing'`.compile(db),
)
