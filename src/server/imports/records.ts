import type { TextChunk } from '#server/imports/encoding.ts'
import { type Parser, parse } from 'csv-parse'

/** One record of a CSV file; `line` is the physical line on which it begins, from 1. */
export interface CsvRecord {
  line: number
  fields: string[]
  /** Set when the record cannot be read: a quotation mark out of place, or another number of fields than the first record has. */
  broken?: 'quotes' | 'fields'
}

/** What has been read with one piece of the file. */
export interface RecordBatch {
  records: CsvRecord[]
  bytes: number
}

/** More than any order's row; what is longer is an unclosed quotation mark. */
const maxRecordBytes = 1024 * 1024

/**
 * Cuts text into records. A broken one costs only itself: when it swallowed rows behind an unclosed quotation mark, reading goes on at
 * the line after the one on which it began. The first record says how many fields all others have; empty fields at the end are ignored.
 */
export async function* readRecords(pieces: AsyncIterable<TextChunk>, delimiter: string): AsyncGenerator<RecordBatch> {
  const splitter = new RecordSplitter(delimiter)
  let bytes = 0
  for await (const piece of pieces) {
    bytes = piece.bytes
    yield { records: await splitter.push(Buffer.from(piece.text)), bytes }
  }
  yield { records: await splitter.end(), bytes }
}

/** The delimiter of a file by its first line: comma, semicolon or tab, whichever stands there most often. */
export function detectDelimiter(text: string): string {
  const [head = ''] = text.split(/\r\n|\n|\r/, 1)
  const unquoted = head.replaceAll(/"[^"]*"/g, '')
  const count = (delimiter: string): number => unquoted.split(delimiter).length
  return [',', ';', '\t'].reduce((best, candidate) => (count(candidate) > count(best) ? candidate : best))
}

/** Stops the library at a record that it must not go past. */
class StopParsing extends Error {}

class RecordSplitter {
  readonly #delimiter: string
  #parser: Parser
  /** What has been read but not been cut off as a record yet; begins where a record begins. */
  #window: Buffer = Buffer.alloc(0)
  /** Of the window's beginning. */
  #line = 1
  /** How much of the window the library has been given. */
  #given = 0
  #records: CsvRecord[] = []
  #fieldCount: number | undefined
  /** Inside of a line that is longer than any record. */
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

  /** Gives the library what it has not seen; after a broken record a new one goes on behind it. */
  async #read(end: boolean): Promise<void> {
    for (;;) {
      if (this.#skipping && !this.#skipLine()) return
      const unread = this.#window.subarray(this.#given)
      this.#given = this.#window.length
      const isComplete = (await this.#write(unread)) && (!end || (await this.#finish()))
      if (isComplete) return
      this.#skipBrokenRecord()
      if (this.#window.length === 0 && !end) return
    }
  }

  /** Both give whether all went well; after an error the parser is of no more use. */
  #write(bytes: Buffer): Promise<boolean> {
    const parser = this.#parser
    return new Promise((resolve) => parser.write(bytes, (error) => resolve(!error)))
  }

  #finish(): Promise<boolean> {
    const parser = this.#parser
    return new Promise((resolve) => {
      parser.once('error', () => resolve(false))
      parser.end((error?: Error | null) => resolve(!error))
    })
  }

  #newParser(): Parser {
    let cutBytes = 0
    const parser = parse({
      delimiter: this.#delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // A quotation mark inside of an unquoted field is text; what is wrong inside of a quoted one is found below.
      relax_quotes: true,
      max_record_size: maxRecordBytes,
      on_record: (fields: string[], { bytes }: { bytes: number }) => {
        const length = bytes - cutBytes
        cutBytes = bytes
        this.#addRecord(fields, length)
        return null
      },
    })
    // Each error arrives where the bytes were given, too.
    parser.on('error', () => {})
    return parser
  }

  #addRecord(fields: string[], length: number): void {
    const raw = this.#window.subarray(0, length)
    // Empty lines before the first record say nothing of it.
    if (!isEmptyLine(fields)) this.#fieldCount ??= fields.length
    const broken = this.#recordError(fields, raw)
    if (broken && this.#swallowedRows(raw)) throw new StopParsing()
    if (!isEmptyLine(fields)) this.#records.push({ line: this.#line, fields, ...(broken && { broken }) })
    this.#discard(length)
  }

  #recordError(fields: string[], raw: Buffer): CsvRecord['broken'] {
    // The library keeps the opening mark of a field that goes on behind its closing one.
    const isMisquoted = (field: string): boolean =>
      field.startsWith('"') && !raw.includes(`"${field.replaceAll('"', '""')}"`)
    if (fields.some(isMisquoted)) return 'quotes'
    const expected = this.#fieldCount ?? fields.length
    const hasSurplus = fields.slice(expected).some((field) => field !== '')
    return isEmptyLine(fields) || (fields.length >= expected && !hasSurplus) ? undefined : 'fields'
  }

  /** Whether one of the lines behind the first is a whole row by itself. */
  #swallowedRows(raw: Buffer): boolean {
    const expected = this.#fieldCount ?? Number.POSITIVE_INFINITY
    return splitLines(raw)
      .slice(1)
      .some((line) => line.replaceAll(/"(?:[^"]|"")*"/g, '').split(this.#delimiter).length >= expected)
  }

  /** Tells that the record at the window's beginning is broken, and goes on with the line after its first. */
  #skipBrokenRecord(): void {
    const length = lineLength(this.#window) ?? this.#window.length
    const first = this.#window.subarray(0, Math.min(length, maxRecordBytes)).toString().trimEnd()
    const fields = first.split(this.#delimiter).map((field) => field.replaceAll('"', ''))
    this.#records.push({ line: this.#line, fields, broken: 'quotes' })
    this.#skipping = true
    this.#skipLine()
    this.#parser = this.#newParser()
    this.#given = 0
  }

  /** Drops the rest of the line; false when it does not end in the window. */
  #skipLine(): boolean {
    const length = lineLength(this.#window)
    this.#skipping = length === undefined
    // A line feed may still follow the last carriage return.
    this.#discard(length ?? this.#window.length - (this.#window.at(-1) === carriageReturn ? 1 : 0))
    return !this.#skipping
  }

  #discard(length: number): void {
    this.#line += countLineEnds(this.#window.subarray(0, length))
    this.#window = this.#window.subarray(length)
    this.#given -= length
  }
}

const isEmptyLine = (fields: string[]): boolean => fields.every((field) => field.trim() === '')
const splitLines = (raw: Buffer): string[] => raw.toString().split(/\r\n|\n|\r/)

const newline = 10
const carriageReturn = 13

/** The length of the first line with its end, `undefined` when it does not end or may go on. */
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
