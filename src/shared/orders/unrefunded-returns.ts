import type { OrderView } from '#shared/orders/views.ts'
import type { ReturnView } from '#shared/orders/document-views.ts'

/**
 * How much of each line arrived with a return and was not refunded yet, by the id of the line; without lines of which there is nothing. An
 * item that was refunded counts as one that came back, whichever return it came with.
 */
export function unrefundedReturns(
  { lines }: Pick<OrderView, 'lines'>,
  { receipts }: ReturnView,
): Record<string, number> {
  const quantities = lines.map(({ id, returnedQuantity, refundedQuantity }): [string, number] => {
    const arrived = receipts
      .filter(({ lineId, condition }) => lineId === id && condition !== 'missing')
      .reduce((sum, { quantity }) => sum + quantity, 0)
    return [id, Math.min(arrived, returnedQuantity - refundedQuantity)]
  })
  return Object.fromEntries(quantities.filter(([, quantity]) => quantity > 0))
}
