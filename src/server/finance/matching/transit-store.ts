import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { queryByIds } from '#server/db/query-by-ids.ts'
import type { OpenDays } from '#server/finance/matching/open-lines-store.ts'
import type { OpenPostingRow } from '#server/finance/matching/open-postings-store.ts'
import type { EntryKind } from '#shared/finance/ledger.ts'
import { readPostings } from '#server/finance/matching/read-open-items.ts'

/** Money in transit: a posting, and the clearing account that it left. */
export interface TransitItem {
  posting: OpenPostingRow
  /** Empty for what did not come from a clearing account. */
  provider: string
  clearingId: string
  /** The amount that left the clearing account: the payout and the fees that the provider kept. */
  clearingMinor: number
}

/** What is in transit in a currency and was sent on some days, the oldest first: neither arrived nor come back. */
export async function findInTransit(
  db: Db,
  currency: string,
  days: Pick<OpenDays, 'from' | 'to'>,
): Promise<TransitItem[]> {
  const account = await db
    .selectFrom('ledger_accounts')
    .select('id')
    .where('role', '=', 'transit')
    .where('currency', '=', currency)
    .executeTakeFirst()
  if (!account) return []
  const open = await readPostings(db, { ...days, accountId: account.id }, 'paid_out')
  const sent = [...open.values()].filter(({ amountMinor }) => amountMinor > 0)
  const senders = new Map(
    (
      await listSenders(
        db,
        sent.map(({ entry }) => entry),
      )
    ).map((sender) => [sender.entry_seq, sender]),
  )
  return sent.map((posting) => {
    const sender = senders.get(posting.entry)
    return {
      posting,
      provider: sender?.provider ?? '',
      clearingId: sender?.id ?? '',
      clearingMinor: -(sender?.amount_minor ?? 0),
    }
  })
}

/** The accounts of money in transit, one in each currency that had any. */
export const listTransitAccounts = (db: Db) =>
  db.selectFrom('ledger_accounts').selectAll().where('role', '=', 'transit').orderBy('code').execute()

/**
 * Postings of the account before a key, the newest first, that are in transit: entries that say that payouts arrived or came back are not, and neither are entries that were
 * reversed and their reversals. `next` is the key for the next slice; undefined at the end.
 */
export async function readNewestInTransit(
  db: Db,
  accountId: string,
  before: readonly [day: string, occurredAt: number, entry: number, position: number] | undefined,
  limit: number,
) {
  const rows = await db
    .selectFrom('ledger_postings as posting')
    .innerJoin('ledger_entries as entry', 'entry.seq', 'posting.entry_seq')
    .leftJoin('ledger_entries as reversal', 'reversal.reverses', 'entry.seq')
    .leftJoin('match_postings as taken', (join) =>
      join
        .onRef('taken.entry_seq', '=', 'posting.entry_seq')
        .onRef('taken.position', '=', 'posting.position')
        .on('taken.purpose', '=', 'paid_out')
        .on('taken.is_live', '=', sql.lit(1)),
    )
    .select([
      'posting.entry_seq',
      'posting.position',
      'posting.accounting_day',
      'posting.occurred_at',
      'posting.amount_minor',
      'entry.kind',
    ])
    .select(['entry.reverses', 'reversal.seq as reversed_by', 'taken.match_id'])
    .where('posting.account_id', '=', accountId)
    .$if(before !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) => {
        const [day, occurredAt, entry, position] = before ?? ['', 0, 0, 0]
        return eb(
          refTuple('posting.accounting_day', 'posting.occurred_at', 'posting.entry_seq', 'posting.position'),
          '<',
          tuple(day, occurredAt, entry, position),
        )
      }),
    )
    .orderBy('posting.accounting_day', 'desc')
    .orderBy('posting.occurred_at', 'desc')
    .orderBy('posting.entry_seq', 'desc')
    .orderBy('posting.position', 'desc')
    .limit(limit)
    .execute()
  const last = rows.at(-1)
  return {
    open: rows.filter(
      ({ kind, reverses, reversed_by, match_id }) =>
        match_id === null && reverses === null && reversed_by === null && !completedKinds.has(kind),
    ),
    next:
      last && rows.length === limit
        ? ([last.accounting_day, last.occurred_at, last.entry_seq, last.position] as const)
        : undefined,
  }
}

/** Entries that take payouts out of transit. */
const completedKinds: ReadonlySet<string> = new Set<EntryKind>(['payout.arrived', 'payout.short', 'payout.failed'])

/** The clearing accounts that entries credit. */
export const listSenders = (db: Db, entries: readonly number[]) =>
  queryByIds(entries.map(String), (ids) =>
    db
      .selectFrom('ledger_postings as posting')
      .innerJoin('ledger_accounts as account', 'account.id', 'posting.account_id')
      .select(['posting.entry_seq', 'posting.amount_minor', 'account.id', 'account.provider'])
      .where('posting.entry_seq', 'in', ids.map(Number))
      .where('posting.amount_minor', '<', 0)
      .where('account.role', '=', 'clearing')
      .execute(),
  )
