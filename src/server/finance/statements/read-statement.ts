import { type FormatColumns, formatColumns } from '#server/finance/statements/formats.ts'
import { parseLine } from '#server/finance/statements/parse-line.ts'
import { assertDecodable, decodeFile, detectEncoding, type TextChunk } from '#server/imports/encoding.ts'
import { type CsvRecord, readRecords } from '#server/imports/records.ts'
import type { ParsedFile, ParsedLine } from '#server/finance/statements/parsed-file.ts'
import { maxStatementLines, type StatementFormat, statementFormats } from '#shared/finance/statements.ts'
import { ProblemError } from '#shared/problem.ts'

/**
 * Reads a file of a bank or a payment provider, which its headings tell, in UTF-8, UTF-16 or GB18030. Throws `not-a-statement` with the
 * first line that makes no sense: nothing of such a file is used.
 */
export async function readStatement(file: Blob, currency: string): Promise<ParsedFile> {
  try {
    const encoding = await detectFileEncoding(file)
    return await readLines(file, encoding, currency)
  } catch (error) {
    // The file is checked like that of an order import.
    if (error instanceof ProblemError && error.problem === 'not-an-order-export')
      throw new ProblemError('not-a-statement', error.parameters)
    throw error
  }
}

/** Chinese programs write GB18030 without saying so, and text in it is hardly ever valid UTF-8. */
async function detectFileEncoding(file: Blob): Promise<string> {
  const encoding = await detectEncoding(file)
  try {
    await assertDecodable(file, encoding)
    return encoding
  } catch (error) {
    if (encoding !== 'utf-8' || !(error instanceof ProblemError)) throw error
  }
  await assertDecodable(file, 'gb18030')
  return 'gb18030'
}

async function readLines(file: Blob, encoding: string, currency: string): Promise<ParsedFile> {
  let found: { format: StatementFormat; header: readonly string[]; columns: FormatColumns } | undefined
  const lines: ParsedLine[] = []
  for await (const { records } of readRecords(withoutTabs(decodeFile(file, encoding)), ','))
    for (const record of records) {
      if (!found) found = findFormat(record)
      else if (!isRule(record)) {
        if (lines.length === maxStatementLines) throw new ProblemError('not-a-statement', { why: 'too-many' })
        lines.push(parseLine(record, found.header, found.columns, currency))
      }
    }
  if (!found) throw new ProblemError('not-a-statement', { why: 'format' })
  if (lines.length === 0) throw new ProblemError('not-a-statement', { why: 'empty' })
  return {
    format: found.format,
    statements: [{ number: '', currency, openingMinor: null, closingMinor: null, lines }],
  }
}

/** Alipay and WeChat Pay put a tab after each number, also behind its closing quotation mark, where CSV allows none. */
async function* withoutTabs(chunks: AsyncIterable<TextChunk>): AsyncGenerator<TextChunk> {
  for await (const { text, bytes } of chunks) yield { text: text.replaceAll('\t', ''), bytes }
}

/** The format whose headings the record has; undefined for the text above them. */
function findFormat({ fields }: CsvRecord) {
  const header = fields.map((field) => field.trim())
  for (const format of statementFormats) {
    const columns = formatColumns[format]
    if (
      Object.values(columns)
        .flat()
        .every((heading: string) => header.includes(heading))
    )
      return { format, header, columns }
  }
  return undefined
}

/** A line of dashes that closes the list. */
const isRule = ({ fields }: CsvRecord): boolean => /^-{5,}[^-]*-*$/.test(fields.join('').trim())
