import type { TextChunk } from '#server/imports/encoding.ts'
import { type Parser, parse } from 'csv-parse'

/** One record of a CSV file; `line` is the physical line on which it begins, from 1. */
export interface CsvRecord {
  line: number
  fields: string[]
  /** Set when the record is malformed: a misplaced quotation mark, or a different number of fields than the first record. */
  broken?: 'quotes' | 'fields'
}

/** The records completed by one chunk of the file; `bytes` is how far into the file it reaches, from the start. */
export interface RecordBatch {
  records: CsvRecord[]
  bytes: number
}

/** Longer than any real row: a record that exceeds it has an unclosed quotation mark. */
const maxRecordBytes = 1024 * 1024

/**
 * Splits text into CSV records. A malformed record costs only itself: when an unclosed quotation mark swallows the rows after it,
 * reading resumes on the line after the one where the record began. The first record sets the expected number of fields; surplus
 * empty fields at the end are ignored.
 */
export async function* readRecords(chunks: AsyncIterable<TextChunk>, delimiter: string): AsyncGenerator<RecordBatch> {
  const splitter = new RecordSplitter(delimiter)
  let bytes = 0
  for await (const chunk of chunks) {
    bytes = chunk.bytes
    yield { records: await splitter.push(Buffer.from(chunk.text)), bytes }
  }
  yield { records: await splitter.end(), bytes }
}

/** Detects the delimiter from the first line: comma, semicolon or tab, whichever occurs most often outside quotes. */
export function detectDelimiter(text: string): string {
  const [head = ''] = text.split(/\r\n|\n|\r/, 1)
  const unquoted = head.replaceAll(/"[^"]*"/g, '')
  const count = (delimiter: string): number => unquoted.split(delimiter).length
  return [',', ';', '\t'].reduce((best, candidate) => (count(candidate) > count(best) ? candidate : best))
}

/** Thrown in the parser's callback to stop it at a record that swallowed other rows. */
class StopParsing extends Error {}

class RecordSplitter {
  readonly #delimiter: string
  #parser: Parser
  /** Bytes read but not yet split off as a record; starts at the beginning of a record. */
  #window: Buffer = Buffer.alloc(0)
  /** Line number of the window's first byte. */
  #line = 1
  /** How many bytes of the window have been written to the parser. */
  #written = 0
  #records: CsvRecord[] = []
  #fieldCount: number | undefined
  /** Whether the rest of the current line is being dropped. */
  #skipping = false

  constructor(delimiter: string) {
    this.#delimiter = delimiter
    this.#parser = this.#newParser()
  }

  async push(bytes: Buffer): Promise<CsvRecord[]> {
    this.#window = this.#window.length === 0 ? bytes : Buffer.concat([this.#window, bytes])
    await this.#read(false)
    return this.#takeRecords()
  }

  async end(): Promise<CsvRecord[]> {
    await this.#read(true)
    return this.#takeRecords()
  }

