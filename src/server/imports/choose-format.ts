import type { RequestContext } from '#server/context.ts'
import * as store from '#server/imports/import-store.ts'
import { toMappedTable } from '#server/imports/mapped-format.ts'
import { type RecognizedTable, recognizeTable } from '#server/imports/order-formats.ts'
import type { CsvRecord } from '#server/imports/records.ts'
import { hashHeadings, requireMapped } from '#server/imports/table-headings.ts'
import type { ImportFormat } from '#shared/orders/import-formats.ts'
import { guessOrderMapping, orderMapping, type OrderMapping } from '#shared/orders/order-mapping.ts'
import { ProblemError } from '#shared/problem.ts'
import { toTableRows } from '#shared/table-mapping.ts'

/** What the user said about a file. */
export interface FormatChoice {
  /** The format, if it is not to be recognized. */
  format?: ImportFormat | undefined
  /** What its columns are, if no format has them. */
  mapping?: OrderMapping | undefined
}

/**
 * How a table is read: as the user says, as a format that has its columns, or as the last table with the same headings was. Throws
 * `not-an-order-export` with the first rows, for which columns can be chosen then.
 */
export async function chooseFormat(
  { kontor }: RequestContext,
  heads: readonly CsvRecord[],
  { format, mapping }: FormatChoice,
): Promise<RecognizedTable> {
  if (mapping) return requireMapped(toMappedTable(heads, mapping))
  try {
    return recognizeTable(heads, format)
  } catch (error) {
    if (!(error instanceof ProblemError) || format !== undefined || !isTable(heads)) throw error
    const known = await store.findMappings(kontor.database.read, 'orders', heads.map(hashHeadings))
    for (const [row, record] of heads.entries()) {
      const remembered = known.get(hashHeadings(record))
      const parsed = remembered === undefined ? undefined : orderMapping.safeParse(JSON.parse(remembered)).data
      const mapped = parsed && toMappedTable(heads, { ...parsed, headingRow: String(row) })
      if (mapped) return mapped
    }
    const rows = toTableRows(heads)
    const table = { rows, guess: guessOrderMapping(rows) }
    throw new ProblemError(error.problem, error.parameters, error.fields, { table })
  }
}

const isTable = (heads: readonly CsvRecord[]): boolean => heads.some(({ fields }) => fields.length > 1)
