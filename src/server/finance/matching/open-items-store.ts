import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { StatementLinesTable } from '#server/db/schema/statements.ts'
import { isSuperseded } from '#server/finance/statements/superseded-query.ts'
import type { RowKey } from '#server/keyset-page.ts'
import { startAfterKey } from '#server/db/list-query.ts'
import { findDocumentNumbers } from '#shared/finance/matching/line-texts.ts'
import type { OpenLine, OpenPosting } from '#shared/finance/matching/open-items.ts'

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

/** A posting as the rules compare it. */
export interface OpenPostingRow extends OpenPosting {
  entry: number
  position: number
  accountId: string
  kind: string
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

/** Names a posting in inputs. */
export const postingId = (entry: number, position: number): string => `${entry}.${position}`

export const openLineKey = ['day', 'statement_id', 'line_number'] as const
const postingKey = ['accounting_day', 'occurred_at', 'entry_seq', 'position'] as const

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

/**
 * The postings of an account that no match has, oldest first, without entries that were reversed and their reversals. `next` is the key for the next
 * slice; undefined at the end.
 */
export async function findOpenPostings(
  db: Db,
  { accountId, from, to }: OpenDays,
  { after, limit }: Slice,
  purpose: 'matched' | 'paid_out' = 'matched',
): Promise<{ postings: OpenPostingRow[]; next: RowKey | undefined }> {
  const open = db
    .selectFrom('ledger_postings')
    .select([...postingKey, 'amount_minor'])
    .where('account_id', '=', accountId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('match_postings')
            .select('match_postings.match_id')
            .whereRef('match_postings.entry_seq', '=', 'ledger_postings.entry_seq')
            .whereRef('match_postings.position', '=', 'ledger_postings.position')
            .where('match_postings.purpose', '=', purpose)
            .where('match_postings.is_live', '=', sql.lit(1)),
        ),
      ),
    )
    .$if(from !== undefined, (query) => query.where('accounting_day', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('accounting_day', '<=', to ?? ''))
  const rows = await startAfterKey(open, postingKey, 'asc', after)
    .orderBy('accounting_day')
    .orderBy('occurred_at')
    .orderBy('entry_seq')
    .orderBy('position')
    .limit(limit)
    .execute()
  const last = rows.at(-1)
  const next =
    last && rows.length === limit ? [last.accounting_day, last.occurred_at, last.entry_seq, last.position] : undefined
  const details = await describeEntries(db, [...new Set(rows.map(({ entry_seq }) => entry_seq))])
  const postings = rows.flatMap((row): OpenPostingRow[] => {
    const entry = details.get(row.entry_seq)
    if (!entry || entry.isReversed) return []
    return [
      {
        id: postingId(row.entry_seq, row.position),
        entry: row.entry_seq,
        position: row.position,
        accountId,
        kind: entry.kind,
        day: row.accounting_day,
        amountMinor: row.amount_minor,
        references: entry.references,
        refunded: entry.refunded,
        numbers: entry.numbers,
        counterparty: entry.counterparty,
      },
    ]
  })
  return { postings, next }
}

interface EntryDetails {
  kind: string
  references: string[]
  refunded: string[]
  numbers: string[]
  counterparty: string
  /** Reversed, or the reversal of an entry that no match has. */
  isReversed: boolean
}

/** What the entries say that a line may say, too. */
async function describeEntries(db: Db, entries: readonly number[]): Promise<Map<number, EntryDetails>> {
  if (entries.length === 0) return new Map()
  const [found, links] = await Promise.all([
    db
      .selectFrom('ledger_entries as entry')
      .leftJoin('ledger_entries as reversal', 'reversal.reverses', 'entry.seq')
      .select(['entry.seq', 'entry.kind', 'entry.memo', 'entry.reverses', 'reversal.seq as reversed_by'])
      .where('entry.seq', 'in', entries)
      .execute(),
    db
      .selectFrom('ledger_links as link')
      .leftJoin('orders', (join) => join.onRef('orders.id', '=', 'link.object_id').on('link.type', '=', 'order'))
      .leftJoin('refunds', (join) => join.onRef('refunds.id', '=', 'link.object_id').on('link.type', '=', 'refund'))
      .leftJoin('payments as refunded', 'refunded.id', 'refunds.payment_id')
      .select(['link.entry_seq', 'link.number', 'orders.customer_name', 'orders.external_number', 'refunds.reference'])
      .select('refunded.reference as refunded_reference')
      .where('link.entry_seq', 'in', entries)
      .execute(),
  ])
  const matchedReversed = await findMatchedEntries(
    db,
    found.flatMap(({ reverses }) => reverses ?? []),
  )
  const linksByEntry = Map.groupBy(links, ({ entry_seq }) => entry_seq)
  return new Map(
    found.map(({ seq, kind, memo, reverses, reversed_by }) => {
      const ofEntry = linksByEntry.get(seq) ?? []
      const isOfOrder = ofEntry.length > 0
      const references = [...ofEntry.flatMap(({ reference }) => reference ?? []), isOfOrder ? memo : '']
      return [
        seq,
        {
          kind,
          references: [...new Set(references.filter((reference) => reference !== ''))],
          refunded: [...new Set(ofEntry.flatMap(({ refunded_reference }) => refunded_reference || []))],
          numbers: kind === 'order.edited' ? [] : ofEntry.flatMap(numbersOf),
          counterparty: ofEntry.find(({ customer_name }) => customer_name)?.customer_name ?? (isOfOrder ? '' : memo),
          isReversed: reversed_by !== null || (reverses !== null && !matchedReversed.has(reverses)),
        },
      ]
    }),
  )
}

/** The number of a document, and of an order also its number in the shop, where it is written as one. */
const numbersOf = ({ number, external_number }: { number: string; external_number: string | null }): string[] =>
  external_number?.startsWith('#') ? [number, external_number.toUpperCase()] : [number]

async function findMatchedEntries(db: Db, entries: readonly number[]): Promise<Set<number>> {
  if (entries.length === 0) return new Set()
  const rows = await db
    .selectFrom('match_postings')
    .select('entry_seq')
    .where('entry_seq', 'in', entries)
    .where('is_live', '=', sql.lit(1))
    .execute()
  return new Set(rows.map(({ entry_seq }) => entry_seq))
}
