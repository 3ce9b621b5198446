import { toCsv } from '#client/orders/import/csv.ts'
import type { RefusedOrder } from '#shared/orders/import-views.ts'

/** The rejected orders of an import as CSV. */
export const refusedOrdersCsv = (
  refused: readonly RefusedOrder[],
  head: { line: string; order: string; reason: string },
): string =>
  toCsv([
    [head.line, head.order, head.reason],
    ...refused.map(({ line, order, reason }) => [String(line), order, reason]),
  ])
