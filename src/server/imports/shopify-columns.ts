import { ProblemError } from '#shared/problem.ts'

/** Without any of these, an order's amounts or status would have to be guessed. */
const requiredColumns = [
  'Name',
  'Id',
  'Financial Status',
  'Paid at',
  'Fulfillment Status',
  'Currency',
  'Subtotal',
  'Shipping',
  'Taxes',
  'Total',
  'Discount Amount',
  'Created at',
  'Cancelled at',
  'Refunded Amount',
  'Lineitem quantity',
  'Lineitem name',
  'Lineitem price',
  'Lineitem fulfillment status',
] as const

/** The taxes of an order: their names have the rates. */
export const taxColumns = [1, 2, 3, 4, 5].map((number) => ({
  name: `Tax ${number} Name`,
  value: `Tax ${number} Value`,
}))

/** Read when the file has them. */
const optionalColumns = [
  'Email',
  'Phone',
  'Fulfilled at',
  'Discount Code',
  'Shipping Method',
  'Lineitem sku',
  'Lineitem requires shipping',
  'Lineitem discount',
  'Notes',
  'Payment Method',
  'Payment Reference',
  'Outstanding Balance',
  ...taxColumns.flatMap(({ name, value }) => [name, value]),
  ...['Billing', 'Shipping'].flatMap((kind) =>
    ['Name', 'Street', 'Address1', 'Address2', 'Company', 'City', 'Zip', 'Province', 'Country', 'Phone'].map(
      (field) => `${kind} ${field}`,
    ),
  ),
]

/** Columns about the order as a whole: all rows of one order must agree on them. */
export const orderLevelColumns = [
  'Id',
  'Currency',
  'Financial Status',
  'Fulfillment Status',
  'Subtotal',
  'Shipping',
  'Taxes',
  'Total',
  'Discount Amount',
  'Refunded Amount',
  'Outstanding Balance',
  'Created at',
  'Paid at',
  'Cancelled at',
] as const

/** More columns than any export has; those after them are ignored. */
const maxColumns = 1000

const normalizeName = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase()

/**
 * Maps each known column to its index in the header of Shopify's order export, in any order. Throws `not-an-order-export` when a
 * required column is missing or a column appears twice.
 */
export function mapColumns(header: readonly string[]): ReadonlyMap<string, number> {
  const names = header.slice(0, maxColumns).map(normalizeName)
  const missing = requiredColumns.filter((name) => !names.includes(normalizeName(name)))
  if (missing.length > 0) throw new ProblemError('not-an-order-export', { why: 'columns', columns: missing.join(', ') })
  const all = [...requiredColumns, ...optionalColumns]
  const duplicates = all.filter((name) => names.indexOf(normalizeName(name)) !== names.lastIndexOf(normalizeName(name)))
  if (duplicates.length > 0)
    throw new ProblemError('not-an-order-export', { why: 'columns-twice', columns: duplicates.join(', ') })
  return new Map(
    all.map((name) => [name, names.indexOf(normalizeName(name))] as const).filter(([, index]) => index >= 0),
  )
}
