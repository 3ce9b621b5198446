import type { OrderRecord } from '#server/db/schema/orders.ts'
import type { buildOrderRows } from '#server/orders/intake/import-rows.ts'
import { type FilteredDocuments, tokenizeFilters } from '#server/orders/tokens/filter-tokens.ts'
import { tokenizeAnnotations, tokenizeOrderRows } from '#server/orders/tokens/order-tokens.ts'
import { isShared } from '#server/orders/tokens/token-parts.ts'
import type { Findings } from '#server/self-check/findings.ts'
import { tokenSeparator } from '#server/self-check/orders/orders-store.ts'
import type { RelatedRows } from '#server/self-check/orders/related-rows.ts'

/** The tokens of the order as it should be after its changes, and of its documents. */
export const tokenizeChanged = (
  { payments, refunds, disputes, shipments, returns }: RelatedRows,
  { orders: [order], order_lines: lines }: ReturnType<typeof buildOrderRows>,
): string[] =>
  tokenizeOrderRows(order as OrderRecord, lines, {
    numbers: [...payments, ...refunds, ...disputes, ...shipments, ...returns].map(({ number }) => number),
    references: [
      ...[...payments, ...refunds, ...disputes].map(({ reference }) => reference),
      ...shipments.map((each) => each.tracking_number),
    ],
  })

/** Compares the stored tokens with the expected ones and those of what staff set on the order. */
export function compareTokens(
  findings: Findings,
  order: OrderRecord,
  related: RelatedRows,
  expected: readonly string[],
  timeZone: string,
): void {
  const row = `order_tokens ${order.number}`
  const [stored] = related.tokens
  if (stored)
    for (const time of new Set([stored.first_placed_at, stored.last_placed_at]))
      findings.expectEqual('search-tokens', row, 'placed_at', time, order.placed_at)
  const missing = new Set(expected)
  for (const token of tokenizeStored(order, related, timeZone)) missing.add(token)
  const tokens = stored?.tokens.split(tokenSeparator) ?? []
  if (stored)
    findings.expectEqual(
      'search-tokens',
      row,
      'sum of parts',
      stored.partSum,
      stored.part * tokens.filter((token) => !isShared(token)).length,
    )
  for (const token of tokens) if (!missing.delete(token)) findings.addViolation('search-tokens', `${row}: ${token}`)
  for (const token of missing) findings.addViolation('search-tokens', `${row}: ${token} is missing`)
}

/** The tokens of filters; none if the tags or the addresses cannot be read, which another check reports. */
function tokenizeStored(order: OrderRecord, related: RelatedRows, timeZone: string): string[] {
  try {
    return [...tokenizeAnnotations(order), ...tokenizeFilters(order, toFilteredDocuments(related), timeZone)]
  } catch {
    return []
  }
}

const toFilteredDocuments = ({ payments, refunds, shipments, notes }: RelatedRows): FilteredDocuments => ({
  providers: payments.map(({ provider }) => provider),
  paidAt: payments.map(({ captured_at }) => captured_at),
  shippedAt: shipments.flatMap(({ shipped_at, cancelled_at }) => (cancelled_at === null ? [shipped_at] : [])),
  refundedAt: refunds.flatMap(({ status, refunded_at, recorded_at }) =>
    status === 'succeeded' ? [refunded_at ?? recorded_at] : [],
  ),
  cancelledShipmentNumbers: shipments.flatMap(({ number, cancelled_at }) => (cancelled_at === null ? [] : [number])),
  refundNumbers: refunds.map(({ number }) => number),
  hasNote: notes.some(({ struck_at }) => struck_at === null),
})
