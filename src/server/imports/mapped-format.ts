import type { RecognizedTable } from '#server/imports/order-formats.ts'
import { chineseStatuses } from '#server/imports/chinese-shops.ts'
import type { CsvRecord } from '#server/imports/records.ts'
import type { TableStatus } from '#server/imports/table-format.ts'
import { isFurtherTableItem, readTableOrder } from '#server/imports/table-order.ts'
import { wooCommerceStatuses } from '#server/imports/woocommerce.ts'
import { mappedFields, type OrderMapping } from '#shared/orders/order-mapping.ts'

/** Words that other shops and marketplaces use. */
const statuses: Readonly<Record<string, TableStatus>> = {
  ...chineseStatuses,
  ...wooCommerceStatuses,
  'new': 'unpaid',
  'open': 'unpaid',
  'unpaid': 'unpaid',
  'awaiting payment': 'unpaid',
  'paid': 'paid',
  'confirmed': 'paid',
  'unshipped': 'paid',
  'unfulfilled': 'paid',
  'awaiting shipment': 'paid',
  'shipped': 'shipped',
  'dispatched': 'shipped',
  'fulfilled': 'shipped',
  'delivered': 'shipped',
  'complete': 'shipped',
  'closed': 'shipped',
  'cancel': 'cancelled',
  'void': 'cancelled',
  'voided': 'cancelled',
  'returned': 'refunded',
  'offen': 'unpaid',
  'bezahlt': 'paid',
  'in bearbeitung': 'paid',
  'versendet': 'shipped',
  'versandt': 'shipped',
  'verschickt': 'shipped',
  'zugestellt': 'shipped',
  'abgeschlossen': 'shipped',
  'storniert': 'cancelled',
  'erstattet': 'refunded',
}

/** The columns that a person chose for the table with these first records. Undefined if it has no such row. */
export function toMappedTable(heads: readonly CsvRecord[], mapping: OrderMapping): RecognizedTable | undefined {
  const headingRow = Number(mapping.headingRow)
  const header = heads[headingRow]?.fields
  if (!header) return undefined
  const chosen = mappedFields.flatMap((field) => {
    const column = mapping.columns[field]
    return column === undefined ? [] : [[field, Number(column)] as const]
  })
  const found = {
    columns: new Map<string, number>(chosen),
    labels: new Map(chosen.map(([field, at]) => [field, header[at]?.trim() || field])),
    ...{ missing: [], repeated: [], share: 1 },
  }
  const { source, assumedStatus, dayOrder, decimalMark, currency } = mapping
  const definition = { source, headings: {}, required: [], statuses, assumedStatus }
  return {
    format: {
      ...{ source, orderColumn: 'number' },
      needsCurrency: () => !found.columns.has('currency') && currency === undefined,
      findColumns: () => found,
      notation: { dayOrder, decimalMark, ...(currency !== undefined && { currency }) },
      isFurtherItem: isFurtherTableItem,
      read: (rows, options) => readTableOrder(rows, definition, options),
    },
    ...{ found, header, headingRow },
    mapping,
  }
}
