import type { RequestContext } from '#server/context.ts'
import { chooseCustomerFormat, type CustomerTable } from '#server/imports/customer-formats.ts'
import { readHeads } from '#server/imports/import-file.ts'
import { openTable, type Table } from '#server/imports/open-table.ts'
import { type CustomerDraft, readCustomer, toKeyKind } from '#server/imports/read-customer.ts'
import type { CsvRecord } from '#server/imports/records.ts'
import { type ImportMessages, Row, RowError } from '#server/imports/row.ts'
import { SeenKeys } from '#server/imports/seen-keys.ts'
import { getMessages } from '#server/messages.ts'
import type { CustomerMapping } from '#shared/customers/import-mapping.ts'
import { ProblemError } from '#shared/problem.ts'

/** A file with customers, and what the user said about it. */
export interface CustomerSource {
  file: Blob
  /** A label such as `gb18030`; a byte order mark in the file takes precedence. */
  encoding?: string | undefined
  mapping?: CustomerMapping | undefined
}

/** A customer of a file: their place among them, from 1, how many bytes were read by then, and the draft or why it was rejected. */
export interface FoundCustomer {
  position: number
  bytes: number
  line: number
  result: { draft: CustomerDraft } | { key: string; reason: string }
}

/** A file that was recognized, with its first records. */
export interface CustomerFile {
  table: CustomerTable
  heads: readonly CsvRecord[]
  isEncodingGuessed: boolean
  /** The customers of the file, from its beginning. */
  read: () => AsyncGenerator<FoundCustomer>
}

/** Opens a file for import and checks what would reject it as a whole. Throws `not-a-customer-list`. */
export async function openCustomerFile(context: RequestContext, source: CustomerSource): Promise<CustomerFile> {
  const { table: records, isEncodingGuessed } = await openTable(source.file, source.encoding).catch(
    (error: unknown) => {
      if (!(error instanceof ProblemError) || error.problem !== 'not-an-order-export') throw error
      throw new ProblemError('not-a-customer-list', error.parameters, error.fields)
    },
  )
  const heads = await readHeads(records)
  const table = await chooseCustomerFormat(context, heads, source.mapping)
  const { messages, timeZone } = {
    messages: getMessages(context.locale).imports,
    timeZone: context.kontor.book.timeZone,
  }
  return {
    table,
    heads,
    isEncodingGuessed,
    read: () => readCustomers(records, table, { messages, timeZone, currency: '' }),
  }
}

async function* readCustomers(
  records: Table,
  { found, header, headingRow }: CustomerTable,
  options: { messages: ImportMessages; timeZone: string; currency: string },
): AsyncGenerator<FoundCustomer> {
  const seen = new SeenKeys()
  const isHeader = ({ fields }: CsvRecord): boolean => header.every((name, index) => fields[index] === name)
  let [index, position] = [-1, 0]
  for await (const { records: batch, bytes } of records())
    for (const record of batch) {
      if (++index <= headingRow || isHeader(record)) continue
      const { line } = record
      const row = new Row(line, record.fields, found, options)
      yield { position: ++position, bytes, line, result: read(row, record, header, seen, options.messages) }
    }
}

function read(
  row: Row,
  record: CsvRecord,
  header: readonly string[],
  seen: SeenKeys,
  { refused }: ImportMessages,
): FoundCustomer['result'] {
  try {
    if (record.broken && record.broken !== 'fields') throw row.error(refused[record.broken])
    const isComplete =
      record.fields.length >= header.length && record.fields.slice(header.length).every((field) => field === '')
    if (record.broken && !isComplete) throw row.error(refused.columns(record.fields.length, header.length))
    const draft = readCustomer(row, refused)
    for (const key of draft.keys.same) {
      const line = seen.find('name', key)
      if (line !== undefined) throw row.error(refused.customer.again(line, toKeyKind(key)))
    }
    for (const key of draft.keys.own) seen.remember('name', key, row.line)
    return { draft }
  } catch (error) {
    if (!(error instanceof RowError)) throw error
    return { key: '', reason: error.message }
  }
}
