import type { Db } from '#server/db/database.ts'
import { findOldestTimes, type StoredBook } from '#server/self-check/finance/book-settings-store.ts'
import { listAccounts } from '#server/self-check/finance/ledger-accounts-store.ts'
import type { Findings } from '#server/self-check/findings.ts'

/** The base currency is that of the accounts whose code names none, and nothing is older than the book. */
export async function verifyBookSettings(db: Db, findings: Findings, book: StoredBook): Promise<void> {
  for (const { code, currency } of await listAccounts(db)) {
    const codeCurrency = /\.([A-Z]{3})$/.exec(code)?.[1]
    if (currency === book.currency ? codeCurrency : codeCurrency !== currency)
      findings.addViolation('book-settings', `book 1: currency ${book.currency}, but account ${code} is in ${currency}`)
  }
  for (const { table, time } of await findOldestTimes(db))
    if (time !== null && time < book.created_at)
      findings.addViolation('book-settings', `book 1: created_at ${book.created_at} > ${table} ${time}`)
  findings.examined(1, 'book-settings')
}
