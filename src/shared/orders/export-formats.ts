import type { ColumnId } from '#shared/list/list.ts'
import type { ordersList } from '#shared/orders/list.ts'

/** Files of orders: for spreadsheets, as text for Excel, or as text for other programs. */
export const orderExportFormats = ['xlsx', 'excel', 'csv'] as const

/** The columns that files of orders can have, in the order of a file with all of them. */
export const orderExportColumns = [
  'number',
  'source',
  'shopNumber',
  'placedAt',
  'status',
  'payment',
  'fulfillment',
  'customer',
  'place',
  'items',
  'currency',
  'total',
  'captured',
  'refunded',
  'assignee',
  'tags',
] as const
export type OrderExportColumn = (typeof orderExportColumns)[number]

/** Names of columns separated by commas; undefined if one is not known or comes twice. */
export function parseExportColumns(text: string): OrderExportColumn[] | undefined {
  const names = text.split(',').map((name) => name.trim() as OrderExportColumn)
  const areKnown = names.every((name, index) => orderExportColumns.includes(name) && names.indexOf(name) === index)
  return areKnown ? names : undefined
}

const columnsByListColumn = {
  select: [],
  number: ['number'],
  shopNumber: ['shopNumber'],
  placed: ['placedAt'],
  customer: ['customer'],
  items: ['items'],
  status: ['status'],
  payment: ['payment'],
  fulfillment: ['fulfillment'],
  total: ['total', 'currency'],
  source: ['source'],
  place: ['place'],
  assignee: ['assignee'],
} as const satisfies Record<ColumnId<typeof ordersList>, readonly OrderExportColumn[]>

/** The columns of a file that has those of the list, in their order. */
export const toExportColumns = (ids: readonly ColumnId<typeof ordersList>[]): string =>
  ids.flatMap((id): readonly OrderExportColumn[] => columnsByListColumn[id]).join()
