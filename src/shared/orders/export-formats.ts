import type { ColumnId } from '#shared/list/list.ts'
import type { ordersList } from '#shared/orders/list.ts'

/** Files of orders: for spreadsheets, as text for Excel, or as text for other programs. */
export const orderExportFormats = ['xlsx', 'excel', 'csv'] as const

/** What a row of a file is: an order, or a line of one, of which shipping is one, too. */
export const orderExportRows = ['orders', 'lines'] as const

/** To whom and where an order is sent: only for users who may see personal data, and only in files that ask for it. */
export const recipientColumns = [
  'recipient',
  'recipientCompany',
  'recipientPhone',
  'street',
  'city',
  'province',
  'postcode',
  'country',
] as const
export type RecipientColumn = (typeof recipientColumns)[number]

/** The columns of orders that files can have, in the order of a file with all of them. */
export const orderExportColumns = [
  'number',
  'source',
  'shopNumber',
  'externalId',
  'placedAt',
  'status',
  'payment',
  'fulfillment',
  'customer',
  'place',
  ...recipientColumns,
  'items',
  'currency',
  'goods',
  'discount',
  'shipping',
  'tax',
  'taxIncluded',
  'total',
  'captured',
  'refunded',
  'paymentMethod',
  'paymentReference',
  'carrier',
  'trackingNumber',
  'shippedAt',
  'assignee',
  'tags',
] as const
export type OrderExportColumn = (typeof orderExportColumns)[number]

export const isRecipientColumn = (name: OrderExportColumn): name is RecipientColumn =>
  (recipientColumns as readonly string[]).includes(name)

/** What those who pack need of an order. */
export const packingColumns: readonly OrderExportColumn[] = [
  'number',
  'shopNumber',
  ...recipientColumns,
  'items',
  'tags',
]

/** What is looked up beside the rows of the list, for the files that ask for it. */
export const detailColumns = [
  'goods',
  'discount',
  'shipping',
  'tax',
  'taxIncluded',
  'paymentMethod',
  'paymentReference',
  'carrier',
  'trackingNumber',
  'shippedAt',
  ...recipientColumns,
] as const satisfies OrderExportColumn[]
export type DetailColumn = (typeof detailColumns)[number]

const isDetail = (name: OrderExportColumn): boolean => (detailColumns as readonly string[]).includes(name)

/** The columns of a file that asks for none. */
export const defaultExportColumns = orderExportColumns.filter((name) => name !== 'externalId' && !isDetail(name))

/** The columns of each line, after those of its order. */
export const lineExportColumns = [
  'line',
  'sku',
  'product',
  'quantity',
  'shippedQuantity',
  'returnedQuantity',
  'unitPrice',
  'lineDiscount',
  'lineTotal',
  'taxRate',
  'lineTax',
] as const
export type LineExportColumn = (typeof lineExportColumns)[number]

/** Of the order of each line, where a file asks for no columns. */
const defaultOfLines: readonly OrderExportColumn[] = [
  'number',
  'source',
  'shopNumber',
  'placedAt',
  'status',
  'fulfillment',
  'customer',
  'place',
]

/** Amounts and counts of an order would be counted once for each of its lines. */
const ofWholeOrder: readonly OrderExportColumn[] = [
  'items',
  'goods',
  'discount',
  'shipping',
  'tax',
  'total',
  'captured',
  'refunded',
]

/** The columns of orders in a file with a row for each line: those that were chosen and make sense there. What its amounts are in follows. */
export const toColumnsOfLines = (chosen: readonly OrderExportColumn[] = defaultOfLines): OrderExportColumn[] => [
  ...chosen.filter((name) => ![...ofWholeOrder, 'currency', 'taxIncluded'].includes(name)),
  'currency',
  'taxIncluded',
]

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
