import type { OrderLineRecord, OrderRecord } from '#server/db/schema/orders.ts'
import type { OrderColumns } from '#server/orders/store.ts'
import type { FieldChange } from '#shared/events/views.ts'
import { diffFields, type Fields, type FieldValue, listLineIds, valueOf } from '#shared/orders/fields.ts'
import type { OrderLine, OrderView } from '#shared/orders/views.ts'

/**
 * The columns of orders and lines that events record when they change, with the names that the fields have in the view. Statuses of
 * payment and fulfillment, captured and refunded amounts are derived from documents, so they are not recorded.
 */
const orderFields = {
  status: 'status',
  hold_reason: 'holdReason',
  hold_until: 'holdUntil',
  cancelled_at: 'cancelledAt',
  cancel_reason: 'cancelReason',
  archived: 'isArchived',
  customer_name: 'customerName',
  email: 'email',
  phone: 'phone',
  note: 'note',
  customer_number: 'customerNumber',
  shipping_method: 'shippingMethod',
  discount_code: 'discountCode',
  place: 'place',
  item_count: 'itemCount',
  subtotal_minor: 'subtotalMinor',
  discount_minor: 'discountMinor',
  shipping_minor: 'shippingMinor',
  tax_minor: 'taxMinor',
  taxes_included: 'taxesIncluded',
  tax_lines: 'taxLines',
  shipping_tax_rate: 'shippingTaxRate',
  shipping_tax_minor: 'shippingTaxMinor',
  total_minor: 'totalMinor',
  authorized_minor: 'authorizedMinor',
} as const satisfies Partial<Record<keyof OrderColumns, keyof OrderView>>

/** Columns with a JSON object, whose properties are fields of their own. */
const addressFields = {
  shipping_address: 'shippingAddress',
  billing_address: 'billingAddress',
} as const satisfies Partial<Record<keyof OrderColumns, keyof OrderView>>

const lineFields = {
  position: 'position',
  sku: 'sku',
  name: 'name',
  quantity: 'quantity',
  requires_shipping: 'requiresShipping',
  unit_price_minor: 'unitPriceMinor',
  discount_minor: 'discountMinor',
  tax_rate: 'taxRate',
  tax_minor: 'taxMinor',
  tax_is_derived: 'isTaxDerived',
} as const satisfies Partial<Record<keyof OrderLineRecord, keyof OrderLine>>

const orderFieldNames: ReadonlySet<string> = new Set(Object.values(orderFields))

/** Whether a field in the changes of an event is one of the order itself, and not of a document of it. */
export const isOrderField = (field: string): boolean =>
  orderFieldNames.has(field) || /^(shippingAddress|billingAddress|lines)[.]/.test(field)

/** The columns of a line that events record. */
export type RecordedLine = Pick<OrderLineRecord, 'id' | keyof typeof lineFields>

type RecordedOrder = Pick<OrderRecord, keyof typeof orderFields | keyof typeof addressFields>

const columnsOf = <Column extends string>(fields: Record<Column, string>): Column[] => Object.keys(fields) as Column[]
const orderColumns = columnsOf(orderFields)
const addressColumns = columnsOf(addressFields)
const lineColumns = columnsOf(lineFields)
const recordedColumns: ReadonlySet<string> = new Set([...orderColumns, ...addressColumns])

/** The recorded fields of an order, or of some of its columns, and of lines. */
export function toFields(order: Partial<RecordedOrder>, lines: readonly RecordedLine[]): Fields {
  const fields = new Map<string, FieldValue>()
  const set = (field: string, value: FieldValue): void => void (value !== null && fields.set(field, value))
  for (const column of orderColumns) set(orderFields[column], order[column] ?? null)
  for (const column of addressColumns)
    for (const [name, value] of Object.entries(JSON.parse(order[column] ?? '{}') as Record<string, string>))
      set(`${addressFields[column]}.${name}`, value)
  for (const line of lines)
    for (const column of lineColumns) set(`lines.${line.id}.${lineFields[column]}`, line[column])
  return fields
}

/** The columns and lines with these fields: the reverse of `toFields`. `order` gives the names in the addresses and their order. */
export function fromFields(fields: Fields, order: RecordedOrder): { columns: RecordedOrder; lines: RecordedLine[] } {
  const columns: Record<string, FieldValue> = {}
  for (const column of orderColumns) columns[column] = valueOf(fields, orderFields[column])
  for (const column of addressColumns) {
    const names = Object.keys(JSON.parse(order[column]) as object)
    const address = names.map((name) => [name, valueOf(fields, `${addressFields[column]}.${name}`)])
    columns[column] = JSON.stringify(Object.fromEntries(address))
  }
  const lines = listLineIds(fields).map((id) => {
    const values = lineColumns.map((column) => [column, valueOf(fields, `lines.${id}.${lineFields[column]}`)])
    return { id, ...Object.fromEntries(values) } as RecordedLine
  })
  return {
    columns: columns as unknown as RecordedOrder,
    lines: lines.toSorted((a, b) => a.position - b.position),
  }
}

