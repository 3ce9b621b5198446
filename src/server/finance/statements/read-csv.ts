import { yieldToEventLoop } from '#server/event-loop.ts'
import { type CsvFormat, csvFormats } from '#server/finance/statements/formats.ts'
import {
  type CurrencyLine,
  type LineReader,
  parseLine,
  parseTime,
  toLineReader,
} from '#server/finance/statements/parse-line.ts'
import type { ParsedFile, ParsedStatement } from '#server/finance/statements/parsed-file.ts'
import { toStatementError } from '#server/finance/statements/statement-error.ts'
import type { CsvRecord, RecordBatch } from '#server/imports/records.ts'
import { maxStatementLines } from '#shared/finance/statements.ts'

/** Reads the records of a CSV file, whose headings tell its format; undefined where none has them. Throws `not-a-statement` with the first line that makes no sense. */
export async function readCsv(batches: AsyncIterable<RecordBatch>): Promise<ParsedFile | undefined> {
  let found: { format: CsvFormat; reader: LineReader } | undefined
  let identifier = ''
  const records: CsvRecord[] = []
  const lines: CurrencyLine[] = []
  let hasEnded = false
  for await (const batch of batches)
    for (const record of batch.records) {
      if (hasEnded) continue
      if (!found) {
        identifier ||= findIdentifier(record)
        found = findFormat(record)
        continue
      }
      if (isRule(record)) continue
      if (isFooter(record, found.format)) {
        hasEnded = true
        continue
      }
      if (lines.length + records.length === maxStatementLines) throw toStatementError('too-many')
      // Which of two numbers is the month is known at the end of the file only.
      if (found.format.columns.dayOrder === 'either') records.push(record)
      else addLine(record, found.reader, 'ymd')
    }
  if (!found) return undefined
  const { format, reader } = found
  if (records.length > 0) {
    const order = findDayOrder(records, reader)
    for (const [index, record] of records.entries()) {
      if (index % linesPerTurn === 0) await yieldToEventLoop()
      addLine(record, reader, order)
    }
  }
  if (lines.length === 0) throw toStatementError('empty')
  return { format: format.format, statements: await toStatements(lines, format, identifier) }

  function addLine(record: CsvRecord, lineReader: LineReader, order: 'ymd' | 'dmy' | 'mdy'): void {
    const line = parseLine(record, lineReader, order)
    if (line) lines.push(line)
  }
}

/** The format whose headings the record has; undefined for the text above them. */
function findFormat({ fields }: CsvRecord): { format: CsvFormat; reader: LineReader } | undefined {
  const header = fields.map(normalizeHeading)
  const format = csvFormats.find(({ headings }) => headings.every((heading) => header.includes(heading)))
  return format && { format, reader: toLineReader(format, header, 'CNY') }
}

const normalizeHeading = (text: string): string =>
  text
    .replaceAll(/[\s`\u{FEFF}]/gu, '')
    .replaceAll('（', '(')
    .replaceAll('）', ')')

/** `#账号：[2088…]` above the headings. */
const findIdentifier = ({ fields }: CsvRecord): string =>
  /账号[:：]\s*\[([^\]]{1,100})\]/.exec(fields.join(','))?.[1]?.trim() ?? ''

/** A line of dashes that closes the list. */
const isRule = ({ fields }: CsvRecord): boolean => /^#?-{5,}[^-]*-*$/.test(fields.join('').trim())

/** The totals below the list. */
const isFooter = ({ fields }: CsvRecord, { footer }: CsvFormat): boolean =>
  footer !== undefined && (fields[0] ?? '').trim().replace(/^`/, '').startsWith(footer)

/** The only order in which all days exist. Throws when both are possible. */
function findDayOrder(records: readonly CsvRecord[], { columns, positions }: LineReader): 'ymd' | 'dmy' | 'mdy' {
  const heading = typeof columns.day === 'string' ? columns.day : (columns.day[0] ?? '')
  const at = positions.get(heading) ?? 0
  const fits = (order: 'ymd' | 'dmy' | 'mdy'): boolean =>
    records.every(({ fields }) => parseTime((fields[at] ?? '').trim(), order) !== undefined)
  if (fits('ymd')) return 'ymd'
  const [isDayFirst, isMonthFirst] = [fits('dmy'), fits('mdy')]
  if (isDayFirst && isMonthFirst && !records.every(({ fields }) => isSameEitherWay(fields[at] ?? '')))
    throw toStatementError('day-order')
  return isDayFirst ? 'dmy' : 'mdy'
}

const isSameEitherWay = (text: string): boolean => {
  const [first, second] = text.trim().split(/\D/)
  return first === second
}

const linesPerTurn = 2000

/** One statement, or one for each currency where the format has several. */
async function toStatements(
  lines: readonly CurrencyLine[],
  { hasSeveralCurrencies, identifier: provider }: CsvFormat,
  named: string,
): Promise<ParsedStatement[]> {
  const statements = new Map<string, ParsedStatement>()
  const first = lines[0]?.currency ?? ''
  for (const [index, { currency, ...line }] of lines.entries()) {
    if (index % linesPerTurn === 0) await yieldToEventLoop()
    if (!hasSeveralCurrencies && currency !== first) throw toStatementError('currency', line)
    statements
      .getOrInsertComputed(currency, () => ({
        ...{ identifier: named || (provider ?? ''), number: '', currency },
        ...{ openingMinor: null, closingMinor: null, lines: [] },
      }))
      .lines.push(line)
  }
  return [...statements.values()]
}
