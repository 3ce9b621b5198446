import type { Db } from '#server/db/database.ts'
import { creditSide, debitSide } from '#server/db/posting-sides.ts'
import type { LedgerEntriesTable } from '#server/db/schema.ts'
import type { Cursor } from '#server/cursor.ts'
import type { FlowDirection } from '#shared/finance/inputs.ts'
import { entryKinds, type EntryKind, splitSides } from '#shared/finance/ledger.ts'
import type { CurrencySummary, EntryList, EntryView } from '#shared/finance/views.ts'
import { sql, type SqlBool } from 'kysely'

/** Which entries: accounting days, both inclusive; no kind means all, no currency any. */
export interface EntryFilter {
  from?: string | undefined
  to?: string | undefined
  kind: readonly EntryKind[]
  currency?: string | undefined
  /** Only entries that move own money this way, in `currency` if that is given. */
  flow?: FlowDirection | undefined
}

type Row = Pick<
  LedgerEntriesTable,
  | 'seq'
  | 'kind'
  | 'accounting_day'
  | 'occurred_at'
  | 'recorded_at'
  | 'memo'
  | 'actor_name'
  | 'source'
  | 'external_id'
  | 'reverses'
  | 'hash'
  | 'previous_hash'
>

/** Up to `limit` entries after the cursor, newest first: by accounting day, then by time, then by number. Without a cursor the newest. */
export async function findEntryPage(
  db: Db,
  filter: EntryFilter,
  cursor: Cursor | undefined,
  limit: number,
): Promise<EntryView[]> {
  const order = cursor?.towards === 'newer' ? 'asc' : 'desc'
  let query = matchingEntries(db, filter)
    .selectAll()
    .orderBy('accounting_day', order)
    .orderBy('occurred_at', order)
    .orderBy('seq', order)
    .limit(limit)
  if (cursor) {
    const [day, occurredAt, seq] = cursor.key as [string, number, number]
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('accounting_day', 'occurred_at', 'seq'), order === 'asc' ? '>' : '<', tuple(day, occurredAt, seq)),
    )
  }
  const rows = await query.execute()
  return toEntryViews(db, order === 'asc' ? rows.toReversed() : rows)
}

/** The entry of that number. */
export async function findEntry(db: Db, seq: number): Promise<EntryView | undefined> {
  const rows = await db.selectFrom('ledger_entries').selectAll().where('seq', '=', seq).execute()
  return (await toEntryViews(db, rows))[0]
}

