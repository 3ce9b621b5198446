import { UnzipError } from '#server/files/unzip.ts'
import type { ParsedFile } from '#server/finance/statements/parsed-file.ts'
import { readCamt } from '#server/finance/statements/read-camt.ts'
import { readCsv } from '#server/finance/statements/read-csv.ts'
import { readMt940 } from '#server/finance/statements/read-mt940.ts'
import { readOfx } from '#server/finance/statements/read-ofx.ts'
import { toStatementError } from '#server/finance/statements/statement-error.ts'
import { readLines } from '#server/finance/statements/text-lines.ts'
import { assertDecodable, decodeFile, detectEncoding, type TextChunk } from '#server/imports/encoding.ts'
import { guessEncoding } from '#server/imports/find-encoding.ts'
import { readMapped } from '#server/finance/statements/read-mapped.ts'
import { hashHeadings, maxHeadingRows } from '#server/imports/table-headings.ts'
import { readSheetRecords } from '#server/imports/open-table.ts'
import { type CsvRecord, readRecords, type RecordBatch } from '#server/imports/records.ts'
import type { StatementMapping } from '#shared/finance/statement-mapping.ts'
import { SheetsError } from '#server/xlsx/only-table.ts'
import { XmlError } from '#server/xml/read-elements.ts'
import { maxStatementLines } from '#shared/finance/statements.ts'
import { toTableRows } from '#shared/table-mapping.ts'
import { ProblemError } from '#shared/problem.ts'

/**
 * Reads a file of a bank or a payment provider. Its format is recognized by its content; its encoding is UTF-8, UTF-16, GB18030, Windows-1252, or the one
 * that an XML or OFX file declares. Throws `not-a-statement` with the number of the first invalid line; nothing of such a file is imported.
 */
export async function readStatement(file: Blob, tables: TableReader = noTables): Promise<ParsedFile> {
  try {
    const parsed = await readKind(file, await detectKind(file), tables)
    let count = 0
    for (const { lines } of parsed.statements) count += lines.length
    if (count > maxStatementLines) throw toStatementError('too-many')
    return parsed
  } catch (error) {
    // The file is checked like that of an order import.
    if (error instanceof ProblemError && error.problem === 'not-an-order-export')
      throw new ProblemError('not-a-statement', error.parameters)
    if (error instanceof XmlError) throw toStatementError(error.why, error)
    if (error instanceof UnzipError) throw toStatementError(error instanceof SheetsError ? 'sheets' : 'spreadsheet')
    throw error
  }
}

/** How a table is read that no format recognizes: as `mapping` says, or as the one that `find` knows for its headings. */
export interface TableReader {
  currency: string
  mapping: StatementMapping | undefined
  find: (headingsHash: string) => Promise<StatementMapping | undefined>
}

const noTables: TableReader = { currency: 'CNY', mapping: undefined, find: async () => undefined }

/** A table that no format recognizes, with its first rows. */
export class UnknownTable extends Error {
  readonly rows: string[][]

  constructor(records: readonly CsvRecord[]) {
    super('No format recognizes the table')
    this.rows = toTableRows(records)
  }
}

type Kind = 'camt' | 'ofx' | 'mt940' | 'xlsx' | 'csv'

