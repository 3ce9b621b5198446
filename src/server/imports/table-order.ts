import { deriveStatus } from '#server/imports/derive-status.ts'
import type { ReadOptions } from '#server/imports/order-format.ts'
import type { ImportMessages, Row } from '#server/imports/row.ts'
import { maxLengths } from '#server/imports/import-limits.ts'
import { readTableAddress, readTableName } from '#server/imports/table-address.ts'
import { isTotalsWord } from '#server/imports/totals-words.ts'
import type { TableDefinition } from '#server/imports/table-format.ts'
import { readTableMoney } from '#server/imports/table-money.ts'
import { readTablePayment, readTableStatus } from '#server/imports/table-payment.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import type { TableField } from '#shared/orders/table-fields.ts'

/** Reads one order of a table: the first row holds the order's fields, and each row is one item. Throws a `RowError`. */
export function readTableOrder(
  rows: readonly Row[],
  definition: TableDefinition,
  { messages, currency: given }: ReadOptions,
): OrderDraft {
  const { source, shippedWords = [] } = definition
  const [first] = rows
  if (!first) throw new Error('An order has a row')
  assertConsistentRows(rows, first, messages)
  if (isTotalsWord(first.raw('number'))) throw first.error(messages.refused.totals)
  const further = rows.find((row) => row.raw('number') === '')
  // Only the total proves that the row is an item of this order.
  if (further && !first.has('total')) throw further.error(messages.refused.missingName(further.label('number')))
  const status = readTableStatus(first, definition, messages)
  const currency = first.has('currency') ? first.currency('currency') : given
  const money = readTableMoney(rows, currency, messages)
  const placedAt = first.requiredLocalTime('placedAt')
  const times = [placedAt, ...timeFields.map((field) => first.localTime(field) ?? 0)]
  const latest = Math.max(...times)
  const paid = readTablePayment(rows, status, { ...money, currency, placedAt, latest }, messages)
  const cancelledAt = status === 'cancelled' ? latest : null
  const isShipped = (row: Row | undefined): boolean =>
    row !== undefined &&
    status !== 'cancelled' &&
    (status === 'shipped' || shippedWords.includes(row.raw('itemShipping').toLowerCase()))
  const lines = money.lines.map((line, index) =>
    isShipped(rows[index]) && line.requiresShipping ? { ...line, shippedQuantity: line.quantity } : line,
  )
  const hasShipped = lines.some(({ shippedQuantity }) => shippedQuantity > 0)
  if (status === 'partly-shipped' && !hasShipped) throw first.error(messages.refused.partlyShippedOrder)
  return {
    source,
    externalId: first.id(first.has('id') ? 'id' : 'number'),
    externalNumber: first.id('number'),
    status: deriveStatus(cancelledAt, money.totalMinor, lines, paid),
    currency,
    subtotalMinor: money.subtotalMinor,
    shippingMinor: money.shippingMinor,
    taxMinor: money.taxMinor,
    taxesIncluded: money.taxesIncluded,
    totalMinor: money.totalMinor,
    authorizedMinor: 0,
    placedAt,
    cancelledAt,
    customerName: readTableName(first, 'customerName', 'firstName', 'lastName') || readShippingName(first),
    email: first.text('email', maxLengths.email),
    phone: first.number('phone', maxLengths.place) || first.number('shippingPhone', maxLengths.place),
    note: first.lines('note', maxLengths.note),
    shippingMethod: first.text('shippingMethod', maxLengths.place),
    discountCode: first.text('discountCode', maxLengths.place),
    shippingAddress: readTableAddress(first, 'shipping', readShippingName(first)),
    billingAddress: readTableAddress(first, 'billing', readTableName(first, 'customerName', 'firstName', 'lastName')),
    lines,
    ...paid,
    shippedAt: hasShipped ? (first.localTime('shippedAt') ?? first.localTime('completedAt') ?? latest) : null,
  }
}

/** Programs merge the cells that all items of an order share, or fill in only those of its first row. A row with a text alone is a note. */
export const isFurtherTableItem = (row: Row, first: Row): boolean =>
  ['', first.raw('placedAt')].includes(row.raw('placedAt')) &&
  row.raw('itemName') !== '' &&
  !isTotalsWord(row.raw('itemName')) &&
  (['quantity', 'unitPrice', 'itemTotal'] as const).some((column) => row.raw(column) !== '')

const readShippingName = (row: Row): string =>
  readTableName(row, 'shippingName', 'shippingFirstName', 'shippingLastName')

const timeFields = ['paidAt', 'shippedAt', 'completedAt'] as const satisfies readonly TableField[]

/** Fields of the order as a whole: all its rows must agree on them. */
const orderLevelFields = [
  'id',
  'status',
  'currency',
  'total',
  'discount',
  'shipping',
  'fees',
  'tax',
  'refunded',
  'placedAt',
  'paidAt',
] as const satisfies readonly TableField[]

function assertConsistentRows(rows: readonly Row[], first: Row, messages: ImportMessages): void {
  for (const row of rows.slice(1))
    for (const field of orderLevelFields) {
      const [one, other] = [first.raw(field), row.raw(field)]
      if (other !== '' && other !== one)
        throw row.error(messages.refused.contradiction(row.label(field), one, other, first.line))
    }
}
