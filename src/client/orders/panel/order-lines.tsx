import { type OrderMessages, useOrderMessages } from '#client/orders/use-order-messages.ts'
import { Totals } from '#client/orders/panel/order-totals.tsx'
import { Money } from '#client/ui/money.tsx'
import { PanelSection } from '#client/ui/panel.tsx'
import { Status } from '#client/ui/status.tsx'
import { add, formatAmount } from '#shared/money.ts'
import type { OrderStatus } from '#shared/orders/order.ts'
import { isPending } from '#shared/orders/refunds.ts'
import type { EarlierOrder } from '#shared/orders/page-views.ts'
import type { OrderLine, OrderView } from '#shared/orders/views.ts'
import type { ReactNode } from 'react'

/** More lines than this are collapsed. */
const visibleLines = 100

type BasicLine = EarlierOrder['lines'][number]

interface OrderLinesProps<Line extends BasicLine> {
  order: Omit<OrderView, 'lines'> & { lines: readonly Line[] }
  /** The shipped and refunded quantities of a line; if absent, they are not shown. */
  progressOf?: (line: Line) => ReactNode
}

/** The lines of an order and its totals. */
export function OrderLines<Line extends BasicLine>({ order, progressOf }: OrderLinesProps<Line>) {
  const words = useOrderMessages().orders.order
  const { lines, itemCount } = order
  const rest = lines.slice(visibleLines)
  return (
    <PanelSection title={words.lines} end={words.lineSummary(lines.length, itemCount)}>
      <ul>{lines.slice(0, visibleLines).map((line) => lineItem(line, order.currency, words, progressOf?.(line)))}</ul>
      {rest.length > 0 && (
        <details className="lines-more">
          <summary>{words.moreLines(rest.length)}</summary>
          <ul>{rest.map((line) => lineItem(line, order.currency, words, progressOf?.(line)))}</ul>
        </details>
      )}
      <Totals order={order} />
    </PanelSection>
  )
}

type Words = OrderMessages['orders']['order']

/** A function instead of a component, because an order may have a thousand lines. */
function lineItem(line: BasicLine, currency: string, words: Words, progress: ReactNode) {
  const { quantity, totalMinor, discountMinor } = line
  const price = formatAmount(line.unitPriceMinor, currency)
  return (
    <li className="line" key={line.id}>
      <span className="line__name">{line.name}</span>
      <span className="line__qty num">{quantity === 1 ? 1 : words.quantity(quantity, price)}</span>
      <span className="line__sum">
        <Money minor={totalMinor} currency={currency} />
      </span>
      <span className="line__meta">
        {line.sku && <span className="mono">{line.sku}</span>}
        {Number(line.taxRate) > 0 && <span>{words.lineTax(line.taxRate)}</span>}
        {progress}
      </span>
      {discountMinor > 0 && (
        <span className="line__was num">
          {`${formatAmount(totalMinor + discountMinor, currency)} − ${formatAmount(discountMinor, currency)}`}
        </span>
      )}
    </li>
  )
}

/** What was shipped, returned and refunded of a line. */
export function LineProgress({ line, order: { status, refunds } }: { line: OrderLine; order: OrderView }) {
  const words = useOrderMessages().orders.order
  const pending = add(
    ...refunds
      .filter((refund) => isPending(refund.status))
      .flatMap(({ lines }) => lines.filter(({ id }) => id === line.id).map(({ quantity }) => quantity)),
  )
  const refunded = line.refundedQuantity - pending
  return (
    <>
      {lineStatus(line, status, words)}
      {line.returnedQuantity > 0 && <span>{words.returnedCount(line.returnedQuantity)}</span>}
      {refunded > 0 && <span>{words.refundedCount(refunded)}</span>}
      {pending > 0 && <span>{words.refundPendingCount(pending)}</span>}
    </>
  )
}

/** The shipping status of a line. Lines of a cancelled order are not waiting for shipment. */
function lineStatus(
  { quantity, shippedQuantity: shipped, deliveredQuantity: delivered, requiresShipping }: OrderLine,
  status: OrderStatus,
  words: Words,
) {
  if (!requiresShipping) return <Status kind="fulfillment" value="not_required" text={words.shippingNotNeeded} />
  if (delivered === quantity) return <Status kind="fulfillment" value="delivered" />
  if (shipped === quantity) return <Status kind="fulfillment" value="fulfilled" />
  if (shipped === 0 && status === 'cancelled') return <Status kind="fulfillment" value="unfulfilled" />
  if (shipped === 0) return <Status kind="fulfillment" value="unfulfilled" text={words.toShip(quantity)} />
  return <Status kind="fulfillment" value="partially_fulfilled" text={words.shippedCount(shipped, quantity)} />
}
