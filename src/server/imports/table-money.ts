import { cutText } from '#shared/cut-text.ts'
import type { ImportMessages, Row } from '#server/imports/row.ts'
import { maxAmountMinor, maxLengths } from '#server/imports/import-limits.ts'
import { add, allocate, formatDecimal } from '#shared/money.ts'
import type { DraftLine, DraftMoney } from '#shared/orders/draft.ts'
import type { TableField } from '#shared/orders/table-fields.ts'

/** The amounts that the file names beside the items. */
interface OrderAmounts {
  discountMinor: number
  shippingMinor: number
  feesMinor: number
  taxMinor: number
  otherTaxMinor: number
  totalMinor: number
}

/** Reads the amounts of an order. Tables do not say what their amounts include, so the reading is used that adds up to the total; throws if there is none. */
export function readTableMoney(rows: readonly Row[], currency: string, messages: ImportMessages): DraftMoney {
  const [first] = rows
  if (!first) throw new Error('An order has a row')
  const given = readAmounts(rows, first, currency)
  const lines = rows.map((row, index) => readLine(row, index, currency, messages))
  if (lines.reduce((sum, line) => sum + BigInt(totalOf(line)), 0n) > BigInt(maxAmountMinor))
    throw first.error(messages.refused.linesTooLarge)
  const amounts = { ...given, totalMinor: given.totalMinor ?? sumAmounts(sumLines(lines), given) }
  const reading = findReading(lines, amounts, first)
  if (!reading) throw first.error(messages.refused.sum(formatAmounts(lines, amounts, currency)))
  const { discountMinor, taxMinor, taxesIncluded, shippingMinor } = reading
  const itemsMinor = sumLines(reading.lines)
  if (discountMinor > itemsMinor) {
    const [discount, items] = [discountMinor, itemsMinor].map((minor) => formatDecimal(minor, currency))
    throw first.error(messages.refused.discountAbove(discount ?? '', items ?? ''))
  }
  if (taxMinor > amounts.totalMinor) {
    const [tax, total] = [taxMinor, amounts.totalMinor].map((minor) => formatDecimal(minor, currency))
    throw first.error(messages.refused.taxesAboveTotal(tax ?? '', total ?? ''))
  }
  const shares = shareDiscount(rows, reading, currency)
  const discounted = reading.lines.map((line, index) => ({
    ...line,
    discountMinor: line.discountMinor + (shares[index] ?? 0),
  }))
  const all = amounts.feesMinor > 0 ? [...discounted, toFeeLine('Fees', amounts.feesMinor)] : discounted
  return {
    lines: all,
    subtotalMinor: sumLines(all),
    shippingMinor,
    taxMinor,
    taxesIncluded,
    totalMinor: amounts.totalMinor,
  }
}

/** The discounts of the lines where the table names them and they are all of the discount, else shares of it. */
function shareDiscount(rows: readonly Row[], { lines, discountMinor }: Reading, currency: string): number[] {
  const own = rows.map((row) => readSum([row], 'itemDiscount', currency))
  const isWhole = add(...own) === discountMinor && lines.every((line, index) => (own[index] ?? 0) <= totalOf(line))
  return isWhole ? own : allocate(discountMinor, lines.map(totalOf))
}

/** What the rows of an order add up to. Shops write discounts with and without a sign. */
const readSum = (rows: readonly Row[], column: TableField, currency: string): number =>
  add(...rows.map((row) => Math.abs(row.signedAmount(column, currency))))

function readAmounts(
  rows: readonly Row[],
  row: Row,
  currency: string,
): Omit<OrderAmounts, 'totalMinor'> & { totalMinor: number | undefined } {
  const discountMinor = readSum([row], 'discount', currency) + readSum(rows, 'itemDiscount', currency)
  const feesMinor = row.signedAmount('fees', currency)
  return {
    discountMinor,
    feesMinor,
    shippingMinor: add(
      row.amount('shipping', currency),
      ...rows.map((each) => each.amount('itemShippingPrice', currency)),
    ),
    taxMinor: row.amount('tax', currency),
    otherTaxMinor: row.amount('shippingTax', currency) + row.amount('feeTax', currency),
    totalMinor: row.has('total') ? row.amount('total', currency, 'needed') : undefined,
  }
}

/** A table without totals has prices without tax: its total is what its amounts add up to. */
const sumAmounts = (itemsMinor: number, amounts: ReturnType<typeof readAmounts>): number =>
  itemsMinor - amounts.discountMinor + amounts.feesMinor + amounts.shippingMinor + amounts.taxMinor

interface Reading {
  lines: DraftLine[]
  discountMinor: number
  shippingMinor: number
  taxMinor: number
  taxesIncluded: boolean
}

/**
 * How the amounts add up to the total: the discount is in the totals of the items or not, the tax in the prices or not, and the tax of shipping in
 * the tax or not. A discount that the items do not have reduces the shipping. Prices rounded to the currency are taken as what the total says.
 */
