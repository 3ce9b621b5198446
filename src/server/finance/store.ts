import type { Db } from '#server/db/database.ts'
import { runLookup } from '#server/db/lookup.ts'
import type { LedgerAccountsTable, LedgerEntriesTable, LedgerPostingsTable } from '#server/db/schema/ledger.ts'
import { accountNameColumns } from '#server/finance/account-store.ts'
import { splitFlows } from '#shared/finance/ledger.ts'
import type { EntryView, Flow } from '#shared/finance/views.ts'
import { add } from '#shared/money.ts'
import { sql } from 'kysely'

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
  return (await findEntries(db, [seq])).get(seq)
}

/** The entries with these numbers, by number; with `accountIds` their flows are those of these accounts. */
export async function findEntries(
  db: Db,
  numbers: readonly number[],
  accountIds?: readonly string[],
): Promise<Map<number, EntryView>> {
  if (numbers.length === 0) return new Map()
  const [rows, parts] = await Promise.all([
    runLookup(db, db.selectFrom('ledger_entries').selectAll().where('seq', 'in', numbers)),
    listParts(db, numbers),
  ])
  return new Map(rows.map((row) => [row.seq, toEntryView(row, parts, accountIds)]))
}

/** The number of the last entry; 0 before the first. */
export async function findHead(db: Db): Promise<number> {
  const head = await db
    .selectFrom('ledger_entries')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirst()
  return head?.seq ?? 0
}

/** The balance of each account at the beginning of a day, debit positive, by code; accounts without one are missing. */
export async function sumBalancesBefore(db: Db, day: string): Promise<Map<string, number>> {
  const sums = await db
    .selectFrom('ledger_day_totals as total')
    .innerJoin('ledger_accounts as account', 'account.id', 'total.account_id')
    .select(['account.code', sql<number>`sum(total.debit_minor - total.credit_minor)`.as('balance')])
    .where('accounting_day', '<', day)
    .groupBy('account.code')
    .orderBy('account.code')
    .execute()
  return new Map(sums.flatMap(({ code, balance }) => (balance === 0 ? [] : [[code, balance]])))
}

/** Related rows of entries by entry number; the statements run in parallel, because each is a round trip to PostgreSQL. */
async function listParts(db: Db, numbers: readonly number[]) {
  const [postings, links, reversals] = await Promise.all([
    runLookup(
      db,
      db
        .selectFrom('ledger_postings as posting')
        .innerJoin('ledger_accounts as account', 'account.id', 'posting.account_id')
        .select([
          'entry_seq',
          'account_id',
          ...accountNameColumns,
          'currency',
          'is_money_account',
          'amount_minor',
          'posting.balance_minor',
        ])
        .where('entry_seq', 'in', numbers)
        .orderBy('entry_seq')
        .orderBy('position'),
    ),
    runLookup(db, db.selectFrom('ledger_links').selectAll().where('entry_seq', 'in', numbers).orderBy('type')),
    runLookup(db, db.selectFrom('ledger_entries').select(['seq', 'reverses']).where('reverses', 'in', numbers)),
  ])
  return {
    postings: Map.groupBy(postings, ({ entry_seq }) => entry_seq),
    links: Map.groupBy(links, ({ entry_seq }) => entry_seq),
    reversedBy: new Map(reversals.map(({ seq, reverses }) => [reverses, seq])),
  }
}

/** With `accountIds` its flows are those of these accounts. */
function toEntryView(
  row: Row,
  { postings, links, reversedBy }: Awaited<ReturnType<typeof listParts>>,
  accountIds: readonly string[] | undefined,
): EntryView {
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
    flows: sumFlows(entryPostings, row, accountIds),
    postings: entryPostings.map((posting) => ({
      accountCode: posting.code,
      role: posting.role,
      provider: posting.provider,
      name: posting.name,
      nameZh: posting.name_zh,
      currency: posting.currency,
      amountMinor: posting.amount_minor,
      balanceMinor: posting.balance_minor,
    })),
    reverses: row.reverses,
    reversedBy: reversedBy.get(row.seq) ?? null,
    hash: row.hash,
    previousHash: row.previous_hash,
  }
}

/** What moved in or out of money accounts, or of some of its accounts; a transfer between own accounts is neither. */
function sumFlows(
  entryPostings: readonly (Pick<LedgerAccountsTable, 'role' | 'currency' | 'is_money_account'> &
    Pick<LedgerPostingsTable, 'account_id' | 'amount_minor'>)[],
  { kind, reverses }: Pick<LedgerEntriesTable, 'kind' | 'reverses'>,
  accountIds: readonly string[] | undefined,
): EntryView['flows'] {
  const moved = splitFlows(
    entryPostings.map(({ currency, role, is_money_account, amount_minor }) => ({
      currency,
      role,
      isMoneyAccount: is_money_account === 1,
      amountMinor: amount_minor,
    })),
    reverses !== null,
    kind,
  )
  const sums = new Map<string, Flow>()
  for (const [index, { account_id, currency, is_money_account }] of entryPostings.entries()) {
    if (!is_money_account || accountIds?.includes(account_id) === false) continue
    const sum = sums.getOrInsertComputed(currency, () => ({ in: 0, out: 0 }))
    sum.in = add(sum.in, moved[index]?.in ?? 0)
    sum.out = add(sum.out, moved[index]?.out ?? 0)
  }
  return [...sums].map(([currency, sum]) => ({ currency, ...sum }))
}
