import type { Db } from '#server/db/database.ts'
import { startAfterKey } from '#server/db/list-query.ts'
import type { StatementLinesTable } from '#server/db/schema/statements.ts'
import { isAmongSuperseded, isSuperseded } from '#server/finance/statements/superseded-query.ts'
import type { RowKey } from '#server/list/keyset-page.ts'
import type { LineState } from '#shared/finance/matching/views.ts'
import { sql } from 'kysely'

/** Conditions for lines of imported statements; all given ones must apply. Days are inclusive. */
export interface LineFilter {
  accountId?: string | undefined
  statementId?: string | undefined
  /** `unmatched`: open or waiting, without lines of which the bank said something else later. */
  state?: LineState | 'unmatched' | undefined
  /** The users, one of which looks after them; null for lines without an owner. */
  ownerIds?: readonly string[] | null | undefined
  from?: string | undefined
  to?: string | undefined
  class?: StatementLinesTable['class'] | undefined
  /** Today in the book's time zone: lines that wait until this day are open. */
  today: string
}

/** The columns of a list of lines: of an account by day, of a statement in the order of its file. */
export const lineKeys = {
  byDay: ['line.day', 'line.statement_id', 'line.line_number'],
  byLine: ['line.line_number'],
} as const

/** `line` and its `statement`. */
export const selectLines = (
  db: Db,
  { accountId, statementId, state, ownerIds, from, to, class: lineClass, today }: LineFilter,
  superseded = isSuperseded(db, 'line'),
) =>
  db
    .selectFrom('statement_lines as line')
    .innerJoin('statements as statement', 'statement.id', 'line.statement_id')
    .where('statement.imported_at', 'is not', null)
    .$if(accountId !== undefined, (query) => query.where('line.account_id', '=', accountId ?? ''))
    .$if(statementId !== undefined, (query) => query.where('line.statement_id', '=', statementId ?? ''))
    .$if(from !== undefined, (query) => query.where('line.day', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('line.day', '<=', to ?? ''))
    .$if(lineClass !== undefined, (query) => query.where('line.class', '=', lineClass ?? 'in'))
    .$if(state === 'matched' || state === 'ignored', (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('matches')
            .select(sql.lit(1).as('one'))
            .whereRef('matches.id', '=', 'line.match_id')
            .where('matches.method', state === 'ignored' ? '=' : '<>', 'ignored'),
        ),
      ),
    )
    .$if(state === 'unmatched' || state === 'open' || state === 'waiting', (query) =>
      query.where('line.match_id', 'is', null).where(({ not }) => not(superseded)),
    )
    .$if(state === 'open' || state === 'waiting' || ownerIds !== undefined, (query) =>
      query.where(({ and, exists, not, selectFrom }) => {
        const followUp = selectFrom('line_follow_ups as follow_up')
          .select(sql.lit(1).as('one'))
          .whereRef('follow_up.statement_id', '=', 'line.statement_id')
          .whereRef('follow_up.line_number', '=', 'line.line_number')
        const waiting = exists(followUp.where('wait_until', '>', today))
        const owned = exists(followUp.where('owner_id', 'is not', null))
        return and([
          ...(state === 'waiting' ? [waiting] : state === 'open' ? [not(waiting)] : []),
          ...(ownerIds === null ? [not(owned)] : ownerIds ? [exists(followUp.where('owner_id', 'in', ownerIds))] : []),
        ])
      }),
    )

/** Up to `limit` lines after a key of these columns. */
export const findLines = (
  db: Db,
  filter: LineFilter,
  {
    key,
    direction,
    after,
    limit,
  }: {
    key: (typeof lineKeys)[keyof typeof lineKeys]
    direction: 'asc' | 'desc'
    after: RowKey | undefined
    limit: number
  },
) => {
  const lines = startAfterKey(selectLines(db, filter).selectAll('line'), key, direction, after)
  return key
    .reduce((query, column) => query.orderBy(column, direction), lines)
    .limit(limit)
    .execute()
}

/** How many lines there are, up to a limit. */
export async function countLines(db: Db, filter: LineFilter, limit?: number): Promise<number> {
  const lines = selectLines(db, filter, await isAmongSuperseded(db, filter.accountId)).select('line.line_number')
  const { count } = await db
    .selectFrom((limit === undefined ? lines : lines.limit(limit)).as('found'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
