import { formatDecimal } from '#shared/money.ts'

/** One order of a shop's export; omitted fields get ordinary defaults. Amounts are in minor units. */
export interface ExportedOrder {
  name: string
  id?: string
  currency?: string
  lines?: {
    name?: string
    sku?: string
    quantity?: number
    priceMinor?: number
    discountMinor?: number
    status?: string
    ships?: boolean
  }[]
  shippingMinor?: number
  taxMinor?: number
  taxesIncluded?: boolean
  /** Discount of the whole order, not part of any line. */
  discountMinor?: number
  refundedMinor?: number
  financialStatus?: string
  fulfillmentStatus?: string
  /** Overrides any column of the first row, as text. */
  first?: Record<string, string>
  /** Overrides any column of every row, as text. */
  every?: Record<string, string>
}

/** The columns of Shopify's current export, plus `Outstanding Balance`. */
export const columns = (
  'Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,' +
  'Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem compare at price,' +
  'Lineitem sku,Lineitem requires shipping,Lineitem taxable,Lineitem fulfillment status,Billing Name,Billing Street,Billing Address1,' +
  'Billing Address2,Billing Company,Billing City,Billing Zip,Billing Province,Billing Country,Billing Phone,Shipping Name,' +
  'Shipping Street,Shipping Address1,Shipping Address2,Shipping Company,Shipping City,Shipping Zip,Shipping Province,Shipping Country,' +
  'Shipping Phone,Notes,Note Attributes,Cancelled at,Payment Method,Payment Reference,Refunded Amount,Vendor,Outstanding Balance,Id,' +
  'Tags,Risk Level,Source,Lineitem discount,Tax 1 Name,Tax 1 Value,Phone,Receipt Number,Duties,Payment ID'
).split(',')

/** The rows of an order, each as a map from column to value. */
export function toRows(order: ExportedOrder): Record<string, string>[] {
  const { name, currency = 'CNY', lines = [{}], financialStatus = 'paid', fulfillmentStatus = 'fulfilled' } = order
  const decimal = (minor: number): string => formatDecimal(minor, currency)
  const fullLines = lines.map(({ quantity = 1, priceMinor = 1000, discountMinor = 0, ...line }) => ({
    ...line,
    quantity,
    priceMinor,
    discountMinor,
  }))
  const subtotal =
    fullLines.reduce((sum, line) => sum + line.quantity * line.priceMinor - line.discountMinor, 0) -
    (order.discountMinor ?? 0)
  const discount = fullLines.reduce((sum, line) => sum + line.discountMinor, order.discountMinor ?? 0)
  const tax = order.taxMinor ?? 0
  const total = subtotal + (order.shippingMinor ?? 0) + (order.taxesIncluded ? 0 : tax)
  const paid = ['paid', 'partially_paid', 'partially_refunded', 'refunded'].includes(financialStatus)
  const orderFields: Record<string, string> = {
    'Email': `${name.replaceAll(/\W/g, '')}@customer.example`,
    'Financial Status': financialStatus,
    'Paid at': paid ? '2026-03-02 09:30:00 +0800' : '',
    'Fulfillment Status': fulfillmentStatus,
    'Fulfilled at': fulfillmentStatus === 'fulfilled' ? '2026-03-04 15:00:00 +0800' : '',
    'Currency': currency,
    'Subtotal': decimal(subtotal),
    'Shipping': decimal(order.shippingMinor ?? 0),
    'Taxes': decimal(tax),
    'Total': decimal(total),
    'Discount Amount': decimal(discount),
    'Shipping Method': 'Express',
    'Billing Name': 'Chen Jiayi',
    'Billing Address1': '1 Long Street',
    'Billing City': 'Shanghai',
    'Billing Country': 'China',
    'Shipping Name': 'Chen Jiayi',
    'Shipping Address1': '1 Long Street',
    'Shipping City': 'Shanghai',
    'Shipping Country': 'China',
    'Payment Method': 'Shopify Payments',
    'Payment Reference': `c${name}.1`,
    'Refunded Amount': decimal(order.refundedMinor ?? 0),
    'Cancelled at': financialStatus === 'voided' ? '2026-03-03 18:00:00 +0800' : '',
    'Id': order.id ?? `4000${name.replaceAll(/\D/g, '')}`,
    ...order.first,
  }
  return fullLines.map((line, index) => ({
    'Name': name,
    'Created at': '2026-03-02 09:00:00 +0800',
    ...(index === 0 ? orderFields : {}),
    'Lineitem quantity': String(line.quantity),
    'Lineitem name': line.name ?? `Tea ${index + 1}`,
    'Lineitem price': decimal(line.priceMinor),
    'Lineitem sku': line.sku ?? `T-${index + 1}`,
    'Lineitem requires shipping': line.ships === false ? 'false' : 'true',
    'Lineitem fulfillment status': line.status ?? (fulfillmentStatus === 'fulfilled' ? 'fulfilled' : 'pending'),
    'Lineitem discount': decimal(line.discountMinor),
    ...(index === 0 ? order.first : {}),
    ...order.every,
  }))
}

interface CsvOptions {
  columns?: readonly string[]
  delimiter?: string
  lineEnd?: string
}

/** One row as CSV. */
export const toCsvRow = (
  row: Record<string, string>,
  { columns: names = columns, delimiter = ',' }: CsvOptions = {},
): string => names.map((name) => toCsvField(row[name] ?? '', delimiter)).join(delimiter)

/** The whole file as CSV, with header. */
export function buildExportCsv(orders: readonly ExportedOrder[], options: CsvOptions = {}): string {
  const { columns: names = columns, delimiter = ',', lineEnd = '\n' } = options
  const rows = orders.flatMap(toRows).map((row) => toCsvRow(row, options))
  return [names.map((name) => toCsvField(name, delimiter)).join(delimiter), ...rows, ''].join(lineEnd)
}

const toCsvField = (text: string, delimiter: string): string =>
  /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text
