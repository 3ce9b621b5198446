import type { CsvRecord } from '#server/imports/records.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import type { ImportResult } from '#shared/orders/import-views.ts'
import type { OrderMapping } from '#shared/orders/order-mapping.ts'
import { toTableRows } from '#shared/table-mapping.ts'

/** Number of orders of a table shown before its import. */
export const sampleSize = 5

/** The first orders of a table as its mapping reads them, and the mapping with the rows for which it can be changed. */
export const describeSample = (
  { columns, ...mapping }: OrderMapping,
  heads: readonly CsvRecord[],
  sample: readonly { line: number; draft: OrderDraft }[],
): NonNullable<ImportResult['mapped']> => ({
  table: { rows: toTableRows(heads), guess: { ...mapping, columns } },
  orders: sample.map(({ line, draft }) => ({
    line,
    order: draft.externalNumber,
    placedAt: draft.placedAt,
    customer: draft.customerName,
    items: draft.lines.map(({ quantity, name }) => ({ quantity, name })).slice(0, 3),
    itemCount: draft.lines.length,
    totalMinor: draft.totalMinor,
    currency: draft.currency,
    status: draft.status,
  })),
})
