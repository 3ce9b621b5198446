import {
  carriageReturn,
  findLastLine,
  findNextLine,
  findQuotedEnd,
  isEmptyLine,
  isLineEnd,
  newline,
  quote,
} from '#server/imports/csv-text.ts'
import type { TextChunk } from '#server/imports/encoding.ts'
import { csvRecordMaxLength } from '#shared/constants.ts'

/** One record of a CSV file; `line` is the physical line on which it begins, from 1. */
export interface CsvRecord {
  line: number
  fields: string[]
  /** The columns of a workbook's numbers with decimals, which have a dot. */
  decimals?: readonly number[]
  /** Set when the record is malformed. */
  broken?: RecordDefect
}

/** The record as a table with this decimal mark writes it: the numbers of a workbook have a dot. */
export function withDecimalMark(record: CsvRecord, mark: '.' | ',' | undefined): CsvRecord {
  if (mark !== ',' || !record.decimals) return record
  const fields = [...record.fields]
  for (const column of record.decimals) fields[column] = fields[column]?.replace(/\.0+$/, '').replace('.', ',') ?? ''
  return { ...record, fields }
}

/**
 * A misplaced quotation mark, a different number of fields than the first record, or more than `csvRecordMaxLength` characters, which an
 * unclosed quotation mark may have joined (`lengthOrQuotes`).
 */
export type RecordDefect = 'quotes' | 'fields' | 'length' | 'lengthOrQuotes'

/** The records completed by one chunk of the file; `bytes` is how far into the file it reaches, from the start. */
export interface RecordBatch {
  records: CsvRecord[]
  bytes: number
}

/**
 * Splits text into CSV records. A malformed record costs only itself: when an unclosed quotation mark swallows the rows after it,
 * reading resumes on the line after the one where the record began. The first record sets the expected number of fields; surplus
 * empty fields at the end are ignored. The work is proportional to the length of the text, whatever it contains.
 */
export async function* readRecords(chunks: AsyncIterable<TextChunk>, delimiter: string): AsyncGenerator<RecordBatch> {
  const splitter = new RecordSplitter(delimiter)
  let bytes = 0
  for await (const chunk of chunks) {
    bytes = chunk.bytes
    yield { records: splitter.push(chunk.text), bytes }
  }
  yield { records: splitter.end(), bytes }
}

/** Where a record that does not end was given up: in a quoted field, or outside of one. */
type Unfinished = 'quoted' | 'unquoted'

/** A record in the window. */
interface FoundRecord {
  fields: string[]
  /** Position after its line end. */
  end: number
  /** Whether text follows the closing quotation mark of a field; the record then ends with that line. */
  isMisquoted: boolean
}

/** With the line end, and the character that tells CR from CRLF. */
const readLimit = csvRecordMaxLength + 3

class RecordSplitter {
  readonly #delimiter: string
  readonly #delimiterCode: number
  /** The text that is still needed. */
  #window = ''
  /** Position in the window where the next record begins. */
  #at = 0
  /** Line number of this position. */
  #line = 1
  #fieldCount: number | undefined
  /** The number of fields of the previous record: below a title of one cell, rows are wider than the first record. */
  #countBefore = 0
  /** Whether the rest of the current line is being dropped. */
  #isSkipping = false
  /**
   * How far a malformed record was read before it was given up. A record that begins before this position ends with its line: otherwise
   * each row could swallow the same rows again, and the time would grow with the square of the length.
   */
  #readBefore = 0
  /** Length from which on the window is worth reading: a record that did not end in it is read again once it has doubled. */
  #nextLength = 0

  constructor(delimiter: string) {
    this.#delimiter = delimiter
    this.#delimiterCode = delimiter.charCodeAt(0)
  }

  push(text: string): CsvRecord[] {
    this.#window = this.#window.slice(this.#at) + text
    this.#readBefore -= this.#at
    this.#at = 0
    return this.#window.length < this.#nextLength ? [] : this.#readAll(false)
  }

  end(): CsvRecord[] {
    return this.#readAll(true)
  }

