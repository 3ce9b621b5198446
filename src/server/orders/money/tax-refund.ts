import type { RefundLineRecord, RefundRecord } from '#server/orders/money/money-store.ts'
import type { OrderLineRecord, OrderRecord } from '#server/db/schema/orders.ts'
import type { RefundPurpose } from '#shared/finance/revenue-postings.ts'
import { add } from '#shared/money.ts'
import { isVoid, type RefundParts, taxOfRefund } from '#shared/orders/refunds.ts'

/** The taxes in the parts of a refund, as its columns. */
export interface RefundTaxes {
  shipping: Pick<RefundRecord, 'shipping_tax_rate' | 'shipping_tax_minor'>
  /** By id of the line. */
  lines: ReadonlyMap<string, Pick<RefundLineRecord, 'tax_rate' | 'tax_minor'>>
}

interface Refunded {
  lines: readonly OrderLineRecord[]
  /** The refunds before it, and their lines. */
  refunds: readonly RefundRecord[]
  refundLines: readonly (RefundLineRecord & Pick<RefundRecord, 'status'>)[]
}

/** The taxes in the parts of a refund: those of the lines and of shipping that are refunded. */
export function taxRefund(
  order: OrderRecord,
  parts: RefundParts,
  { lines, refunds, refundLines }: Refunded,
): RefundTaxes {
  const onTop = (taxMinor: number) => (order.taxes_included === 1 ? 0 : taxMinor)
  const counted = refunds.filter(({ status }) => !isVoid(status))
  const shippingTaxMinor = taxOfRefund(
    parts.shippingMinor,
    {
      grossMinor: add(order.shipping_minor, onTop(order.shipping_tax_minor)),
      taxMinor: order.shipping_tax_minor,
    },
    {
      amountMinor: add(...counted.map(({ shipping_minor }) => shipping_minor)),
      taxMinor: add(...counted.map(({ shipping_tax_minor }) => shipping_tax_minor)),
    },
  )
  const countedLines = Map.groupBy(
    refundLines.filter(({ status }) => !isVoid(status)),
    ({ line_id }) => line_id,
  )
  const known = new Map(lines.map((line) => [line.id, line]))
  const taxOfLine = ({ id, amountMinor }: RefundParts['lines'][number]) => {
    const { tax_rate = '', tax_minor = 0, total_minor = 0 } = known.get(id) ?? {}
    const before = countedLines.get(id) ?? []
    const taxMinor = taxOfRefund(
      amountMinor,
      { grossMinor: add(total_minor, onTop(tax_minor)), taxMinor: tax_minor },
      {
        amountMinor: add(...before.map((line) => line.amount_minor)),
        taxMinor: add(...before.map((line) => line.tax_minor)),
      },
    )
    return [id, { tax_rate, tax_minor: taxMinor }] as const
  }
  return {
    shipping: {
      shipping_tax_rate: parts.shippingMinor === 0 ? '' : order.shipping_tax_rate,
      shipping_tax_minor: shippingTaxMinor,
    },
    lines: new Map(parts.lines.map(taxOfLine)),
  }
}

/** The parts of a refund for lines and for shipping, with the taxes in both. */
export const toRefundPurpose = (
  refund: Pick<RefundRecord, 'shipping_minor' | 'shipping_tax_rate' | 'shipping_tax_minor'>,
  lines: readonly Pick<RefundLineRecord, 'amount_minor' | 'tax_rate' | 'tax_minor'>[],
): Required<RefundPurpose> => ({
  linesMinor: add(...lines.map(({ amount_minor }) => amount_minor)),
  shippingMinor: refund.shipping_minor,
  linesTaxMinor: add(...lines.map(({ tax_minor }) => tax_minor)),
  shippingTaxMinor: refund.shipping_tax_minor,
  shares: [
    ...lines.map(({ amount_minor, tax_rate, tax_minor }) => ({
      rate: tax_rate,
      netMinor: amount_minor - tax_minor,
      taxMinor: tax_minor,
    })),
    {
      rate: refund.shipping_tax_rate,
      netMinor: refund.shipping_minor - refund.shipping_tax_minor,
      taxMinor: refund.shipping_tax_minor,
    },
  ].filter(({ netMinor, taxMinor }) => netMinor !== 0 || taxMinor !== 0),
})
