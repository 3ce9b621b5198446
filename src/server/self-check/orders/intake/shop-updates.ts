import type { OrderRecord } from '#server/db/schema/orders.ts'
import { hashPayload } from '#server/orders/intake/numbered-draft.ts'
import type { Findings } from '#server/self-check/findings.ts'
import type { OrderEvent } from '#server/self-check/orders/order-events.ts'
import type { RelatedRows } from '#server/self-check/orders/related-rows.ts'

/** Whether an event took over a newer version of the shop. The documents that it created are the shop's, so no user made them. */
export const isShopUpdate = ({ action }: Pick<OrderEvent, 'action'>): boolean => action === 'order.updated_from_shop'

/** Every version of the shop that was taken over is the one that its event names; `events` are in the order of their versions. */
export function verifyShopUpdates(
  findings: Findings,
  order: OrderRecord,
  { imports: [, ...updates] }: RelatedRows,
  events: readonly OrderEvent[],
): void {
  const erasedCount = countErasedVersions(events)
  const hashes = events.filter(isShopUpdate).map(({ values }) => values['hash'])
  const row = `order_imports ${order.number}`
  findings.expectEqual('orders-recorded', row, 'updates', updates.length, hashes.length)
  for (const [index, { revision, hash, payload }] of updates.entries()) {
    findings.expectEqual('orders-recorded', `${row} ${revision}`, 'revision', revision, index + 2)
    findings.expectEqual('orders-recorded', `${row} ${revision}`, 'hash', hash, hashes[index])
    if (index + 1 >= erasedCount)
      findings.expectEqual('orders-as-received', `${row} ${revision}`, 'payload', hashPayload(payload), hash)
  }
}

/**
 * Of how many versions the personal data was erased: their payloads were replaced, and their hashes stayed. `events` are in the order of
 * their versions.
 */
export function countErasedVersions(events: readonly Pick<OrderEvent, 'action'>[]): number {
  const erasure = events.findLastIndex(({ action }) => action === 'order.erased')
  return erasure === -1 ? 0 : 1 + events.slice(0, erasure).filter(isShopUpdate).length
}