/** How many entries match, counted up to `limit`. */
export async function countEntries(db: Db, filter: EntryFilter, limit: number): Promise<number> {
  const { count } = await db
    .selectFrom(matchingEntries(db, filter).select('seq').limit(limit).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** In and out of own money over everything that matches, by currency. With a `flow` the other direction is zero. */
export async function sumTotals(db: Db, { from, to, kind, currency, flow }: EntryFilter): Promise<EntryList['totals']> {
  let query = moneyAccountTotals(db)
    .select(({ fn }) => [
      'account.currency',
      flow === 'out' ? sql<number>`0`.as('in') : fn.sum<number>('total.debit_minor').as('in'),
      flow === 'in' ? sql<number>`0`.as('out') : fn.sum<number>('total.credit_minor').as('out'),
      fn.sum<number>('total.posting_count').as('count'),
    ])
    .groupBy('account.currency')
    .orderBy('account.currency')
  if (from) query = query.where('total.accounting_day', '>=', from)
  if (to) query = query.where('total.accounting_day', '<=', to)
  if (isKindSubset(kind)) query = query.where('total.kind', 'in', kind)
  if (currency) query = query.where('account.currency', '=', currency)
  if (flow) query = query.where(flow === 'in' ? 'total.debit_minor' : 'total.credit_minor', '<>', 0)
  return query.execute()
}

/** Opening, in, out and closing of own money between two days, both inclusive, in every currency that was ever moved. */
export async function summarizeCurrencies(db: Db, from = '', to = '9999-12-31'): Promise<CurrencySummary[]> {
  const during = sql<SqlBool>`total.accounting_day between ${from} and ${to}`
  const rows = await moneyAccountTotals(db)
    .select(({ eb, fn }) => {
      const sum = (when: typeof during, what: 'debit_minor' | 'credit_minor') =>
        fn.sum<number>(
          eb
            .case()
            .when(when)
            .then(eb.ref(`total.${what}`))
            .else(0)
            .end(),
        )
      const before = sql<SqlBool>`total.accounting_day < ${from}`
      return [
        'account.currency',
        sum(before, 'debit_minor').as('debitBefore'),
        sum(before, 'credit_minor').as('creditBefore'),
        sum(during, 'debit_minor').as('in'),
        sum(during, 'credit_minor').as('out'),
      ]
    })
    .groupBy('account.currency')
    .orderBy('account.currency')
    .execute()
  return rows.map(({ currency, debitBefore, creditBefore, in: received, out }) => {
    const opening = debitBefore - creditBefore
    const net = received - out
    return { currency, opening, in: received, out, net, closing: opening + net }
  })
}

const moneyAccountTotals = (db: Db) =>
  db
    .selectFrom('ledger_day_totals as total')
    .innerJoin('ledger_accounts as account', 'account.id', 'total.account_id')
    .where('is_money_account', '=', 1)

function matchingEntries(db: Db, { from, to, kind, currency, flow }: EntryFilter) {
  let query = db.selectFrom('ledger_entries')
  if (from) query = query.where('accounting_day', '>=', from)
  if (to) query = query.where('accounting_day', '<=', to)
  if (isKindSubset(kind)) query = query.where('kind', 'in', kind)
  if (currency || flow)
    query = query.where(({ exists, selectFrom }) => {
      let postings = selectFrom('ledger_postings as posting')
        .innerJoin('ledger_accounts as account', 'account.id', 'posting.account_id')
        .select('posting.position')
        .whereRef('posting.entry_seq', '=', 'ledger_entries.seq')
      if (currency) postings = postings.where('account.currency', '=', currency)
      if (flow)
        postings = postings
          .where('account.is_money_account', '=', 1)
          .where(flow === 'in' ? debitSide : creditSide, '<>', 0)
      return exists(postings)
    })
  return query
}

/** All kinds filter nothing: the index by day is enough then. */
const isKindSubset = (kinds: readonly EntryKind[]): boolean => kinds.length > 0 && kinds.length < entryKinds.length

async function toEntryViews(db: Db, rows: readonly Row[]): Promise<EntryView[]> {
  if (rows.length === 0) return []
  const numbers = rows.map(({ seq }) => seq)
  const postings = Map.groupBy(
    await db
      .selectFrom('ledger_postings as posting')
      .innerJoin('ledger_accounts as account', 'account.id', 'posting.account_id')
      .select([
        'entry_seq',
        'code',
        'role',
        'provider',
        'currency',
        'is_money_account',
        'amount_minor',
        'posting.balance_minor',
      ])
      .where('entry_seq', 'in', numbers)
      .orderBy('entry_seq')
      .orderBy('position')
      .execute(),
    ({ entry_seq }) => entry_seq,
  )
  const links = Map.groupBy(
    await db.selectFrom('ledger_links').selectAll().where('entry_seq', 'in', numbers).orderBy('type').execute(),
    ({ entry_seq }) => entry_seq,
  )
  return rows.map((row) => {
    const entryPostings = postings.get(row.seq) ?? []
    return {
      number: row.seq,
      kind: row.kind,
      accountingDay: row.accounting_day,
      occurredAt: row.occurred_at,
      postedAt: row.recorded_at,
      memo: row.memo,
      actor: row.actor_name,
      source: row.source,
      externalId: row.external_id,
      links: (links.get(row.seq) ?? []).map(({ type, number }) => ({ type, number })),
      flows: sumFlows(entryPostings, row.reverses !== null),
      postings: entryPostings.map((posting) => ({
        accountCode: posting.code,
        role: posting.role,
        provider: posting.provider,
        currency: posting.currency,
        amountMinor: posting.amount_minor,
        balanceMinor: posting.balance_minor,
      })),
      hash: row.hash,
      previousHash: row.previous_hash,
    }
  })
}

/** What moved in or out of own money; a transfer between own accounts is neither. */
function sumFlows(
  entryPostings: readonly { currency: string; is_money_account: number; amount_minor: number }[],
  isReversal: boolean,
): EntryView['flows'] {
  const net = new Map<string, number>()
  for (const { currency, is_money_account, amount_minor } of entryPostings)
    if (is_money_account) net.set(currency, (net.get(currency) ?? 0) + amount_minor)
  return [...net].map(([currency, moved]) => {
    const { debit, credit } = splitSides(moved, isReversal)
    return { currency, in: debit, out: credit }
  })
}
