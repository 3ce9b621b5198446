import type { Findings } from '#server/finance/verify/findings.ts'
import { describeOrder, type Order, type RelatedRows } from '#server/finance/verify/order-books.ts'

/** The amounts of an order when it was imported, as far as the payload has them. */
interface ReceivedAmounts {
  subtotalMinor?: number
  shippingMinor?: number
  taxMinor?: number
  totalMinor?: number
  authorizedMinor?: number
  lines?: { quantity?: number; unitPriceMinor?: number; discountMinor?: number }[]
}

/** `undefined` for a text that is not an order. */
function parseReceived(payload: string): ReceivedAmounts | undefined {
  try {
    const { lines = [], ...amounts } = JSON.parse(payload) as ReceivedAmounts
    return { ...amounts, lines: lines.map((line) => ({ ...line })) }
  } catch {
    return undefined
  }
}

/** Compares an imported order with what was received. */
export function verifyReceived(findings: Findings, order: Order, { imports, lines }: RelatedRows): void {
  for (const { payload } of imports) {
    const row = describeOrder(order)
    const received = parseReceived(payload)
    if (!received) {
      findings.addViolation('orders-as-received', `order_imports ${order.number}: payload cannot be read`)
      continue
    }
    const compare = (column: keyof Order, value: number | undefined): void => {
      if (value !== undefined) findings.expectEqual('orders-as-received', row, column, order[column], value)
    }
    compare('subtotal_minor', received.subtotalMinor)
    compare('shipping_minor', received.shippingMinor)
    compare('tax_minor', received.taxMinor)
    compare('total_minor', received.totalMinor)
    compare('authorized_minor', received.authorizedMinor)
    for (const [index, line] of (received.lines ?? []).entries()) {
      const stored = lines.find(({ position }) => position === index + 1)
      const lineRow = `order_lines ${order.number} ${index + 1}`
      findings.expectEqual('orders-as-received', lineRow, 'quantity', stored?.quantity, line.quantity)
      findings.expectEqual(
        'orders-as-received',
        lineRow,
        'unit_price_minor',
        stored?.unit_price_minor,
        line.unitPriceMinor,
      )
      findings.expectEqual('orders-as-received', lineRow, 'discount_minor', stored?.discount_minor, line.discountMinor)
    }
  }
  findings.examined(imports.length, 'orders-as-received')
}
