import type { Db } from '#server/db/database.ts'
import * as store from '#server/finance/account-store.ts'
import { daysAfter, type WithDays } from '#server/finance/entry-days.ts'
import { listEntriesOfCustomer } from '#server/finance/store-credit.ts'
import { findEntries } from '#server/finance/store.ts'
import { readKeysetPage } from '#server/list/keyset-page.ts'
import type { AccountPostings, LedgerAccount, PostingRow } from '#shared/finance/account-views.ts'
import type { PostingsQuery } from '#shared/finance/inputs.ts'
import { accountRoles, naturalBalance } from '#shared/finance/ledger.ts'

export const toLedgerAccount = (row: store.AccountRow): LedgerAccount => ({
  code: row.code,
  role: row.role,
  provider: row.provider,
  type: row.type,
  currency: row.currency,
  name: row.name,
  nameZh: row.name_zh,
  balanceMinor: row.balance_minor,
  postingCount: row.posting_count,
  lastMovedAt: row.last_moved_at,
  archivedAt: row.archived_at,
  canArchive: row.archived_at === null && row.balance_minor === 0 && accountRoles[row.role].several,
})

/** All accounts by code. */
export const listLedgerAccounts = async (db: Db): Promise<LedgerAccount[]> =>
  (await store.listAccountRows(db)).map(toLedgerAccount)

type Posting = Awaited<ReturnType<typeof store.findPostings>>[number]

const keyOf = ({ accounting_day, occurred_at, entry_seq, position }: Posting) =>
  [accounting_day, occurred_at, entry_seq, position] as const

/**
 * A page of an account's postings by date, newest first, with the balance after each, and the figures of the days: opening + change =
 * closing; without closing entries, or of one customer, all of it is as if there were nothing else. Throws for a malformed cursor.
 */
export async function readAccountPostings(
  db: Db,
  account: store.AccountRow,
  { customer, days: shown, cursor, closing: filter }: Omit<WithDays<PostingsQuery>, 'account'>,
): Promise<Omit<AccountPostings, 'account'>> {
  const whole = {
    accountId: account.id,
    isWithoutClosing: filter === 'without',
    entries: customer === undefined ? undefined : await listEntriesOfCustomer(db, customer),
  }
  const days = { ...whole, days: shown }
  const [page, during, later, balance] = await Promise.all([
    readKeysetPage<Posting>({
      cursor,
      sort: '-occurred',
      keyOf,
      exampleKey: ['', 0, 0, 0],
      find: async (reversed, after, limit) => ({
        rows: await store.findPostings(db, days, { direction: reversed ? 'asc' : 'desc', after, limit }),
      }),
    }),
    store.sumAccountDays(db, days),
    shown.to === undefined ? 0 : sumMoved(db, { ...whole, days: daysAfter(shown) }),
    whole.isWithoutClosing || whole.entries ? sumMoved(db, whole) : account.balance_minor,
  ])
  const { debit, credit, count } = during
  const closing = naturalBalance(account.type, balance - later)
  const change = naturalBalance(account.type, debit - credit)
  return {
    ...page,
    rows: await toPostingRows(db, account, page.rows, { whole, balance }),
    count: { exact: count },
    summary: {
      openingMinor: closing - change,
      debitMinor: debit,
      creditMinor: credit,
      changeMinor: change,
      closingMinor: closing,
    },
  }
}

async function sumMoved(db: Db, days: store.AccountDays): Promise<number> {
  const { debit, credit } = await store.sumAccountDays(db, days)
  return debit - credit
}

/** The balance before the newest row follows from today's, and each other one from the row above it. */
async function toPostingRows(
  db: Db,
  account: store.AccountRow,
  postings: readonly Posting[],
  { whole, balance: today }: { whole: store.AccountDays; balance: number },
): Promise<PostingRow[]> {
  const [newest] = postings
  if (!newest) return []
  const [ofDay, later, entries] = await Promise.all([
    store.sumDayAfter(db, whole, keyOf(newest)),
    sumMoved(db, { ...whole, days: daysAfter({ to: newest.accounting_day }) }),
    findEntries(db, [...new Set(postings.map(({ entry_seq }) => entry_seq))]),
  ])
  let balance = today - later - ofDay
  return postings.map(({ entry_seq, position, amount_minor }) => {
    const entry = entries.get(entry_seq)
    if (!entry) throw new Error(`Entry ${entry_seq} is missing`)
    const row = {
      entry: entry_seq,
      position,
      kind: entry.kind,
      occurredAt: entry.occurredAt,
      memo: entry.memo,
      amountMinor: amount_minor,
      balanceMinor: naturalBalance(account.type, balance),
      counterAccounts: entry.postings
        .filter((posting) => posting.accountCode !== account.code && posting.amountMinor > 0 !== amount_minor > 0)
        .map(({ accountCode, role, provider, name, nameZh }) => ({ code: accountCode, role, provider, name, nameZh })),
    }
    balance -= amount_minor
    return row
  })
}
