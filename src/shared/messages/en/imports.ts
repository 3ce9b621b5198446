import { formatCount } from '#shared/count.ts'
import { type ProblemParameters, type MessageTemplate, formatMessage } from '#shared/problem.ts'

const again = 'Export the orders from the shop again, as CSV.'

/** Why a file is refused whole, by the parameter `why` of the problem `not-an-order-export`, with what to do. */
const file = {
  'empty': `The file is empty. ${again}`,
  'spreadsheet': 'This is a spreadsheet or an archive, not a CSV file. Save it as CSV UTF-8 or unpack it.',
  'compressed': 'This file is compressed. Unpack it first.',
  'pdf': `This is a PDF, not a CSV file. ${again}`,
  'picture': `This is a picture, not a CSV file. ${again}`,
  'page': 'This is a web page, not a CSV file. Log in to the shop and download the export again.',
  'binary': 'This is no text. Save it as CSV UTF-8.',
  'encoding': ({ encoding, line }: ProblemParameters) =>
    `Line ${line} is not ${encoding}. Save the file as CSV UTF-8, or say which encoding it has.`,
  'unknown-encoding': ({ encoding }: ProblemParameters) =>
    `The encoding ${encoding} is not known. Save the file as CSV UTF-8.`,
  'columns': ({ columns }: ProblemParameters) =>
    `This is not Shopify's order export: it lacks ${columns}. Export the orders again with all columns.`,
  'columns-twice': ({ columns }: ProblemParameters) =>
    `These columns stand in the file twice: ${columns}. Remove one of each.`,
} satisfies Record<string, MessageTemplate>

/** What became of a file whose import broke off. */
const interrupted = (imported: number) =>
  `${imported === 1 ? '1 order is' : `${formatCount(imported)} orders are`} in and stay. Reading the same file again adds only what is missing.`

/** Why one order of a file is refused. Columns and values are as the file has them. */
const refused = {
  atLine: (line: number, reason: string) => `Line ${formatCount(line)}: ${reason}`,
  quotes: 'A quotation mark is out of place. Inside of quotation marks it is written twice.',
  columns: (found: number, expected: number) => `The row has ${found} fields, the first line has ${expected}.`,
  missingName: 'Name is empty, so the row belongs to no order.',
  again: (name: string, line: number) =>
    `${name} stands in this file already, from line ${formatCount(line)} on. The rows of one order follow one another.`,
  duplicateId: (id: string, line: number) => `The order of line ${formatCount(line)} has the same Id, ${id}.`,
  idShortened: (id: string) => `Id “${id}” has lost its digits in a spreadsheet. Import the file as the shop wrote it.`,
  tooManyRows: (most: number) => `More than ${formatCount(most)} rows for one order.`,
  tooManyRefusals: (most: number) =>
    `${formatCount(most)} orders were refused before this one: the file was read no further. Look at their reasons first.`,
  empty: (column: string) => `${column} is empty.`,
  controlCharacters: (column: string) => `${column} contains control characters.`,
  tooLong: (column: string, length: number, most: number) =>
    `${column} has ${formatCount(length)} characters; at most ${formatCount(most)} are kept.`,
  amount: (column: string, value: string, currency: string, example: string) =>
    `${column} “${value}” is no amount in ${currency}. It is written like ${example}, with the currency's own decimals and no separators.`,
  negative: (column: string, value: string) => `${column} “${value}” is below zero.`,
  tooLarge: (column: string, value: string) => `${column} “${value}” is more than any order has.`,
  lineTooLarge: (line: number) => `The ${formatCount(line)}. line of the order is worth more than any order has.`,
  linesTooLarge: 'The lines are worth more than any order has.',
  quantity: (column: string, value: string) => `${column} “${value}” is no whole number from 1 to 1,000,000.`,
  currency: (column: string, value: string) => `${column} “${value}” is no currency.`,
  time: (column: string, value: string) =>
    `${column} “${value}” is no time that exists, written like 2026-03-14 09:30:00 +0800.`,
  choice: (column: string, value: string, values: string) => `${column} “${value}” is none of ${values}.`,
  contradiction: (column: string, one: string, other: string, line: number) =>
    `${column} is “${other}” here and “${one}” in line ${formatCount(line)} of the same order.`,
  lineDiscount: (line: number, discount: string, worth: string) =>
    `Lineitem discount ${discount} of the ${formatCount(line)}. line is above its price, ${worth}.`,
  discount: (discount: string, lines: string) =>
    `Discount Amount says ${discount}, the lines were reduced by ${lines}.`,
  subtotal: ({ made, discount, subtotal }: { made: string; discount: string; subtotal: string }) =>
    `The lines make ${made}, Discount Amount says ${discount}, Subtotal says ${subtotal}.`,
  total: (parts: { subtotal: string; shipping: string; taxes: string; made: string; total: string }) =>
    `Subtotal ${parts.subtotal} + Shipping ${parts.shipping} + Taxes ${parts.taxes} make ${parts.made}, Total says ${parts.total}.`,
  inconsistent: 'The amounts or quantities of the order contradict one another.',
  ledgerFull: (currency: string) =>
    `The sums of the books in ${currency} would become larger than Kontor can keep exactly.`,
  taxesAboveTotal: (taxes: string, total: string) => `Taxes ${taxes} are above Total ${total}.`,
  refundAbove: (refunded: string, captured: string) =>
    `Refunded Amount ${refunded} is above what was paid, ${captured}.`,
  refundContradicts: (status: string, refunded: string, captured: string) =>
    `Financial Status is ${status}, but of ${captured} paid, Refunded Amount says ${refunded}.`,
  outstanding: (status: string, outstanding: string, total: string) =>
    `Financial Status is ${status}, but of Total ${total}, Outstanding Balance says ${outstanding}.`,
  outstandingMissing: 'Financial Status is partially_paid: without Outstanding Balance nobody knows how much was paid.',
  paidAtMissing: (status: string) => `Financial Status is ${status}, but Paid at is empty.`,
  partlyShipped: (name: string) => `Of “${name}” some were shipped; the file does not say how many.`,
  nothingShipped: 'Fulfillment Status is partial, but no line was shipped.',
  differs: (orderNumber: string, differences: string[], more: number) =>
    `Known as ${orderNumber} with other content: ${differences.join('; ')}${more > 0 ? `; ${formatCount(more)} more` : ''}.`,
}

