import { ProblemError } from '#shared/problem.ts'

/** Without one of these an order's money or state would be guessed. */
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

/** Used when the file has them. */
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
  ...['Billing', 'Shipping'].flatMap((whose) =>
    ['Name', 'Street', 'Address1', 'Address2', 'Company', 'City', 'Zip', 'Province', 'Country', 'Phone'].map(
      (what) => `${whose} ${what}`,
    ),
  ),
]

/** What a row says of its whole order, so that two rows of one order may not say it differently. */
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

const normalizeName = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase()

/**
 * Where each column stands, by the first record of Shopify's order export, whatever their order. Refuses as `not-an-order-export` when
 * one is missing or stands there twice.
 */
export function mapColumns(header: readonly string[]): ReadonlyMap<string, number> {
  const names = header.map(normalizeName)
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