/** What the beginning of the file looks like. */
async function detectKind(file: Blob): Promise<Kind> {
  const head = await readHead(file)
  if (head.startsWith('PK\u0003\u0004')) return 'xlsx'
  if (/OFXHEADER\s*[:=]|<OFX>/i.test(head)) return 'ofx'
  if (/<(\w+:)?BkToCstmrStmt[\s>]/.test(head) || /camt\.053/.test(head)) return 'camt'
  // Bookings alone, and a day that is not over: neither has the balances of a statement.
  if (/<(\w+:)?BkToCstmrDbtCdtNtfctn[\s>]/.test(head) || /camt\.054/.test(head)) throw toStatementError('camt-054')
  if (/<(\w+:)?BkToCstmrAcctRpt[\s>]/.test(head) || /camt\.052/.test(head)) throw toStatementError('camt-052')
  if (/^[ \t]*(\{1:|:20:|:25:|:940:)/m.test(head) && /^:2[058][A-Z]?:/m.test(head)) return 'mt940'
  return 'csv'
}

async function readHead(file: Blob): Promise<string> {
  const bytes = await file.slice(0, 4096).bytes()
  return new TextDecoder(encodingOfMark(bytes) ?? 'latin1').decode(bytes)
}

const encodingOfMark = ([first, second]: Uint8Array): string | undefined =>
  first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined

async function readKind(file: Blob, kind: Kind, tables: TableReader): Promise<ParsedFile> {
  if (kind === 'xlsx') return readTable(() => readSheetRecords(file), ',', tables)
  if (kind === 'csv') {
    const declared = await detectEncoding(file)
    const encoding = await findEncoding(file, declared)
    const delimiter = await findDelimiter(file, encoding)
    const read = (mark: string) => readDelimited(file, encoding, mark)
    return { ...(await readTable(read, delimiter, tables)), isEncodingGuessed: isGuessed(encoding, declared) }
  }
  const declared = await findDeclaredEncoding(file)
  const encoding = await findEncoding(file, declared)
  const text = withoutNul(decodeFile(file, encoding))
  const read = { mt940: () => readMt940(readLines(text)), ofx: () => readOfx(text), camt: () => readCamt(text) }[kind]
  return { ...(await read()), isEncodingGuessed: isGuessed(encoding, declared) }
}

/** Every file can be read as Windows-1252, so that nothing but its letters says whether it is. */
const isGuessed = (encoding: string, declared: string): boolean =>
  encoding === 'windows-1252' && declared !== 'windows-1252'

/** Tabs are no part of texts: some programs put one after each number, also behind its closing quotation mark, where CSV allows none. */
const readDelimited = (file: Blob, encoding: string, delimiter: string): AsyncIterable<RecordBatch> => {
  const text = withoutNul(decodeFile(file, encoding))
  return readRecords(delimiter === '\t' ? text : withoutTabs(text), delimiter)
}

/** The mark that the beginning of the file has most of. */
async function findDelimiter(file: Blob, encoding: string): Promise<string> {
  for await (const { text } of decodeFile(file.slice(0, 16 * 1024 - 2), encoding === 'utf-8' ? 'utf-8' : encoding)) {
    const count = (mark: string): number => text.split(mark).length
    return [',', ';', '\t', '|'].reduce((best, mark) => (count(mark) > count(best) ? mark : best))
  }
  return ','
}

/** Reads a table of a known format, or as a mapping says. Throws `UnknownTable` where there is none. */
async function readTable(
  read: (delimiter: string) => AsyncIterable<RecordBatch>,
  delimiter: string,
  { currency, mapping, find }: TableReader,
): Promise<ParsedFile> {
  if (mapping) return readMapped(read(delimiter), mapping, currency)
  const first: CsvRecord[] = []
  for await (const { records } of read(delimiter)) {
    first.push(...records)
    if (first.length >= maxHeadingRows) break
  }
  const heads = first.slice(0, maxHeadingRows)
  for (const [row, record] of heads.entries()) {
    const known = await find(hashHeadings(record))
    if (known) return readMapped(read(delimiter), { ...known, headingRow: String(row) }, currency)
  }
  const parsed = await readCsv(read(','))
  if (parsed) return parsed
  if (heads.every(({ fields }) => fields.length < 2)) throw toStatementError('format')
  throw new UnknownTable(heads)
}

/** What the file says it is in, if it can be read so; headers lie. */
async function findDeclaredEncoding(file: Blob): Promise<string> {
  const head = await readHead(file)
  const mark = encodingOfMark(await file.slice(0, 2).bytes())
  const [, xml, charset] = /<\?xml[^>]*encoding=["']([\w.-]+)["']|^CHARSET:\s*([\w-]+)/m.exec(head) ?? []
  const label = mark ?? xml ?? codePages[charset ?? ''] ?? 'utf-8'
  try {
    return new TextDecoder(label).encoding
  } catch {
    return 'utf-8'
  }
}

const codePages: Readonly<Record<string, string>> = { 936: 'gb18030', 54936: 'gb18030', 950: 'big5', 932: 'shift_jis' }

/** UTF-8 is tried first, as hardly any other text is valid in it. People see that Windows-1252 was guessed, in which nearly every file is valid. */
async function findEncoding(file: Blob, declared: string): Promise<string> {
  const candidates = declared.startsWith('utf-16') ? [declared] : [...new Set(['utf-8', declared])]
  for (const candidate of candidates) if (await isDecodable(file, candidate)) return candidate
  const guessed = declared.startsWith('utf-16') ? declared : ((await guessEncoding(file)) ?? 'windows-1252')
  await assertDecodable(file, guessed)
  return guessed
}

const isDecodable = (file: Blob, encoding: string): Promise<boolean> =>
  assertDecodable(file, encoding).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ProblemError) return false
      throw error
    },
  )

async function* withoutTabs(chunks: AsyncIterable<TextChunk>): AsyncGenerator<TextChunk> {
  for await (const { text, bytes } of chunks) yield { text: text.replaceAll('\t', ''), bytes }
}

/** No text has a NUL: the file is binary, or in another encoding. */
async function* withoutNul(chunks: AsyncIterable<TextChunk>): AsyncGenerator<TextChunk> {
  for await (const chunk of chunks) {
    if (chunk.text.includes('\0')) throw toStatementError('binary')
    yield chunk
  }
}
