import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { detectDelimiter } from '#server/imports/csv-text.ts'
import { type CsvRecord, readRecords } from '#server/imports/records.ts'
import type { TextChunk } from '#server/imports/encoding.ts'
import { isCurrency } from '#shared/currencies.ts'
import { parseRate } from '#shared/finance/conversion.ts'
import { day as calendarDay } from '#shared/inputs.ts'
import { invalidInput } from '#shared/problem.ts'
import type { NewRate } from '#server/finance/rates/write-rates.ts'

interface RateFile {
  base: string
  /** The currencies whose rates are read; the other columns are passed over. */
  currencies: ReadonlySet<string>
  today: string
}

const chunkLength = 64 * 1024

/**
 * Reads a table with a row for each day and a column for each currency, as the European Central Bank publishes it. Throws `invalid-input` at the
 * file, with the first invalid line; nothing of such a file is imported.
 */
export async function readRateFile(file: File, { base, currencies, today }: RateFile): Promise<NewRate[]> {
  const text = decode(await file.arrayBuffer())
  const rates: NewRate[] = []
  const days = new Set<string>()
  let columns: { index: number; currency: string }[] | undefined
  for await (const { records } of readRecords(toChunks(text), detectDelimiter(text.slice(0, chunkLength))))
    for (const record of records) {
      const cells = record.fields.map((cell) => cell.trim())
      if (!columns) {
        columns = findColumns(cells, currencies, base)
        continue
      }
      if (record.broken && record.broken !== 'fields') throw badCell(record, 1)
      if (cells.every((cell) => cell === '')) continue
      const day = parseDay(cells[0] ?? '')
      if (day === undefined || day > today) throw badCell(record, 1)
      if (days.has(day)) throw fileError('rate-file-day', { line: record.line, day })
      days.add(day)
      for (const { index, currency } of columns) {
        const cell = cells[index] ?? ''
        if (isNone(cell)) continue
        if (!parseRate(cell)) throw badCell(record, index + 1)
        rates.push({ base_currency: base, quote_currency: currency, day, rate: cell })
      }
    }
  if (rates.length === 0) throw fileError('rate-file-empty')
  return rates
}

function decode(content: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    throw fileError('rate-file-text')
  }
}

async function* toChunks(text: string): AsyncGenerator<TextChunk> {
  for (let at = 0; at < text.length; at += chunkLength) {
    yield { text: text.slice(at, at + chunkLength), bytes: at }
    await yieldToEventLoop()
  }
}

/** The columns of the currencies, of which at least one must be there. */
function findColumns(
  headings: readonly string[],
  currencies: ReadonlySet<string>,
  base: string,
): { index: number; currency: string }[] {
  const codes = headings.map((heading) => heading.toUpperCase())
  const found = codes.flatMap((currency, index) => (index > 0 && isCurrency(currency) ? [{ index, currency }] : []))
  if (found.length === 0 || new Set(found.map(({ currency }) => currency)).size < found.length)
    throw fileError('rate-file-headings')
  return found.filter(({ currency }) => currency !== base && currencies.has(currency))
}

const isNone = (cell: string): boolean => cell === '' || cell === '-' || cell.toUpperCase() === 'N/A'

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** `2026-03-02`, or `2 March 2026` as in the file of a single day. */
function parseDay(text: string): string | undefined {
  const [, named = '', month = '', year = ''] = /^(\d{1,2}) ([A-Za-z]{3})[a-z]* (\d{4})$/.exec(text) ?? []
  const at = months.indexOf(month.toLowerCase())
  const day = at >= 0 ? `${year}-${String(at + 1).padStart(2, '0')}-${named.padStart(2, '0')}` : text
  return calendarDay.safeParse(day).success ? day : undefined
}

const badCell = ({ line }: CsvRecord, column: number) => fileError('rate-file-line', { line, column })

const fileError = (reason: string, parameters?: Record<string, string | number>) =>
  invalidInput({ pointer: '/file', reason, ...(parameters && { parameters }) })
