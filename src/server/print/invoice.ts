import { listLines } from '#server/orders/lines.ts'
import { findAddress } from '#server/print/render-address.ts'
import type { BuildContent } from '#server/print/issue-documents.ts'
import { readIssued } from '#server/print/issued-so-far.ts'
import { taxesOfOrder } from '#server/print/issued-taxes.ts'
import { buildSupplement } from '#server/print/supplementary-invoice.ts'
import type { InvoiceContent } from '#shared/print/issued-content.ts'
import { invoicedStatuses } from '#shared/print/print-reason.ts'

/** The invoice of an order, which says what it cost when it was issued, and later one of what it costs more. */
export const buildInvoice: BuildContent = async (transaction, order, issued, seller) => {
  const before = readIssued(issued)
  const isInvoiced = before.invoices.length > 0
  if (isInvoiced && before.totalMinor >= order.total_minor) return undefined
  if (!invoicedStatuses.includes(order.status)) return undefined
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
  return isInvoiced ? buildSupplement(transaction, order, before, content) : content
}
