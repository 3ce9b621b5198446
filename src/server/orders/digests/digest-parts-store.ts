import { type RawBuilder, sql } from 'kysely'

/** A table whose rows belong to orders, with the order of the rows of one order. */
export interface Part {
  table: string
  orderBy: readonly string[]
  /** How rows are found by the id of an order; without it, it is their column `order_id`. */
  from?: { tables: RawBuilder<unknown>; orderId: string; condition?: RawBuilder<unknown> }
  /** Another table that says which rows are those of an order. */
  foundBy?: string
}

/** The tables into which an order is imported. */
const importedParts = {
  order: { table: 'orders', orderBy: [], from: { tables: sql`orders`, orderId: 'orders.id' } },
  lines: { table: 'order_lines', orderBy: ['position'] },
  imports: { table: 'order_imports', orderBy: ['revision'] },
  payments: { table: 'payments', orderBy: ['number'] },
  refunds: { table: 'refunds', orderBy: ['number'] },
  shipments: { table: 'shipments', orderBy: ['number'] },
  shipmentLines: { table: 'shipment_lines', orderBy: ['shipment_id', 'line_id'] },
  contacts: { table: 'customer_contacts', orderBy: ['contact'] },
  tokens: { table: 'order_tokens', orderBy: ['token'] },
  // Entries never change, which their hashes prove.
  links: {
    table: 'ledger_links',
    orderBy: ['entry_seq'],
    from: { tables: sql`ledger_links`, orderId: 'ledger_links.object_id', condition: sql`ledger_links.type = 'order'` },
  },
  taxes: {
    table: 'ledger_entry_taxes',
    orderBy: ['entry_seq', 'tax_rate'],
    foundBy: 'ledger_links',
    from: {
      tables: sql`ledger_links as link join ledger_entry_taxes on ledger_entry_taxes.entry_seq = link.entry_seq`,
      orderId: 'link.object_id',
      condition: sql`link.type = 'order'`,
    },
  },
} as const satisfies Record<string, Part>

/** The tables in which only orders have rows that have changed since. */
const laterParts = {
  notes: { table: 'order_notes', orderBy: ['id'] },
  refundLines: {
    table: 'refund_lines',
    orderBy: ['refund_id', 'line_id'],
    foundBy: 'refunds',
    from: {
      tables: sql`refunds join refund_lines on refund_lines.refund_id = refunds.id`,
      orderId: 'refunds.order_id',
    },
  },
  disputes: { table: 'disputes', orderBy: ['number'] },
  returns: { table: 'returns', orderBy: ['number'] },
  returnLines: { table: 'return_lines', orderBy: ['return_id', 'line_id'] },
  returnReceipts: { table: 'return_receipts', orderBy: ['id'] },
  documents: { table: 'documents', orderBy: ['number'] },
} as const satisfies Record<string, Part>

export const parts = { ...importedParts, ...laterParts }

export type PartName = keyof typeof parts

export const importedNames = Object.keys(importedParts) as (keyof typeof importedParts)[]
export const laterNames = Object.keys(laterParts) as (keyof typeof laterParts)[]
export const partNames = [...importedNames, ...laterNames]

/** The parts whose rows may be others after these tables were written to. */
export const listPartsOf = (tables: ReadonlySet<string>): PartName[] =>
  partNames.filter((name) => {
    const { table, foundBy = table }: Part = parts[name]
    return tables.has(table) || tables.has(foundBy)
  })

/** The rows of a table with the column `order_id`. */
export const ownRows = (table: string): NonNullable<Part['from']> => ({
  tables: sql.table(table),
  orderId: `${table}.order_id`,
})