/** The columns of an order that change with these fields of it; lines have none of them. */
export function toColumns(values: Fields, order: RecordedOrder): Partial<RecordedOrder> {
  const columns: Record<string, FieldValue> = {}
  for (const column of orderColumns) {
    const value = values.get(orderFields[column])
    if (value !== undefined) columns[column] = value
  }
  for (const column of addressColumns) {
    const address = JSON.parse(order[column]) as Record<string, FieldValue>
    const fieldOf = (name: string): string => `${addressFields[column]}.${name}`
    const changed = Object.keys(address).filter((name) => values.has(fieldOf(name)))
    for (const name of changed) address[name] = valueOf(values, fieldOf(name))
    if (changed.length > 0) columns[column] = JSON.stringify(address)
  }
  return columns as Partial<RecordedOrder>
}

interface Changed {
  columns: Partial<OrderColumns>
  lines?: { before: readonly RecordedLine[]; after: readonly RecordedLine[] } | undefined
}

/** The columns of documents that change after they were created, by table. */
export const documentFields = {
  shipments: {
    carrier: 'carrier',
    tracking_number: 'trackingNumber',
    delivered_at: 'deliveredAt',
    cancelled_at: 'cancelledAt',
    cancel_reason: 'cancelReason',
  },
} as const

export type DocumentTable = keyof typeof documentFields
/** The values of a document's columns that change. */
export type DocumentColumns<Table extends DocumentTable> = Partial<
  Record<keyof (typeof documentFields)[Table], FieldChange['to']>
>

/** The name of a document's field in the changes of an order: `shipments.SH260301-00001.carrier`. */
export const toDocumentField = (table: DocumentTable, number: string, field: string): string =>
  `${table}.${number}.${field}`

/** The columns of a document that differ. */
export const listDocumentChanges = <Table extends DocumentTable>(
  table: Table,
  before: { number: string } & DocumentColumns<Table>,
  columns: DocumentColumns<Table>,
): FieldChange[] =>
  Object.entries<string>(documentFields[table]).flatMap(([column, field]) => {
    const [from = null, to] = [before[column as never], columns[column as never]] as FieldChange['to'][]
    return to === undefined || to === from ? [] : [{ field: toDocumentField(table, before.number, field), from, to }]
  })

/** The recorded fields that differ. */
export function listChanges(order: OrderRecord, { columns, lines }: Changed): FieldChange[] {
  const changed = pickChanged(order, columns)
  const before = pickColumns(order, Object.keys(changed) as (keyof OrderColumns)[])
  const [linesBefore, linesAfter] = lines ? pickChangedLines(lines) : [[], []]
  return diffFields(toFields(before, linesBefore), toFields(changed, linesAfter))
}

/** Whether a recorded field differs. */
export const hasChanges = (order: OrderRecord, { columns, lines }: Changed): boolean =>
  Object.keys(pickChanged(order, columns)).some((column) => recordedColumns.has(column)) ||
  (lines !== undefined && pickChangedLines(lines).flat().length > 0)

/** The columns with another value than the order has. */
export const pickChanged = (order: OrderRecord, columns: Partial<OrderColumns>): Partial<OrderColumns> =>
  pickColumns(
    columns,
    (Object.keys(columns) as (keyof OrderColumns)[]).filter((column) => columns[column] !== order[column]),
  )

const pickColumns = (columns: Partial<OrderColumns>, names: readonly (keyof OrderColumns)[]): Partial<OrderColumns> =>
  Object.fromEntries(names.map((name) => [name, columns[name]]))

/** The lines that are not the same before and after. */
function pickChangedLines({ before, after }: NonNullable<Changed['lines']>): [RecordedLine[], RecordedLine[]] {
  const [stored, changed] = [before, after].map((lines) => new Map(lines.map((line) => [line.id, line])))
  const isChanged = ({ id }: RecordedLine): boolean => {
    const [one, other] = [stored?.get(id), changed?.get(id)]
    return !one || !other || lineColumns.some((column) => one[column] !== other[column])
  }
  return [before.filter(isChanged), after.filter(isChanged)]
}
