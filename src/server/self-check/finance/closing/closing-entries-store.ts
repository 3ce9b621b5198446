import type { Db } from '#server/db/database.ts'

/** The ids of the accounts that a close leaves empty. */
export const listResultAccounts = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('ledger_accounts').select('id').where('type', 'in', ['income', 'expense']).execute()).map(
    ({ id }) => id,
  )

/** Closing entries by number, with the close that they name, the entry that takes them back, and an account that is neither of the result nor its own. */
export const listClosingEntries = (db: Db) =>
  db
    .selectFrom('ledger_entries as entry')
    .leftJoin('ledger_links as link', (join) =>
      join.onRef('link.entry_seq', '=', 'entry.seq').on('link.type', '=', 'period'),
    )
    .leftJoin('ledger_entries as reversal', 'reversal.reverses', 'entry.seq')
    .select(({ selectFrom }) => [
      'entry.seq',
      'entry.accounting_day',
      'link.object_id as change_seq',
      'link.number as month',
      'reversal.seq as reversed_by',
      selectFrom('ledger_postings as posting')
        .innerJoin('ledger_accounts as account', 'account.id', 'posting.account_id')
        .select(({ fn }) => fn.min('account.code').as('code'))
        .whereRef('posting.entry_seq', '=', 'entry.seq')
        .where('account.type', 'not in', ['income', 'expense'])
        .where('account.role', '<>', 'profit')
        .as('other_account'),
    ])
    .where('entry.kind', '=', 'period.closed')
    .where('entry.reverses', 'is', null)
    .orderBy('entry.seq')
    .execute()
