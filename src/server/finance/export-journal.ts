import type { Database, Db } from '#server/db/database.ts'
import { listLedgerAccounts } from '#server/finance/account-views.ts'
import { findHead, sumBalancesBefore } from '#server/finance/store.ts'
import { walkEntries } from '#server/finance/walk-entries.ts'
import type { LinkType } from '#shared/finance/ledger.ts'
import { createJournalWriter, type JournalAccount, type JournalDialect } from '#shared/finance/journal.ts'
import type { EntryView } from '#shared/finance/views.ts'
import type { NamedAccount } from '#shared/messages/en/ledger.ts'
import { add } from '#shared/money.ts'
import { addDays } from '#shared/time.ts'

interface JournalOptions {
  dialect: JournalDialect
  /** Accounting days, both inclusive. */
  from?: string | undefined
  to?: string | undefined
  /** The name of an account in comments. */
  accountName: (account: NamedAccount) => string
}

/** The journal of some days: accounts, opening balances, entries, and the balances of all accounts at the end of each month and of the days. */
export async function* writeJournal(
  database: Pick<Database, 'read' | 'inSnapshot'>,
  { dialect, from, to, accountName }: JournalOptions,
): AsyncGenerator<string> {
  const { head, accounts, balances } = await database.inSnapshot((db) => readOpening(db, from))
  const byCode = new Map(
    accounts.map((account): [string, JournalAccount] => [account.code, { ...account, name: accountName(account) }]),
  )
  const writer = createJournalWriter(dialect, (code) => {
    const account = byCode.get(code)
    if (!account) throw new Error(`There is no account ${code}`)
    return account
  })
  yield writer.header([...byCode.values()], from === undefined ? '1970-01-01' : addDays(from, -1))
  if (from !== undefined && balances.size > 0) yield writer.opening(from, balances)
  const filter = { kind: [], account: [], channel: [], days: { from, to } }
  let day: string | undefined
  for await (const entries of walkEntries(database, filter, head)) {
    let part = ''
    for (const entry of entries) {
      if (day !== undefined && !entry.accountingDay.startsWith(day.slice(0, 7)))
        part += writer.assertions(endOfMonth(day), balances)
      day = entry.accountingDay
      addPostings(balances, entry)
      part += writer.entry({ ...entry, order: findLink(entry, 'order'), retains: findLink(entry, 'period') })
    }
    yield part
  }
  if (day !== undefined) yield writer.assertions(to ?? day, balances)
}

const findLink = ({ links }: EntryView, type: LinkType): string =>
  links.find((link) => link.type === type)?.number ?? ''

async function readOpening(db: Db, from: string | undefined) {
  return {
    head: await findHead(db),
    accounts: await listLedgerAccounts(db),
    balances: from === undefined ? new Map<string, number>() : await sumBalancesBefore(db, from),
  }
}

function addPostings(balances: Map<string, number>, { postings }: EntryView): void {
  for (const { accountCode, amountMinor } of postings)
    balances.set(accountCode, add(balances.get(accountCode) ?? 0, amountMinor))
}

const endOfMonth = (day: string): string => {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}
