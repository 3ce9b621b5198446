import type { Findings } from '#server/finance/verify/findings.ts'
import { tokenSeparator } from '#server/finance/verify/orders-store.ts'
import type { Order, RelatedRows } from '#server/finance/verify/related-rows.ts'
import type { buildOrderRows } from '#server/orders/import-rows.ts'
import { tokenizeAnnotations, tokenizeOrderRows } from '#server/orders/order-tokens.ts'

/** The tokens of the order as it should be after its changes, and of its documents. */
export const tokenizeChanged = (
  { payments, refunds, shipments, returns }: RelatedRows,
  { orders: [order], order_lines: lines }: ReturnType<typeof buildOrderRows>,
): string[] =>
  tokenizeOrderRows(order as Order, lines, {
    numbers: [...payments, ...refunds, ...shipments, ...returns].map(({ number }) => number),
    references: [...payments.map(({ reference }) => reference), ...shipments.map((each) => each.tracking_number)],
  })

/** Compares the stored tokens with the expected ones and those of what staff set on the order. */
export function compareTokens(
  findings: Findings,
  order: Order,
  { tokens: [stored] }: RelatedRows,
  expected: readonly string[],
): void {
  const row = `order_tokens ${order.number}`
  if (stored)
    for (const time of new Set([stored.first_placed_at, stored.last_placed_at]))
      findings.expectEqual('search-tokens', row, 'placed_at', time, order.placed_at)
  const missing = new Set(expected)
  for (const token of tokenizeStoredAnnotations(order)) missing.add(token)
  for (const token of stored?.tokens.split(tokenSeparator) ?? [])
    if (!missing.delete(token)) findings.addViolation('search-tokens', `${row}: ${token}`)
  for (const token of missing) findings.addViolation('search-tokens', `${row}: ${token} is missing`)
}

/** None if the tags cannot be read, which another check reports. */
function tokenizeStoredAnnotations(order: Order): string[] {
  try {
    return tokenizeAnnotations(order)
  } catch {
    return []
  }
}
