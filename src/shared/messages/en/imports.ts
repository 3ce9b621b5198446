import { csvRecordMaxLength } from '#shared/constants.ts'
import { formatCount } from '#shared/count.ts'
import { counted } from '#shared/messages/en/counted.ts'
import type { ChangedOrder } from '#shared/orders/import-views.ts'
import type { ImportFormat } from '#shared/orders/import-formats.ts'
import { type ProblemParameters, type MessageTemplate, formatMessage } from '#shared/problem.ts'

/** The files that are recognized by their columns. */
const formatNames: Readonly<Record<ImportFormat, string>> = {
  'shopify': 'Shopify',
  'woocommerce': 'WooCommerce',
  'woocommerce-advanced': 'Advanced Order Export for WooCommerce',
  'youzan': 'Youzan',
  'wechat-shop': 'WeChat Shop',
}

const again = 'Export the orders from the shop again, as CSV.'

/** Why a whole file is rejected and what to do, by the parameter `why` of the problem `not-an-order-export`. */
const file = {
  'empty': `The file is empty. ${again}`,
  'spreadsheet':
    'This is an old spreadsheet, one with a password, or an archive. Save it as XLSX without a password or as CSV UTF-8, or unpack it first.',
  'compressed': 'This file is compressed. Decompress it first.',
  'pdf': `This is a PDF, not a CSV file. ${again}`,
  'picture': `This is an image, not a CSV file. ${again}`,
  'page': 'This is a web page, not a CSV file. Log in to the shop and download the export again.',
  'binary': 'This is not a text file. Save it as CSV UTF-8.',
  'encoding': ({ encoding, line }: ProblemParameters) =>
    `Line ${line} is not valid ${encoding}. Save the file as CSV UTF-8, or choose its encoding.`,
  'unknown-encoding': ({ encoding }: ProblemParameters) => `Unknown encoding ${encoding}. Save the file as CSV UTF-8.`,
  'columns': ({ format, columns }: ProblemParameters) =>
    `This looks like an order export of ${formatNames[format as ImportFormat]}, but these columns are missing: ${columns}. Export the orders with all columns, or choose what each column of this file contains.`,
  'unknown-format': `No known format has these columns. Kontor recognizes order exports of ${Object.values(formatNames).join(', ')}; for any other file, choose what each column contains.`,
  'workbook': 'This workbook cannot be read. Save it again as XLSX, or as CSV UTF-8.',
  'sheets':
    'The table is in several sheets of the workbook. Save each sheet as a file of its own, or delete those that are not meant.',
  'columns-twice': ({ columns }: ProblemParameters) =>
    `These columns appear twice in the file: ${columns}. Remove the duplicates.`,
} satisfies Record<string, MessageTemplate>

/** How many orders of an interrupted import are kept. */
const interrupted = (imported: number) =>
  `${imported === 1 ? '1 order was' : `${formatCount(imported)} orders were`} imported and kept. To continue, import the same file again.`

/** The amounts of an order that do not add up. */
interface SumParts {
  items: string
  discount: string
  shipping: string
  fees: string
  tax: string
  total: string
}

/** Formatted amounts; `more` is what the total has beyond the sum of the parts. */
interface TotalParts {
  subtotal: string
  shipping: string
  taxes: string
  made: string
  total: string
  more: string | undefined
}

