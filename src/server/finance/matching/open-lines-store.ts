import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { StatementLinesTable } from '#server/db/schema/statements.ts'
import { isSuperseded } from '#server/finance/statements/superseded-query.ts'
import type { RowKey } from '#server/list/keyset-page.ts'
import { startAfterKey } from '#server/db/list-query.ts'
import { findDocumentNumbers } from '#shared/finance/matching/line-texts.ts'
import type { OpenLine } from '#shared/finance/matching/open-items.ts'

/** A line as the rules compare it. */
export type OpenLineRow = OpenLine & {
  statementId: string
  lineNumber: number
  description: string
  /** The amount charged or refunded to the customer, if it is in another currency. */
  charged: { currency: string; amountMinor: number } | null
  /** Neither income nor expense: money that moved between own accounts. */
  isNeutral: boolean
  /** A person undid this automatic match, so no rule may match it automatically again. */
  isLeftToPeople: boolean
}

/** The account and the days of open items, both inclusive. */
export interface OpenDays {
  accountId: string
  from?: string | undefined
  to?: string | undefined
}

export interface Slice {
  after?: RowKey | undefined
  limit: number
}

/** Names a line in URLs and inputs. */
export const lineId = ({
  statement_id,
  line_number,
}: Pick<StatementLinesTable, 'statement_id' | 'line_number'>): string => `${statement_id}:${line_number}`

const openLineKey = ['day', 'statement_id', 'line_number'] as const

/** What rules and matches need of a line: a run holds the lines of a month. */
const lineColumns = [
  'statement_id',
  'line_number',
  'day',
  'class',
  'amount_minor',
  'fee_minor',
  'charged_minor',
  'charged_currency',
  'balance_minor',
  'counterparty',
  'reference',
  'order_reference',
  'related_reference',
  'description',
] as const satisfies readonly (keyof StatementLinesTable)[]

/** The lines of an account that are neither matched nor ignored nor superseded, oldest first; with `isCharged` those that say what a customer was charged in another currency. */
export async function findOpenLines(
  db: Db,
  { accountId, from, to }: OpenDays,
  { after, limit }: Slice,
  { isCharged = false }: { isCharged?: boolean } = {},
): Promise<OpenLineRow[]> {
  const open = db
    .selectFrom('statement_lines')
    .select(lineColumns)
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('match_lines')
          .innerJoin('matches', 'matches.id', 'match_lines.match_id')
          .select('matches.id')
          .whereRef('match_lines.statement_id', '=', 'statement_lines.statement_id')
          .whereRef('match_lines.line_number', '=', 'statement_lines.line_number')
          .where('matches.method', '=', 'auto'),
      ).as('was_undone'),
    )
    .where('account_id', '=', accountId)
    .where('match_id', 'is', null)
    .where(({ not }) => not(isSuperseded(db, 'statement_lines')))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('statements')
          .select('statements.id')
          .whereRef('statements.id', '=', 'statement_lines.statement_id')
          .where('statements.imported_at', 'is not', null),
      ),
    )
    // As the index has it.
    .$if(isCharged, (query) => query.where(sql<boolean>`statement_lines.charged_currency <> ''`))
    .$if(from !== undefined, (query) => query.where('day', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('day', '<=', to ?? ''))
  const rows = await startAfterKey(open, openLineKey, 'asc', after)
    .orderBy('day')
    .orderBy('statement_id')
    .orderBy('line_number')
    .limit(limit)
    .execute()
  return rows.map(({ was_undone, ...row }) => ({ ...toOpenLine(row), isLeftToPeople: Boolean(was_undone) }))
}

/** The key of a line for the next slice. */
export const keyOfLine = ({ day, statementId, lineNumber }: OpenLineRow): RowKey => [day, statementId, lineNumber]

export const toOpenLine = (row: Pick<StatementLinesTable, (typeof lineColumns)[number]>): OpenLineRow => ({
  id: lineId(row),
  statementId: row.statement_id,
  lineNumber: row.line_number,
  day: row.day,
  amountMinor: row.amount_minor,
  feeMinor: row.fee_minor ?? 0,
  charged: row.charged_currency === '' ? null : { currency: row.charged_currency, amountMinor: row.charged_minor },
  hasNoDirection: row.class === 'neutral' && row.amount_minor > 0 && row.balance_minor === null,
  isNeutral: row.class === 'neutral',
  counterparty: row.counterparty,
  reference: row.reference,
  relatedReference: row.related_reference,
  numbers: findDocumentNumbers(`${row.order_reference} ${row.description} ${row.reference}`),
  description: row.description,
  isLeftToPeople: false,
})
