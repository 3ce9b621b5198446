import type { Db } from '#server/db/database.ts'
import type { EntryChain } from '#shared/finance/views.ts'

/** The most entries of an order that are listed; few orders have more than four. */
const maxEntries = 20

/**
 * What is related to an entry: the other entries of its order, those of the payouts with which its money reached the bank, and the lines of
 * statements that are matched with one of them.
 */
export async function readEntryChain(db: Db, number: number): Promise<EntryChain> {
  const own = await listMatches(db, [number])
  // A payout is sent first, and arrives with a match of its own.
  const payouts = await listPayouts(db, own)
  const ofPayouts = await listMatches(db, payouts)
  const matches = [...new Map([...own, ...ofPayouts].map((match) => [match.id, match])).values()].slice(0, maxEntries)
  const related = [...payouts, ...matches.flatMap(({ entry_seq }) => entry_seq ?? [])]
  const [entries, lines] = await Promise.all([
    listEntries(db, number, related),
    listLines(
      db,
      matches.map(({ id }) => id),
    ),
  ])
  return { entries, lines }
}

interface RelatedMatch {
  id: string
  entry_seq: number | null
}

/** The entries that matches post, and the payouts of which matches say that they arrived or came back. */
async function listPayouts(db: Db, matches: readonly RelatedMatch[]): Promise<number[]> {
  if (matches.length === 0) return []
  const sent = await db
    .selectFrom('match_postings')
    .innerJoin('ledger_accounts as account', 'account.id', 'match_postings.account_id')
    .select('entry_seq')
    .where('account.role', '=', 'transit')
    .where(
      'match_id',
      'in',
      matches.map(({ id }) => id),
    )
    .limit(maxEntries)
    .execute()
  return [...sent, ...matches].flatMap(({ entry_seq }) => entry_seq ?? [])
}

/** The matches of the postings of entries, and those that posted them. */
const listMatches = async (db: Db, numbers: readonly number[]): Promise<RelatedMatch[]> =>
  numbers.length === 0 ? [] : selectMatches(db, numbers).execute()

const selectMatches = (db: Db, numbers: readonly number[]) =>
  db
    .selectFrom('matches')
    .select(['id', 'entry_seq'])
    .where(({ eb, or, not, exists, selectFrom }) =>
      or([
        eb('entry_seq', 'in', numbers).and(
          not(exists(selectFrom('match_undos').select('match_id').whereRef('match_id', '=', 'matches.id'))),
        ),
        eb(
          'id',
          'in',
          selectFrom('match_postings').select('match_id').where('entry_seq', 'in', numbers).where('is_live', '=', 1),
        ),
      ]),
    )
    .limit(maxEntries)

async function listEntries(db: Db, number: number, payouts: readonly number[]): Promise<EntryChain['entries']> {
  const rows = await db
    .selectFrom('ledger_entries')
    .select(['seq', 'kind', 'occurred_at'])
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('seq', 'in', payouts.length > 0 ? payouts : [0]),
        eb(
          'seq',
          'in',
          selectFrom('ledger_links as own')
            .innerJoin('ledger_links as other', (join) =>
              join.on('other.type', '=', 'order').onRef('other.object_id', '=', 'own.object_id'),
            )
            .select('other.entry_seq')
            .where('own.entry_seq', '=', number)
            .where('own.type', '=', 'order'),
        ),
      ]),
    )
    .where('seq', '<>', number)
    .orderBy('occurred_at')
    .orderBy('seq')
    .limit(maxEntries)
    .execute()
  return rows.map(({ seq, kind, occurred_at }) => ({ number: seq, kind, occurredAt: occurred_at }))
}

async function listLines(db: Db, matchIds: readonly string[]): Promise<EntryChain['lines']> {
  if (matchIds.length === 0) return []
  const rows = await db
    .selectFrom('match_lines as match_line')
    .innerJoin('matches', 'matches.id', 'match_line.match_id')
    .innerJoin('ledger_accounts as account', 'account.id', 'matches.account_id')
    .innerJoin('statement_lines as line', (join) =>
      join
        .onRef('line.statement_id', '=', 'match_line.statement_id')
        .onRef('line.line_number', '=', 'match_line.line_number'),
    )
    .select([
      'account.code',
      'line.statement_id',
      'line.line_number',
      'line.day',
      'line.counterparty',
      'line.description',
    ])
    .where('match_line.match_id', 'in', matchIds)
    .orderBy('line.day')
    .orderBy('line.line_number')
    .limit(maxEntries)
    .execute()
  return rows.map((row) => ({
    account: row.code,
    id: `${row.statement_id}:${row.line_number}`,
    day: row.day,
    text: row.counterparty || row.description,
  }))
}