function findReading(lines: readonly DraftLine[], amounts: OrderAmounts, first: Row): Reading | undefined {
  const { discountMinor, shippingMinor, feesMinor, taxMinor, otherTaxMinor, totalMinor } = amounts
  const itemsMinor = sumLines(lines)
  const surchargeMinor = Math.max(feesMinor, 0)
  const creditMinor = Math.max(-feesMinor, 0)
  const taxes = [...new Set([taxMinor, taxMinor + otherTaxMinor, 0])]
  const discounts = first.has('itemTotal') ? [0, discountMinor] : [discountMinor, 0]
  const differences: { difference: number; discount: number; tax: number }[] = []
  for (const discount of new Set(discounts))
    for (const tax of taxes) {
      const madeMinor = itemsMinor - discount - creditMinor + shippingMinor + surchargeMinor + tax
      differences.push({ difference: totalMinor - madeMinor, discount, tax })
    }
  const slackMinor = first.has('itemTotal') || first.has('itemSubtotal') ? 0 : sumRounding(lines)
  const found =
    differences.find(({ difference }) => difference === 0) ??
    differences.find(({ difference }) => Math.abs(difference) <= slackMinor)
  if (!found) return undefined
  const tax = found.tax === 0 ? taxMinor : found.tax
  const discount = found.discount + creditMinor
  const shippingDiscountMinor = Math.min(Math.max(discount - itemsMinor, 0), shippingMinor)
  return {
    lines: found.difference === 0 ? [...lines] : spreadRounding(lines, found.difference),
    discountMinor: discount - shippingDiscountMinor,
    shippingMinor: shippingMinor - shippingDiscountMinor,
    taxMinor: tax,
    taxesIncluded: found.tax === 0 && taxMinor > 0,
  }
}

/** A price that was rounded differs by half a unit at most. */
const roundingOf = ({ quantity }: DraftLine): number => Math.floor(quantity / 2)

const sumRounding = (lines: readonly DraftLine[]): number => lines.reduce((sum, line) => sum + roundingOf(line), 0)

function spreadRounding(lines: readonly DraftLine[], differenceMinor: number): DraftLine[] {
  let left = differenceMinor
  return lines.map((line) => {
    const part = Math.sign(left) * Math.min(Math.abs(left), roundingOf(line))
    left -= part
    return part === 0 ? line : { ...line, ...toPrice(totalOf(line) + part, line.quantity, line.unitPriceMinor) }
  })
}

function readLine(row: Row, index: number, currency: string, messages: ImportMessages): DraftLine {
  const name = row.text('itemName', maxLengths.product)
  if (name === '') throw row.error(messages.refused.empty(row.label('itemName')))
  const variant = row.text('variant', maxLengths.name)
  const quantity = row.has('quantity') ? row.quantity('quantity') : 1
  const unitMinor = row.has('unitPrice') ? row.amount('unitPrice', currency, 'needed') : undefined
  const grossMinor = row.has('itemSubtotal')
    ? row.amount('itemSubtotal', currency, 'needed')
    : unitMinor === undefined
      ? row.amount('itemTotal', currency, 'needed')
      : unitMinor * quantity
  const netMinor = row.raw('itemTotal') === '' ? grossMinor : row.amount('itemTotal', currency)
  if (Math.max(grossMinor, netMinor) > maxAmountMinor) throw row.error(messages.refused.lineTooLarge(index + 1))
  const price = toPrice(Math.max(grossMinor, netMinor), quantity, unitMinor)
  return {
    sku: row.text('sku', maxLengths.name),
    name: variant === '' ? name : cutText(`${name} - ${variant}`, maxLengths.product),
    quantity,
    shippedQuantity: 0,
    requiresShipping: true,
    unitPriceMinor: price.unitPriceMinor,
    discountMinor: price.unitPriceMinor * quantity - netMinor,
    ...readLineTax(row, currency),
  }
}

/** The rate and the tax of a line, where its table says them. */
function readLineTax(row: Row, currency: string): Pick<DraftLine, 'taxRate' | 'taxMinor'> {
  const taxRate = row.taxRate('itemTaxRate')
  return {
    ...(taxRate !== undefined && { taxRate }),
    ...(row.raw('itemTax') !== '' && { taxMinor: row.amount('itemTax', currency) }),
  }
}

/** A price whose product is at least the total, with the rest as its discount: 10.00 for 3 are 3.34 each, less 0.02. */
function toPrice(
  totalMinor: number,
  quantity: number,
  unitMinor: number | undefined,
): Pick<DraftLine, 'unitPriceMinor' | 'discountMinor'> {
  const unitPriceMinor = Math.max(unitMinor ?? 0, Math.ceil(totalMinor / quantity))
  return { unitPriceMinor, discountMinor: unitPriceMinor * quantity - totalMinor }
}

/** The name is the same in every language: the same order always gives the same draft. */
export const toFeeLine = (name: string, feesMinor: number): DraftLine => ({
  ...{ sku: '', name, quantity: 1, shippedQuantity: 0, requiresShipping: false },
  ...{ unitPriceMinor: feesMinor, discountMinor: 0 },
})

const totalOf = ({ quantity, unitPriceMinor, discountMinor }: DraftLine): number =>
  quantity * unitPriceMinor - discountMinor

const sumLines = (lines: readonly DraftLine[]): number => lines.reduce((sum, line) => sum + totalOf(line), 0)

function formatAmounts(lines: readonly DraftLine[], amounts: OrderAmounts, currency: string) {
  const format = (minor: number): string => formatDecimal(minor, currency)
  return {
    items: format(sumLines(lines)),
    discount: format(amounts.discountMinor),
    shipping: format(amounts.shippingMinor),
    fees: format(amounts.feesMinor),
    tax: format(amounts.taxMinor),
    total: format(amounts.totalMinor),
  }
}
