import type { AuthenticatedContext } from '#server/context.ts'
import type { ExportLayout } from '#server/finance/export-layouts.ts'
import type { ExportTexts } from '#server/finance/export-rows.ts'
import { findEntry, findHead } from '#server/finance/store.ts'
import type { prepareWalk } from '#server/finance/walk-entries.ts'
import type { Cell } from '#server/xlsx/cells.ts'
import { type Row, writeWorkbook } from '#server/xlsx/write-workbook.ts'
import type { EntryView } from '#shared/finance/views.ts'
import { add } from '#shared/money.ts'

interface WorkbookOptions {
  walk: Awaited<ReturnType<typeof prepareWalk>>
  /** The filter in words. */
  filterText: string
  ledger: ExportTexts
  layout: ExportLayout
}

/** Entries as a workbook; its last sheet says what it holds: the filter, the sums and the hash of the ledger then. */
export async function* writeEntriesWorkbook(
  context: AuthenticatedContext,
  { walk, filterText, ledger, layout }: WorkbookOptions,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { kontor, session } = context
  const { book, database } = kontor
  const words = ledger.export
  const head = await findHead(database.read)
  const last = await findEntry(database.read, head)
  const totals = createTotals()
  const entryRows = async function* (): AsyncGenerator<Row> {
    for await (const entries of walk(head)) {
      for (const entry of entries) totals.count(entry)
      const rows = await layout.toRows(entries)
      totals.addRows(rows.length)
      yield* rows
    }
  }
  const aboutRows = function* (): Generator<Row> {
    const { about } = words
    yield [about.exportedAt, { timestamp: kontor.now() }]
    yield [about.exportedBy, session.user.name]
    yield [about.timeZone, book.timeZone]
    yield [about.filter, filterText || about.allEntries]
    yield [about.rows, totals.rows()]
    for (const { currency, debit, credit } of totals.currencies()) {
      yield [about.debits(currency), { minor: debit, currency }]
      yield [about.credits(currency), { minor: credit, currency }]
    }
    yield [about.lastEntry, String(head)]
    yield [about.lastHash, last?.hash ?? '']
  }
  yield* writeWorkbook([
    {
      name: words.entriesSheet,
      columns: Object.entries(layout.columns).map(([name, heading]) => ({ heading, width: widths[name] ?? 16 })),
      rows: entryRows(),
    },
    {
      name: words.aboutSheet,
      columns: [
        { heading: '', width: 28 },
        { heading: '', width: 70 },
      ],
      rows: aboutRows(),
    },
  ])
}

const widths: Readonly<Record<string, number>> = {
  entry: 10,
  accountingDay: 14,
  occurredAt: 20,
  description: 30,
  memo: 30,
  postings: 50,
  posted: 20,
  occurred: 20,
  accountName: 24,
  currency: 9,
  postedAt: 20,
  key: 30,
  hash: 68,
}

/** The sums of entries that were counted one by one. */
function createTotals() {
  let rowCount = 0
  const sums = new Map<string, { debit: number; credit: number }>()
  return {
    count({ postings }: EntryView): void {
      for (const { currency, amountMinor } of postings) {
        const sum = sums.getOrInsertComputed(currency, () => ({ debit: 0, credit: 0 }))
        if (amountMinor > 0) sum.debit = add(sum.debit, amountMinor)
        else sum.credit = add(sum.credit, -amountMinor)
      }
    },
    addRows(count: number): void {
      rowCount += count
    },
    rows: (): Cell => rowCount,
    currencies: () =>
      [...sums].map(([currency, sum]) => ({ currency, ...sum })).toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
  }
}
