import type { OrderLineRecord, OrderRecord } from '#server/db/schema/orders.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import { type PartTax, receiveTaxes, type TaxedPart, toTaxLines } from '#shared/orders/part-taxes.ts'
import type { TaxLine } from '#shared/orders/tax-lines.ts'

type LineTax = Pick<OrderLineRecord, 'tax_rate' | 'tax_minor' | 'tax_is_derived'>
type ShippingTax = Pick<OrderRecord, 'shipping_tax_rate' | 'shipping_tax_minor' | 'tax_lines'>

/** The tax of a line as it is stored. */
export const toLineTax = ({ taxRate, taxMinor, isTaxDerived }: PartTax): LineTax => ({
  tax_rate: taxRate,
  tax_minor: taxMinor,
  tax_is_derived: isTaxDerived ? 1 : 0,
})

/** The tax of a stored line. */
export const readLineTax = (line: LineTax): PartTax => ({
  taxRate: line.tax_rate,
  taxMinor: line.tax_minor,
  isTaxDerived: line.tax_is_derived === 1,
})

/** A stored line as a part of its order that is taxed. */
export const toTaxedLine = (line: LineTax & Pick<OrderLineRecord, 'total_minor'>): TaxedPart => ({
  amountMinor: line.total_minor,
  ...readLineTax(line),
})

/** The shipping of an order as a part that is taxed. */
export const toTaxedShipping = (
  order: Pick<OrderRecord, 'shipping_minor' | 'shipping_tax_rate' | 'shipping_tax_minor'>,
): TaxedPart => ({
  amountMinor: order.shipping_minor,
  taxRate: order.shipping_tax_rate,
  taxMinor: order.shipping_tax_minor,
  isTaxDerived: true,
})

/** The columns of an order with these parts, the last of which is its shipping. `named` are the tax lines that it had. */
export function toTaxColumns(
  parts: readonly TaxedPart[],
  named: readonly TaxLine[],
  taxesIncluded: boolean,
): ShippingTax {
  const shipping = parts.at(-1)
  return {
    shipping_tax_rate: shipping?.taxRate ?? '',
    shipping_tax_minor: shipping?.taxMinor ?? 0,
    tax_lines: JSON.stringify(toTaxLines(parts, named, taxesIncluded)),
  }
}

/** The taxes of the lines and of shipping of a draft, as columns. */
export function receiveDraftTaxes(draft: OrderDraft): { lines: LineTax[]; columns: ShippingTax } {
  const { lines, taxMinor, taxesIncluded, taxLines = [] } = draft
  const parts = [
    ...lines.map(({ quantity, unitPriceMinor, discountMinor, ...tax }) => ({
      amountMinor: quantity * unitPriceMinor - discountMinor,
      taxRate: tax.taxRate,
      taxMinor: tax.taxMinor,
    })),
    { amountMinor: draft.shippingMinor, taxRate: draft.shippingTaxRate, taxMinor: draft.shippingTaxMinor },
  ]
  const taxes = receiveTaxes({ parts, taxMinor, taxesIncluded, taxLines })
  const taxed = taxes.map((tax, index) => ({ ...tax, amountMinor: parts[index]?.amountMinor ?? 0 }))
  return { lines: taxes.slice(0, -1).map(toLineTax), columns: toTaxColumns(taxed, taxLines, taxesIncluded) }
}
