import { type FoundColumns, normalizeHeadings } from '#server/imports/order-format.ts'

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
  'Lineitem taxable',
  'Lineitem discount',
  'Notes',
  'Payment Method',
  'Payment Reference',
  'Outstanding Balance',
  'Duties',
  'Tip',
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
  'Duties',
  'Tip',
  'Created at',
  'Paid at',
  'Cancelled at',
] as const

/** The columns of Shopify's order export, in any order. */
export function findShopifyColumns(header: readonly string[]): FoundColumns {
  const names = normalizeHeadings(header)
  const missing = requiredColumns.filter((name) => !names.includes(normalizeName(name)))
  const all = [...requiredColumns, ...optionalColumns]
  return {
    columns: new Map(
      all.map((name) => [name, names.indexOf(normalizeName(name))] as const).filter(([, index]) => index >= 0),
    ),
    missing,
    repeated: all.filter((name) => names.indexOf(normalizeName(name)) !== names.lastIndexOf(normalizeName(name))),
    share: 1 - missing.length / requiredColumns.length,
  }
}

const normalizeName = (name: string): string => name.toLowerCase()
