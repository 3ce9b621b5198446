import type { OrderRecord } from '#server/db/schema/orders.ts'
import type * as store from '#server/self-check/orders/orders-store.ts'

/** How findings name an order. */
export const describeOrder = ({ number }: OrderRecord): string => `orders ${number}`

/** All rows of one order, or of all orders of a slice. */
export type RelatedRows = Awaited<ReturnType<typeof store.loadRelatedRows>>

const tables = {
  lines: 'order_lines',
  imports: 'order_imports',
  payments: 'payments',
  refunds: 'refunds',
  refundLines: 'refund_lines',
  disputes: 'disputes',
  shipments: 'shipments',
  shipmentLines: 'shipment_lines',
  contacts: 'customer_contacts',
  personalValues: 'event_personal_values',
  notes: 'order_notes',
  attachments: 'attachments',
  returns: 'returns',
  returnLines: 'return_lines',
  returnReceipts: 'return_receipts',
  issued: 'documents',
  tokens: 'order_tokens',
  events: 'events',
  entries: 'ledger_links',
  booked: 'ledger_postings',
  bookedDisputes: 'ledger_postings',
  disputeTaxes: 'ledger_entry_taxes',
  taxes: 'ledger_entry_taxes',
} as const satisfies Record<keyof RelatedRows, string>

const names = Object.keys(tables) as (keyof RelatedRows)[]

/** Groups the rows of a slice by order. `missing` has the orders that rows belong to although they do not exist, with a row of each. */
export function groupByOrder(
  all: RelatedRows,
  orderIds: ReadonlySet<string>,
): { relatedRowsOf: (orderId: string) => RelatedRows; missing: { table: string; key: string; orderId: string }[] } {
  const groups = new Map<string, RelatedRows>()
  const missing: { table: string; key: string; orderId: string }[] = []
  for (const name of names)
    for (const row of all[name]) {
      const { order_id } = row
      let group = groups.get(order_id)
      if (!group) groups.set(order_id, (group = { ...noRows }))
      if (group[name] === noRows[name]) group[name] = []
      ;(group[name] as unknown[]).push(row)
      if (!orderIds.has(order_id)) missing.push({ table: tables[name], key: keyOf(row), orderId: order_id })
    }
  return { relatedRowsOf: (id) => groups.get(id) ?? noRows, missing }
}

/** Most orders have rows in few tables. */
const noRows: RelatedRows = {
  lines: [],
  imports: [],
  payments: [],
  refunds: [],
  refundLines: [],
  disputes: [],
  shipments: [],
  shipmentLines: [],
  contacts: [],
  personalValues: [],
  notes: [],
  attachments: [],
  returns: [],
  returnLines: [],
  returnReceipts: [],
  issued: [],
  tokens: [],
  events: [],
  entries: [],
  booked: [],
  bookedDisputes: [],
  disputeTaxes: [],
  taxes: [],
}

function keyOf(row: RelatedRows[keyof RelatedRows][number]): string {
  if ('number' in row) return row.number
  if ('seq' in row) return String(row.seq)
  return 'id' in row ? row.id : row.order_id
}
