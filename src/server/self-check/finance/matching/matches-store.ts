import type { Db } from '#server/db/database.ts'
import type { MatchRows } from '#server/finance/matching/hash-match.ts'
import { maxViolations } from '#server/self-check/findings.ts'
import { sql } from 'kysely'

/** The events of matches after a key, in their order. */
export const listMatchEventsAfter = (db: Db, [at, id]: readonly [number, string], limit: number) =>
  db
    .selectFrom('events')
    .select(['id', 'at', 'action', 'object_id', 'object_label', 'actor_id', 'parameters'])
    .where('object_type', '=', 'match')
    .where(({ eb, refTuple, tuple }) => eb(refTuple('at', 'id'), '>', tuple(at, id)))
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** The matches of a batch with their lines and postings. */
export async function loadBatch(db: Db, batchId: string): Promise<MatchRows> {
  const ids = db.selectFrom('matches').select('id').where('batch_id', '=', batchId)
  const [matches, lines, postings] = await Promise.all([
    db.selectFrom('matches').selectAll().where('batch_id', '=', batchId).execute(),
    db.selectFrom('match_lines').selectAll().where('match_id', 'in', ids).execute(),
    db.selectFrom('match_postings').selectAll().where('match_id', 'in', ids).execute(),
  ])
  return { matches, lines, postings }
}

/** The rows that the lines and postings of a batch name, and the undoing of its matches. */
export async function loadMatched(db: Db, batchId: string) {
  const ids = db.selectFrom('matches').select('id').where('batch_id', '=', batchId)
  const [lines, postings, undos, entries, accounts, posted] = await Promise.all([
    db
      .selectFrom('match_lines as matched')
      .innerJoin('statement_lines as line', (join) =>
        join
          .onRef('line.statement_id', '=', 'matched.statement_id')
          .onRef('line.line_number', '=', 'matched.line_number'),
      )
      .select(['matched.match_id', 'line.statement_id', 'line.line_number', 'line.account_id', 'line.amount_minor'])
      .select(['line.match_id as live_match'])
      .where('matched.match_id', 'in', ids)
      .execute(),
    db
      .selectFrom('match_postings as matched')
      .innerJoin('ledger_postings as posting', (join) =>
        join.onRef('posting.entry_seq', '=', 'matched.entry_seq').onRef('posting.position', '=', 'matched.position'),
      )
      .select(['posting.entry_seq', 'posting.position', 'posting.account_id', 'posting.accounting_day'])
      .select(['posting.amount_minor'])
      .where('matched.match_id', 'in', ids)
      .execute(),
    db.selectFrom('match_undos').selectAll().where('match_id', 'in', ids).execute(),
    db
      .selectFrom('ledger_entries')
      .select(['seq', 'source', 'external_id'])
      .where('seq', 'in', db.selectFrom('matches').select('entry_seq').where('batch_id', '=', batchId))
      .execute(),
    db
      .selectFrom('ledger_accounts')
      .select(['id', 'code'])
      .where('id', 'in', db.selectFrom('matches').select('account_id').where('batch_id', '=', batchId))
      .execute(),
    db
      .selectFrom('ledger_postings')
      .select(['entry_seq', 'account_id', 'amount_minor'])
      .where('entry_seq', 'in', db.selectFrom('matches').select('entry_seq').where('batch_id', '=', batchId))
      .execute(),
  ])
  return { lines, postings, undos, entries, accounts, posted }
}

/** How many rows each table has, and how many lines say that they are matched. */
export async function countMatchRows(db: Db) {
  const count = async (table: 'matches' | 'match_undos' | 'match_lines' | 'match_postings'): Promise<number> => {
    const { rows } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    return rows
  }
  const { rows: marked } = await db
    .selectFrom('statement_lines')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where('match_id', 'is not', null)
    .executeTakeFirstOrThrow()
  return {
    matches: await count('matches'),
    undos: await count('match_undos'),
    lines: await count('match_lines'),
    postings: await count('match_postings'),
    marked,
  }
}

/** Postings that are in more than one match that was not undone. */
export const findMatchedTwice = (db: Db) =>
  db
    .selectFrom('match_postings')
    .select(['entry_seq', 'position', 'purpose'])
    .where('is_live', '=', sql.lit(1))
    .groupBy(['entry_seq', 'position', 'purpose'])
    .having(({ eb, fn }) => eb(fn.countAll(), '>', 1))
    .limit(maxViolations)
    .execute()

/** Entries that matches post, without the match that posted them. */
export const findEntriesWithoutMatch = (db: Db) =>
  db
    .selectFrom('ledger_entries as entry')
    .leftJoin('matches', 'matches.entry_seq', 'entry.seq')
    .leftJoin('match_undos', 'match_undos.entry_seq', 'entry.seq')
    .select('entry.seq')
    .where('entry.source', '=', sql.lit('matching'))
    .where('matches.id', 'is', null)
    .where('match_undos.match_id', 'is', null)
    .limit(maxViolations)
    .execute()
