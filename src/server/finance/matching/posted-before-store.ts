import type { Db } from '#server/db/database.ts'
import type { OpenLineRow } from '#server/finance/matching/open-lines-store.ts'
import { sql } from 'kysely'

/** Number of recent manually posted lines to read. */
const lookedAt = 500

/** The accounts as which persons posted the last lines of the same counterparties, in the same direction, by the ids of `wanted` lines. */
export async function findAccountsPostedBefore(
  db: Db,
  accountId: string,
  wanted: readonly OpenLineRow[],
): Promise<Map<string, { id: string; code: string }>> {
  const named = wanted.filter((line) => line.counterparty !== '' && !line.hasNoDirection && line.feeMinor === 0)
  if (named.length === 0) return new Map()
  const rows = await db
    .selectFrom(
      db
        .selectFrom('ledger_entries')
        .select('seq')
        .where('kind', '=', sql.lit('line.posted'))
        .orderBy('accounting_day', 'desc')
        .orderBy('occurred_at', 'desc')
        .orderBy('seq', 'desc')
        .limit(lookedAt)
        .as('entry'),
    )
    .innerJoin('matches', 'matches.entry_seq', 'entry.seq')
    .innerJoin('match_lines', 'match_lines.match_id', 'matches.id')
    .innerJoin('statement_lines as line', (join) =>
      join
        .onRef('line.statement_id', '=', 'match_lines.statement_id')
        .onRef('line.line_number', '=', 'match_lines.line_number')
        // Not one that was undone.
        .onRef('line.match_id', '=', 'matches.id'),
    )
    .innerJoin('ledger_postings as posting', (join) =>
      join.onRef('posting.entry_seq', '=', 'entry.seq').onRef('posting.account_id', '<>', 'matches.account_id'),
    )
    .innerJoin('ledger_accounts as account', 'account.id', 'posting.account_id')
    .select(['line.counterparty', 'line.amount_minor', 'account.id', 'account.code'])
    .where('matches.account_id', '=', accountId)
    .where('account.archived_at', 'is', null)
    .orderBy('entry.seq')
    .orderBy('account.code')
    .execute()
  const keyOf = (counterparty: string, amountMinor: number): string =>
    `${amountMinor > 0 ? 'in' : 'out'} ${counterparty}`
  const last = new Map(
    rows.map(({ counterparty, amount_minor, id, code }) => [keyOf(counterparty, amount_minor), { id, code }]),
  )
  return new Map(
    named.flatMap((line) => {
      const account = last.get(keyOf(line.counterparty, line.amountMinor))
      return account ? [[line.id, account] as const] : []
    }),
  )
}
