import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { RowKey } from '#server/list/keyset-page.ts'
import { startAfterKey } from '#server/db/list-query.ts'
import type { OpenPosting } from '#shared/finance/matching/open-items.ts'
import type { OpenDays, Slice } from '#server/finance/matching/open-lines-store.ts'

/** A posting as the rules compare it. */
export interface OpenPostingRow extends OpenPosting {
  entry: number
  position: number
  accountId: string
  kind: string
  /** Whether `counterparty` is the customer of an order, whose name is personal. */
  isOfCustomer: boolean
}

/** Names a posting in inputs. */
export const postingId = (entry: number, position: number): string => `${entry}.${position}`

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
        isOfCustomer: entry.isOfCustomer,
      },
    ]
  })
  return { postings, next }
}

const postingKey = ['accounting_day', 'occurred_at', 'entry_seq', 'position'] as const

interface EntryDetails {
  kind: string
  references: string[]
  refunded: string[]
  numbers: string[]
  counterparty: string
  isOfCustomer: boolean
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
      const customer = ofEntry.find(({ customer_name }) => customer_name)?.customer_name ?? undefined
      const references = [...ofEntry.flatMap(({ reference }) => reference ?? []), isOfOrder ? memo : '']
      return [
        seq,
        {
          kind,
          references: [...new Set(references.filter((reference) => reference !== ''))],
          refunded: [...new Set(ofEntry.flatMap(({ refunded_reference }) => refunded_reference || []))],
          numbers: kind === 'order.edited' ? [] : ofEntry.flatMap(numbersOf),
          counterparty: customer ?? (isOfOrder ? '' : memo),
          isOfCustomer: customer !== undefined,
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
