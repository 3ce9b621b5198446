import type { RecordedLine } from '#server/orders/recorded-fields.ts'
import type { OrderLineRecord, OrderRecord } from '#server/db/schema/orders.ts'
import type { OrderColumns } from '#server/orders/store.ts'
import { toTaxedLine, toTaxedShipping } from '#server/orders/tax-columns.ts'
import { add } from '#shared/money.ts'
import { editTaxes } from '#shared/orders/edit-taxes.ts'
import type { FieldValue } from '#shared/orders/fields.ts'
import { type PartTax, receiveTaxes, type TaxedPart } from '#shared/orders/part-taxes.ts'
import { grossOf, type PricedLine } from '#shared/orders/pricing.ts'
import type { TaxLine } from '#shared/orders/tax-lines.ts'
import { invalidInput } from '#shared/problem.ts'

interface PricedEdit {
  order: OrderRecord
  /** The stored lines. */
  lines: readonly OrderLineRecord[]
  values: ReadonlyMap<string, FieldValue>
  /** In percent: the rate of everything. */
  taxRate?: string | undefined
  /** The order with the new values. */
  columns: Pick<OrderColumns, 'shipping_minor' | 'tax_minor' | 'taxes_included' | 'tax_lines'>
  /** Its lines. */
  priced: readonly (PricedLine & { recorded: RecordedLine })[]
}

/**
 * The taxes of the lines after an edit, and of shipping as the last. An amount of tax that the edit or the shop states is derived for the parts,
 * unless their rates make it. Throws `invalid-input` for an amount with a rate for everything.
 */
export function priceTaxes({ order, lines, values, taxRate, columns, priced }: PricedEdit): TaxedPart[] {
  if (taxRate !== undefined && values.has('taxMinor')) throw invalidInput({ pointer: '/tax', reason: 'tax-and-rate' })
  const stored = new Map(lines.map((line) => [line.id, toTaxedLine(line)]))
  const shipping = toTaxedShipping(order)
  const taxesIncluded = columns.taxes_included === 1
  const amounts = [...priced.map((line) => grossOf(line) - line.discountMinor), columns.shipping_minor]
  const toEdited = (amountMinor: number, before: TaxedPart | undefined, rate: string | undefined) =>
    order.taxes_included === columns.taxes_included
      ? { amountMinor, before, rate }
      : { amountMinor, rate: rate ?? (before?.taxRate || undefined) }
  const edited = editTaxes(
    amounts.map((amountMinor, index) => {
      const line = priced[index]?.recorded
      if (!line) return toEdited(amountMinor, shipping, taxRate)
      return toEdited(amountMinor, stored.get(line.id), statedRate(values, line.id) ?? taxRate)
    }),
    [...stored.values(), shipping],
    taxesIncluded,
  )
  const taxes = isOtherTax(edited, values, columns)
    ? receiveTaxes({
        parts: amounts.map((amountMinor, index) => ({
          amountMinor,
          taxRate: values.has('taxLines') ? undefined : edited[index]?.taxRate || undefined,
        })),
        taxMinor: columns.tax_minor,
        taxesIncluded,
        taxLines: JSON.parse(columns.tax_lines) as TaxLine[],
      }).map((tax, index) => ({ ...tax, isTaxDerived: tax.isTaxDerived || edited[index]?.isTaxDerived !== false }))
    : edited
  return taxes.map((tax, index) => ({ ...tax, amountMinor: amounts[index] ?? 0 }))
}

/** The rate that an edit gives a line. */
function statedRate(values: ReadonlyMap<string, FieldValue>, lineId: string): string | undefined {
  const rate = values.get(`lines.${lineId}.taxRate`)
  return typeof rate === 'string' ? rate : undefined
}

/** Whether an amount of tax was stated that the rates of the parts do not make, or a shop names other rates for parts that have derived ones. */
const isOtherTax = (
  edited: readonly PartTax[],
  values: ReadonlyMap<string, FieldValue>,
  { tax_minor }: Pick<OrderColumns, 'tax_minor'>,
): boolean =>
  (values.has('taxMinor') && add(...edited.map(({ taxMinor }) => taxMinor)) !== tax_minor) ||
  (values.has('taxLines') && edited.every(({ isTaxDerived }) => isTaxDerived))