  #readAll(isEnd: boolean): CsvRecord[] {
    const records: CsvRecord[] = []
    while (this.#at < this.#window.length) {
      if (this.#isSkipping) {
        if (!this.#skipLine(isEnd)) break
        continue
      }
      const isSingleLine = this.#at < this.#readBefore
      const limit = isSingleLine
        ? findNextLine(this.#window, this.#at)
        : Math.min(this.#at + readLimit, this.#window.length)
      const isComplete = isSingleLine || isEnd
      const found = this.#findRecord(limit, isComplete)
      const isTooLong = !isComplete && limit - this.#at === readLimit
      if (typeof found === 'string' && !isComplete && !isTooLong) break
      const record =
        typeof found === 'string'
          ? this.#giveUp(limit, this.#explain(found, isTooLong, limit))
          : this.#takeRecord(found)
      if (record) records.push(record)
    }
    this.#nextLength = Math.min(2 * (this.#window.length - this.#at), readLimit)
    return records
  }

  /** The next record, or where it is at `limit` when it does not end before. `isComplete` means that no more text follows. */
  #findRecord(limit: number, isComplete: boolean): FoundRecord | Unfinished {
    const text = this.#window
    const fields: string[] = []
    for (let start = this.#at; ;) {
      const isQuoted = start < limit && text.charCodeAt(start) === quote
      const end = isQuoted ? findQuotedEnd(text, start, limit) : this.#findSeparator(start, limit)
      if (end === undefined) return 'quoted'
      const isMisquoted = isQuoted && this.#findSeparator(end, limit) > end
      if (isMisquoted) {
        const next = findNextLine(text, end, limit)
        if (next === limit && !isComplete) return 'quoted'
        return { fields: [...fields, ...this.#splitIgnoringQuotes(start, next)], end: next, isMisquoted }
      }
      fields.push(isQuoted ? text.slice(start + 1, end - 1).replaceAll('""', '"') : text.slice(start, end))
      if (end === limit || text.charCodeAt(end) !== this.#delimiterCode) {
        const next = findNextLine(text, end, limit)
        if (next === limit && !isComplete) return 'unquoted'
        return { fields, end: next, isMisquoted }
      }
      start = end + 1
    }
  }

  /** Takes a record off the window; `undefined` for an empty line. */
  #takeRecord({ fields, end, isMisquoted }: FoundRecord): CsvRecord | undefined {
    const line = this.#line
    const isEmpty = !isMisquoted && isEmptyLine(fields)
    // Empty lines before the first record must not set the number of fields.
    if (!isEmpty) this.#fieldCount ??= fields.length
    const broken = isMisquoted ? 'quotes' : isEmpty ? undefined : this.#checkFieldCount(fields)
    if (broken && this.#swallowedRows(end)) return this.#giveUp(end, 'quotes')
    if (!isEmpty) this.#countBefore = fields.length
    this.#advance(end)
    return isEmpty ? undefined : { line, fields, ...(broken && { broken }) }
  }

  #checkFieldCount(fields: readonly string[]): CsvRecord['broken'] {
    const expected = this.#fieldCount ?? fields.length
    const hasSurplus = fields.slice(expected).some((field) => field !== '')
    return fields.length >= expected && !hasSurplus ? undefined : 'fields'
  }

  /** Whether a line after the first of the record that ends at `end` looks like a complete row. */
  #swallowedRows(end: number): boolean {
    const expected = Math.max(this.#fieldCount ?? Number.POSITIVE_INFINITY, this.#countBefore)
    const next = findNextLine(this.#window, this.#at, end)
    const lines = next < end ? this.#window.slice(next, end).split(/\r\n|\n|\r/) : []
    return lines.some((line) => line.replaceAll(/"[^"]*"/g, '').split(this.#delimiter).length >= expected)
  }

  /** Why a record that does not end before `end` is malformed. */
  #explain(unfinished: Unfinished, isTooLong: boolean, end: number): RecordDefect {
    if (!isTooLong || this.#swallowedRows(end)) return 'quotes'
    return unfinished === 'quoted' ? 'lengthOrQuotes' : 'length'
  }

  /** Reports the record that was read up to `end` as malformed; reading continues on the line after its first. */
  #giveUp(end: number, broken: RecordDefect): CsvRecord {
    const fields = this.#splitIgnoringQuotes(this.#at, findNextLine(this.#window, this.#at, end))
    this.#readBefore = Math.max(this.#readBefore, findLastLine(this.#window, this.#at, end))
    this.#isSkipping = true
    return { line: this.#line, fields, broken }
  }

  #splitIgnoringQuotes(start: number, end: number): string[] {
    return this.#window.slice(start, end).trimEnd().replaceAll('"', '').split(this.#delimiter)
  }

  /** Drops the rest of the line; returns false when the line does not end within the window. */
  #skipLine(isEnd: boolean): boolean {
    const { length } = this.#window
    const next = findNextLine(this.#window, this.#at)
    this.#isSkipping = next === length && this.#window.charCodeAt(length - 1) !== newline && !isEnd
    // Keep a trailing CR: its LF may be in the next chunk.
    this.#advance(this.#isSkipping && this.#window.charCodeAt(length - 1) === carriageReturn ? length - 1 : next)
    return !this.#isSkipping
  }

  #advance(position: number): void {
    for (let at = this.#at; at < position; at++) if (isLineEnd(this.#window, at)) this.#line++
    this.#at = position
  }

  /** The position of the next delimiter or line end, or `limit`. */
  #findSeparator(from: number, limit: number): number {
    for (let at = from; at < limit; at++) {
      const code = this.#window.charCodeAt(at)
      if (code === this.#delimiterCode || code === newline || code === carriageReturn) return at
    }
    return limit
  }
}
