import { hashLink } from '#server/db/hash-chain.ts'
import type { CsvRecord } from '#server/imports/records.ts'
import { invalidInput } from '#shared/problem.ts'

/** Number of rows searched for headings, because programs put titles above them. */
export const maxHeadingRows = 20

/** Identifies tables with the same headings. */
export const hashHeadings = ({ fields }: Pick<CsvRecord, 'fields'>): string =>
  hashLink(
    '',
    fields.map((field) => field.trim()),
  )

/** A table that a mapping describes. Throws `invalid-input` where there is no such row of headings, or no such column in it. */
export function requireMapped<
  Table extends { found: { columns: ReadonlyMap<string, number> }; header: readonly string[] },
>(table: Table | undefined): Table {
  if (!table) throw invalidInput({ pointer: '/mapping/headingRow', reason: 'choice' })
  const missing = [...table.found.columns].find(([, column]) => column >= table.header.length)
  if (missing) throw invalidInput({ pointer: `/mapping/columns/${missing[0]}`, reason: 'choice' })
  return table
}
