import { hashLink } from '#server/hash-chain.ts'
import type { CsvRecord } from '#server/imports/records.ts'

/** So many rows are looked at for headings: programs put titles above them. */
export const maxHeadingRows = 20

/** Identifies tables with the same headings. */
export const hashHeadings = ({ fields }: Pick<CsvRecord, 'fields'>): string =>
  hashLink(
    '',
    fields.map((field) => field.trim()),
  )
