import type { RowError, ImportMessages, Row } from '#server/imports/row.ts'
import { maxAmountMinor } from '#server/imports/import-limits.ts'
import { toFeeLine } from '#server/imports/table-money.ts'
import { add, allocate, formatDecimal } from '#shared/money.ts'
import type { DraftLine, DraftMoney } from '#shared/orders/draft.ts'

/** Reads the amounts of an order and checks that they add up exactly; `lines` come without the order-level discount. */
export function readMoney(
  row: Row,
  lines: readonly DraftLine[],
  currency: string,
  messages: ImportMessages,
): DraftMoney {
  const subtotalMinor = row.amount('Subtotal', currency, 'needed')
  const { discounted, shippingDiscountMinor } = readDiscount(row, lines, subtotalMinor, currency, messages)
  const shippingMinor = row.amount('Shipping', currency)
  const taxMinor = row.amount('Taxes', currency)
  const totalMinor = row.amount('Total', currency, 'needed')
  if (taxMinor > totalMinor)
    throw row.error(
      messages.refused.taxesAboveTotal(formatDecimal(taxMinor, currency), formatDecimal(totalMinor, currency)),
    )

  // The export does not say whether prices include tax, and duties and tips the total, so find the reading that adds up to the total.
  const charges = listCharges(row, currency)
  const findReading = (shipping: number) =>
    charges
      .flatMap((charged) => [false, true].map((taxesIncluded) => ({ charged, taxesIncluded })))
      .find(
        ({ charged, taxesIncluded }) =>
          add(subtotalMinor, sumTotals(charged), shipping, taxesIncluded ? 0 : taxMinor) === totalMinor,
      )
  const netShippingMinor = Math.max(shippingMinor - shippingDiscountMinor, 0)
  const reading = findReading(netShippingMinor)
  if (reading)
    return {
      lines: [...discounted, ...reading.charged],
      subtotalMinor: add(subtotalMinor, sumTotals(reading.charged)),
      ...{ shippingMinor: netShippingMinor, taxMinor, taxesIncluded: reading.taxesIncluded, totalMinor },
    }
  if (findReading(shippingMinor)) throw discountError(row, lines, currency, messages)
  const sum = add(subtotalMinor, shippingMinor, taxMinor)
  const format = (minor: number): string => formatDecimal(minor, currency)
  const parts = { subtotal: format(subtotalMinor), shipping: format(shippingMinor), taxes: format(taxMinor) }
  const more = totalMinor > sum ? format(totalMinor - sum) : undefined
  throw row.error(messages.refused.total({ ...parts, made: format(sum), total: format(totalMinor), more }))
}

/** What the total may have besides items, shipping and taxes: nothing, duties, a tip, or both. Tips are not taxed. */
function listCharges(row: Row, currency: string): DraftLine[][] {
  const [duties, tip] = [row.amount('Duties', currency), row.amount('Tip', currency)]
  const ofDuties = duties === 0 ? [] : [toFeeLine('Duties', duties)]
  const ofTip = tip === 0 ? [] : [{ ...toFeeLine('Tip', tip), taxRate: '0', taxMinor: 0 }]
  return [[], ofDuties, ofTip, [...ofDuties, ...ofTip]]
}

const sumTotals = (lines: readonly DraftLine[]): number => add(...lines.map(({ unitPriceMinor }) => unitPriceMinor))

/**
 * `Discount Amount` holds the discount of the whole order, `Lineitem discount` that of a line, and some exports repeat line discounts
 * in both. The subtotal, which is after discounts, shows which case applies. A discount that no line accounts for reduces the shipping.
 */
function readDiscount(
  row: Row,
  lines: readonly DraftLine[],
  subtotalMinor: number,
  currency: string,
  messages: ImportMessages,
): { discounted: DraftLine[]; shippingDiscountMinor: number } {
  const totals = lines.map((line, index) => lineTotal(line, row, index, currency, messages))
  const linesMinor = sumAmounts(totals, row, messages)
  const discountMinor = row.amount('Discount Amount', currency)
  const excessMinor = discountMinor - sumAmounts(lineDiscounts(lines), row, messages)
  const reductionMinor = linesMinor - subtotalMinor
  if (reductionMinor === 0) {
    if (excessMinor < 0 && discountMinor !== 0) throw discountError(row, lines, currency, messages)
    return { discounted: [...lines], shippingDiscountMinor: Math.max(excessMinor, 0) }
  }
  if (reductionMinor > 0 && (reductionMinor === excessMinor || reductionMinor === discountMinor)) {
    const shares = allocate(reductionMinor, totals)
    const withShare = (line: DraftLine, index: number): DraftLine => ({
      ...line,
      discountMinor: add(line.discountMinor, shares[index] ?? 0),
    })
    return { discounted: lines.map(withShare), shippingDiscountMinor: 0 }
  }
  const format = (minor: number): string => formatDecimal(minor, currency)
  throw row.error(
    messages.refused.subtotal({
      made: format(linesMinor),
      discount: format(discountMinor),
      subtotal: format(subtotalMinor),
    }),
  )
}

const lineDiscounts = (lines: readonly DraftLine[]): number[] => lines.map(({ discountMinor }) => discountMinor)

function discountError(row: Row, lines: readonly DraftLine[], currency: string, messages: ImportMessages): RowError {
  const lineDiscountMinor = sumAmounts(lineDiscounts(lines), row, messages)
  const orderDiscountMinor = row.amount('Discount Amount', currency)
  return row.error(
    messages.refused.discount(formatDecimal(orderDiscountMinor, currency), formatDecimal(lineDiscountMinor, currency)),
  )
}

function lineTotal(line: DraftLine, row: Row, index: number, currency: string, messages: ImportMessages): number {
  const gross = BigInt(line.quantity) * BigInt(line.unitPriceMinor)
  if (gross > BigInt(maxAmountMinor)) throw row.error(messages.refused.lineTooLarge(index + 1))
  if (BigInt(line.discountMinor) > gross)
    throw row.error(
      messages.refused.lineDiscount(
        index + 1,
        formatDecimal(line.discountMinor, currency),
        formatDecimal(Number(gross), currency),
      ),
    )
  return Number(gross) - line.discountMinor
}

function sumAmounts(amounts: readonly number[], row: Row, messages: ImportMessages): number {
  const sum = amounts.reduce((before, amount) => before + BigInt(amount), 0n)
  if (sum > BigInt(maxAmountMinor)) throw row.error(messages.refused.linesTooLarge)
  return Number(sum)
}
