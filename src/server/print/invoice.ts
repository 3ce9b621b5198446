import { listLines, type OrderRecord } from '#server/orders/actions.ts'
import { findAddress } from '#server/print/render-address.ts'
import type { BuildContent } from '#server/print/issue-documents.ts'
import { splitByRate, type TaxShare } from '#shared/finance/taxes.ts'
import type { TaxLine } from '#shared/orders/tax-lines.ts'
import type { InvoiceContent } from '#shared/print/issued-content.ts'
import { invoicedStatuses } from '#shared/print/print-reason.ts'

/** The one invoice of an order, which says what it cost when it was issued. */
export const buildInvoice: BuildContent = async (transaction, order, issued, seller) => {
  if (issued.some(({ kind }) => kind === 'invoice') || !invoicedStatuses.includes(order.status)) return undefined
  const lines = await listLines(transaction, order.id)
  const content: InvoiceContent = {
    seller,
    buyer: findAddress(order, 'billing'),
    orderNumber: order.number,
    shopNumber: order.external_number,
    placedAt: order.placed_at,
    currency: order.currency,
    lines: lines.map((line) => ({
      sku: line.sku,
      name: line.name,
      quantity: line.quantity,
      unitPriceMinor: line.unit_price_minor,
      discountMinor: line.discount_minor,
      totalMinor: line.total_minor,
      taxRate: line.tax_rate,
    })),
    subtotalMinor: order.subtotal_minor,
    shippingMinor: order.shipping_minor,
    taxMinor: order.tax_minor,
    taxesIncluded: order.taxes_included === 1,
    taxes: taxesOfOrder(order),
    totalMinor: order.total_minor,
  }
  return content
}

/** What an order costs by tax rate. */
export const taxesOfOrder = ({
  total_minor,
  tax_minor,
  tax_lines,
}: Pick<OrderRecord, 'total_minor' | 'tax_minor' | 'tax_lines'>): TaxShare[] =>
  splitByRate({ netMinor: total_minor - tax_minor, taxMinor: tax_minor }, JSON.parse(tax_lines) as TaxLine[])
