import { exact } from '#server/orders/exact.ts'
import { parseDiscount } from '#server/orders/edits/discount-input.ts'
import { priceTaxes } from '#server/orders/edits/edit-taxes.ts'
import { toPlace } from '#server/orders/edits/edit-texts.ts'
import { fromFields, type RecordedLine } from '#server/orders/recorded-fields.ts'
import type { OrderLineRecord, OrderRecord } from '#server/db/schema/orders.ts'
import type { OrderColumns } from '#server/orders/store.ts'
import { toLineTax, toTaxColumns } from '#server/orders/tax-columns.ts'
import { formatMoney } from '#shared/money.ts'
import { type Fields, type FieldValue, lineIdOf, listLineIds } from '#shared/orders/fields.ts'
import { grossOf, type PricedLine, spreadDiscount, sumOrder } from '#shared/orders/pricing.ts'
import { untaxed } from '#shared/orders/part-taxes.ts'
import type { TaxLine } from '#shared/orders/tax-lines.ts'
import { type FieldError, invalidInput } from '#shared/problem.ts'
import { add } from '#shared/money.ts'

interface Edit {
  order: OrderRecord
  lines: readonly OrderLineRecord[]
  /** The fields of order and lines. */
  fields: Fields
  /** The values that change, as `mergeEdits` returns them. */
  values: ReadonlyMap<string, FieldValue>
  /** The JSON pointers of lines in the input, by id. */
  pointers: ReadonlyMap<string, string>
  /** The lines that documents refer to, with the quantity that was refunded of each. */
  refunded: ReadonlyMap<string, number>
  /** An amount or a percentage off all items. */
  discount: string | undefined
  /** In percent: calculates the tax of everything. */
  taxRate?: string | undefined
}

/**
 * The columns and lines of an order with these values, and the sums that follow from them. Throws `invalid-input` for what the order does
 * not allow: less than was shipped or refunded, discounts above the price, a total below what was refunded.
 */
export function priceEdit(edit: Edit): { columns: Partial<OrderColumns>; lines: OrderLineRecord[] } {
  const { order } = edit
  const { columns, lines: recorded } = fromFields(applyValues(edit), order)
  if (recorded.length === 0) throw invalidInput({ pointer: '/lines', reason: 'empty-list' })
  const priced = applyDiscount(edit, recorded.map(toPricedLine))
  assertLines(edit, priced)
  const exactly = <Result>(calculate: () => Result): Result =>
    exact(calculate, () => [
      ...listGross(edit, priced),
      ['/shipping', columns.shipping_minor],
      ['/tax', columns.tax_minor],
    ])
  const sum = (taxMinor: number) =>
    sumOrder({
      lines: priced,
      shippingMinor: columns.shipping_minor,
      taxMinor,
      taxesIncluded: columns.taxes_included === 1,
    })
  exactly(() => sum(0))
  const taxes = exactly(() => priceTaxes({ ...edit, columns, priced }))
  const taxMinor = add(...taxes.map((part) => part.taxMinor))
  const sums = exactly(() => sum(taxMinor))
  if (taxMinor > sums.totalMinor) throw invalidInput({ pointer: '/tax', reason: 'above-total' })
  if (sums.totalMinor < order.granted_minor)
    throw invalidInput({
      pointer: '/lines',
      reason: 'total-below-refunded',
      parameters: { amount: formatMoney(order.granted_minor, order.currency) },
    })
  const { status: _status, ...edited } = columns
  const storedLines = new Map(edit.lines.map((line) => [line.id, line]))
  return {
    columns: {
      ...edited,
      place: toPlace(columns),
      item_count: sums.itemCount,
      subtotal_minor: sums.subtotalMinor,
      discount_minor: sums.discountMinor,
      tax_minor: sums.taxMinor,
      ...toTaxColumns(taxes, JSON.parse(columns.tax_lines) as TaxLine[], columns.taxes_included === 1),
      total_minor: sums.totalMinor,
    },
    lines: priced.map(({ recorded: line, discountMinor }, index) => {
      const stored = storedLines.get(line.id)
      return {
        ...line,
        order_id: order.id,
        shipped_quantity: stored?.shipped_quantity ?? 0,
        delivered_quantity: stored?.delivered_quantity ?? 0,
        returned_quantity: stored?.returned_quantity ?? 0,
        discount_minor: discountMinor,
        total_minor: line.quantity * line.unit_price_minor - discountMinor,
        ...toLineTax(taxes[index] ?? untaxed),
      }
    }),
  }
}

type EditedLine = PricedLine & { recorded: RecordedLine }

const toPricedLine = (line: RecordedLine): EditedLine => ({
  quantity: line.quantity,
  unitPriceMinor: line.unit_price_minor,
  discountMinor: line.discount_minor,
  recorded: line,
})

/** The fields with the new values; lines that are added come after all others. */
function applyValues({ fields, values, lines }: Edit): Fields {
  const after = new Map(fields)
  for (const name of fields.keys()) if (values.get(`lines.${lineIdOf(name)}`) === null) after.delete(name)
  for (const [field, value] of values) if (value !== null) after.set(field, value)
  const known = new Set(lines.map(({ id }) => id))
  let position = Math.max(0, ...lines.map((line) => line.position))
  for (const id of listLineIds(after)) if (!known.has(id)) after.set(`lines.${id}.position`, ++position)
  return after
}

/** The gross amounts of lines, by the fields of their prices; those of lines that are not in the input have none of their own. */
const listGross = ({ pointers }: Edit, lines: readonly EditedLine[]): (readonly [string, number])[] =>
  lines.map(({ recorded, quantity, unitPriceMinor }) => {
    const pointer = pointers.get(recorded.id)
    return [pointer === undefined ? '/lines' : `${pointer}/unitPrice`, quantity * unitPriceMinor]
  })

function applyDiscount(edit: Edit, lines: EditedLine[]): EditedLine[] {
  const { discount, order } = edit
  if (discount === undefined) return lines
  const grossMinor = exact(
    () => add(...lines.map(grossOf)),
    () => listGross(edit, lines),
  )
  return spreadDiscount(lines, parseDiscount(discount, grossMinor, order.currency))
}

/** Throws for lines that cannot be: below what was shipped or refunded, discounts above the price. */
function assertLines(edit: Edit, lines: readonly EditedLine[]): void {
  const { lines: stored, pointers, refunded } = edit
  const errors: FieldError[] = []
  const kept = new Map(lines.map((line) => [line.recorded.id, line]))
  for (const { id, quantity, shipped_quantity } of stored) {
    const pointer = pointers.get(id) ?? '/lines'
    const line = kept.get(id)
    const minimum = Math.max(shipped_quantity, refunded.get(id) ?? 0)
    if (!line && refunded.has(id)) errors.push({ pointer: `${pointer}/remove`, reason: 'in-documents' })
    if (line && line.quantity < Math.min(minimum, quantity))
      errors.push({ pointer: `${pointer}/quantity`, reason: 'below-done', parameters: { minimum } })
  }
  for (const line of lines)
    if (
      line.discountMinor >
      exact(
        () => grossOf(line),
        () => listGross(edit, [line]),
      )
    )
      errors.push({ pointer: `${pointers.get(line.recorded.id) ?? '/lines'}/discount`, reason: 'above-price' })
  if (errors.length > 0) throw invalidInput(...errors)
}
