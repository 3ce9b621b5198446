import type { Db } from '#server/db/database.ts'
import type { LedgerEntriesTable } from '#server/db/schema.ts'
import { splitSides } from '#shared/finance/ledger.ts'
import type { CurrencySummary, EntryView } from '#shared/finance/views.ts'
import { sql, type SqlBool } from 'kysely'

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

/** The entry of that number. */
export async function findEntry(db: Db, seq: number): Promise<EntryView | undefined> {
  const rows = await db.selectFrom('ledger_entries').selectAll().where('seq', '=', seq).execute()
  return (await toEntryViews(db, rows))[0]
}

/** The entries that booked the payments and refunds of an order: the number of each document and of its entry. */
export async function findEntriesOfOrder(db: Db, orderId: string): Promise<Map<string, number>> {
  const links = await db
    .selectFrom('ledger_links as order_link')
    .innerJoin('ledger_entries as entry', 'entry.seq', 'order_link.entry_seq')
    .innerJoin('ledger_links as document', 'document.entry_seq', 'entry.seq')
    .select(['entry.seq', 'document.type', 'document.number'])
    .where('order_link.type', '=', 'order')
    .where('order_link.object_id', '=', orderId)
    .where('entry.reverses', 'is', null)
    .execute()
  const entries = new Map<string, number>()
  // The entry of a refund names its payment, too.
  for (const [seq, documents] of Map.groupBy(links, (link) => link.seq)) {
    const ofType = (type: string) => documents.find((link) => link.type === type)
    const document = ofType('refund') ?? ofType('payment')
    if (document) entries.set(document.number, seq)
  }
  return entries
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

/** The totals of the company's own money accounts. */
export const moneyAccountTotals = (db: Db) =>
  db
    .selectFrom('ledger_day_totals as total')
    .innerJoin('ledger_accounts as account', 'account.id', 'total.account_id')
    .where('is_money_account', '=', 1)

/** Entries as they are shown, in the order of their rows. */
export async function toEntryViews(db: Db, rows: readonly Row[]): Promise<EntryView[]> {
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
