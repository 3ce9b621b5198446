import type { Db } from '#server/db/database.ts'
import { mergeRanges } from '#server/db/list-query.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { createTextMatcher } from '#server/list/text-matcher.ts'
import { type EntryKind, entryKinds } from '#shared/finance/ledger.ts'
import type { OpenDays } from '#shared/finance/whole-months.ts'
import { sql } from 'kysely'

/** The entry with the number that a text is. */
export async function findByNumber(db: Db, text: string): Promise<number[]> {
  if (!/^\d{1,15}$/.test(text)) return []
  const rows = await db.selectFrom('ledger_entries').select('seq').where('seq', '=', Number(text)).execute()
  return rows.map(({ seq }) => seq)
}

/** The newest entries with a debit of an amount on whole days. */
export async function findByAmount(
  db: Db,
  { currency, minor }: { currency: string; minor: number },
  { from, to }: OpenDays,
  limit: number,
): Promise<number[]> {
  const ofMonth = (month: string) =>
    db
      .selectFrom('ledger_postings')
      .select(['accounting_day', 'entry_seq'])
      .where(sql`substr(accounting_day, 1, 7)`, '=', month.slice(0, 7))
      .where('amount_minor', '>', sql.lit(0))
      .where('amount_minor', '=', minor)
      .where('accounting_day', '>=', from ?? '')
      .where('accounting_day', '<=', to ?? '9999-12-31')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('ledger_accounts').select('id').whereRef('id', '=', 'account_id').where('currency', '=', currency),
        ),
      )
  const ranges = (await listMonths(db, { from, to })).map(ofMonth)
  const found = await mergeRanges(db, ranges, ['accounting_day', 'entry_seq'], { direction: 'desc', limit })?.execute()
  return found?.map(({ entry_seq }) => entry_seq) ?? []
}

/** The months with entries, each as its first day. */
async function listMonths(db: Db, { from, to }: OpenDays): Promise<string[]> {
  const rows = await db
    .selectFrom('ledger_month_totals')
    .select('month')
    .distinct()
    .where('month', '>=', from?.slice(0, 7) ?? '')
    .where('month', '<=', to ?? '9999-12-31')
    .execute()
  return rows.map(({ month }) => month)
}

/** The entries that belong to orders. */
export async function findByOrders(db: Db, orderIds: readonly string[], limit: number): Promise<number[]> {
  if (orderIds.length === 0) return []
  const rows = await db
    .selectFrom('ledger_links')
    .select('entry_seq')
    .where('type', '=', 'order')
    .where('object_id', 'in', orderIds)
    .limit(limit)
    .execute()
  return rows.map(({ entry_seq }) => entry_seq)
}

/** Maximum number of reasons of a kind that are searched, the newest first. */
const maxMemos = 2000

/** Kinds whose entries the search of orders finds. */
const kindsOfOrders: ReadonlySet<EntryKind> = new Set([
  'payment.captured',
  'payment.settled',
  'refund.succeeded',
  'refund.returned',
  'refund.cancelled',
  'refund.credited',
  'refund.settled',
  'order.cancelled',
  'order.edited',
  'order.written_off',
])
const kindsWithMemo = entryKinds.filter((kind) => !kindsOfOrders.has(kind))

/** The newest entries of whole days whose reason has a text in it, whatever its case and accents. */
export async function findByMemo(db: Db, text: string, { from, to }: OpenDays, limit: number): Promise<number[]> {
  const memos = await Promise.all(
    kindsWithMemo.map((kind) =>
      db
        .selectFrom('ledger_entries')
        .select(['seq', 'memo'])
        .where('kind', '=', kind)
        .where('accounting_day', '>=', from ?? '')
        .where('accounting_day', '<=', to ?? '9999-12-31')
        .orderBy('accounting_day', 'desc')
        .orderBy('occurred_at', 'desc')
        .orderBy('seq', 'desc')
        .limit(maxMemos)
        .execute(),
    ),
  )
  const isFound = createTextMatcher([text])
  const found: number[] = []
  for (const ofKind of memos) {
    found.push(...ofKind.filter(({ memo }) => isFound(memo)).map(({ seq }) => seq))
    await yieldToEventLoop()
  }
  return found.slice(0, limit)
}
