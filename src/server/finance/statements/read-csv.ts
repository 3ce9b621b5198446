import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { DeclaredTotals } from '#server/finance/statements/declared-totals.ts'
import { csvFormats } from '#server/finance/statements/csv-formats.ts'
import type { CsvFormat } from '#server/finance/statements/csv-format.ts'
import { type CurrencyLine, type LineReader, parseLine, toLineReader } from '#server/finance/statements/parse-line.ts'
import { PackedList } from '#server/finance/statements/packed-list.ts'
import type { ParsedFile, ParsedStatement } from '#server/finance/statements/parsed-file.ts'
import { toStatementError } from '#server/finance/statements/statement-error.ts'
import { type DayOrder, parseDayTime } from '#server/imports/parse-day-time.ts'
import type { CsvRecord, RecordBatch } from '#server/imports/records.ts'
import { maxStatementLines } from '#shared/finance/statements.ts'

/** Reads the records of a CSV file, whose headings tell its format; undefined where none has them. Throws `not-a-statement` with the first line that makes no sense. */
export async function readCsv(batches: AsyncIterable<RecordBatch>): Promise<ParsedFile | undefined> {
  let found: { format: CsvFormat; reader: LineReader; statements: StatementsByCurrency } | undefined
  let identifier = ''
  let dayOrders: DayOrders | undefined
  // Which of two numbers is the month is known at the end of the file only.
  const records = new PackedList<CsvRecord>()
  const totals = new DeclaredTotals()
  let hasEnded = false
  let aboveCount = 0
  for await (const batch of batches)
    for (const record of batch.records) {
      if (hasEnded) {
        totals.read(record)
        continue
      }
      if (!found) {
        identifier ||= findIdentifier(record)
        if (++aboveCount <= maxRecordsAbove) totals.read(record)
        const known = findFormat(record)
        if (!known) continue
        found = { ...known, statements: new StatementsByCurrency(known.format, identifier, totals) }
        if (known.format.columns.dayOrder === 'either') dayOrders = new DayOrders(known.reader)
        continue
      }
      if (isRule(record)) continue
      if (isFooter(record, found.format)) {
        hasEnded = true
        totals.read(record)
        continue
      }
      if (found.statements.lineCount + records.length === maxStatementLines) throw toStatementError('too-many')
      const { dayOrder = 'ymd' } = found.format.columns
      if (dayOrder === 'either') {
        dayOrders?.add(record)
        records.push(record)
      } else found.statements.add(parseLine(record, found.reader, dayOrder))
    }
  if (!found) return undefined
  const { format, reader, statements } = found
  if (dayOrders && records.length > 0) {
    const order = dayOrders.decide()
    for (const batch of records.batches()) {
      for (const record of batch) statements.add(parseLine(record, reader, order))
      await yieldToEventLoop()
    }
  }
  if (statements.lineCount === 0) throw toStatementError('empty')
  return { format: format.format, statements: statements.list() }
}

/** Totals above a list are only searched in this many lines at the beginning of the file. */
const maxRecordsAbove = 40

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

/** A line of dashes that closes the list. Nothing is read twice, because a field can be long. */
const isRule = ({ fields }: CsvRecord): boolean => /^#?-{5,}(?:[^-]+-*)?$/.test(fields.join('').trim())

/** The totals below the list. */
const isFooter = ({ fields }: CsvRecord, { footer }: CsvFormat): boolean =>
  footer !== undefined && (fields[0] ?? '').trim().replace(/^`/, '').startsWith(footer)

/** The orders of day and month in which all days of a file exist. */
class DayOrders {
  readonly #position: number
  readonly #fitting = new Set<DayOrder>(['ymd', 'dmy', 'mdy'])
  #areSame = true

  constructor({ columns, positions }: LineReader) {
    const heading = typeof columns.day === 'string' ? columns.day : (columns.day[0] ?? '')
    this.#position = positions.get(heading) ?? 0
  }

  add({ fields }: CsvRecord): void {
    const text = (fields[this.#position] ?? '').trim()
    for (const order of this.#fitting) if (parseDayTime(text, order) === undefined) this.#fitting.delete(order)
    const [first, second] = text.split(/\D/)
    this.#areSame &&= first === second
  }

  /** The only one. Throws when the first two numbers of a day could both be the month. */
  decide(): DayOrder {
    if (this.#fitting.has('ymd')) return 'ymd'
    const isDayFirst = this.#fitting.has('dmy')
    if (isDayFirst && this.#fitting.has('mdy') && !this.#areSame) throw toStatementError('day-order')
    return isDayFirst ? 'dmy' : 'mdy'
  }
}

/** One statement, or one for each currency where the format has several. */
class StatementsByCurrency {
  lineCount = 0
  readonly #format: CsvFormat
  readonly #identifier: string
  readonly #totals: DeclaredTotals
  readonly #statements = new Map<string, ParsedStatement>()

  constructor(format: CsvFormat, identifier: string, totals: DeclaredTotals) {
    this.#format = format
    this.#totals = totals
    this.#identifier = identifier || (format.identifier ?? '')
  }

  add(currencyLine: CurrencyLine | undefined): void {
    if (!currencyLine) return
    const { currency, ...line } = currencyLine
    const isNew = !this.#statements.has(currency)
    if (isNew && this.lineCount > 0 && !this.#format.hasSeveralCurrencies) throw toStatementError('currency', line)
    this.#statements
      .getOrInsertComputed(currency, () => ({
        ...{ identifier: this.#identifier, number: '', currency },
        ...{ openingMinor: null, closingMinor: null, lines: new PackedList() },
      }))
      .lines.push(line)
    this.#totals.add(line)
    this.lineCount += 1
  }

  list(): ParsedStatement[] {
    const statements = [...this.#statements.values()]
    // Totals are those of all lines.
    return statements.length > 1
      ? statements
      : statements.map((statement) => ({ ...statement, totalsCheck: this.#totals.check(statement.currency) }))
  }
}
