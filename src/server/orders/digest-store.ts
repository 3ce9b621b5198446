import { type CachedQuery, cachedQuery } from '#server/db/cached-query.ts'
import type { Db } from '#server/db/database.ts'
import { describeTables } from '#server/db/tables.ts'
import { type RawBuilder, sql } from 'kysely'

/** Orders with an id above `after` and not above `through`; null is no limit. */
export interface OrderRange {
  after: string | null
  through: string | null
}

/** All rows that an order has in a table as one text, and how many they are. */
interface OrderText {
  order_id: string
  text: string
  rows: number
}

/** A table whose rows belong to orders, with the order of the rows of one order. */
interface Part {
  table: string
  orderBy: readonly string[]
  /** How rows are found by the id of an order; without it, it is their column `order_id`. */
  from?: { tables: RawBuilder<unknown>; orderId: string; condition: RawBuilder<unknown> }
}

/** The tables into which an order is imported. What staff add later is in others. */
export const parts = {
  order: { table: 'orders', orderBy: [], from: { tables: sql`orders`, orderId: 'orders.id', condition: sql`1 = 1` } },
  lines: { table: 'order_lines', orderBy: ['position'] },
  imports: { table: 'order_imports', orderBy: ['revision'] },
  payments: { table: 'payments', orderBy: ['number'] },
  refunds: { table: 'refunds', orderBy: ['number'] },
  shipments: { table: 'shipments', orderBy: ['number'] },
  shipmentLines: {
    table: 'shipment_lines',
    orderBy: ['shipment_id', 'line_id'],
    from: {
      tables: sql`shipments join shipment_lines on shipment_lines.shipment_id = shipments.id`,
      orderId: 'shipments.order_id',
      condition: sql`1 = 1`,
    },
  },
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
    from: {
      tables: sql`ledger_links as link join ledger_entry_taxes on ledger_entry_taxes.entry_seq = link.entry_seq`,
      orderId: 'link.object_id',
      condition: sql`link.type = 'order'`,
    },
  },
} as const satisfies Record<string, Part>

export type PartName = keyof typeof parts

/** The rows of a part of the orders of a range. */
export async function listTexts(db: Db, name: PartName, { after, through }: OrderRange): Promise<OrderText[]> {
  const query = queries.get(name) ?? (await createQuery(name))
  queries.set(name, query)
  return query(db, [after ?? '', through ?? afterAllIds])
}

/** An order has some thirty tokens, without line breaks and all with its time: joining them as they are takes half of the time. */
const listTokens = cachedQuery((db) =>
  sql<OrderText>`
    select order_id, count(*) as rows, concat_ws('|',
      string_agg(token, cast(${sql.lit('\n')} as text)), min(placed_at), max(placed_at), count(*)
    ) as text from (
      select orders.id as order_id, token, order_tokens.placed_at from orders cross join order_tokens
      where orders.id > ${''} and orders.id <= ${''} and order_key = orders.key
      order by orders.id, token
    ) as sorted group by order_id`.compile(db),
)

const queries = new Map<PartName, CachedQuery<OrderText>>([['tokens', listTokens]])

/** Sorts after every id. */
const afterAllIds = '\u{10ffff}'

async function createQuery(name: PartName): Promise<CachedQuery<OrderText>> {
  const { table, orderBy, from = ownRows(parts[name].table) }: Part = parts[name]
  const description = (await describeTables()).find((each) => each.name === table)
  if (!description) throw new Error(`There is no table ${table}`)
  const { columns, integerColumns } = description
  const values = columns
    .filter((column) => `${table}.${column}` !== from.orderId)
    .map((column) => toText(`${table}.${column}`, integerColumns.includes(column)))
  const order = sql.join(
    [from.orderId, ...orderBy.map((column) => `${table}.${column}`)].map((column) => sql.ref(column)),
  )
  // Sorted by a key, which takes less time than sorting in the aggregate.
  return cachedQuery((db) =>
    sql<OrderText>`
      select order_id, string_agg(row_text, cast(${sql.lit('\n')} as text)) as text, count(*) as rows from (
        select ${sql.ref(from.orderId)} as order_id, concat_ws('|', ${sql.join(values)}) as row_text
        from ${from.tables}
        where ${sql.ref(from.orderId)} > ${''} and ${sql.ref(from.orderId)} <= ${''} and ${from.condition}
        order by ${order}
      ) as sorted group by order_id`.compile(db),
  )
}

const ownRows = (table: string): NonNullable<Part['from']> => ({
  tables: sql.table(table),
  orderId: `${table}.order_id`,
  condition: sql`1 = 1`,
})

/** A value so that no other values of a row read the same: texts follow their length in bytes, -1 for null. */
function toText(column: string, isInteger: boolean): RawBuilder<unknown> {
  const value = sql.ref(column)
  return isInteger ? sql`coalesce(cast(${value} as text), '-')` : sql`coalesce(octet_length(${value}), -1), ${value}`
}

/** Of these tables only orders that changed since their import have rows, as of `refund_lines` and `event_personal_values`. */
export const laterTables = [
  'order_notes',
  'attachments',
  'returns',
  'return_lines',
  'return_receipts',
  'documents',
] as const

/** The orders of a range that have rows of which an import writes none. */
export async function listExtended(db: Db, { after, through }: OrderRange): Promise<string[]> {
  const ends = [after ?? '', through ?? afterAllIds]
  const rows = await findExtended(db, Array.from({ length: laterTables.length + 2 }, () => ends).flat())
  return rows.map(({ order_id }) => order_id)
}

const findExtended = cachedQuery((db) => {
  const own = laterTables.map(
    (table) => sql`select order_id from ${sql.table(table)} where order_id > ${''} and order_id <= ${''}`,
  )
  const refunded = sql`
    select refunds.order_id from refunds join refund_lines on refund_lines.refund_id = refunds.id
    where refunds.order_id > ${''} and refunds.order_id <= ${''}`
  const recorded = sql`
    select object_id from events join event_personal_values on event_id = events.id
    where object_type = 'order' and object_id > ${''} and object_id <= ${''}`
  return sql<{ order_id: string }>`${sql.join([...own, refunded, recorded], sql` union all `)}`.compile(db)
})