  #takeRecords(): CsvRecord[] {
    const records = this.#records
    this.#records = []
    return records
  }

  /** Writes the unread bytes to the parser; after a malformed record, continues with a new parser after it. */
  async #read(end: boolean): Promise<void> {
    for (;;) {
      if (this.#skipping && !this.#skipLine()) return
      const unread = this.#window.subarray(this.#written)
      this.#written = this.#window.length
      const isComplete = (await this.#write(unread)) && (!end || (await this.#finish()))
      if (isComplete) return
      this.#skipBrokenRecord()
      if (this.#window.length === 0 && !end) return
    }
  }

  /** Resolves to whether the write succeeded; after an error the parser must be replaced. */
  #write(bytes: Buffer): Promise<boolean> {
    const parser = this.#parser
    return new Promise((resolve) => parser.write(bytes, (error) => resolve(!error)))
  }

  /** Ends the parser's input; resolves like `#write`. */
  #finish(): Promise<boolean> {
    const parser = this.#parser
    return new Promise((resolve) => {
      parser.once('error', () => resolve(false))
      parser.end((error?: Error | null) => resolve(!error))
    })
  }

  #newParser(): Parser {
    let parsedBytes = 0
    const parser = parse({
      delimiter: this.#delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // A quotation mark inside an unquoted field is text; `#recordError` finds misplaced ones in quoted fields.
      relax_quotes: true,
      max_record_size: maxRecordBytes,
      on_record: (fields: string[], { bytes }: { bytes: number }) => {
        const length = bytes - parsedBytes
        parsedBytes = bytes
        this.#addRecord(fields, length)
        return null
      },
    })
    // `#write` and `#finish` receive each error too; without a listener it would be thrown.
    parser.on('error', () => {})
    return parser
  }

  #addRecord(fields: string[], length: number): void {
    const raw = this.#window.subarray(0, length)
    // Empty lines before the first record must not set the number of fields.
    if (!isEmptyLine(fields)) this.#fieldCount ??= fields.length
    const broken = this.#recordError(fields, raw)
    if (broken && this.#swallowedRows(raw)) throw new StopParsing()
    if (!isEmptyLine(fields)) this.#records.push({ line: this.#line, fields, ...(broken && { broken }) })
    this.#discard(length)
  }

  #recordError(fields: string[], raw: Buffer): CsvRecord['broken'] {
    // The parser keeps the opening quote of a field that has text after its closing quote.
    const isMisquoted = (field: string): boolean =>
      field.startsWith('"') && !raw.includes(`"${field.replaceAll('"', '""')}"`)
    if (fields.some(isMisquoted)) return 'quotes'
    const expected = this.#fieldCount ?? fields.length
    const hasSurplus = fields.slice(expected).some((field) => field !== '')
    return isEmptyLine(fields) || (fields.length >= expected && !hasSurplus) ? undefined : 'fields'
  }

  /** Whether a line after the first looks like a complete row. */
  #swallowedRows(raw: Buffer): boolean {
    const expected = this.#fieldCount ?? Number.POSITIVE_INFINITY
    return splitLines(raw)
      .slice(1)
      .some((line) => line.replaceAll(/"(?:[^"]|"")*"/g, '').split(this.#delimiter).length >= expected)
  }

  /** Reports the record at the start of the window as malformed and continues on the line after its first. */
  #skipBrokenRecord(): void {
    const length = lineLength(this.#window) ?? this.#window.length
    const first = this.#window.subarray(0, Math.min(length, maxRecordBytes)).toString().trimEnd()
    const fields = first.split(this.#delimiter).map((field) => field.replaceAll('"', ''))
    this.#records.push({ line: this.#line, fields, broken: 'quotes' })
    this.#skipping = true
    this.#skipLine()
    this.#parser = this.#newParser()
    this.#written = 0
  }

  /** Drops the rest of the line; returns false when the line does not end within the window. */
  #skipLine(): boolean {
    const length = lineLength(this.#window)
    this.#skipping = length === undefined
    // Keep a trailing CR: its LF may be in the next chunk.
    this.#discard(length ?? this.#window.length - (this.#window.at(-1) === carriageReturn ? 1 : 0))
    return !this.#skipping
  }

  #discard(length: number): void {
    this.#line += countLineEnds(this.#window.subarray(0, length))
    this.#window = this.#window.subarray(length)
    this.#written -= length
  }
}

const isEmptyLine = (fields: string[]): boolean => fields.every((field) => field.trim() === '')
const splitLines = (raw: Buffer): string[] => raw.toString().split(/\r\n|\n|\r/)

const newline = 10
const carriageReturn = 13

/** Length of the first line including its line end; `undefined` when the line end is missing or may be incomplete. */
function lineLength(bytes: Buffer): number | undefined {
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === newline) return at + 1
    if (bytes[at] !== carriageReturn) continue
    return at + 1 === bytes.length ? undefined : bytes[at + 1] === newline ? at + 2 : at + 1
  }
  return undefined
}

function countLineEnds(bytes: Buffer): number {
  let count = 0
  for (let at = 0; at < bytes.length; at++)
    if (bytes[at] === newline || (bytes[at] === carriageReturn && bytes[at + 1] !== newline)) count++
  return count
}
