import type { RequestContext } from '#server/context.ts'
import { chooseFormat, type FormatChoice } from '#server/imports/choose-format.ts'
import { findLayout, toTable } from '#server/imports/open-table.ts'
import type { RecognizedTable } from '#server/imports/order-formats.ts'
import { readPreparedFile } from '#server/imports/prepared-file.ts'
import { type FoundOrder, readHeads, readOrders } from '#server/imports/read-orders.ts'
import type { CsvRecord } from '#server/imports/records.ts'
import { getMessages } from '#server/messages.ts'
import { invalidInput } from '#shared/problem.ts'

/** A file with orders, and what the user said about it. */
export interface ImportSource extends FormatChoice {
  file: Blob
  /** Where another thread finds the file, to read and prepare its orders while others are written. Without it, the calling thread reads it. */
  path?: string | undefined
  /** A label such as `gb18030`; a byte order mark in the file takes precedence. */
  encoding?: string | undefined
  /** Of files whose format has none in its columns. */
  currency?: string | undefined
}

/** A file that was recognized, with its first records. */
export interface ImportFile {
  recognized: RecognizedTable
  heads: readonly CsvRecord[]
  /** The orders of the file, from its beginning. */
  read: () => AsyncGenerator<FoundOrder>
}

/**
 * Opens a file for import and checks what would reject it as a whole, before writing anything. Throws the problem `not-an-order-export` when the file
 * is no table, cannot be decoded, or no known format has its columns, and `invalid-input` when it does not say in which currency its amounts are.
 */
export async function openImportFile(context: RequestContext, source: ImportSource): Promise<ImportFile> {
  const { file, path, currency } = source
  const layout = await findLayout(file, source.encoding)
  const table = toTable(file, layout)
  const heads = await readHeads(table)
  const recognized = await chooseFormat(context, heads, source)
  if (currency === undefined && recognized.format.needsCurrency(recognized.found))
    throw invalidInput({ pointer: '/currency', reason: 'currency-of-file' })
  const { timeZone } = context.kontor.book
  const options = { messages: getMessages(context.locale).imports, timeZone, currency: currency ?? '' }
  const read = (): AsyncGenerator<FoundOrder> =>
    path === undefined
      ? readOrders(table, recognized, options)
      : readPreparedFile({
          ...{ path, layout, format: source.format, mapping: recognized.mapping },
          ...{ locale: context.locale, timeZone, currency: currency ?? '' },
        })
  return { recognized, heads, read }
}
