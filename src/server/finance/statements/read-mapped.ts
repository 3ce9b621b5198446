import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import type { FormatColumns } from '#server/finance/statements/csv-format.ts'
import { parseLine, type LineReader } from '#server/finance/statements/parse-line.ts'
import { PackedList } from '#server/finance/statements/packed-list.ts'
import type { ParsedFile, ParsedLine } from '#server/finance/statements/parsed-file.ts'
import { toStatementError } from '#server/finance/statements/statement-error.ts'
import { parseDayTime } from '#server/imports/parse-day-time.ts'
import { hashHeadings } from '#server/imports/table-headings.ts'
import { isTotalsWord } from '#server/imports/totals-words.ts'
import { type CsvRecord, type RecordBatch, withDecimalMark } from '#server/imports/records.ts'
import type { StatementMapping } from '#shared/finance/statement-mapping.ts'
import { maxStatementLines } from '#shared/finance/statements.ts'

/**
 * Reads a table as its mapping says, in the currency of its account; rows of totals and notes are no lines. Throws
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
  const signs = { in: new ColumnSigns(), out: new ColumnSigns() }
  for await (const { records } of batches)
    for (const read of records) {
      const record = withDecimalMark(read, mapping.decimalMark)
      row += 1
      if (row === headingRow) headingsHash = hashHeadings(record)
      if (row <= headingRow || !isLine(record, mapping)) continue
      if (rows.length === maxStatementLines) throw toStatementError('too-many')
      rows.push(record)
      signs.in.add(record.fields[Number(mapping.inColumn)] ?? '')
      signs.out.add(record.fields[Number(mapping.outColumn)] ?? '')
    }
  // Which sign the amounts of a column have is known at the end of the file only.
  const reader = toReader(mapping, currency, { inSign: signs.in.find(), outSign: signs.out.find() })
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

/** The fewest amounts of which a fifth can be reversals. */
const fewestSigned = 5

/** Counts the signs of the amounts of a column. */
class ColumnSigns {
  #count = 0
  #negative = 0

  add(text: string): void {
    if (!/[1-9]/.test(text)) return
    this.#count += 1
    if (/^\D*[-−(]|[-−]\s*$/.test(text)) this.#negative += 1
  }

  /** The sign that all, or most of enough amounts have; 0 where that is open. */
  find(): -1 | 0 | 1 {
    const [count, negative] = [this.#count, this.#negative]
    const rest = count >= fewestSigned ? count / 5 : 0
    if (negative <= rest) return 1
    return count - negative <= rest ? -1 : 0
  }
}

/** The columns are called by their numbers. */
function toReader(
  mapping: StatementMapping,
  currency: string,
  signs: Pick<FormatColumns, 'inSign' | 'outSign'>,
): LineReader {
  const { dayColumn, amountColumn, directionColumn, inColumn, outColumn, balanceColumn, descriptionColumn } = mapping
  return {
    currency,
    positions: new Map(Array.from({ length: 100 }, (_, index) => [String(index), index] as const)),
    columns: {
      day: dayColumn,
      decimalMark: mapping.decimalMark,
      ...signs,
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

/** Whether a row is a line, or would be one that makes no sense: notes have no amount, and totals say so where lines have their day. */
function isLine({ fields, broken }: CsvRecord, mapping: StatementMapping): boolean {
  const read = (column: string | undefined): string =>
    column === undefined ? '' : (fields[Number(column)] ?? '').trim()
  const { dayColumn, dayOrder, amountColumn, inColumn, outColumn } = mapping
  if ((broken && broken !== 'fields') || parseDayTime(read(dayColumn), dayOrder)) return true
  const hasAmount = [amountColumn, inColumn, outColumn].some((column) => read(column) !== '')
  return hasAmount && !isTotalsWord(fields.find((field) => field.trim() !== '') ?? '')
}
