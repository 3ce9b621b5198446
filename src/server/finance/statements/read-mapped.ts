import { yieldToEventLoop } from '#server/event-loop.ts'
import { parseLine, type LineReader } from '#server/finance/statements/parse-line.ts'
import { PackedList } from '#server/finance/statements/packed-list.ts'
import type { ParsedFile, ParsedLine } from '#server/finance/statements/parsed-file.ts'
import { toStatementError } from '#server/finance/statements/statement-error.ts'
import { hashHeadings } from '#server/imports/table-headings.ts'
import type { CsvRecord, RecordBatch } from '#server/imports/records.ts'
import type { StatementMapping } from '#shared/finance/statement-mapping.ts'
import { maxStatementLines } from '#shared/finance/statements.ts'

/**
 * Reads a table as its mapping says, in the currency of its account; rows without a day and an amount, such as totals, end it. Throws
 * `not-a-statement` with the first line that makes no sense.
 */
export async function readMapped(
  batches: AsyncIterable<RecordBatch>,
  mapping: StatementMapping,
  currency: string,
): Promise<ParsedFile> {
  const headingRow = Number(mapping.headingRow)
  let row = -1
  let headingsHash = ''
  const rows = new PackedList<CsvRecord>()
  let outSigns = 0
  for await (const { records } of batches)
    for (const record of records) {
      row += 1
      if (row === headingRow) headingsHash = hashHeadings(record)
      if (row <= headingRow || isEmptyRow(record, mapping)) continue
      if (rows.length === maxStatementLines) throw toStatementError('too-many')
      rows.push(record)
      outSigns += signOf(record.fields[Number(mapping.outColumn)] ?? '')
    }
  // Whether what went out has a minus sign is known at the end of the file only.
  const reader = toReader(mapping, currency, outSigns < 0)
  const lines = new PackedList<ParsedLine>()
  for (const batch of rows.batches()) {
    for (const record of batch) {
      const line = parseLine(record, reader, mapping.dayOrder)
      if (!line) continue
      const { currency: _, ...parsed } = line
      lines.push(parsed)
    }
    await yieldToEventLoop()
  }
  if (lines.length === 0) throw toStatementError('empty')
  return {
    format: 'mapped',
    mapping: { headingsHash, text: JSON.stringify(mapping) },
    statements: [
      {
        ...{ identifier: '', number: '', currency, openingMinor: null, closingMinor: null },
        lines,
      },
    ],
  }
}

/** -1 for the text of a negative amount, 1 for that of a positive one. */
const signOf = (text: string): number => (/[1-9]/.test(text) ? (/^\D*[-−]/.test(text) ? -1 : 1) : 0)

/** The columns are called by their numbers. */
function toReader(mapping: StatementMapping, currency: string, isOutNegative: boolean): LineReader {
  const { dayColumn, amountColumn, directionColumn, inColumn, outColumn, balanceColumn, descriptionColumn } = mapping
  return {
    currency,
    positions: new Map(Array.from({ length: 100 }, (_, index) => [String(index), index] as const)),
    columns: {
      day: dayColumn,
      decimalMark: mapping.decimalMark,
      isOutNegative,
      ...(amountColumn !== undefined && { amount: amountColumn }),
      ...(directionColumn !== undefined && amountColumn !== undefined && { class: directionColumn }),
      ...(inColumn !== undefined && { in: inColumn }),
      ...(outColumn !== undefined && { out: outColumn }),
      ...(balanceColumn !== undefined && { balance: balanceColumn }),
      ...(mapping.counterpartyColumn !== undefined && { counterparty: mapping.counterpartyColumn }),
      ...(mapping.counterpartyAccountColumn !== undefined && {
        counterpartyAccount: mapping.counterpartyAccountColumn,
      }),
      description: descriptionColumn === undefined ? [] : [descriptionColumn],
      ...(mapping.referenceColumn !== undefined && { reference: mapping.referenceColumn }),
    },
  }
}

const isEmptyRow = (
  { fields }: CsvRecord,
  { dayColumn, amountColumn, inColumn, outColumn }: StatementMapping,
): boolean =>
  [dayColumn, amountColumn, inColumn, outColumn].every((at) => at === undefined || !fields[Number(at)]?.trim())