/** Why one order of a file is rejected. Columns and values are quoted as they are in the file. */
const refused = {
  atLine: (line: number, reason: string) => `Line ${formatCount(line)}: ${reason}`,
  quotes: 'A quotation mark is in the wrong place. Inside a quoted field, write it twice.',
  length: `The row has more than ${formatCount(csvRecordMaxLength)} characters. Shorten its longest field.`,
  lengthOrQuotes: `The row has more than ${formatCount(csvRecordMaxLength)} characters. Shorten its longest field, or close a quotation mark that is open: inside a quoted field, write it twice.`,
  columns: (found: number, expected: number) => `The row has ${found} fields, but the header has ${expected}.`,
  missingName: (column: string) => `${column} is empty, so the row cannot be matched to an order.`,
  again: (name: string, line: number) =>
    `${name} already appears in this file (line ${formatCount(line)}). Keep all rows of an order together.`,
  duplicateId: (id: string, line: number) => `The order in line ${formatCount(line)} has the same Id ${id}.`,
  rounded: (column: string, value: string) =>
    `${column} “${value}” was rounded by a spreadsheet program. Import the original file, or format the column as text and enter the whole number.`,
  tooManyRows: (most: number) => `This order has more than ${formatCount(most)} rows.`,
  tooManyRejected: (most: number) =>
    `Stopped after ${formatCount(most)} rejected orders. Correct them, then import the file again.`,
  empty: (column: string) => `${column} is empty.`,
  totals: 'This is a row of totals, not an order. It is left out.',
  controlCharacters: (column: string) => `${column} contains control characters.`,
  tooLong: (column: string, length: number, most: number) =>
    `${column} has ${formatCount(length)} characters. The maximum is ${formatCount(most)}.`,
  amount: (column: string, value: string, currency: string, example: string) =>
    `${column} “${value}” is not a valid amount in ${currency} (example: ${example}).`,
  otherCurrency: (column: string, value: string, other: string, currency: string) =>
    `${column} “${value}” has the sign of ${other}, the order is in ${currency}.`,
  negative: (column: string, value: string) => `${column} “${value}” is negative.`,
  tooLarge: (column: string, value: string) => `${column} “${value}” is too large.`,
  lineTooLarge: (line: number) => `The amount of line item ${formatCount(line)} is too large.`,
  linesTooLarge: 'The sum of the line items is too large.',
  taxRate: (column: string, value: string) =>
    `${column} “${value}” must be a tax rate in percent, such as 19 or 8.875.`,
  quantity: (column: string, value: string) => `${column} “${value}” must be a whole number from 1 to 1,000,000.`,
  currency: (column: string, value: string) => `${column} “${value}” is not a currency code.`,
  time: (column: string, value: string) =>
    `${column} “${value}” is not a valid date and time (example: 2026-03-14 09:30:00 +0800).`,
  localTime: (column: string, value: string) =>
    `${column} “${value}” is not a valid date and time (examples: 2026-03-14 09:30:00, 2026-03-14 09:30:00 +0800).`,
  subsidyAbove: (subsidy: string, captured: string) =>
    `The provider paid ${subsidy} itself, more than the payment of ${captured}.`,
  refundedAbove: (refunded: string, captured: string) =>
    `The refund ${refunded} is more than the paid amount, ${captured}.`,
  sum: (parts: SumParts) =>
    `Items ${parts.items} − discount ${parts.discount} + shipping ${parts.shipping} + fees ${parts.fees} + tax ${parts.tax} do not add up to the total, ${parts.total}.`,
  discountAbove: (discount: string, items: string) => `The discount ${discount} is more than the items, ${items}.`,
  partlyShippedOrder: 'The order was partly shipped, but the file does not say which items.',
  isDraft: (column: string, value: string) => `${column} is “${value}”: the customer has not placed this order.`,
  choice: (column: string, value: string, values: string) => `${column} “${value}” must be one of ${values}.`,
  contradiction: (column: string, one: string, other: string, line: number) =>
    `${column} is “${other}” here, but “${one}” in line ${formatCount(line)} of the same order.`,
  lineDiscount: (line: number, discount: string, worth: string) =>
    `Lineitem discount ${discount} of line item ${formatCount(line)} is more than its price, ${worth}.`,
  discount: (discount: string, lines: string) =>
    `Discount Amount is ${discount}, but the line items are discounted by ${lines}.`,
  subtotal: ({ made, discount, subtotal }: { made: string; discount: string; subtotal: string }) =>
    `The line items add up to ${made}, but Discount Amount is ${discount} and Subtotal is ${subtotal}.`,
  total: (parts: TotalParts) =>
    `Subtotal ${parts.subtotal} + Shipping ${parts.shipping} + Taxes ${parts.taxes} = ${parts.made}, but Total is ${parts.total}.${parts.more === undefined ? '' : ` If the other ${parts.more} is a tip, add it in a column “Tip”.`}`,
  inconsistent: 'The amounts or quantities of the order are inconsistent.',
  ledgerFull: (currency: string) => `The ledger totals in ${currency} would exceed the maximum amount.`,
  taxesAboveTotal: (taxes: string, total: string) => `Taxes ${taxes} are more than Total ${total}.`,
  refundAbove: (refunded: string, captured: string) =>
    `Refunded Amount ${refunded} is more than the paid amount, ${captured}.`,
  refundContradicts: (status: string, refunded: string, captured: string) =>
    `Financial Status is ${status}, but Refunded Amount is ${refunded} of ${captured} paid.`,
  outstanding: (status: string, outstanding: string, total: string) =>
    `Financial Status is ${status}, but Outstanding Balance is ${outstanding} of Total ${total}.`,
  outstandingMissing:
    'Financial Status is partially_paid, but Outstanding Balance is empty, so the paid amount is unknown.',
  paidAtMissing: (status: string) => `Financial Status is ${status}, but Paid at is empty.`,
  partlyShipped: (name: string) => `“${name}” was partly shipped, but the file does not say how many.`,
  /** Of customers. */
  customer: {
    unnamed: 'The row has no name, no email address and no phone number.',
    totals: 'This is a row of totals, not a customer. It is left out.',
    incomplete: 'The row has no name, and its email address or phone number is not complete.',
    email: (column: string, value: string) => `${column} “${value}” is not an email address.`,
    again: (line: number, by: 'id' | 'email' | 'phone' | 'name') =>
      `Line ${formatCount(line)} has the same ${{ id: 'customer ID', email: 'email address', phone: 'phone number', name: 'name, and nothing tells them apart' }[by]}.`,
    reasons: {
      'email-of-other': (number: string) =>
        `The email address belongs to customer ${number}. Correct it, or merge both customers.`,
      'phone-of-other': (number: string) =>
        `The phone number belongs to customer ${number}, but the email address to another one. Correct it, or merge both customers.`,
      'same-customer': (number: string) => `The file has customer ${number} twice.`,
      'merged': (number: string) =>
        `This customer was merged into ${number}, and the file says something new about them. Change ${number} if it is right.`,
      'erased': (number: string) => `The personal data of customer ${number} was erased.`,
    },
  },
  nothingShipped: 'Fulfillment Status is partial, but no line item was shipped.',
  differs: (orderNumber: string, differences: string[], more: number) =>
    `Already imported as ${orderNumber} with different content: ${differences.join('; ')}${more > 0 ? `; ${formatCount(more)} more` : ''}.`,
  notUpdated: (orderNumber: string, reason: string) => `${orderNumber} was not updated. ${reason}`,
  /** Why a known order cannot become what the shop says, by the reason of the field. */
  updates: {
    'currency-changed': 'Its currency has changed in the shop.',
    'cancelled-here': 'It is canceled in Kontor, but its items, amounts or shipments have changed in the shop.',
    'below-done': ({ minimum }: ProblemParameters) =>
      `${minimum} of an item were shipped or refunded in Kontor, which is more than the shop has.`,
    'in-documents': 'An item that the shop has removed was shipped or refunded in Kontor.',
    'above-price': 'With the changes made in Kontor, a discount would be higher than its price.',
    'above-total': 'With the changes made in Kontor, the tax would be higher than the total.',
    'total-below-refunded': ({ amount }: ProblemParameters) =>
      `${amount} was refunded in Kontor, which is more than the new total.`,
    'empty-list': 'With the changes made in Kontor, no item would be left.',
  } as Record<string, MessageTemplate>,
}

