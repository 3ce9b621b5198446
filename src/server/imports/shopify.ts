import type { ImportMessages, Row } from '#server/imports/row.ts'
import { maxLengths } from '#server/imports/import-limits.ts'
import { readMoney } from '#server/imports/shopify-money.ts'
import { readPayment } from '#server/imports/shopify-payment.ts'
import { deriveStatus } from '#server/imports/derive-status.ts'
import type { OrderFormat } from '#server/imports/order-format.ts'
import { findShopifyColumns, orderLevelColumns, taxColumns } from '#server/imports/shopify-columns.ts'
import type { DraftLine, OrderDraft } from '#shared/orders/draft.ts'
import { findTaxRate, type TaxLine } from '#shared/orders/tax-lines.ts'
import { add } from '#shared/money.ts'
import type { Address } from '#shared/orders/views.ts'

/** The `source` of orders imported from Shopify's export. */
const source = 'shopify'

/** Shopify's order export: the first row of an order holds its fields, and each row is one line. */
export const shopify: OrderFormat = {
  source,
  orderColumn: 'Name',
  needsCurrency: () => false,
  findColumns: findShopifyColumns,
  read: (rows, { messages }) => readShopifyOrder(rows, messages),
}

const fulfillmentStatuses = ['fulfilled', 'partial', 'unfulfilled', 'restocked', ''] as const
const lineStatuses = ['fulfilled', 'partial', 'pending', 'unfulfilled', 'restocked', ''] as const

function readShopifyOrder(rows: readonly Row[], messages: ImportMessages): OrderDraft {
  const [first] = rows
  if (!first) throw new Error('An order has a row')
  assertConsistentRows(rows, first, messages)
  const currency = first.currency('Currency')
  const fulfillment = first.choice('Fulfillment Status', fulfillmentStatuses)
  const lines = rows.map((row) => readLine(row, currency, fulfillment, messages))
  if (fulfillment === 'partial' && lines.every(({ shippedQuantity }) => shippedQuantity === 0))
    throw first.error(messages.refused.nothingShipped)
  const money = readMoney(first, lines, currency, messages)
  const placedAt = first.requiredTime('Created at')
  const times = [placedAt, first.time('Paid at'), first.time('Fulfilled at'), first.time('Cancelled at')]
  // The export has no refund time, and cancellation or shipping times can be missing: the latest known time is never too early.
  const latest = Math.max(...times.map((at) => at ?? 0))
  const paid = readPayment(first, money.totalMinor, currency, latest, messages)
  const cancelledAt = paid.voided || first.time('Cancelled at') !== null ? (first.time('Cancelled at') ?? latest) : null
  const shipped = money.lines.some(({ shippedQuantity }) => shippedQuantity > 0)
  return {
    source,
    externalId: first.id('Id'),
    externalNumber: first.key('Name'),
    status: deriveStatus(cancelledAt, money.totalMinor, money.lines, paid),
    currency,
    subtotalMinor: money.subtotalMinor,
    shippingMinor: money.shippingMinor,
    taxMinor: money.taxMinor,
    taxesIncluded: money.taxesIncluded,
    ...readTaxLines(first, money.taxMinor, currency),
    totalMinor: money.totalMinor,
    authorizedMinor: paid.authorizedMinor,
    placedAt,
    cancelledAt,
    customerName: first.text('Billing Name', maxLengths.name) || first.text('Shipping Name', maxLengths.name),
    email: first.text('Email', maxLengths.email),
    phone: readPhone(first, 'Phone') || readPhone(first, 'Shipping Phone') || readPhone(first, 'Billing Phone'),
    note: first.lines('Notes', maxLengths.note),
    shippingMethod: first.text('Shipping Method', maxLengths.place),
    discountCode: first.text('Discount Code', maxLengths.place),
    shippingAddress: readAddress(first, 'Shipping'),
    billingAddress: readAddress(first, 'Billing'),
    lines: money.lines,
    payment: paid.payment,
    refund: paid.refund,
    shippedAt: shipped ? (first.time('Fulfilled at') ?? latest) : null,
  }
}

/** The taxes that the file names, with the rest of the tax as one without a rate; none where they are more than the tax. */
function readTaxLines(row: Row, taxMinor: number, currency: string): Pick<OrderDraft, 'taxLines'> {
  const named = taxColumns.flatMap(({ name, value }): TaxLine[] => {
    const [text, amountMinor] = [row.text(name, maxLengths.name), row.amount(value, currency)]
    return amountMinor === 0 ? [] : [{ name: text, rate: findTaxRate(text), amountMinor }]
  })
  const restMinor = taxMinor - add(...named.map(({ amountMinor }) => amountMinor))
  if (named.length === 0 || restMinor < 0) return {}
  return { taxLines: restMinor === 0 ? named : [...named, { name: '', rate: '', amountMinor: restMinor }] }
}

function assertConsistentRows(rows: readonly Row[], first: Row, messages: ImportMessages): void {
  for (const row of rows.slice(1))
    for (const column of orderLevelColumns) {
      const other = row.raw(column)
      if (other === '') continue
      const one = first.raw(column)
      if (other !== one) throw row.error(messages.refused.contradiction(column, one, other, first.line))
    }
}

function readLine(
  row: Row,
  currency: string,
  fulfillment: (typeof fulfillmentStatuses)[number],
  messages: ImportMessages,
): DraftLine {
  const name = row.text('Lineitem name', maxLengths.product)
  if (name === '') throw row.error(messages.refused.empty('Lineitem name'))
  const quantity = row.quantity('Lineitem quantity')
  const status = row.choice('Lineitem fulfillment status', lineStatuses)
  // A restocked line no longer needs shipping.
  const restocked = status === 'restocked' || fulfillment === 'restocked'
  const requiresShipping = row.choice('Lineitem requires shipping', ['true', 'false', '']) !== 'false' && !restocked
  const shipped = requiresShipping && (fulfillment === 'fulfilled' || status === 'fulfilled')
  if (requiresShipping && !shipped && status === 'partial') throw row.error(messages.refused.partlyShipped(name))
  return {
    sku: row.text('Lineitem sku', maxLengths.name),
    name,
    quantity,
    shippedQuantity: shipped ? quantity : 0,
    requiresShipping,
    unitPriceMinor: row.amount('Lineitem price', currency, 'needed'),
    discountMinor: row.amount('Lineitem discount', currency),
    ...(row.choice('Lineitem taxable', ['true', 'false', '']) === 'false' && { taxRate: '0', taxMinor: 0 }),
  }
}

function readAddress(row: Row, kind: 'Billing' | 'Shipping'): Address {
  const text = (field: string, maximum: number): string => row.text(`${kind} ${field}`, maximum)
  return {
    name: text('Name', maxLengths.name),
    company: text('Company', maxLengths.name),
    phone: readPhone(row, `${kind} Phone`),
    line1: text('Address1', maxLengths.street) || text('Street', maxLengths.street),
    line2: text('Address2', maxLengths.street),
    city: text('City', maxLengths.place),
    province: text('Province', maxLengths.place),
    postcode: row.number(`${kind} Zip`, maxLengths.place),
    country: text('Country', maxLengths.place),
  }
}

const readPhone = (row: Row, column: string): string => row.number(column, maxLengths.place)