/** What the file says differently of an order that is known. */
const fields: Record<string, string> = {
  externalNumber: 'Name',
  status: 'state',
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
  discountMinor: 'discount',
  company: 'company',
  line1: 'street',
  line2: 'second line',
  city: 'city',
  province: 'province',
  postcode: 'postcode',
  country: 'country',
}

const differences = {
  /** `path` leads to the field, `line` is the line of the order that it belongs to, from 1. */
  field: (path: readonly string[], line: number | undefined) => {
    const field = fields[path.at(-1) ?? ''] ?? path.join(' ')
    const whole = path.length === 2 ? fields[path[0] ?? ''] : undefined
    return (line === undefined ? '' : `line ${formatCount(line)}, `) + (whole ? `${whole}, ` : '') + field
  },
  one: (field: string, known: string, given: string) => `${field} ${known} here, ${given} in the file`,
  nothing: 'nothing',
  yes: 'yes',
  no: 'no',
}

interface ImportCounts {
  read: number
  created: number
  unchanged: number
  refused: number
}

/** What the command prints. */
const command = {
  done: (counts: ImportCounts) =>
    `${formatCount(counts.read)} ${counts.read === 1 ? 'order' : 'orders'} read: ${formatCount(counts.created)} created, ${formatCount(counts.unchanged)} unchanged, ${formatCount(counts.refused)} refused.`,
  checked: (counts: ImportCounts) =>
    `${formatCount(counts.read)} ${counts.read === 1 ? 'order' : 'orders'} read: ${formatCount(counts.created)} new, ${formatCount(counts.unchanged)} unchanged, ${formatCount(counts.refused)} refused. Nothing was written.`,
  refused: (line: number, order: string, reason: string) => `line ${line}${order && `, ${order}`}: ${reason}`,
  noFile: (path: string) => `There is no file ${path} that can be read.`,
  format: (format: string, formats: string) => `The format ${format} is not known; it may be ${formats}.`,
}

/** The sentence of the problem `not-an-order-export`; `why` names it. */
const whole = (parameters: ProblemParameters): string => {
  const sentences: Record<string, MessageTemplate> = file
  return formatMessage(sentences[String(parameters['why'])] ?? file.binary, parameters)
}

/** What the server says while it reads a file of orders. */
export const imports = { file, whole, interrupted, refused, differences, command }
