import type { LedgerEntriesTable, LedgerEntryTaxesTable, LedgerLinksTable } from '#server/db/schema/ledger.ts'
import type { EntryRows, Posting } from '#server/self-check/finance/entries-store.ts'
import type { Account } from '#server/self-check/finance/ledger-accounts-store.ts'

/** An entry with its rows. */
export interface StoredEntry {
  entry: LedgerEntriesTable
  postings: readonly Posting[]
  /** The accounts of the postings, in their order. */
  accounts: readonly (Account | undefined)[]
  links: readonly LedgerLinksTable[]
  taxes: readonly LedgerEntryTaxesTable[]
}

/** Gives every entry of a slice its rows; `strays` are the rows that belong to no entry. Entries and rows are sorted by the number of the entry. */
export function joinRows(
  entries: readonly LedgerEntriesTable[],
  rows: EntryRows,
  accounts: ReadonlyMap<string, Account>,
): { stored: StoredEntry[]; strays: EntryRows } {
  const strays: EntryRows = { postings: [], links: [], taxes: [] }
  const takePostings = takeByEntry(rows.postings, strays.postings)
  const takeLinks = takeByEntry(rows.links, strays.links)
  const takeTaxes = takeByEntry(rows.taxes, strays.taxes)
  const stored = entries.map((entry): StoredEntry => {
    const postings = takePostings(entry.seq)
    return {
      entry,
      postings,
      accounts: postings.map(({ account_id }) => accounts.get(account_id)),
      links: takeLinks(entry.seq),
      taxes: takeTaxes(entry.seq),
    }
  })
  for (const take of [takePostings, takeLinks, takeTaxes]) take(Number.POSITIVE_INFINITY)
  return { stored, strays }
}

/** Returns a function that takes the rows of the next entry, and adds those before them to `strays`: grouping them by their numbers takes several times as long. */
function takeByEntry<Row extends { entry_seq: number }>(
  rows: readonly Row[],
  strays: Row[],
): (seq: number) => readonly Row[] {
  let next = 0
  return (seq) => {
    for (let row = rows[next]; row && row.entry_seq < seq; row = rows[++next]) strays.push(row)
    const start = next
    while (rows[next]?.entry_seq === seq) next++
    return rows.slice(start, next)
  }
}