/** Fields of changed orders that staff do not edit; the others have the labels of the timeline. */
const changes = {
  /** An item that was added or removed. */
  item: 'Item',
  fields: {
    discountCode: 'Discount code',
    taxesIncluded: 'Prices include tax',
    taxLines: 'Tax lines',
    authorizedMinor: 'Authorized',
    capturedMinor: 'Paid',
    refundedMinor: 'Refunded',
    cancelled: 'Canceled',
    externalNumber: 'Shop number',
    placedAt: 'Placed at',
    provider: 'Payment method',
    reference: 'Payment reference',
    shippedQuantity: 'Shipped',
    requiresShipping: 'Needs shipping',
    taxRate: 'Tax rate (%)',
  } as Record<string, string>,
}

/** Names of the fields in which the file differs from an order imported before. */
const fields: Record<string, string> = {
  externalNumber: 'Name',
  status: 'status',
  currency: 'Currency',
  subtotalMinor: 'Subtotal',
  shippingMinor: 'Shipping',
  taxMinor: 'Taxes',
  taxesIncluded: 'taxes included',
  totalMinor: 'Total',
  authorizedMinor: 'authorized',
  placedAt: 'Created at',
  cancelledAt: 'Cancelled at',
  customerName: 'customer',
  email: 'Email',
  phone: 'Phone',
  note: 'Notes',
  shippingMethod: 'Shipping Method',
  discountCode: 'Discount Code',
  shippingAddress: 'shipping address',
  billingAddress: 'billing address',
  provider: 'Payment Method',
  reference: 'Payment Reference',
  capturedMinor: 'paid',
  capturedAt: 'Paid at',
  amountMinor: 'Refunded Amount',
  refundedAt: 'time of the refund',
  shippedAt: 'Fulfilled at',
  sku: 'Lineitem sku',
  name: 'name',
  quantity: 'Lineitem quantity',
  shippedQuantity: 'shipped',
  requiresShipping: 'Lineitem requires shipping',
  unitPriceMinor: 'Lineitem price',
  taxRate: 'tax rate',
  discountMinor: 'discount',
  company: 'company',
  line1: 'address line 1',
  line2: 'address line 2',
  city: 'city',
  province: 'province',
  postcode: 'postcode',
  country: 'country',
}

