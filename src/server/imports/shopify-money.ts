import { type Fault, type ImportWords, largestMinor, type Row } from '#server/imports/row.ts'
import { add, allocate, formatDecimal } from '#shared/money.ts'
import type { DraftLine } from '#shared/orders/draft.ts'

/** The amounts of an order, proved by the file's own sums; its lines with their share of the order's discount. */
interface OrderMoney {
  lines: DraftLine[]
  subtotalMinor: number
  shippingMinor: number
  taxMinor: number
  taxesIncluded: boolean
  totalMinor: number
}

/** Reads the amounts of an order and checks that they add up exactly; `lines` are without the order's own discount. */
export function readMoney(row: Row, lines: readonly DraftLine[], currency: string, words: ImportWords): OrderMoney {
  const subtotalMinor = row.amount('Subtotal', currency, 'needed')
  const { discounted, shippingDiscountMinor } = readDiscount(row, lines, subtotalMinor, currency, words)
  const shippingMinor = row.amount('Shipping', currency)
  const taxMinor = row.amount('Taxes', currency)
  const totalMinor = row.amount('Total', currency, 'needed')
  if (taxMinor > totalMinor)
    throw row.fault(
      words.refused.taxesAboveTotal(formatDecimal(taxMinor, currency), formatDecimal(totalMinor, currency)),
    )

  // The export does not say whether the prices hold the tax: only one way adds up.
  const adding = (shipping: number): boolean | undefined =>
    [false, true].find((included) => add(subtotalMinor, shipping, included ? 0 : taxMinor) === totalMinor)
  const shippingLeftMinor =
    shippingDiscountMinor === 0 ? shippingMinor : Math.max(shippingMinor - shippingDiscountMinor, 0)
  const taxesIncluded = adding(shippingLeftMinor)
  if (taxesIncluded !== undefined)
    return { lines: discounted, subtotalMinor, shippingMinor: shippingLeftMinor, taxMinor, taxesIncluded, totalMinor }
  if (adding(shippingMinor) !== undefined) throw discountFault(row, lines, currency, words)
  const sum = add(subtotalMinor, shippingMinor, taxMinor)
  const tell = (minor: number): string => formatDecimal(minor, currency)
  const parts = { subtotal: tell(subtotalMinor), shipping: tell(shippingMinor), taxes: tell(taxMinor) }
  throw row.fault(words.refused.total({ ...parts, made: tell(sum), total: tell(totalMinor) }))
}

/**
 * The discount of the whole order stands in `Discount Amount`, those of single lines in `Lineitem discount`, and in some exports in
 * both. How it is here shows in the subtotal, which is after discounts. What no line shows was taken off the shipping.
 */
function readDiscount(
  row: Row,
  lines: readonly DraftLine[],
  subtotalMinor: number,
  currency: string,
  words: ImportWords,
): { discounted: DraftLine[]; shippingDiscountMinor: number } {
  const totals = lines.map((line, index) => lineTotal(line, row, index, currency, words))
  const linesMinor = sumOf(totals, row, words)
  const discountMinor = row.amount('Discount Amount', currency)
  const beyond = discountMinor - sumOf(discountsOf(lines), row, words)
  const left = linesMinor - subtotalMinor
  if (left === 0) {
    if (beyond < 0 && discountMinor !== 0) throw discountFault(row, lines, currency, words)
    return { discounted: [...lines], shippingDiscountMinor: Math.max(beyond, 0) }
  }
  if (left > 0 && (left === beyond || left === discountMinor)) {
    const shares = allocate(left, totals)
    const withShare = (line: DraftLine, index: number): DraftLine => ({
      ...line,
      discountMinor: add(line.discountMinor, shares[index] ?? 0),
    })
    return { discounted: lines.map(withShare), shippingDiscountMinor: 0 }
  }
  const tell = (minor: number): string => formatDecimal(minor, currency)
  throw row.fault(
    words.refused.subtotal({ made: tell(linesMinor), discount: tell(discountMinor), subtotal: tell(subtotalMinor) }),
  )
}

const discountsOf = (lines: readonly DraftLine[]): number[] => lines.map(({ discountMinor }) => discountMinor)

function discountFault(row: Row, lines: readonly DraftLine[], currency: string, words: ImportWords): Fault {
  const ofLines = sumOf(discountsOf(lines), row, words)
  const ofOrder = row.amount('Discount Amount', currency)
  return row.fault(words.refused.discount(formatDecimal(ofOrder, currency), formatDecimal(ofLines, currency)))
}

function lineTotal(line: DraftLine, row: Row, index: number, currency: string, words: ImportWords): number {
  const gross = BigInt(line.quantity) * BigInt(line.unitPriceMinor)
  if (gross > BigInt(largestMinor)) throw row.fault(words.refused.lineTooLarge(index + 1))
  if (BigInt(line.discountMinor) > gross)
    throw row.fault(
      words.refused.lineDiscount(
        index + 1,
        formatDecimal(line.discountMinor, currency),
        formatDecimal(Number(gross), currency),
      ),
    )
  return Number(gross) - line.discountMinor
}

function sumOf(amounts: readonly number[], row: Row, words: ImportWords): number {
  const sum = amounts.reduce((before, amount) => before + BigInt(amount), 0n)
  if (sum > BigInt(largestMinor)) throw row.fault(words.refused.linesTooLarge)
  return Number(sum)
}