const differences = {
  /** `path` is the path of the field, `line` the line item it belongs to, counted from 1. */
  field: (path: readonly string[], line: number | undefined) => {
    const field = fields[path.at(-1) ?? ''] ?? path.join(' ')
    const whole = path.length === 2 ? fields[path[0] ?? ''] : undefined
    return (line === undefined ? '' : `line item ${formatCount(line)}, `) + (whole ? `${whole}, ` : '') + field
  },
  one: (field: string, known: string, given: string) => `${field} is ${known} in Kontor, ${given} in the file`,
  nothing: 'empty',
  yes: 'yes',
  no: 'no',
}

interface ImportCounts {
  read: number
  created: number
  unchanged: number
  refused: number
  updated: number
}

const describeChanges = ({ changes: changed, kept }: ChangedOrder): string =>
  [
    ...changed.map(({ label, kontor, shop }) => `${label} ${kontor} → ${shop}`),
    ...kept.map(({ label, kontor, shop }) => `${label} stays ${kontor} (shop: ${shop})`),
  ].join('; ')

const countUpdated = ({ updated }: ImportCounts): string => (updated > 0 ? `${formatCount(updated)} updated, ` : '')

/** Output of `kontor import orders`. */
const command = {
  done: (counts: ImportCounts) =>
    `${formatCount(counts.read)} ${counts.read === 1 ? 'order' : 'orders'} read: ${formatCount(counts.created)} created, ${countUpdated(counts)}${formatCount(counts.unchanged)} unchanged, ${formatCount(counts.refused)} rejected.`,
  checked: (counts: ImportCounts) =>
    `${formatCount(counts.read)} ${counts.read === 1 ? 'order' : 'orders'} read: ${formatCount(counts.created)} new, ${countUpdated(counts)}${formatCount(counts.unchanged)} unchanged, ${formatCount(counts.refused)} rejected. Nothing was saved.`,
  refused: (line: number, order: string, reason: string) => `line ${line}${order && `, ${order}`}: ${reason}`,
  updated: (order: ChangedOrder) =>
    `line ${order.line}, ${order.order}: ${order.number} updated: ${describeChanges(order)}`,
  wouldUpdate: (order: ChangedOrder) =>
    `line ${order.line}, ${order.order}: ${order.number} would be updated: ${describeChanges(order)}`,
  customers: (counts: ImportCounts, isPreview: boolean) =>
    `${formatCount(counts.read)} ${counts.read === 1 ? 'customer' : 'customers'} read: ${formatCount(counts.created)} ${isPreview ? 'new' : 'created'}, ${countUpdated(counts)}${formatCount(counts.unchanged)} unchanged, ${formatCount(counts.refused)} rejected.${isPreview ? ' Nothing was saved.' : ''}`,
  customersInterrupted: (imported: number) =>
    `The import was interrupted. ${counted(imported, 'customer was', 'customers were')} imported and kept. To continue, import the same file again.`,
  guessedEncoding:
    'The encoding of the file was guessed: Windows-1252. If names with accents are wrong, name the encoding with --encoding.',
  noFile: (path: string) => `Cannot read the file ${path}.`,
  currency: (currency: string) => `“${currency}” is not a currency code like CNY.`,
  currencyMissing: 'The file does not say in which currency its amounts are. Add --currency with a code like CNY.',
  format: (format: string, formats: string) => `Unknown format ${format}. Supported formats: ${formats}.`,
}

/** The detail of the problem `not-an-order-export`, by its parameter `why`. */
const whole = (parameters: ProblemParameters): string => {
  const sentences: Record<string, MessageTemplate> = file
  return formatMessage(sentences[String(parameters['why'])] ?? file.binary, parameters)
}

/** The same for a file with customers, of the problem `not-a-customer-list`. */
const wholeOfCustomers = (parameters: ProblemParameters): string =>
  parameters['why'] === 'empty'
    ? 'The file is empty. Export the customers again, as CSV.'
    : parameters['why'] === 'unknown-format'
      ? 'No known format has these columns. Kontor recognizes customer exports of Shopify, WooCommerce and Youzan; for any other file, choose what each column contains.'
      : whole(parameters)

/** Texts of the order import that the server writes. */
export const imports = { file, whole, wholeOfCustomers, interrupted, refused, changes, differences, command }
